#include "render/images/png_row_reader.h"

#include "render/base/error.h"
#include "render/images/png_writer.h"
#include "tests/support/png_reading.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>
#include <random>

namespace fathom::png_row_reader_test {

std::vector<std::uint8_t> noise(std::size_t count) {
    std::mt19937 random(7);
    std::vector<std::uint8_t> bytes(count);
    for (std::uint8_t &byte : bytes)
        byte = static_cast<std::uint8_t>(random());
    return bytes;
}

void write(const std::filesystem::path &path, const PngShape &shape,
           const std::vector<std::uint8_t> &rows) {
    PngOptions options;
    options.width = shape.width;
    options.height = shape.height;
    options.bits = shape.bits;
    options.text = {{"Before", "the pixels\n"}};
    PngWriter writer(path, options);
    writer.write_rows(rows, static_cast<int>(shape.height));
    writer.finish({{"Behind", "them"}});
}

std::vector<std::uint8_t> read(const std::filesystem::path &path, const PngShape &shape,
                               std::size_t rows_at_once) {
    PngRowReader reader(path, shape);
    EXPECT_EQ(reader.texts().size(), 1u);
    EXPECT_EQ(reader.texts().at(0).value, "the pixels\n");
    std::vector<std::uint8_t> all(shape.row_bytes() * shape.height);
    for (std::span<std::uint8_t> left = all; !left.empty();) {
        const std::size_t count = std::min(left.size(), rows_at_once * shape.row_bytes());
        reader.read(left.first(count));
        left = left.subspan(count);
    }
    const std::vector<PngText> texts = reader.finish();
    EXPECT_EQ(texts.size(), 1u);
    EXPECT_EQ(texts.at(0).value, "them");
    return all;
}

TEST(PngRowReader, GivesBackWhatWasWritten) {
    const TempFolder folder;
    for (const int bits : {8, 16}) {
        const PngShape shape{333, 401, bits}; // of several blocks
        const auto rows = noise(shape.row_bytes() * shape.height);
        write(folder / "a.png", shape, rows);
        EXPECT_EQ(read(folder / "a.png", shape, 1), rows);
        EXPECT_EQ(read(folder / "a.png", shape, 100), rows);
    }
    // It is a PNG for others, too, with a text behind its pixels.
    const PngShape shape{333, 401, 8};
    write(folder / "a.png", shape, noise(shape.row_bytes() * shape.height));
    EXPECT_EQ(decode_png(folder / "a.png").rgb, noise(shape.row_bytes() * shape.height));
}

TEST(PngRowReader, RefusesAnotherShape) {
    const TempFolder folder;
    write(folder / "a.png", {5, 4, 8}, noise(60));
    for (const PngShape &shape : {PngShape{4, 4, 8}, PngShape{5, 3, 8}, PngShape{5, 4, 16}})
        EXPECT_TRUE(
            contains(message_of<InputError>([&] { PngRowReader reader(folder / "a.png", shape); }),
                     "is no part of this job"));
    EXPECT_TRUE(contains(message_of<InputError>([&] {
                             PngRowReader reader(folder / "none.png", {5, 4, 8});
                         }),
                         "none.png cannot be read"));
}

TEST(PngRowReader, FindsEveryByteThatIsWrong) {
    const TempFolder folder;
    const std::filesystem::path path = folder / "a.png";
    const PngShape shape{7, 5, 8};
    write(path, shape, noise(shape.row_bytes() * shape.height));
    const std::string whole = read_all(path);
    const auto refused = [&](const std::string &bytes) {
        write_all(path, bytes);
        try {
            read(path, shape, 2);
        } catch (const InputError &error) {
            return contains(error.what(), path.string());
        }
        return testing::AssertionFailure() << "it was read";
    };
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string bytes = whole;
        bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
        EXPECT_TRUE(refused(bytes)) << "byte " << at;
        EXPECT_TRUE(refused(whole.substr(0, at))) << "cut at " << at;
    }
    EXPECT_TRUE(refused(whole + "more"));
}

} // namespace fathom::png_row_reader_test
