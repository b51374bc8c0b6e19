#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace fathom {

/// Copies R, G, B of each pixel, leaving out its alpha. `rgba`: 4 bytes for each 3 of `rgb`.
inline void drop_alpha(const std::uint8_t *rgba, std::span<std::uint8_t> rgb) noexcept {
    for (std::size_t to = 0; to + 2 < rgb.size(); to += 3, rgba += 4) {
        rgb[to] = rgba[0];
        rgb[to + 1] = rgba[1];
        rgb[to + 2] = rgba[2];
    }
}

} // namespace fathom
