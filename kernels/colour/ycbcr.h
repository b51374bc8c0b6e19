#pragma once
#include "kernels/base/portable.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>

// Luma and colour differences, Y'CbCr, of sRGB by the matrix of BT.709 in limited range, as files
// for players have them: ITU-R BT.709-6, 3 and 4. Every value is the nearest one to the exact
// number, half of a unit upwards, in integers, so every machine gives the same bytes.
//
// With R', G' and B' of 0 to 1: Y' = 0.2126 R' + 0.7152 G' + 0.0722 B', which goes from 16 to 235,
// and Cb = (B' - Y') / 1.8556 and Cr = (R' - Y') / 1.5748, which go from 16 to 240; all times 4
// where planes have 10 bits.

namespace fathom::kernels {

/// Planes of a frame: luma row by row, then Cb, then Cr. Of 8 bits they are bytes made of bytes R,
/// G, B, of 10 bits words (low byte first) made of words (high byte first). A colour difference is
/// of two pixels of a row, or of those of two rows: it lies on the left one of them and halfway
/// between the rows, so it is the mean of three pixels of each row, of which the middle one counts
/// twice; left of the picture its first pixel comes again.
struct YcbcrFrame {
    int width = 0;       ///< even
    int height = 0;      ///< even where `quarter`
    int bits = 8;        ///< 8 or 10
    bool quarter = true; ///< 4:2:0; else 4:2:2

    [[nodiscard]] FATHOM_INLINE int chroma_width() const noexcept { return width / 2; }
    [[nodiscard]] FATHOM_INLINE int chroma_height() const noexcept {
        return quarter ? height / 2 : height;
    }
    [[nodiscard]] FATHOM_INLINE std::size_t luma_samples() const noexcept {
        return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    }
    [[nodiscard]] FATHOM_INLINE std::size_t chroma_samples() const noexcept {
        return static_cast<std::size_t>(chroma_width()) * static_cast<std::size_t>(chroma_height());
    }
    [[nodiscard]] FATHOM_INLINE std::size_t bytes() const noexcept {
        return (luma_samples() + 2 * chroma_samples()) * (bits == 8 ? 1 : 2);
    }
};

/// The arithmetic for planes of such levels: std::uint8_t or std::uint16_t.
template <class Level> struct Ycbcr {
    static constexpr bool kBytes = std::is_same_v<Level, std::uint8_t>;
    /// Of sums: no product of it leaves this type.
    using Wide = std::conditional_t<kBytes, std::uint32_t, std::uint64_t>;
    static constexpr Wide kWhite = kBytes ? 255 : 65535; ///< of R, G and B
    static constexpr Wide kUnit = kBytes ? 1 : 4;        ///< what is 1 in 8 bits

    [[nodiscard]] static FATHOM_INLINE Level luma(std::uint32_t r, std::uint32_t g,
                                                  std::uint32_t b) noexcept {
        constexpr Wide kWhole = 5000 * kWhite;
        const Wide sum = Wide{1063} * r + Wide{3576} * g + Wide{361} * b;
        return static_cast<Level>((219 * kUnit * sum + 16 * kUnit * kWhole + kWhole / 2) / kWhole);
    }
    /// Of sums over pixels whose weights add up to `Weight`, at most 8.
    template <int Weight>
    [[nodiscard]] static FATHOM_INLINE Level cb(std::uint32_t r, std::uint32_t g,
                                                std::uint32_t b) noexcept {
        constexpr Wide kWhole = 4639 * kWhite * Weight;
        return difference<kWhole>(Wide{4639} * b, Wide{1063} * r + Wide{3576} * g);
    }
    template <int Weight>
    [[nodiscard]] static FATHOM_INLINE Level cr(std::uint32_t r, std::uint32_t g,
                                                std::uint32_t b) noexcept {
        constexpr Wide kWhole = 3937 * kWhite * Weight;
        return difference<kWhole>(Wide{3937} * r, Wide{3576} * g + Wide{361} * b);
    }

    /// Channel `channel` of a pixel.
    [[nodiscard]] static FATHOM_INLINE std::uint32_t channel(const std::uint8_t *pixel,
                                                             int channel) noexcept {
        pixel += static_cast<std::ptrdiff_t>(kBytes ? 1 : 2) * channel;
        if constexpr (kBytes)
            return *pixel;
        else
            return static_cast<std::uint32_t>(pixel[0]) << 8 | pixel[1];
    }
    static constexpr int kPixelBytes = 3 * sizeof(Level);

  private:
    template <Wide Whole>
    [[nodiscard]] static FATHOM_INLINE Level difference(Wide own, Wide others) noexcept {
        // What is added is more than `others` can take away.
        return static_cast<Level>(
            (128 * kUnit * Whole + Whole / 2 + 112 * kUnit * own - 112 * kUnit * others) / Whole);
    }
};

} // namespace fathom::kernels
