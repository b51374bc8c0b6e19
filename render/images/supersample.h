#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace fathom {

/// Means of several colours a pixel, in linear light. Integers only, so that the order of the
/// samples and the machine do not matter. Samples are bytes, or finer: then between two bytes light
/// rises evenly.
class Supersampler {
  public:
    Supersampler();

    /// Forgets all samples; `pixels` pixels from now on.
    void reset(std::size_t pixels);
    /// Adds one sample a pixel, as words 0xAABBGGRR.
    void add(std::span<const std::uint32_t> rgba);
    /// Adds one sample a pixel, `eighths_of(sample, channel)` being eighths of a level, 0 to 2040.
    template <class EighthsOf>
    void add_fine(std::span<const std::uint32_t> samples, const EighthsOf &eighths_of) {
        std::size_t at = 0;
        for (const std::uint32_t sample : samples)
            for (int channel = 0; channel < 3; ++channel)
                sums_[at++] += linear_[eighths_of(sample, channel)];
        ++samples_;
    }
    /// Writes the means as bytes R, G, B, three for each pixel: the nearest.
    void resolve(std::span<std::uint8_t> rgb) const;
    /// Likewise dithered: `threshold_of(pixel)`, 0 to 255, is added to the mean's level in 1/256
    /// before its parts are cut off.
    template <class ThresholdOf>
    void resolve_dithered(std::span<std::uint8_t> rgb, const ThresholdOf &threshold_of) const {
        for (std::size_t pixel = 0; 3 * pixel < sums_.size(); ++pixel) {
            const std::uint32_t threshold = threshold_of(pixel);
            for (std::size_t at = 3 * pixel; at < 3 * pixel + 3; ++at)
                rgb[at] = static_cast<std::uint8_t>((level_[mean(at)] + threshold) >> 8);
        }
    }

  private:
    static constexpr std::uint32_t kEighths = 8;

    /// In 1/65535, rounded.
    [[nodiscard]] std::uint32_t mean(std::size_t at) const {
        return (sums_[at] + samples_ / 2) / samples_;
    }

    std::array<std::uint32_t, 255 * kEighths + 1> linear_{}; ///< of eighths of levels, in 1/65535
    std::array<std::uint8_t, 65536> byte_{};   ///< nearest sRGB byte of each linear value
    std::array<std::uint16_t, 65536> level_{}; ///< its level in 1/256
    std::vector<std::uint32_t> sums_;          ///< R, G, B of each pixel
    std::uint32_t samples_ = 0;
};

} // namespace fathom
