#include "render/base/error.h"
#include "render/images/continued_file.h"
#include "render/images/exr_reader.h"
#include "render/images/exr_writer.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>
#include <numeric>

namespace fathom::exr_test {

constexpr int kWidth = 37, kHeight = 50;

ExrOptions options() {
    ExrOptions options;
    options.width = kWidth;
    options.height = kHeight;
    options.channels = {{"R", ExrType::half}, {"NF", ExrType::real}, {"N", ExrType::whole}};
    options.texts = {{"Fathom", "a place"}};
    options.numbers = {{"Iterations", 1000}};
    return options;
}

/// Writes the numbers 0, 1, 2, ... as each channel's, `at_once` rows a call.
void write(const std::filesystem::path &path, int at_once, bool finish = true) {
    ExrWriter writer(path, options());
    std::vector<float> reals(kWidth * kHeight);
    std::vector<std::uint32_t> words(reals.size());
    std::iota(reals.begin(), reals.end(), 0.0F);
    std::iota(words.begin(), words.end(), 0xfffffff0U);
    for (int row = 0; row < kHeight; row += at_once) {
        const int rows = std::min(at_once, kHeight - row);
        const std::size_t first = std::size_t{kWidth} * row, count = std::size_t{kWidth} * rows;
        const std::span<const float> real(&reals[first], count);
        const std::span<const std::uint32_t> word(&words[first], count);
        writer.write_rows(rows, std::vector<ExrValues>{real, real, word});
    }
    if (finish)
        writer.finish();
}

TEST(Exr, ComesBackAndDoesNotDependOnHowRowsAreGiven) {
    const TempFolder folder;
    write(folder / "a.exr", 16);
    write(folder / "b.exr", 7);
    EXPECT_EQ(read_all(folder / "a.exr"), read_all(folder / "b.exr"));
    ExrReader reader(folder / "a.exr");
    EXPECT_EQ(reader.header().width, kWidth);
    EXPECT_EQ(reader.header().height, kHeight);
    EXPECT_TRUE(reader.header().flat);
    EXPECT_EQ(reader.header().block_rows, 16);
    EXPECT_EQ(reader.header().texts.at("Fathom"), "a place");
    EXPECT_EQ(reader.header().numbers.at("Iterations"), 1000);
    EXPECT_EQ(reader.header().channels,
              (std::vector<ExrChannel>{
                  {"N", ExrType::whole}, {"NF", ExrType::real}, {"R", ExrType::half}}));
    EXPECT_FALSE(reader.has("N", ExrType::real));
    std::vector<std::uint32_t> words(std::size_t{kWidth} * 20);
    reader.read(25, std::vector<ExrReader::Wanted>{{"N", words}});
    for (std::size_t i = 0; i < words.size(); ++i)
        ASSERT_EQ(words[i], 0xfffffff0U + 25 * kWidth + i);
}

/// Rows `first` to `last` of a picture whose values tell where they are.
void write_part(ExrWriter &writer, int width, int first, int last) {
    const std::size_t count =
        static_cast<std::size_t>(width) * static_cast<std::size_t>(last - first);
    std::vector<float> reals(count);
    std::vector<std::uint32_t> words(count);
    for (std::size_t at = 0; at < count; ++at) {
        const std::size_t place =
            at + static_cast<std::size_t>(width) * static_cast<std::size_t>(first);
        words[at] = static_cast<std::uint32_t>(place * 2654435761U);
        reals[at] = static_cast<float>(words[at] % 1000);
    }
    const std::span<const float> real(reals);
    writer.write_rows(last - first,
                      std::vector<ExrValues>{real, real, std::span<const std::uint32_t>(words)});
}

// Blocks of 16 rows, and of one where rows are long.
TEST(Exr, GoesOnAfterAnyBlock) {
    for (const auto &[width, height, rows_a_block] :
         {std::tuple{37, 50, 16}, {37, 48, 16}, {150'000, 5, 1}}) {
        const TempFolder folder;
        ExrOptions wanted = options();
        wanted.width = width;
        wanted.height = height;
        {
            ExrWriter writer(folder / "whole.exr", wanted);
            write_part(writer, width, 0, height);
            writer.finish();
        }
        const auto file = folder / "a.exr";
        const auto open = [&] {
            return ExrWriter(std::make_unique<ContinuedFile>(file, "a test"), wanted);
        };
        for (int done = 0; done <= height; done += width > 1000 ? 1 : 7) {
            SCOPED_TRACE(testing::Message() << width << " x " << height << ", " << done << " rows");
            {
                ExrWriter writer = open();
                write_part(writer, width, 0, done);
            }
            ExrWriter writer = open();
            const int kept = done == height ? height : done / rows_a_block * rows_a_block;
            ASSERT_EQ(writer.rows_kept(), static_cast<std::uint32_t>(kept));
            const int first = std::max(0, kept - 5);
            writer.begin_at(static_cast<std::uint32_t>(first));
            write_part(writer, width, first, height);
            writer.finish();
            EXPECT_TRUE(read_all(file) == read_all(folder / "whole.exr"));
            std::filesystem::remove(file);
        }
    }
}

TEST(Exr, BeginsAgainWhereThePicturesHeadIsAnother) {
    const TempFolder folder;
    {
        ExrWriter writer(std::make_unique<ContinuedFile>(folder / "a.exr", "a test"), options());
        write_part(writer, kWidth, 0, kHeight);
    }
    ExrOptions longer = options();
    longer.texts["Fathom"] = "a place that is called otherwise";
    ExrWriter writer(std::make_unique<ContinuedFile>(folder / "a.exr", "a test"), longer);
    EXPECT_EQ(writer.rows_kept(), 0U);
    EXPECT_THROW(writer.begin_at(1), std::logic_error);
    write_part(writer, kWidth, 0, kHeight);
    writer.finish();
    EXPECT_EQ(ExrReader(folder / "a.exr").header().texts.at("Fathom"), longer.texts["Fathom"]);
}

TEST(Exr, ReadsRealsOfBothSizes) {
    const TempFolder folder;
    write(folder / "a.exr", 16);
    ExrReader reader(folder / "a.exr");
    std::vector<float> half(kWidth), real(kWidth);
    reader.read(1, std::vector<ExrReader::Wanted>{{"R", half}, {"NF", real}});
    for (std::size_t at = 0; at < half.size(); ++at) {
        EXPECT_EQ(half[at], static_cast<float>(kWidth + at));
        EXPECT_EQ(real[at], static_cast<float>(kWidth + at));
    }
    EXPECT_TRUE(reader.has_reals("R"));
    EXPECT_FALSE(reader.has_reals("N"));
    std::vector<std::uint32_t> words(kWidth);
    EXPECT_THROW(reader.read(0, std::vector<ExrReader::Wanted>{{"R", words}}), std::logic_error);
    EXPECT_THROW(reader.read(0, std::vector<ExrReader::Wanted>{{"N", real}}), std::logic_error);
}

TEST(Exr, AFullDiskAtAnyPointLeavesNothing) {
    const TempFolder folder;
    write(folder / "whole.exr", 16);
    const auto size = std::filesystem::file_size(folder / "whole.exr");
    for (const std::uintmax_t room : {std::uintmax_t{0}, std::uintmax_t{200}, size / 2, size - 1}) {
        const FileSizeLimit limit(room);
        EXPECT_TRUE(contains(message_of<DiskError>([&] { write(folder / "a.exr", 16); }), "a.exr"));
        EXPECT_EQ(folder.count(), 1) << room;
    }
    write(folder / "a.exr", 16, false);
    EXPECT_EQ(folder.count(), 1);
}

TEST(Exr, EveryBeginningOfAFileIsRefusedInOneSentence) {
    const TempFolder folder;
    write(folder / "whole.exr", 16);
    const std::string bytes = read_all(folder / "whole.exr");
    std::vector<std::uint32_t> words(std::size_t{kWidth} * kHeight);
    for (std::size_t size = 0; size + 1 < bytes.size(); size += size < 700 ? 1 : 97) {
        write_all(folder / "a.exr", bytes.substr(0, size));
        const std::string message = message_of<InputError>([&] {
            ExrReader reader(folder / "a.exr");
            reader.read(0, std::vector<ExrReader::Wanted>{{"N", words}});
        });
        EXPECT_TRUE(contains(message, "a.exr")) << size;
        EXPECT_EQ(message.find('\n'), message.npos);
    }
}

TEST(Exr, SizesBeyondTheFileAreRefusedBeforeMemoryIsTaken) {
    const TempFolder folder;
    write(folder / "whole.exr", 16);
    const std::string bytes = read_all(folder / "whole.exr");
    const auto refused = [&](const std::string &type, std::size_t skip, const std::string &with) {
        std::string changed = bytes;
        const std::size_t at = changed.find(type);
        EXPECT_NE(at, changed.npos);
        changed.replace(at + type.size() + skip, with.size(), with);
        write_all(folder / "a.exr", changed);
        return message_of<InputError>([&] { ExrReader reader(folder / "a.exr"); });
    };
    const std::string huge("\xff\xff\xff\x7f", 4);
    EXPECT_TRUE(contains(refused("string", 1, huge), "ends before its header"));
    EXPECT_TRUE(contains(refused("dataWindow", 1 + 6 + 4 + 8, huge), "2147483648 x 50"));
    EXPECT_TRUE(contains(refused("dataWindow", 1 + 6 + 4 + 8, huge + huge), "each side"));
    // Blocks of 16 rows with 2^18 pixels of three channels take 48 MiB.
    const std::string wide("\xff\xff\x03\x00", 4);
    EXPECT_TRUE(contains(refused("dataWindow", 1 + 6 + 4 + 8, wide), "too short for the rows"));
}

TEST(Exr, TextsBeyondAllMeasureAreRefused) {
    const TempFolder folder;
    write(folder / "whole.exr", 16);
    const std::string bytes = read_all(folder / "whole.exr");
    constexpr std::size_t kHead = 8;
    const auto with_texts = [&](int count) {
        std::string texts;
        for (int i = 0; i < count; ++i)
            texts += "t" + std::to_string(i) + std::string("\0string\0\0\0\x10\0", 12) +
                     std::string(kMaxExrTextBytes, 'a');
        write_all(folder / "a.exr", bytes.substr(0, kHead) + texts + bytes.substr(kHead));
        return folder / "a.exr";
    };
    EXPECT_EQ(read_exr_header(with_texts(15)).texts.at("t14").size(), kMaxExrTextBytes);
    const auto file = with_texts(16);
    EXPECT_TRUE(contains(message_of<InputError>([&] { read_exr_header(file); }), "16 MiB"));
}

} // namespace fathom::exr_test
