#pragma once
#include "kernels/base/portable.h"

#include <cstddef>
#include <cstdint>

// Colours finer than bytes, and how they become bytes without bands: ordered dithering by the
// matrix of B. E. Bayer ("An optimum method for two-level rendition of continuous-tone pictures",
// 1973), whose 64 thresholds are spread so evenly that any 8 x 8 pixels of one colour have its
// mean.

namespace fathom::kernels {

/// Parts of a level that fine colours tell apart.
inline constexpr std::int32_t kFineLevels = 256;

/// A colour's red, green and blue, 0 to 255 in 1 / kFineLevels; some units more are possible.
struct FineColour {
    std::uint32_t levels[3] = {};
};

/// An entry of a fine palette's table: `level` from 0 to 65280, and how far it is to the next
/// entry's, both in 1 / kFineLevels. A step of more than half of all levels is an edge, counted 0.
FATHOM_INLINE std::uint32_t fine_entry(std::int32_t level, std::int32_t step) noexcept {
    const bool edge = step < -32768 || step > 32767;
    return (edge ? 0U : static_cast<std::uint32_t>(step) << 16) | static_cast<std::uint32_t>(level);
}

/// The level at `part` (0 to 255) of 256 parts of the way from an entry to the next.
FATHOM_INLINE std::uint32_t fine_level(std::uint32_t entry, std::int32_t part) noexcept {
    const std::int32_t step = static_cast<std::int32_t>(entry) >> 16;
    const auto level = static_cast<std::int32_t>(entry & 0xffffU);
    return static_cast<std::uint32_t>(level + ((step * part + 128) >> 8));
}

/// Side of the pattern of thresholds.
inline constexpr int kDitherSide = 8;

/// What is added to a fine level before its parts are cut off, 8 to 247, by a pixel's place in the
/// whole picture; it has a period of kDitherSide each way. The same for red, green and blue, so
/// that greys stay grey. What is within 8 parts of a byte is that byte everywhere: flat areas stay
/// flat, even as means of light that are a little off.
FATHOM_INLINE std::uint32_t dither_threshold(std::int32_t x, std::int32_t y) noexcept {
    const auto row = static_cast<std::uint32_t>(y);
    const std::uint32_t other = static_cast<std::uint32_t>(x) ^ row;
    const std::uint32_t rank = (other & 1U) << 5 | (row & 1U) << 4 | (other & 2U) << 2 |
                               (row & 2U) << 1 | (other & 4U) >> 1 | (row & 4U) >> 2;
    return 8U + (rank * 243U >> 6);
}

/// The colour as bytes 0xAABBGGRR with alpha 255, for a pixel of that threshold.
FATHOM_INLINE std::uint32_t dithered(const FineColour &colour, std::uint32_t threshold) noexcept {
    return 0xff000000U | (colour.levels[2] + threshold) >> 8 << 16 |
           (colour.levels[1] + threshold) >> 8 << 8 | (colour.levels[0] + threshold) >> 8;
}

/// A colour that is to be mixed with others before it becomes bytes: red and green rounded to
/// eighths of a level, blue, which is seen least, to quarters, in 11, 11 and 10 bits from the
/// lowest on. Bytes are exact in it.
FATHOM_INLINE std::uint32_t packed(const FineColour &colour) noexcept {
    return (colour.levels[2] + 32U) >> 6 << 22 | (colour.levels[1] + 16U) >> 5 << 11 |
           (colour.levels[0] + 16U) >> 5;
}

/// A channel (0 red, 1 green, 2 blue) of a packed colour in eighths of a level, 0 to 2040.
FATHOM_INLINE std::uint32_t eighths_of(std::uint32_t packed, int channel) noexcept {
    return channel == 2 ? packed >> 22 << 1 : packed >> (11 * channel) & 2047U;
}

} // namespace fathom::kernels
