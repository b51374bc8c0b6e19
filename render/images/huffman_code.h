#pragma once
#include <array>
#include <cstdint>
#include <span>

namespace fathom {

/// A code's bits, the first to be written lowest, and their number, 0 for a symbol without one.
struct HuffmanCode {
    std::uint32_t bits = 0;
    std::uint8_t length = 0;
};

/// Makes the codes of deflate (RFC 1951, 3.2.2) for symbols that come so often: as short as codes
/// of at most `longest` bits get but for little (the lengths beyond are cut, and others lengthened
/// until all have room). Symbols that never come have none, but at least two have one, which
/// decoders want. Sizes of `counts` and `codes`: the same, 2 to 2^longest; longest: 1 to 15; the
/// sum of the counts: below 2^32.
void make_huffman_codes(std::span<const std::uint32_t> counts, int longest,
                        std::span<HuffmanCode> codes);

/// The codes of an alphabet of so many symbols.
template <int kSize> class HuffmanTable {
  public:
    HuffmanTable() = default;
    HuffmanTable(const std::array<std::uint32_t, kSize> &counts, int longest) {
        make_huffman_codes(counts, longest, codes_);
    }
    const HuffmanCode &operator[](std::size_t symbol) const noexcept { return codes_[symbol]; }

  private:
    std::array<HuffmanCode, kSize> codes_{};
};

} // namespace fathom
