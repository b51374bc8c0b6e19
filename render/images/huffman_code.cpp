#include "render/images/huffman_code.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace fathom {
namespace {

constexpr int kMostBits = 15;

struct Symbol {
    std::uint32_t count;
    std::size_t number;
};

/// Those that have a code, the rarest first.
std::vector<Symbol> symbols_by_count(std::span<const std::uint32_t> counts) {
    std::vector<Symbol> symbols;
    for (std::size_t number = 0; number < counts.size(); ++number)
        if (counts[number] != 0)
            symbols.push_back({counts[number], number});
    for (std::size_t number = 0; symbols.size() < 2; ++number)
        if (counts[number] == 0)
            symbols.push_back({0, number});
    std::sort(symbols.begin(), symbols.end(), [](const Symbol &a, const Symbol &b) {
        return std::pair(a.count, a.number) < std::pair(b.count, b.number);
    });
    return symbols;
}

/// How many codes have each length, by Huffman's algorithm with two queues: leaves, and the trees
/// made of them, whose weights rise. Longer ones count as `longest`.
std::array<int, kMostBits + 1> count_lengths(const std::vector<Symbol> &leaves, int longest) {
    const std::size_t count = leaves.size();
    std::vector<std::uint32_t> weights; // of trees
    std::vector<std::size_t> parents(2 * count - 1);
    std::size_t leaf = 0;
    std::size_t tree = 0;
    const auto take_lightest = [&] {
        const bool is_leaf =
            leaf < count && (tree == weights.size() || leaves[leaf].count <= weights[tree]);
        parents[is_leaf ? leaf : count + tree] = count + weights.size();
        return is_leaf ? leaves[leaf++].count : weights[tree++];
    };
    while (weights.size() + 1 < count) {
        const std::uint32_t one = take_lightest();
        const std::uint32_t other = take_lightest();
        weights.push_back(one + other);
    }
    // From the root, which comes last, downwards.
    std::vector<int> depths(2 * count - 1, 0);
    std::array<int, kMostBits + 1> lengths{};
    for (std::size_t node = 2 * count - 2; node-- > 0;) {
        depths[node] = depths[parents[node]] + 1;
        if (node < count)
            ++lengths[std::min(depths[node], longest)];
    }
    return lengths;
}

/// Lengthens shorter codes until those that were cut have room.
void make_room(std::array<int, kMostBits + 1> &lengths, int longest) {
    long room = -(1L << longest);
    for (int length = 1; length <= longest; ++length)
        room += static_cast<long>(lengths[length]) << (longest - length);
    for (; room > 0; --room) {
        int length = longest - 1;
        while (lengths[length] == 0)
            --length;
        // One of the longest moves up beside one that is lengthened.
        --lengths[length];
        lengths[length + 1] += 2;
        --lengths[longest];
    }
}

std::uint32_t reversed(unsigned code, int length) noexcept {
    std::uint32_t bits = 0;
    for (int i = 0; i < length; ++i)
        bits |= (code >> i & 1U) << (length - 1 - i);
    return bits;
}

} // namespace

void make_huffman_codes(std::span<const std::uint32_t> counts, int longest,
                        std::span<HuffmanCode> codes) {
    const std::vector<Symbol> symbols = symbols_by_count(counts);
    std::array<int, kMostBits + 1> lengths = count_lengths(symbols, longest);
    make_room(lengths, longest);
    std::fill(codes.begin(), codes.end(), HuffmanCode{});
    auto symbol = symbols.begin();
    for (int length = longest; length > 0; --length)
        for (int i = 0; i < lengths[length]; ++i)
            codes[symbol++->number].length = static_cast<std::uint8_t>(length);
    // Codes of one length follow each other in the order of their symbols.
    unsigned code = 0;
    for (int length = 1; length <= longest; ++length, code <<= 1U)
        for (HuffmanCode &of : codes)
            if (of.length == length)
                of.bits = reversed(code++, length);
}

} // namespace fathom
