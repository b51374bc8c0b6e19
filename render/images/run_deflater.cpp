#include "render/images/run_deflater.h"

#include "render/images/huffman_code.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

// Numbers in brackets are sections of RFC 1951.

namespace fathom {
namespace {

using Run = RunDeflater::Run;
using ByteSpan = std::span<const std::uint8_t>;

constexpr std::size_t kBlockBytes = std::size_t{64} << 10; // a stored block holds one less
constexpr std::size_t kShortestRun = 16; // shorter ones cost less as bytes, each of a bit or two
constexpr std::size_t kNear = 1;
constexpr std::size_t kFar = 24; // the dithering's pattern is eight pixels wide
constexpr std::size_t kLongestMatch = 258;
constexpr std::size_t kShortestMatch = 3;
constexpr int kEndOfBlock = 256;
constexpr int kSymbols = 286;
constexpr int kDistances = 9;    // the codes up to that of 17 to 24 bytes [3.2.5]
constexpr int kLongestCode = 12; // of 15: four of them and a rest fit a word, and nothing is lost

/// Bits from the lowest on, to memory that is large enough.
class BitWriter {
  public:
    explicit BitWriter(std::uint8_t *to) : to_(to) {}

    /// At most 56 bits since the last call of store.
    void put(std::uint64_t bits, int count) noexcept {
        word_ |= bits << count_;
        count_ += count;
    }
    void put(HuffmanCode code) noexcept { put(code.bits, code.length); }
    /// Stores whole bytes; writes up to eight bytes further.
    void store() noexcept {
        std::memcpy(to_, &word_, sizeof word_);
        to_ += count_ / 8;
        word_ >>= count_ / 8 * 8;
        count_ %= 8;
    }
    /// Zeros up to the next byte.
    void align() noexcept {
        count_ = (count_ + 7) / 8 * 8;
        store();
    }
    void copy(ByteSpan bytes) noexcept { to_ = std::copy(bytes.begin(), bytes.end(), to_); }
    [[nodiscard]] std::uint8_t *end() const noexcept { return to_; }

  private:
    std::uint8_t *to_;
    std::uint64_t word_ = 0;
    int count_ = 0;
};

std::uint64_t eight_at(const std::uint8_t *at) noexcept {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return word;
}

/// Whether the eight bytes at `at` are those `distance` bytes before.
bool repeats(ByteSpan bytes, std::size_t at, std::size_t distance) noexcept {
    return eight_at(&bytes[at]) == eight_at(&bytes[at - distance]);
}

/// The run around the eight bytes at `at`, which repeat those `distance` before; it begins at
/// `free` at the earliest. A far one ends where a near one goes on, which costs fewer bits.
Run run_around(ByteSpan bytes, std::size_t at, std::size_t distance, std::size_t free) noexcept {
    std::size_t first = at;
    for (const std::size_t least = std::max(free, distance);
         first > least && bytes[first - 1] == bytes[first - 1 - distance];)
        --first;
    const auto near_at = [&](std::size_t place) {
        return distance != kNear && repeats(bytes, place, kNear);
    };
    std::size_t end = at + 8;
    while (end + 8 <= bytes.size() && repeats(bytes, end, distance) && !near_at(end))
        end += 8;
    if (end + 8 > bytes.size() || !near_at(end))
        while (end < bytes.size() && bytes[end] == bytes[end - distance])
            ++end;
    return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end - first),
            static_cast<std::uint32_t>(distance)};
}

void find_runs(ByteSpan bytes, std::vector<Run> &runs) {
    // Only eights at multiples of eight are looked at: each run that is long enough has one.
    static_assert(kShortestRun >= 15);
    runs.clear();
    std::size_t free = 1;
    for (std::size_t at = 8; at + 8 <= bytes.size();) {
        const bool near = repeats(bytes, at, kNear);
        if (!near && (at < kFar || !repeats(bytes, at, kFar))) {
            at += 8;
            continue;
        }
        const Run run = run_around(bytes, at, near ? kNear : kFar, free);
        const std::size_t end = run.first + run.count;
        if (run.count >= kShortestRun) {
            runs.push_back(run);
            free = end;
        }
        at = (end + 7) / 8 * 8;
    }
}

/// Calls `match` with the length and distance of each match and `literals` with the bytes between
/// them.
template <class Match, class Literals>
void for_each_token(ByteSpan bytes, const std::vector<Run> &runs, Match match, Literals literals) {
    std::size_t at = 0;
    for (const Run &run : runs) {
        literals(bytes.subspan(at, run.first - at));
        std::size_t left = run.count;
        for (; left >= kShortestMatch; left -= std::min(left, kLongestMatch))
            match(std::min(left, kLongestMatch), run.distance);
        at = run.first + run.count - left;
    }
    literals(bytes.subspan(at));
}

/// How the length of a match is written [3.2.5].
struct LengthCode {
    int symbol;
    int extra_bits;
    int extra;
};
LengthCode length_code(std::size_t length) noexcept {
    const int beyond = static_cast<int>(length - kShortestMatch);
    if (length == kLongestMatch)
        return {285, 0, 0};
    if (beyond < 8)
        return {257 + beyond, 0, 0};
    // Four symbols for each doubling.
    const int extra_bits = std::bit_width(static_cast<unsigned>(beyond)) - 3;
    return {257 + 4 * extra_bits + (beyond >> extra_bits), extra_bits,
            beyond & ((1 << extra_bits) - 1)};
}

using Counts = std::array<std::uint32_t, kSymbols>;

Counts count_symbols(ByteSpan bytes, const std::vector<Run> &runs) {
    Counts counts{};
    counts[kEndOfBlock] = 1;
    // Several, because equal bytes in a row would wait for each other.
    std::array<std::array<std::uint32_t, 256>, 4> parts{};
    for_each_token(
        bytes, runs, [&](std::size_t length, std::size_t) { ++counts[length_code(length).symbol]; },
        [&](ByteSpan literals) {
            std::size_t at = 0;
            for (; at + 4 <= literals.size(); at += 4)
                for (std::size_t part = 0; part < 4; ++part)
                    ++parts[part][literals[at + part]];
            for (; at < literals.size(); ++at)
                ++parts[0][literals[at]];
        });
    for (const auto &part : parts)
        for (std::size_t value = 0; value < part.size(); ++value)
            counts[value] += part[value];
    return counts;
}

/// The lengths of a block's codes as they are written: a symbol of the alphabet of lengths and its
/// extra bits [3.2.7].
struct LengthToken {
    int symbol;
    int extra_bits;
    int extra;
};
std::vector<LengthToken> length_tokens(std::span<const std::uint8_t> lengths) {
    std::vector<LengthToken> tokens;
    for (std::size_t at = 0; at < lengths.size();) {
        const std::uint8_t length = lengths[at];
        std::size_t end = at + 1;
        while (end < lengths.size() && lengths[end] == length)
            ++end;
        int same = static_cast<int>(end - at);
        at = end;
        while (length == 0 && same >= 3) {
            const int count = std::min(same, 138);
            tokens.push_back(count < 11 ? LengthToken{17, 3, count - 3}
                                        : LengthToken{18, 7, count - 11});
            same -= count;
        }
        if (length != 0) {
            tokens.push_back({length, 0, 0});
            --same;
        }
        while (length != 0 && same >= 3) {
            const int count = std::min(same, 6);
            tokens.push_back({16, 2, count - 3});
            same -= count;
        }
        for (; same > 0; --same)
            tokens.push_back({length, 0, 0});
    }
    return tokens;
}

/// A block's codes and how they are told.
struct BlockCodes {
    HuffmanTable<kSymbols> symbols;
    std::vector<LengthToken> told;
    HuffmanTable<19> telling;

    explicit BlockCodes(const Counts &counts) : symbols(counts, kLongestCode) {
        // All symbols, and of the distances the first, one byte, and the last by one bit each.
        std::array<std::uint8_t, kSymbols + kDistances> lengths{};
        for (int symbol = 0; symbol < kSymbols; ++symbol)
            lengths[symbol] = symbols[symbol].length;
        lengths[kSymbols] = lengths.back() = 1;
        told = length_tokens(lengths);
        std::array<std::uint32_t, 19> times{};
        for (const LengthToken &token : told)
            ++times[token.symbol];
        constexpr int kLongestTelling = 7;
        telling = HuffmanTable<19>(times, kLongestTelling);
    }

    /// Of a block with these symbols, all in all.
    [[nodiscard]] std::uint64_t bits(const Counts &counts) const noexcept {
        std::uint64_t bits = 3 + 5 + 5 + 4 + 19 * 3;
        for (const LengthToken &token : told)
            bits += static_cast<std::uint64_t>(telling[token.symbol].length + token.extra_bits);
        for (int symbol = 0; symbol < kSymbols; ++symbol)
            bits += std::uint64_t{counts[symbol]} * symbols[symbol].length;
        return bits;
    }

    void write(BitWriter &writer) const {
        writer.put(kSymbols - 257, 5);
        writer.put(kDistances - 1, 5);
        writer.put(19 - 4, 4);
        writer.store();
        constexpr std::array<int, 19> kOrder = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                11, 4,  12, 3, 13, 2, 14, 1, 15};
        for (const int symbol : kOrder) {
            writer.put(telling[symbol].length, 3);
            writer.store();
        }
        for (const LengthToken &token : told) {
            writer.put(telling[token.symbol]);
            writer.put(static_cast<std::uint64_t>(token.extra), token.extra_bits);
            writer.store();
        }
    }
};

void write_literals(ByteSpan literals, const HuffmanTable<kSymbols> &codes,
                    BitWriter &writer) noexcept {
    static_assert(4 * kLongestCode + 7 < 64);
    std::size_t at = 0;
    const auto pair = [&](std::size_t first) {
        const HuffmanCode one = codes[literals[first]];
        const HuffmanCode other = codes[literals[first + 1]];
        return HuffmanCode{one.bits | other.bits << one.length,
                           static_cast<std::uint8_t>(one.length + other.length)};
    };
    // In pairs, which need not wait for each other.
    for (; at + 4 <= literals.size(); at += 4) {
        const HuffmanCode first = pair(at);
        const HuffmanCode second = pair(at + 2);
        writer.put(first.bits | std::uint64_t{second.bits} << first.length,
                   first.length + second.length);
        writer.store();
    }
    for (; at < literals.size(); ++at) {
        writer.put(codes[literals[at]]);
        writer.store();
    }
}

void write_stored(ByteSpan bytes, bool last, BitWriter &writer) {
    writer.put(last ? 1 : 0, 1);
    writer.put(0, 2);
    writer.align();
    writer.put(bytes.size(), 16);
    writer.put(~bytes.size() & 0xffff, 16);
    writer.store();
    writer.copy(bytes);
}

void write_block(ByteSpan bytes, const std::vector<Run> &runs, bool last, BitWriter &writer) {
    const Counts counts = count_symbols(bytes, runs);
    const BlockCodes codes(counts);
    // Extra bits of matches apart, which are never what makes a block grow.
    if (codes.bits(counts) >= 8 * bytes.size())
        return write_stored(bytes, last, writer);
    writer.put(last ? 1 : 0, 1);
    writer.put(2, 2); // codes of its own
    codes.write(writer);
    for_each_token(
        bytes, runs,
        [&](std::size_t length, std::size_t distance) {
            const LengthCode code = length_code(length);
            writer.put(codes.symbols[code.symbol]);
            writer.put(static_cast<std::uint64_t>(code.extra), code.extra_bits);
            if (distance == kNear)
                writer.put(0, 1);
            else
                writer.put(0b1111, 4); // the other one, and by three more bits 24 of 17 to 24
            writer.store();
        },
        [&](ByteSpan literals) { write_literals(literals, codes.symbols, writer); });
    writer.put(codes.symbols[kEndOfBlock]);
    writer.store();
}

/// Appends `bytes`, see RunDeflater::compress, by way of `runs` and `buffer`.
void compress_blocks(ByteSpan bytes, bool last, std::vector<Run> &runs,
                     std::vector<std::uint8_t> &buffer, PngBytes &out) {
    // A block that does not shrink is stored, one that does is told in less than this.
    constexpr std::size_t kTold = 512;
    const std::size_t blocks = bytes.size() / (kBlockBytes - 1) + 1;
    buffer.resize(bytes.size() + (blocks + 1) * kTold);
    BitWriter writer(buffer.data());
    while (!bytes.empty()) {
        const ByteSpan block = bytes.first(std::min(bytes.size(), kBlockBytes - 1));
        bytes = bytes.subspan(block.size());
        find_runs(block, runs);
        write_block(block, runs, last && bytes.empty(), writer);
    }
    if (last)
        writer.align();
    else
        write_stored({}, false, writer);
    append_bytes(out, ByteSpan(buffer.data(), writer.end()));
}

#if defined(__x86_64__)
/// Likewise for processors with BMI2, whose shifts by a number of bits that is not known before are
/// one operation on processors of Intel instead of three. Everything it calls is made part of it.
[[gnu::target("bmi2"), gnu::flatten]] void
compress_blocks_with_bmi2(ByteSpan bytes, bool last, std::vector<Run> &runs,
                          std::vector<std::uint8_t> &buffer, PngBytes &out) {
    compress_blocks(bytes, last, runs, buffer, out);
}
#endif

} // namespace

void RunDeflater::compress(ByteSpan bytes, bool last, PngBytes &out) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("bmi2"))
        return compress_blocks_with_bmi2(bytes, last, runs_, buffer_, out);
#endif
    compress_blocks(bytes, last, runs_, buffer_, out);
}

} // namespace fathom
