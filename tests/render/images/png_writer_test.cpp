#include "render/images/png_writer.h"

#include "render/base/error.h"
#include "render/images/png_compressor.h"
#include "render/images/png_metadata.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/png_reading.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>
#include <string>

namespace fathom::png_writer_test {

namespace fs = std::filesystem;

struct Picture {
    std::uint32_t width;
    std::uint32_t height;
    std::vector<std::uint8_t> rgb;

    [[nodiscard]] std::span<const std::uint8_t> rows(std::size_t first, std::size_t count) const {
        const std::size_t row_bytes = std::size_t{3} * width;
        return std::span(rgb).subspan(first * row_bytes, count * row_bytes);
    }
};

Picture noise(std::uint32_t width, std::uint32_t height) {
    Picture picture{width, height, std::vector<std::uint8_t>(std::size_t{3} * width * height)};
    std::mt19937 random(width * 31 + height);
    for (std::uint8_t &value : picture.rgb) {
        value = static_cast<std::uint8_t>(random());
    }
    return picture;
}

Picture smooth(std::uint32_t width, std::uint32_t height) {
    Picture picture{width, height, {}};
    for (std::uint32_t y = 0; y < height; ++y) {
        for (std::uint32_t x = 0; x < width; ++x) {
            for (int channel = 0; channel < 3; ++channel) {
                const double phase = 0.01 * x + 0.013 * y + channel;
                picture.rgb.push_back(static_cast<std::uint8_t>(127.5 + 127 * std::sin(phase)));
            }
        }
    }
    return picture;
}

/// Writes `picture`, at most `band` rows at a time.
void write(const fs::path &path, const Picture &picture, PngOptions options, int band) {
    options.width = picture.width;
    options.height = picture.height;
    PngWriter writer(path, options);
    for (std::uint32_t y = 0; y < picture.height;) {
        const std::uint32_t rows = std::min<std::uint32_t>(band, picture.height - y);
        writer.write_rows(picture.rows(y, rows), static_cast<int>(rows));
        y += rows;
    }
    writer.finish();
}

PngOptions with_threads(int threads) {
    PngOptions options;
    options.threads = threads;
    return options;
}

void expect_round_trip(const Picture &picture, int band, int level = 1) {
    const TempFolder folder;
    PngOptions options = with_threads(3);
    options.level = level;
    write(folder / "a.png", picture, options, band);
    const DecodedPng decoded = decode_png(folder / "a.png");
    EXPECT_EQ(decoded.width, picture.width);
    EXPECT_EQ(decoded.height, picture.height);
    EXPECT_TRUE(decoded.rgb == picture.rgb) << picture.width << " x " << picture.height;
    EXPECT_EQ(folder.count(), 1);
}

TEST(PngWriter, ReadsBackEveryPixel) {
    expect_round_trip(noise(1, 1), 1);
    expect_round_trip(noise(1, 2000), 7);
    expect_round_trip(noise(2000, 1), 1);
    expect_round_trip(noise(613, 401), 16);
    expect_round_trip(smooth(1000, 700), 64);
    expect_round_trip(smooth(333, 2001), 2001);
}

TEST(PngWriter, ReadsBackRowsAsLongAsABlockAndLonger) {
    expect_round_trip(noise(87381, 5), 2); // with its filter byte exactly one block a row
    expect_round_trip(noise(87382, 3), 1); // one byte more
    expect_round_trip(smooth(300000, 4), 3);
}

TEST(PngWriter, ReadsBackAnImageThatEndsWithABlock) {
    // 341 x 3 + 1 = 1024 bytes a row, so 256 rows are one block.
    static_assert(PngCompressor::kBlockBytes == std::size_t{256} * 1024);
    expect_round_trip(noise(341, 256), 256);
    expect_round_trip(noise(341, 512), 100);
    expect_round_trip(noise(341, 257), 1);
}

TEST(PngWriter, ReadsBackEveryLevel) {
    for (int level = 1; level <= 9; ++level) {
        expect_round_trip(smooth(500, 400), 50, level);
    }
}

TEST(PngWriter, BytesDependNeitherOnThreadsNorOnBands) {
    const TempFolder folder;
    const Picture picture = smooth(1500, 1200);
    write(folder / "one.png", picture, with_threads(1), 1200);
    const std::string one = read_all(folder / "one.png");
    for (const int threads : {2, 3, 8, 64}) {
        write(folder / "many.png", picture, with_threads(threads), 1 + 13 * threads);
        EXPECT_TRUE(read_all(folder / "many.png") == one) << threads << " threads";
    }
}

TEST(PngWriter, TakesPixelsOfFourBytesToo) {
    const TempFolder folder;
    const Picture picture = noise(613, 401);
    const auto rgba = std::make_shared<std::vector<std::uint8_t>>();
    for (std::size_t at = 0; at < picture.rgb.size(); at += 3) {
        rgba->insert(rgba->end(), &picture.rgb[at], &picture.rgb[at] + 3);
        rgba->push_back(static_cast<std::uint8_t>(at)); // which nobody is to see
    }
    write(folder / "three.png", picture, with_threads(2), 401);
    PngOptions options = with_threads(2);
    options.width = picture.width;
    options.height = picture.height;
    PngWriter writer(folder / "four.png", options);
    for (const int band : {100, 1, 300}) {
        const std::size_t row = 4 * std::size_t{picture.width};
        const std::size_t first = band == 100 ? 0 : band == 1 ? 100 : 101;
        writer.write_rows({{rgba, rgba->data() + first * row}, 4, band});
    }
    writer.finish();
    EXPECT_TRUE(read_all(folder / "four.png") == read_all(folder / "three.png"));
}

/// What a device makes of rows: see kernels/base/png_lines.h.
PixelRows lines_of(std::span<const std::uint8_t> rgb, int rows, int bytes_a_pixel) {
    const auto lines = std::make_shared<std::vector<std::uint8_t>>();
    const std::size_t row_bytes = rgb.size() / static_cast<std::size_t>(rows);
    for (std::size_t at = 0; at < rgb.size(); ++at) {
        if (at % row_bytes == 0)
            lines->push_back(2);
        const int above = at < row_bytes ? 0 : rgb[at - row_bytes];
        lines->push_back(static_cast<std::uint8_t>(rgb[at] - above));
    }
    lines->insert(lines->end(), rgb.end() - static_cast<std::ptrdiff_t>(row_bytes), rgb.end());
    return {{lines, lines->data()}, bytes_a_pixel, rows, true};
}

TEST(PngWriter, TakesLinesThatAreFiltered) {
    const TempFolder folder;
    for (const int bits : {8, 16}) {
        PngOptions options = with_threads(2);
        options.bits = bits;
        options.width = 12'000U * 8 / static_cast<unsigned>(bits); // a block has some seven rows
        const Picture picture = smooth(12'000, 41);
        options.height = picture.height;
        const auto write_with = [&](const fs::path &path, auto is_line) {
            PngWriter writer(path, options);
            std::uint32_t y = 0;
            for (const int rows : {1, 9, 2, 17, 12}) { // parts of rows and of lines by turns
                const auto some = picture.rows(y, static_cast<std::size_t>(rows));
                if (is_line(rows))
                    writer.write_rows(lines_of(some, rows, 3 * bits / 8));
                else
                    writer.write_rows(some, rows);
                y += static_cast<std::uint32_t>(rows);
            }
            writer.finish();
            return read_all(path);
        };
        const std::string expected = write_with(folder / "a.png", [](int) { return false; });
        EXPECT_EQ(write_with(folder / "b.png", [](int) { return true; }), expected);
        EXPECT_EQ(write_with(folder / "c.png", [](int rows) { return rows > 5; }), expected);
        EXPECT_EQ(write_with(folder / "d.png", [](int rows) { return rows < 5; }), expected);
    }
}

TEST(PngWriter, WritesOneChunkABlock) {
    const TempFolder folder;
    write(folder / "a.png", noise(341, 700), with_threads(2), 700);
    const std::vector<std::string> types = chunk_types(read_all(folder / "a.png"));
    // The zlib header and its checksum have chunks of their own around the three blocks.
    EXPECT_EQ(types, (std::vector<std::string>{"IHDR", "sRGB", "IDAT", "IDAT", "IDAT", "IDAT",
                                               "IDAT", "IEND"}));
}

TEST(PngWriter, PutsTextsBeforeThePixels) {
    const TempFolder folder;
    PngOptions options;
    options.text = {{"Software", "Fathom 0.1.0"},
                    {"Fathom", "re = \"-0.75\"\nim = \"0\"\n"},
                    {"Title", "Täler der Seepferdchen, 海馬"},
                    {"Comment", ""}};
    write(folder / "a.png", noise(8, 8), options, 8);
    const std::vector<std::string> types = chunk_types(read_all(folder / "a.png"));
    EXPECT_EQ(types, (std::vector<std::string>{"IHDR", "sRGB", "tEXt", "tEXt", "iTXt", "tEXt",
                                               "IDAT", "IDAT", "IDAT", "IEND"}));
    for (const PngText &text : options.text) {
        EXPECT_EQ(read_png_text(folder / "a.png", text.key), text.value);
    }
    decode_png(folder / "a.png");
}

TEST(PngWriter, RefusesTextsThatPngCannotHold) {
    const TempFolder folder;
    for (const std::string &key :
         {std::string(), std::string(80, 'k'), std::string(" k"), std::string("k "),
          std::string("a  b"), std::string("ä"), std::string("a\nb")}) {
        PngOptions options{1, 1, {{key, "value"}}};
        EXPECT_THROW(PngWriter(folder / "a.png", options), std::invalid_argument) << key;
    }
    PngOptions with_nul{1, 1, {{"k", std::string("a\0b", 3)}}};
    EXPECT_THROW(PngWriter(folder / "a.png", with_nul), std::invalid_argument);
    PngOptions too_long{1, 1, {{"k", std::string(kMaxPngTextBytes + 1, 'x')}}};
    EXPECT_THROW(PngWriter(folder / "a.png", too_long), std::invalid_argument);
    EXPECT_EQ(folder.count(), 0);
}

TEST(PngWriter, RefusesSizesThatPngCannotHold) {
    const TempFolder folder;
    for (const auto &[width, height] :
         {std::pair{0u, 5u}, std::pair{5u, 0u}, std::pair{0x80000000u, 1u}, std::pair{1u, ~0u}}) {
        PngOptions options;
        options.width = width;
        options.height = height;
        const std::string message =
            message_of<InputError>([&] { PngWriter writer(folder / "a.png", options); });
        EXPECT_TRUE(contains(message, "a PNG is 1 to 2147483647 pixels wide and high"));
    }
    EXPECT_EQ(folder.count(), 0);
}

TEST(PngWriter, RefusesWrongRows) {
    const TempFolder folder;
    const Picture picture = noise(10, 4);
    PngWriter writer(folder / "a.png", {10, 4, {}, 0});
    EXPECT_THROW(writer.write_rows(picture.rows(0, 2), 1), std::logic_error);
    EXPECT_THROW(writer.write_rows(picture.rows(0, 1), -1), std::logic_error);
    writer.write_rows(picture.rows(0, 3), 3);
    EXPECT_THROW(writer.write_rows(picture.rows(0, 2), 2), std::logic_error);
    EXPECT_THROW(writer.finish(), std::logic_error);
    writer.write_rows(picture.rows(3, 1), 1);
    writer.finish();
    EXPECT_THROW(writer.finish(), std::logic_error);
    EXPECT_TRUE(decode_png(folder / "a.png").rgb == picture.rgb);
}

TEST(PngWriter, LeavesNothingWhenNotFinished) {
    const TempFolder folder;
    const fs::path path = folder / "a.png";
    write_all(path, "old");
    const Picture picture = noise(4000, 200);
    {
        PngWriter writer(path, {4000, 2000, {}, 2});
        writer.write_rows(picture.rows(0, 200), 200); // threads are at work when it goes
    }
    EXPECT_EQ(folder.count(), 1);
    EXPECT_EQ(read_all(path), "old");
}

TEST(PngWriter, AFullDiskIsReportedOnceAndLeavesNothing) {
    const TempFolder folder;
    const fs::path path = folder / "a.png";
    write_all(path, "old");
    const Picture picture = noise(4000, 100);
    PngWriter writer(path, {4000, 1000, {}, 2});
    std::string message;
    {
        const FileSizeLimit limit(rlim_t{3} << 20);
        message = message_of<DiskError>([&] {
            for (int band = 0; band < 10; ++band) {
                writer.write_rows(picture.rows(0, 100), 100);
            }
            writer.finish();
        });
    }
    EXPECT_TRUE(contains(message, "cannot write " + path.string() + ": File too large"));
    EXPECT_EQ(folder.count(), 1);
    EXPECT_EQ(read_all(path), "old");
    EXPECT_THROW(writer.write_rows(picture.rows(0, 1), 1), std::logic_error);
    EXPECT_THROW(writer.finish(), std::logic_error);
}

TEST(PngCompressor, RefusesWrongOptionsAndAnEmptyStream) {
    const auto ignore = [](std::span<const std::byte>, std::uint32_t) {};
    EXPECT_THROW(PngCompressor(1, 0, ignore), std::invalid_argument);
    EXPECT_THROW(PngCompressor(1, 10, ignore), std::invalid_argument);
    EXPECT_THROW(PngCompressor(-1, 1, ignore), std::invalid_argument);
    PngCompressor empty(1, 1, ignore);
    EXPECT_THROW(empty.finish(), std::logic_error);
}

TEST(PngCompressor, PassesOnWhatTheSinkThrows) {
    int calls = 0;
    PngCompressor compressor(2, 1, [&](std::span<const std::byte>, std::uint32_t) {
        if (++calls > 3) {
            throw DiskError("full");
        }
    });
    class Zeros : public ByteSource {
      public:
        [[nodiscard]] std::size_t size() const noexcept override {
            return PngCompressor::kBlockBytes;
        }
        void read(std::size_t, std::span<std::uint8_t> to) const noexcept override {
            std::ranges::fill(to, std::uint8_t{0});
        }
    };
    const auto data = std::make_shared<Zeros>();
    const std::string message = message_of<DiskError>([&] {
        for (int i = 0; i < 100; ++i) {
            compressor.append(data);
        }
    });
    EXPECT_EQ(message, "full");
}

} // namespace fathom::png_writer_test
