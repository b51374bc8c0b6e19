#include "render/images/npy_writer.h"

#include "render/base/error.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/temp_folder.h"

#include <bit>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace fathom {
namespace {

std::uint64_t little_endian(const std::string &bytes, std::size_t at, int count) {
    std::uint64_t value = 0;
    for (int i = 0; i < count; ++i) {
        value |= std::uint64_t{static_cast<std::uint8_t>(bytes.at(at + i))} << (8 * i);
    }
    return value;
}

/// Splits a version 1.0 file at the end of its header, after checking its frame.
std::pair<std::string, std::string> split_npy(const std::string &bytes) {
    EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    const std::size_t length = little_endian(bytes, 8, 2);
    EXPECT_EQ((10 + length) % 64, 0u);
    EXPECT_EQ(bytes.at(10 + length - 1), '\n');
    return {bytes.substr(10, length), bytes.substr(10 + length)};
}

std::vector<NpyRecord> some_records(std::size_t count) {
    std::vector<NpyRecord> records(count);
    for (std::size_t i = 0; i < count; ++i) {
        records[i].iterations = static_cast<std::int64_t>(i * i) - 5;
        records[i].smooth = static_cast<float>(i) * 0.37f;
    }
    records.front() = {std::numeric_limits<std::int64_t>::max(), -0.0f};
    records.back() = {std::numeric_limits<std::int64_t>::min(),
                      std::numeric_limits<float>::infinity()};
    return records;
}

void expect_round_trip(std::uint32_t width, std::uint32_t height, std::size_t band) {
    const TempFolder folder;
    const std::vector<NpyRecord> records = some_records(std::size_t{width} * height);
    NpyWriter writer(folder / "a.npy", width, height);
    const std::span<const NpyRecord> all(records);
    for (std::size_t at = 0; at < all.size(); at += band * width) {
        writer.write_rows(all.subspan(at, std::min(band * width, all.size() - at)));
    }
    writer.finish();

    const auto [header, data] = split_npy(read_all(folder / "a.npy"));
    const std::string literal =
        "{'descr': [('iterations', '<i8'), ('smooth', '<f4')], 'fortran_order': False, 'shape': (" +
        std::to_string(height) + ", " + std::to_string(width) + "), }";
    EXPECT_EQ(header.substr(0, header.find_last_not_of(" \n") + 1), literal);
    ASSERT_EQ(data.size(), records.size() * 12);
    for (std::size_t i = 0; i < records.size(); ++i) {
        const auto iterations = static_cast<std::int64_t>(little_endian(data, 12 * i, 8));
        const auto smooth = static_cast<std::uint32_t>(little_endian(data, 12 * i + 8, 4));
        ASSERT_EQ(iterations, records[i].iterations) << i;
        ASSERT_EQ(smooth, std::bit_cast<std::uint32_t>(records[i].smooth)) << i;
    }
}

TEST(NpyWriter, ReadsBackEveryRecord) {
    expect_round_trip(2, 1, 1);
    expect_round_trip(1, 300, 7);
    expect_round_trip(123, 45, 45);
    expect_round_trip(70001, 3, 2); // a row is longer than the writer's buffer
}

TEST(NpyWriter, PadsEveryLengthOfHeader) {
    for (std::uint32_t height = 1; height < 1000000; height *= 10) {
        const TempFolder folder;
        {
            NpyWriter writer(folder / "a.npy", 1, height);
            writer.write_rows(std::vector<NpyRecord>(height));
            writer.finish();
        }
        EXPECT_EQ(split_npy(read_all(folder / "a.npy")).second.size(), 12u * height);
    }
}

TEST(NpyWriter, RefusesWrongRowsAndLeavesNothingUnfinished) {
    const TempFolder folder;
    const std::vector<NpyRecord> records = some_records(40);
    const std::span<const NpyRecord> all(records);
    {
        NpyWriter writer(folder / "a.npy", 10, 3);
        EXPECT_THROW(writer.write_rows(all.first(15)), std::logic_error);
        EXPECT_THROW(writer.write_rows(all), std::logic_error);
        writer.write_rows(all.first(20));
        EXPECT_THROW(writer.finish(), std::logic_error);
    }
    EXPECT_THROW(NpyWriter(folder / "a.npy", 0, 3), std::invalid_argument);
    EXPECT_THROW(NpyWriter(folder / "a.npy", 3, 0), std::invalid_argument);
    EXPECT_EQ(folder.count(), 0);
}

TEST(NpyWriter, AFullDiskKeepsTheOldFile) {
    const TempFolder folder;
    write_all(folder / "a.npy", "old");
    NpyWriter writer(folder / "a.npy", 1000, 100);
    const std::vector<NpyRecord> records(100000);
    {
        const FileSizeLimit limit(100000);
        EXPECT_THROW(writer.write_rows(records), DiskError);
    }
    EXPECT_THROW(writer.finish(), std::logic_error);
    EXPECT_EQ(folder.count(), 1);
    EXPECT_EQ(read_all(folder / "a.npy"), "old");
}

} // namespace
} // namespace fathom
