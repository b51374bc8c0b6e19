#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace fathom {

/// Means of several colours a pixel, in linear light. Integers only, so that the order of the
/// samples and the machine do not matter.
class Supersampler {
  public:
    Supersampler();

    /// Forgets all samples; `pixels` pixels from now on.
    void reset(std::size_t pixels);
    /// Adds one sample a pixel, as words 0xAABBGGRR.
    void add(std::span<const std::uint32_t> rgba);
    /// Writes the means as bytes R, G, B: three for each pixel.
    void resolve(std::span<std::uint8_t> rgb) const;

  private:
    std::array<std::uint32_t, 256> linear_;  ///< of each sRGB byte, in 1/65535
    std::array<std::uint8_t, 65536> byte_{}; ///< nearest sRGB byte of each linear value
    std::vector<std::uint32_t> sums_;        ///< R, G, B of each pixel
    std::uint32_t samples_ = 0;
};

} // namespace fathom
