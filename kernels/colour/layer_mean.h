#pragma once
#include "kernels/colour/sample_mean.h"

#include <cstdint>

// A picture whose pixels are means, in linear light, of the cells of other pictures that they
// cover: frames of a film from the rings of its zoom. In integers, so that every machine gives the
// same bytes.

namespace fathom::kernels {

/// Parts of a cell in which edges of pixels are placed.
inline constexpr std::int64_t kCellParts = 256;
/// Cells that a pixel may be wide, at most: sums of a row of them fit 32 bits then.
inline constexpr int kMostCellsAPixel = 60;

/// Where the pixels of one axis of a picture lie among the cells of a layer: the edge before pixel
/// p at (first + p step) / 2^32 cells.
struct CellAxis {
    std::int64_t first = 0;
    std::int64_t step = 0; ///< 1 to kMostCellsAPixel cells
    std::int32_t cells = 0;
    std::int32_t
        begin = 0,
        end = 0; ///< the pixels that are taken from this layer, as far as no finer one has them
};

/// The edge before pixel `at` in parts of a cell, within the layer.
FATHOM_INLINE std::int32_t edge_of(const CellAxis &axis, std::int32_t at) noexcept {
    const std::int64_t edge = (axis.first + at * axis.step) >> 24;
    const std::int64_t last = axis.cells * kCellParts;
    return static_cast<std::int32_t>(edge < 0 ? 0 : edge > last ? last : edge);
}

/// How many parts of cell `cell` lie between two edges of which it is not outside.
FATHOM_INLINE std::uint32_t part_of_cell(std::int32_t cell, std::int32_t from,
                                         std::int32_t to) noexcept {
    const std::int32_t begin = cell * static_cast<std::int32_t>(kCellParts);
    const std::int32_t end = begin + static_cast<std::int32_t>(kCellParts);
    return static_cast<std::uint32_t>((to < end ? to : end) - (from > begin ? from : begin));
}

/// The mean of lights whose sum, each times its area in parts squared, is `sum`: rounded. Pixels
/// have an area.
FATHOM_INLINE std::uint32_t mean_of_area(std::uint64_t sum, std::uint64_t area) noexcept {
    return static_cast<std::uint32_t>((sum + area / 2) / area);
}

/// The colours of a picture that lies in another one.
struct LayerPlanes {
    const std::uint32_t *words = nullptr; ///< of its cells, row by row
    CellAxis x, y;
};

/// Whether that layer has the pixel.
FATHOM_INLINE bool has_pixel(const CellAxis &x, const CellAxis &y, std::int32_t column,
                             std::int32_t row) noexcept {
    return column >= x.begin && column < x.end && row >= y.begin && row < y.end;
}

/// The mean light, red, green and blue of 0 to 65535, of the cells that a pixel covers, each
/// counted by the area that is covered. `packed`: the words are packed, see fine_colour.h.
FATHOM_INLINE void add_covered_light(const LayerPlanes &layer, std::int32_t column,
                                     std::int32_t row, bool packed, const std::uint32_t *light,
                                     std::uint32_t *sums) noexcept {
    const std::int32_t left = edge_of(layer.x, column), right = edge_of(layer.x, column + 1);
    const std::int32_t top = edge_of(layer.y, row), bottom = edge_of(layer.y, row + 1);
    std::uint64_t all[3] = {};
    for (std::int32_t y = top >> 8; y << 8 < bottom; ++y) {
        const std::uint32_t *words = layer.words + static_cast<std::int64_t>(y) * layer.x.cells;
        std::uint32_t of_row[3] = {};
        for (std::int32_t x = left >> 8; x << 8 < right; ++x) {
            const std::uint32_t part = part_of_cell(x, left, right);
            for (int channel = 0; channel < 3; ++channel)
                of_row[channel] += part * (packed ? light_of_packed(words[x], channel, light)
                                                  : light_of_word(words[x], channel, light));
        }
        const std::uint64_t part = part_of_cell(y, top, bottom);
        for (int channel = 0; channel < 3; ++channel)
            all[channel] += part * of_row[channel];
    }
    const std::uint64_t area =
        static_cast<std::uint64_t>(right - left) * static_cast<std::uint64_t>(bottom - top);
    for (int channel = 0; channel < 3; ++channel)
        sums[channel] += mean_of_area(all[channel], area);
}

} // namespace fathom::kernels
