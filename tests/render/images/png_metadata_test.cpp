#include "render/images/png_metadata.h"

#include "render/base/error.h"
#include "render/images/png_chunk.h"
#include "render/images/screenshot_png.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>
#include <random>
#include <string>
#include <sys/stat.h>
#include <zlib.h>

namespace fathom::png_metadata_test {

namespace fs = std::filesystem;

std::string chunk(std::string_view type, std::string_view data) {
    PngBytes out;
    const std::size_t start = begin_png_chunk(out, type);
    append_bytes(out, data);
    end_png_chunk(out, start);
    return {reinterpret_cast<const char *>(out.data()), out.size()};
}

std::string deflated(const std::string &data) {
    std::string packed(compressBound(data.size()), '\0');
    uLongf size = packed.size();
    EXPECT_EQ(compress(reinterpret_cast<Bytef *>(packed.data()), &size,
                       reinterpret_cast<const Bytef *>(data.data()), data.size()),
              Z_OK);
    packed.resize(size);
    return packed;
}

std::string signature() {
    return {reinterpret_cast<const char *>(kPngSignature.data()), kPngSignature.size()};
}

/// A PNG of one black pixel with `chunks` before it.
std::string png_with(const std::string &chunks) {
    const std::string header("\0\0\0\1\0\0\0\1\10\2\0\0\0", 13);
    return signature() + chunk("IHDR", header) + chunks +
           chunk("IDAT", deflated(std::string(4, '\0'))) + chunk("IEND", "");
}

std::optional<std::string> text_of(const std::string &png, const std::string &key = "Key") {
    const TempFolder folder;
    write_all(folder / "a.png", png);
    return read_png_text(folder / "a.png", key);
}

std::string refusal_of(const std::string &png) {
    return message_of<InputError>([&] { (void)text_of(png); });
}

TEST(PngMetadata, ReadsEveryKindOfText) {
    using namespace std::string_literals;
    EXPECT_EQ(text_of(png_with(chunk("tEXt", "Key\0value\nnext"s))), "value\nnext");
    EXPECT_EQ(text_of(png_with(chunk("zTXt", "Key\0\0"s + deflated("packed")))), "packed");
    EXPECT_EQ(text_of(png_with(chunk("iTXt", "Key\0\0\0\0\0größe"s))), "größe");
    EXPECT_EQ(text_of(png_with(chunk("iTXt", "Key\0\0\0de\0Schl\0wert"s))), "wert");
    EXPECT_EQ(text_of(png_with(chunk("iTXt", "Key\0\1\0\0\0"s + deflated("größer")))), "größer");
    EXPECT_EQ(text_of(png_with(chunk("tEXt", "Key\0"s))), "");
}

TEST(PngMetadata, TakesTextsOfTextChunksAsLatin1) {
    EXPECT_EQ(text_of(png_with(chunk("tEXt", std::string("Key\0gr\xf6\xdf\x65", 9)))), "größe");
}

TEST(PngMetadata, TakesTheFirstOfTheNameAndOnlyTheWholeName) {
    using namespace std::string_literals;
    const std::string png = png_with(chunk("tEXt", "Keyword\0a"s) + chunk("tEXt", "Key\0b"s) +
                                     chunk("tEXt", "Key\0c"s));
    EXPECT_EQ(text_of(png), "b");
    EXPECT_EQ(text_of(png, "Keyword"), "a");
    EXPECT_EQ(text_of(png, "key"), std::nullopt);
    EXPECT_EQ(text_of(png_with("")), std::nullopt);
}

TEST(PngMetadata, DoesNotMindOtherChunks) {
    using namespace std::string_literals;
    const std::string others = chunk("iCCP", "broken profile") + chunk("eXIf", "MM") +
                               chunk("gAMA", "\0\0\xb1\x8f"s) + chunk("unKn", "anything");
    EXPECT_EQ(text_of(png_with(others + chunk("tEXt", "Key\0value"s))), "value");
}

TEST(PngMetadata, DoesNotReadThePixels) {
    using namespace std::string_literals;
    const std::string png = png_with(chunk("tEXt", "Key\0value"s));
    EXPECT_EQ(text_of(png.substr(0, png.find("IDAT") + 4)), "value");
}

TEST(PngMetadata, ReadsTheWidestImageThatPngAllows) {
    using namespace std::string_literals;
    const std::string header("\x7f\xff\xff\xff\x7f\xff\xff\xff\10\2\0\0\0", 13);
    EXPECT_EQ(text_of(signature() + chunk("IHDR", header) + chunk("tEXt", "Key\0value"s) +
                      chunk("IDAT", "x")),
              "value");
}

TEST(PngMetadata, RefusesWhatIsNoPng) {
    const TempFolder folder;
    const auto refusal = [](const fs::path &path) {
        return message_of<InputError>([&] { (void)read_png_text(path, "Key"); });
    };
    EXPECT_EQ(refusal(folder / "absent.png"),
              "cannot open " + (folder / "absent.png").string() +
                  ": No such file or directory; check its name and permissions");
    EXPECT_TRUE(contains(refusal(folder.path()), "it is not a regular file"));
    ASSERT_EQ(::mkfifo((folder / "fifo").c_str(), 0600), 0);
    EXPECT_TRUE(contains(refusal(folder / "fifo"), "it is not a regular file"));
    write_all(folder / "empty.png", "");
    EXPECT_TRUE(contains(refusal(folder / "empty.png"), "it ends too early"));
    write_all(folder / "text.png", "re = 0\nthis is no picture at all\n");
    EXPECT_TRUE(
        contains(refusal(folder / "text.png"),
                 "cannot read " + (folder / "text.png").string() + " as a PNG: Not a PNG file"));
}

TEST(PngMetadata, RefusesBrokenChunks) {
    using namespace std::string_literals;
    std::string flipped = png_with(chunk("tEXt", "Key\0value"s));
    flipped[flipped.find("value")] ^= 1;
    EXPECT_TRUE(contains(refusal_of(flipped), "CRC"));
    EXPECT_TRUE(contains(refusal_of(signature() + chunk("IEND", "")), "as a PNG"));
    std::string endless = png_with(chunk("tEXt", "Key\0value"s));
    endless[endless.find("tEXt") - 4] = '\x7f';
    EXPECT_TRUE(contains(refusal_of(endless), "as a PNG: ")) << "the words are libpng's";
}

TEST(PngMetadata, RefusesBombs) {
    using namespace std::string_literals;
    const auto packed_text = [](std::size_t size) {
        return chunk("zTXt", "Other\0\0"s + deflated(std::string(size, 'x')));
    };
    const std::string value = chunk("tEXt", "Key\0value"s);
    EXPECT_EQ(text_of(png_with(packed_text(kMaxPngTextBytes - 1) + value)), "value");
    EXPECT_TRUE(contains(refusal_of(png_with(packed_text(std::size_t{64} << 20) + value)),
                         "as a PNG: zTXt"));
    const std::string small = packed_text(1000);
    std::string many;
    for (int i = 0; i < 99; ++i) {
        many += small;
    }
    EXPECT_EQ(text_of(png_with(many + value)), "value");
    EXPECT_TRUE(contains(refusal_of(png_with(many + small + value)), "as a PNG"));
}

TEST(PngMetadata, ReadsTheLongestTextThatIsWritten) {
    const TempFolder folder;
    const std::uint8_t pixel[4] = {};
    for (const std::string character : {"x", "ö"}) {
        std::string longest;
        while (longest.size() + character.size() <= kMaxPngTextBytes) {
            longest += character;
        }
        const std::string key(79, 'k');
        write_screenshot_png(folder / "a.png", pixel, 1, 1, {{key, longest}});
        EXPECT_TRUE(read_png_text(folder / "a.png", key) == longest);
    }
}

TEST(PngMetadata, StopsReadingWhenTooMuchStandsBeforeThePixels) {
    const std::string filler = chunk("unKn", std::string(std::size_t{1} << 20, 'x'));
    std::string many;
    for (int i = 0; i < 65; ++i) {
        many += filler;
    }
    EXPECT_TRUE(contains(refusal_of(png_with(many)), "too much stands before its pixels"));
}

/// Reads it; whether it was read, because a refusal, which names the file, is an answer too.
bool read_hostile(const fs::path &path, const std::string &png) {
    write_all(path, png);
    try {
        const auto text = read_png_text(path, "Key");
        EXPECT_LE(text.value_or("").size(), std::size_t{1} << 20);
        return true;
    } catch (const InputError &error) {
        EXPECT_TRUE(contains(error.what(), path.string()));
        return false;
    }
}

TEST(PngMetadata, SurvivesCutsAndFlips) {
    using namespace std::string_literals;
    const TempFolder folder;
    const fs::path path = folder / "a.png";
    const std::string png = png_with(chunk("gAMA", "\0\0\xb1\x8f"s) + chunk("tEXt", "Key\0value"s) +
                                     chunk("zTXt", "Key\0\0"s + deflated("packed")) +
                                     chunk("iTXt", "Key\0\1\0de\0Schl\0"s + deflated("größer")));
    const std::size_t head = png.find("IDAT") + 4;
    for (std::size_t size = 0; size < head; ++size) {
        write_all(path, png.substr(0, size));
        EXPECT_THROW((void)read_png_text(path, "Key"), InputError) << size;
    }
    std::mt19937 random(1);
    std::size_t read = 0;
    for (std::size_t at = 0; at < head; ++at) {
        std::string broken = png;
        broken[at] = static_cast<char>(broken[at] ^ (1 + random() % 255));
        read += read_hostile(path, broken) ? 1 : 0;
    }
    EXPECT_LT(read, head / 2) << "checksums were not looked at";
}

TEST(PngMetadata, SurvivesNonsenseWithinValidChunks) {
    using namespace std::string_literals;
    const TempFolder folder;
    std::mt19937 random(2);
    const std::string zipped = deflated("some text that is long enough to be packed packed packed");
    int read = 0;
    for (int round = 0; round < 500; ++round) {
        const char *const types[] = {"tEXt", "zTXt", "iTXt", "PLTE",
                                     "gAMA", "cHRM", "sBIT", "pCAL"};
        std::string data = "Key\0\1\0\0\0"s + zipped;
        data[random() % data.size()] = static_cast<char>(random());
        data.resize(random() % (data.size() + 1));
        read += read_hostile(folder / "a.png",
                             png_with(chunk(types[random() % std::size(types)], data)))
                    ? 1
                    : 0;
    }
    // Some is harmless and some is not: the reader came as far as the chunks.
    EXPECT_GT(read, 50);
    EXPECT_LT(read, 450);
}

} // namespace fathom::png_metadata_test
