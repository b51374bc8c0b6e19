#pragma once
#include "kernels/colour/sample_mean.h"

#include <cstdint>

// A picture whose pixels are means, in linear light, of the cells of other pictures that they
// cover: frames of a film from the rings of its zoom. In integers, so that every machine gives the
// same bytes.

namespace fathom::kernels {

/// Parts of a cell in which edges of pixels are placed.
inline constexpr std::int64_t kCellParts = 256;
/// Layers that a picture is put together from at once, at most.
inline constexpr int kMostLayers = 12;
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

/// Where a picture lies among the cells of a layer that is turned or stretched against it: each of
/// its pixels is cut into `points` times as many smaller ones each way, whose middles count. All in
/// 2^-32 cells. No pixel may be larger than the layer.
struct PointGrid {
    std::int64_t x = 0, y = 0;          ///< of the first one
    std::int64_t xx = 0, yx = 0;        ///< from each to the next one of a row
    std::int64_t xy = 0, yy = 0;        ///< likewise of a column
    std::int32_t columns = 0, rows = 0; ///< cells of the layer
    std::int32_t points = 1;            ///< 1 to kMostPointsASide
};
/// The sum of the lights of a pixel's points fits 32 bits then.
inline constexpr int kMostPointsASide = 64;

/// How far the points of a pixel reach from its first one along one axis of the cells.
struct PointReach {
    std::int64_t before = 0, after = 0;
};
FATHOM_INLINE PointReach reach_of(std::int64_t along_row, std::int64_t along_column,
                                  std::int32_t points) noexcept {
    const std::int64_t row = (points - 1) * along_row;
    const std::int64_t column = (points - 1) * along_column;
    return {(row < 0 ? row : 0) + (column < 0 ? column : 0),
            (row > 0 ? row : 0) + (column > 0 ? column : 0)};
}

/// A grid with what all of its pixels need to know.
struct PointFrame {
    PointGrid grid;
    /// Where the first point of a pixel may lie for all of them to be in the layer.
    std::int64_t least_x = 0, most_x = 0, least_y = 0, most_y = 0;
};
FATHOM_INLINE PointFrame point_frame(const PointGrid &grid) noexcept {
    const PointReach x = reach_of(grid.xx, grid.xy, grid.points);
    const PointReach y = reach_of(grid.yx, grid.yy, grid.points);
    constexpr std::int64_t kCell = std::int64_t{1} << 32;
    return {grid, -x.before, grid.columns * kCell - 1 - x.after, -y.before,
            grid.rows * kCell - 1 - y.after};
}

/// The first point of a pixel.
struct CellPoint {
    std::int64_t x = 0, y = 0;
};
FATHOM_INLINE CellPoint first_point(const PointGrid &grid, std::int32_t column,
                                    std::int32_t row) noexcept {
    const std::int64_t right = std::int64_t{column} * grid.points;
    const std::int64_t down = std::int64_t{row} * grid.points;
    return {grid.x + right * grid.xx + down * grid.xy, grid.y + right * grid.yx + down * grid.yy};
}

/// Whether the layer has all points of the pixel that begins there.
FATHOM_INLINE bool has_points(const PointFrame &frame, const CellPoint &first) noexcept {
    return first.x >= frame.least_x && first.x <= frame.most_x && first.y >= frame.least_y &&
           first.y <= frame.most_y;
}

/// The mean light of the cells in which the points of a pixel lie; what of it is beyond the layer
/// counts as moved inside. lights(at, sums) adds the red, green and blue, 0 to 65535, of the cell
/// of that number, row by row.
template <class Lights>
FATHOM_INLINE void add_light_of_points(const PointFrame &frame, const CellPoint &first,
                                       const Lights &lights, std::uint32_t *sums) noexcept {
    const PointGrid &grid = frame.grid;
    const auto within = [](std::int64_t at, std::int64_t least, std::int64_t most) {
        return at < least ? least : at > most ? most : at;
    };
    CellPoint row{within(first.x, frame.least_x, frame.most_x),
                  within(first.y, frame.least_y, frame.most_y)};
    std::uint32_t all[3] = {};
    for (std::int32_t j = 0; j < grid.points; ++j) {
        CellPoint at = row;
        for (std::int32_t i = 0; i < grid.points; ++i) {
            lights((at.y >> 32) * grid.columns + (at.x >> 32), all);
            at.x += grid.xx;
            at.y += grid.yx;
        }
        row.x += grid.xy;
        row.y += grid.yy;
    }
    const auto count = static_cast<std::uint32_t>(grid.points * grid.points);
    for (int channel = 0; channel < 3; ++channel)
        sums[channel] += (all[channel] + count / 2) / count;
}

/// The lights of a layer's words. `packed`: see fine_colour.h.
struct LightsOfWords {
    const std::uint32_t *words = nullptr;
    const std::uint32_t *light = nullptr;
    bool packed = false;

    FATHOM_INLINE void operator()(std::int64_t at, std::uint32_t *sums) const noexcept {
        const std::uint32_t word = words[at];
        for (int channel = 0; channel < 3; ++channel)
            sums[channel] += packed ? light_of_packed(word, channel, light)
                                    : light_of_word(word, channel, light);
    }
};

} // namespace fathom::kernels
