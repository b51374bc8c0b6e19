#include "render/base/error.h"
#include "render/images/exr_reader.h"
#include "render/images/exr_writer.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>
#include <numeric>

namespace fathom {
namespace {

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
}

} // namespace
} // namespace fathom
