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

namespace fathom::npy_writer_test {

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

/// Of a record with fields of all types.
struct Values {
    std::vector<std::int64_t> iterations;
    std::vector<float> smooth;
    std::vector<double> zx;
    std::vector<std::uint32_t> atom;

    explicit Values(std::size_t count) : iterations(count), smooth(count), zx(count), atom(count) {
        for (std::size_t i = 0; i < count; ++i) {
            iterations[i] = static_cast<std::int64_t>(i * i) - 5;
            smooth[i] = static_cast<float>(i) * 0.37f;
            zx[i] = static_cast<double>(i) * -0.1;
            atom[i] = ~static_cast<std::uint32_t>(i);
        }
        iterations.front() = std::numeric_limits<std::int64_t>::max();
        iterations.back() = std::numeric_limits<std::int64_t>::min();
        smooth.front() = -0.0f;
        smooth.back() = std::numeric_limits<float>::infinity();
    }
    [[nodiscard]] std::vector<NpyValues> part(std::size_t first, std::size_t count) const {
        const auto of = [&](const auto &all) -> NpyValues {
            return std::span(all).subspan(first, count);
        };
        return {of(iterations), of(smooth), of(zx), of(atom)};
    }
};

NpyLayout layout(std::uint32_t width, std::uint32_t height) {
    return {width,
            height,
            {{"iterations", NpyType::int64},
             {"smooth", NpyType::float32},
             {"zx", NpyType::float64},
             {"atom", NpyType::uint32}}};
}

void expect_round_trip(std::uint32_t width, std::uint32_t height, std::size_t band) {
    const TempFolder folder;
    const std::size_t count = std::size_t{width} * height;
    const Values values(count);
    NpyWriter writer(folder / "a.npy", layout(width, height));
    for (std::size_t at = 0; at < count; at += band * width)
        writer.write_rows(values.part(at, std::min(band * width, count - at)));
    writer.finish();

    const auto [header, data] = split_npy(read_all(folder / "a.npy"));
    const std::string literal = "{'descr': [('iterations', '<i8'), ('smooth', '<f4'), ('zx', "
                                "'<f8'), ('atom', '<u4')], 'fortran_order': False, 'shape': (" +
                                std::to_string(height) + ", " + std::to_string(width) + "), }";
    EXPECT_EQ(header.substr(0, header.find_last_not_of(" \n") + 1), literal);
    ASSERT_EQ(data.size(), count * 24);
    for (std::size_t i = 0; i < count; ++i) {
        const auto iterations = static_cast<std::int64_t>(little_endian(data, 24 * i, 8));
        const auto smooth = static_cast<std::uint32_t>(little_endian(data, 24 * i + 8, 4));
        ASSERT_EQ(iterations, values.iterations[i]) << i;
        ASSERT_EQ(smooth, std::bit_cast<std::uint32_t>(values.smooth[i])) << i;
        ASSERT_EQ(little_endian(data, 24 * i + 12, 8), std::bit_cast<std::uint64_t>(values.zx[i]));
        ASSERT_EQ(little_endian(data, 24 * i + 20, 4), values.atom[i]);
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
            NpyWriter writer(folder / "a.npy", layout(1, height));
            writer.write_rows(Values(height).part(0, height));
            writer.finish();
        }
        EXPECT_EQ(split_npy(read_all(folder / "a.npy")).second.size(), 24u * height);
    }
}

TEST(NpyWriter, RefusesWrongRowsAndLeavesNothingUnfinished) {
    const TempFolder folder;
    const Values values(40);
    {
        NpyWriter writer(folder / "a.npy", layout(10, 3));
        EXPECT_THROW(writer.write_rows(values.part(0, 15)), std::logic_error);
        EXPECT_THROW(writer.write_rows(values.part(0, 40)), std::logic_error);
        std::vector<NpyValues> others = values.part(0, 10);
        std::swap(others[0], others[1]);
        EXPECT_THROW(writer.write_rows(others), std::logic_error);
        others = values.part(0, 10);
        others[3] = values.part(0, 20)[3];
        EXPECT_THROW(writer.write_rows(others), std::logic_error);
        others.pop_back();
        EXPECT_THROW(writer.write_rows(others), std::logic_error);
        writer.write_rows(values.part(0, 20));
        EXPECT_THROW(writer.finish(), std::logic_error);
    }
    EXPECT_THROW(NpyWriter(folder / "a.npy", layout(0, 3)), std::invalid_argument);
    EXPECT_THROW(NpyWriter(folder / "a.npy", layout(3, 0)), std::invalid_argument);
    EXPECT_EQ(folder.count(), 0);
}

TEST(NpyWriter, AFullDiskKeepsTheOldFile) {
    const TempFolder folder;
    write_all(folder / "a.npy", "old");
    NpyWriter writer(folder / "a.npy", layout(1000, 100));
    const Values values(100000);
    {
        const FileSizeLimit limit(100000);
        EXPECT_THROW(writer.write_rows(values.part(0, 100000)), DiskError);
    }
    EXPECT_THROW(writer.finish(), std::logic_error);
    EXPECT_EQ(folder.count(), 1);
    EXPECT_EQ(read_all(folder / "a.npy"), "old");
}

} // namespace fathom::npy_writer_test
