#pragma once
#include "render/engines/light_tables.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace fathom {

/// Means of several colours a pixel, in linear light. Integers only, so that the order of the
/// samples and the machine do not matter. Samples are bytes, or finer: then between two bytes light
/// rises evenly.
class Supersampler {
  public:
    /// Forgets all samples; `pixels` pixels from now on.
    void reset(std::size_t pixels);
    /// Adds one sample a pixel, as words 0xAABBGGRR.
    void add(std::span<const std::uint32_t> rgba);
    /// Adds one sample a pixel, as packed words, see kernels::packed.
    void add_packed(std::span<const std::uint32_t> samples);
    /// Adds a sample to the pixels from `first` on, or several of one colour, which are counted
    /// once all have theirs. Parts may be added at once.
    void add_part(std::size_t first, std::span<const std::uint32_t> samples, bool packed,
                  std::uint32_t times = 1);
    /// Adds a sample to the pixels from `first` on, as light of 0 to 65535: three for each pixel.
    /// Parts may be added at once.
    void add_light(std::size_t first, std::span<const std::uint32_t> light) noexcept {
        for (std::size_t i = 0; i < light.size(); ++i)
            sums_[3 * first + i] += light[i];
    }
    void count_sample(std::uint32_t times = 1) noexcept { samples_ += times; }
    /// Takes pixel `from` of means of as many samples for its pixel `to`.
    void take(std::size_t to, const Supersampler &other, std::size_t from) {
        std::copy_n(&other.sums_[3 * from], 3, &sums_[3 * to]);
    }
    /// Writes the means as light, 0 to 1: one value for each pixel and colour.
    void light(std::span<float> red, std::span<float> green, std::span<float> blue) const;
    /// Writes the means as bytes R, G, B, three for each pixel: the nearest.
    void resolve(std::span<std::uint8_t> rgb) const;
    /// Writes those from pixel `first` on as sRGB of 16 bits, see kernels::sixteen_bits: six bytes
    /// for each pixel, of each colour the high one first.
    void resolve_sixteen_bits(std::size_t first, std::span<std::uint8_t> rgb) const;
    /// Those from pixel `first` on as resolve, but dithered by `threshold_of(pixel)`, see
    /// kernels::dither_threshold. Parts may be written at once.
    template <class ThresholdOf>
    void resolve_dithered(std::size_t first, std::span<std::uint8_t> rgb,
                          const ThresholdOf &threshold_of) const {
        const kernels::LightTables tables = tables_.view();
        const std::uint32_t *sums = sums_.data() + 3 * first;
        for (std::size_t pixel = 0; 3 * pixel < rgb.size(); ++pixel) {
            const std::uint32_t threshold = threshold_of(first + pixel);
            for (std::size_t at = 3 * pixel; at < 3 * pixel + 3; ++at)
                rgb[at] = static_cast<std::uint8_t>(kernels::dithered_byte(
                    kernels::mean_of(sums[at], samples_), threshold, tables));
        }
    }

  private:
    const LightTables tables_;
    std::vector<std::uint32_t> sums_; ///< R, G, B of each pixel
    std::uint32_t samples_ = 0;
};

} // namespace fathom
