#include "render/engines/light_tables.h"

#include "render/images/srgb.h"

namespace fathom {

LightTables::LightTables() {
    constexpr std::uint32_t kParts = kernels::kSampleParts;
    const auto light = light_of_bytes();
    for (std::uint32_t level = 0; level < 255; ++level) {
        const std::uint32_t first = light[level], step = light[level + 1] - first;
        for (std::uint32_t part = 0; part <= kParts; ++part)
            light_[level * kParts + part] = first + (step * part + kParts / 2) / kParts;
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

} // namespace fathom
