#include "render/images/supersample.h"

#include "render/images/srgb.h"

namespace fathom {

Supersampler::Supersampler() {
    const auto light = light_of_bytes();
    for (std::uint32_t level = 0; level < 255; ++level) {
        const std::uint32_t first = light[level], step = light[level + 1] - first;
        for (std::uint32_t part = 0; part <= kEighths; ++part)
            linear_[level * kEighths + part] = first + (step * part + kEighths / 2) / kEighths;
        for (std::uint32_t part = 0; part <= step; ++part)
            level_[first + part] =
                static_cast<std::uint16_t>(level * 256 + (part * 256 + step / 2) / step);
    }
    // The byte whose curve is nearest: a byte starts half way (in sRGB) from the one below.
    int value = 0;
    for (std::uint32_t linear = 0; linear < byte_.size(); ++linear) {
        while (value < 255 && linear / 65535.0 >= linear_from_srgb((value + 0.5) / 255.0))
            ++value;
        byte_[linear] = static_cast<std::uint8_t>(value);
    }
}

void Supersampler::reset(std::size_t pixels) {
    sums_.assign(3 * pixels, 0);
    samples_ = 0;
}

void Supersampler::add(std::span<const std::uint32_t> rgba) {
    std::size_t at = 0;
    for (const std::uint32_t colour : rgba) {
        sums_[at++] += linear_[kEighths * (colour & 0xff)];
        sums_[at++] += linear_[kEighths * (colour >> 8 & 0xff)];
        sums_[at++] += linear_[kEighths * (colour >> 16 & 0xff)];
    }
    ++samples_;
}

void Supersampler::resolve(std::span<std::uint8_t> rgb) const {
    for (std::size_t at = 0; at < sums_.size(); ++at)
        rgb[at] = byte_[mean(at)];
}

} // namespace fathom
