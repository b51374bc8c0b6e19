#pragma once
#include "kernels/colour/layer_mean.h"

#include <cstddef>
#include <cstdint>

// Layers in host memory, as light: rows of them, in vectors.

namespace fathom::kernels {

/// The light of red, green and blue of a layer's cells, 0 to 65535, from some cell on.
struct LightPlanes {
    std::uint16_t *channels[3] = {};
};

/// Pixels side by side that are taken from a layer.
struct CoveredPixels {
    LightPlanes lights;                  ///< of the layer's first cell
    std::ptrdiff_t row = 0;              ///< from a cell to the one below it
    std::int32_t top = 0, bottom = 0;    ///< edges, in parts of a cell
    const std::int32_t *edges = nullptr; ///< from left to right, one more than there are pixels
    int count = 0;
};

/// The mean light of each, red, green and blue, as add_covered_light has it.
void find_covered_light(const CoveredPixels &pixels, std::uint32_t *light) noexcept;

} // namespace fathom::kernels
