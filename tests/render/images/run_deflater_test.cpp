#include "render/images/run_deflater.h"

#include "render/images/huffman_code.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>
#include <zlib.h>

namespace fathom::run_deflater_test {

using Bytes = std::vector<std::uint8_t>;

/// What zlib reads out of a raw stream, and whether it ended there.
struct Inflated {
    Bytes bytes;
    bool ended = false;
    bool all_read = false;
};
Inflated inflate_all(const PngBytes &stream, std::size_t most) {
    Inflated result;
    result.bytes.resize(most + 1);
    z_stream zlib{};
    EXPECT_EQ(inflateInit2(&zlib, -15), Z_OK);
    Bytes in(stream.size());
    std::transform(stream.begin(), stream.end(), in.begin(),
                   [](std::byte byte) { return static_cast<std::uint8_t>(byte); });
    zlib.next_in = in.data();
    zlib.avail_in = static_cast<uInt>(in.size());
    zlib.next_out = result.bytes.data();
    zlib.avail_out = static_cast<uInt>(result.bytes.size());
    const int status = inflate(&zlib, Z_SYNC_FLUSH);
    EXPECT_TRUE(status == Z_OK || status == Z_STREAM_END) << (zlib.msg ? zlib.msg : "");
    result.ended = status == Z_STREAM_END;
    result.all_read = zlib.avail_in == 0;
    result.bytes.resize(zlib.total_out);
    inflateEnd(&zlib);
    return result;
}

PngBytes deflated(const Bytes &bytes, bool last = true) {
    RunDeflater deflater;
    PngBytes out;
    deflater.compress(bytes, last, out);
    return out;
}

void expect_kept(const Bytes &bytes, const std::string &what) {
    for (const bool last : {true, false}) {
        const Inflated read = inflate_all(deflated(bytes, last), bytes.size());
        EXPECT_EQ(read.bytes == bytes, true) << what << ", " << bytes.size() << " bytes";
        EXPECT_EQ(read.ended, last) << what;
        EXPECT_TRUE(read.all_read) << what;
    }
}

TEST(RunDeflater, IsReadBackByZlib) {
    std::mt19937 random(7);
    const auto at_most = [&](int most) {
        return std::uniform_int_distribution<int>(0, most)(random);
    };
    for (const int size : {1, 2, 3, 7, 8, 9, 17, 258, 259, 260, 261, 517, 65'534, 65'535, 65'536,
                           131'070, 131'071, 262'144}) {
        Bytes bytes(size);
        expect_kept(bytes, "zeros");
        std::fill(bytes.begin(), bytes.end(), 255);
        expect_kept(bytes, "ones");
        for (const int most : {1, 2, 3, 15, 255}) {
            for (std::uint8_t &byte : bytes)
                byte = static_cast<std::uint8_t>(at_most(most));
            expect_kept(bytes, "random up to " + std::to_string(most));
        }
        for (std::size_t at = 0; at < bytes.size();) {
            const auto value = static_cast<std::uint8_t>(at_most(255));
            for (int left = 1 + at_most(at_most(1) == 0 ? 20 : 700); left > 0 && at < bytes.size();
                 --left)
                bytes[at++] = value;
        }
        expect_kept(bytes, "runs");
        for (std::size_t at = 0; at < bytes.size();) {
            // Stretches of noise, of one byte and of what was 1 to 26 before.
            const int distance = at_most(26);
            for (int left = 1 + at_most(at_most(1) == 0 ? 40 : 700); left > 0 && at < bytes.size();
                 --left, ++at)
                bytes[at] = distance == 0 || at < static_cast<std::size_t>(distance)
                                ? static_cast<std::uint8_t>(at_most(255))
                                : bytes[at - static_cast<std::size_t>(distance)];
        }
        expect_kept(bytes, "repetitions");
    }
}

// The longest codes that Huffman's algorithm makes are beyond what deflate allows.
TEST(RunDeflater, TakesVeryUnequalBytes) {
    Bytes bytes;
    std::size_t times = 1;
    std::size_t before = 1;
    for (int value = 0; value < 22; ++value) {
        bytes.insert(bytes.end(), times, static_cast<std::uint8_t>(value));
        times += std::exchange(before, times);
    }
    std::shuffle(bytes.begin(), bytes.end(), std::mt19937(3));
    bytes.resize(60'000);
    expect_kept(bytes, "Fibonacci");
}

TEST(RunDeflater, NeverGrowsMuch) {
    std::mt19937 random(5);
    Bytes bytes(262'144);
    for (std::uint8_t &byte : bytes)
        byte = static_cast<std::uint8_t>(random());
    EXPECT_LE(deflated(bytes).size(), bytes.size() + 5 * 6);
}

TEST(RunDeflater, ComesNearTheEntropy) {
    std::mt19937 random(5);
    Bytes bytes(262'144);
    std::array<double, 256> times{};
    for (std::uint8_t &byte : bytes) {
        byte = static_cast<std::uint8_t>(std::geometric_distribution<int>(0.3)(random));
        ++times[byte];
    }
    double bits = 0;
    for (const double count : times)
        if (count > 0)
            bits -= count * std::log2(count / static_cast<double>(bytes.size()));
    EXPECT_LT(8.0 * static_cast<double>(deflated(bytes).size()), 1.03 * bits);
    EXPECT_LT(deflated(Bytes(262'144)).size(), 1'000U);
}

TEST(RunDeflater, FindsThePatternOfDithering) {
    std::mt19937 random(5);
    Bytes bytes(262'144);
    const auto fill = [&](std::size_t broken) {
        for (std::size_t at = 0; at < bytes.size(); ++at)
            bytes[at] = at < 24 || (broken != 0 && at % broken == 0)
                            ? static_cast<std::uint8_t>(random())
                            : bytes[at - 24];
    };
    fill(0);
    expect_kept(bytes, "a pattern");
    EXPECT_LT(deflated(bytes).size(), 1'500U);
    fill(1'000);
    expect_kept(bytes, "a pattern that changes");
    // Of the 24 bytes after each change, at most: the change and a match at once.
    EXPECT_LT(deflated(bytes).size(), 10'000U);
}

TEST(RunDeflater, PartsMakeOneStream) {
    RunDeflater deflater;
    const Bytes one(1'000, 4);
    const Bytes other{1, 2, 3};
    PngBytes out;
    deflater.compress(one, false, out);
    deflater.compress(other, true, out);
    Bytes both = one;
    std::copy(other.begin(), other.end(), std::back_inserter(both));
    const Inflated read = inflate_all(out, both.size());
    EXPECT_EQ(read.bytes, both);
    EXPECT_TRUE(read.ended);
}

TEST(HuffmanCode, FillsItsRoom) {
    std::mt19937 random(11);
    for (int longest = 5; longest <= 15; ++longest) {
        for (int round = 0; round < 50; ++round) {
            std::vector<std::uint32_t> counts(2 + random() % 31);
            for (std::uint32_t &count : counts)
                count = random() % 3 == 0 ? 0 : 1U << random() % 24;
            std::vector<HuffmanCode> codes(counts.size());
            make_huffman_codes(counts, longest, codes);
            double room = 0;
            for (std::size_t symbol = 0; symbol < codes.size(); ++symbol) {
                ASSERT_LE(codes[symbol].length, longest);
                ASSERT_TRUE(counts[symbol] == 0 || codes[symbol].length > 0);
                if (codes[symbol].length > 0)
                    room += std::ldexp(1.0, -codes[symbol].length);
            }
            ASSERT_EQ(room, 1.0);
        }
    }
}

} // namespace fathom::run_deflater_test
