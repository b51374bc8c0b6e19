#pragma once
#include "kernels/colour/fine_colour.h"

#include <cstdint>

// Means of several colours a pixel in linear light, in integers: neither the order of the samples
// nor the machine matters.

namespace fathom::kernels {

/// Parts of a level that samples are told apart by.
inline constexpr std::uint32_t kSampleParts = 8;
inline constexpr std::uint32_t kSampleLevels = 255 * kSampleParts + 1;

/// How levels of sRGB become light, 0 to 65535, and light becomes levels: see render/images.
struct LightTables {
    const std::uint32_t *light = nullptr; ///< of each of kSampleLevels levels
    const std::uint8_t *byte = nullptr;   ///< nearest sRGB byte of each light, 65536 of them
    const std::uint16_t *level = nullptr; ///< its level in 1 / kFineLevels
};

/// Light of a channel (0 red, 1 green, 2 blue) of a sample, a word 0xAABBGGRR.
FATHOM_INLINE std::uint32_t light_of_word(std::uint32_t word, int channel,
                                          const std::uint32_t *light) noexcept {
    const std::uint32_t level = kSampleParts * (word >> (8 * channel) & 255U);
    return light[level];
}
/// Likewise of one that is packed, see fine_colour.h.
FATHOM_INLINE std::uint32_t light_of_packed(std::uint32_t word, int channel,
                                            const std::uint32_t *light) noexcept {
    return light[eighths_of(word, channel)];
}

/// The mean of `samples` lights, of which `sum` is the sum: rounded.
FATHOM_INLINE std::uint32_t mean_of(std::uint32_t sum, std::uint32_t samples) noexcept {
    return (sum + samples / 2) / samples;
}

/// A mean's byte, dithered by the pixel's threshold.
FATHOM_INLINE std::uint32_t dithered_byte(std::uint32_t mean, std::uint32_t threshold,
                                          const LightTables &tables) noexcept {
    return (tables.level[mean] + threshold) >> 8;
}

/// The mean of `samples` lights, of which `sum` is the sum, as sRGB of 16 bits, 0 to 65535: the
/// nearest, by the inverse of how levels become light, so that a byte's light is 257 times it. The
/// mean is not rounded before. The curve itself is at most 7 units away, in the dark, where a unit
/// of light has 13.
FATHOM_INLINE std::uint32_t sixteen_bits(std::uint32_t sum, std::uint32_t samples,
                                         const LightTables &tables) noexcept {
    const std::uint32_t byte = tables.level[sum / samples] >> 8;
    if (byte == 255U)
        return 65535U;
    const std::uint32_t level = kSampleParts * byte;
    const std::uint32_t first = tables.light[level];
    const std::uint32_t step = samples * (tables.light[level + kSampleParts] - first);
    return 257U * byte + (257U * (sum - samples * first) + step / 2) / step;
}

} // namespace fathom::kernels
