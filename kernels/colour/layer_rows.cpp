#include "kernels/colour/layer_rows.h"

#include "kernels/base/cpu_features.h"
#include "kernels/base/elementary.h"

#include <algorithm>

namespace fathom::kernels {
namespace {

/// Pixels that are gone through at a time, so that sums of their cells lie near.
constexpr int kPixels = 64;
constexpr int kCells = kPixels * kMostCellsAPixel + 2;

/// Sums of each cell and those below it, each times its part of the height: rows between the first
/// and the last are whole.
FATHOM_INLINE void sum_columns(const CoveredPixels &pixels, int channel, std::int32_t first,
                               std::int32_t cells, std::uint32_t *sums) noexcept {
    const std::int32_t top = pixels.top >> 8;
    const std::int32_t last = (pixels.bottom - 1) >> 8;
    const auto row_at = [&](std::int32_t y) {
        return pixels.lights.channels[channel] + y * pixels.row + first;
    };
    const std::uint16_t *row = row_at(top);
    const std::uint32_t part = part_of_cell(top, pixels.top, pixels.bottom);
    for (std::int32_t x = 0; x < cells; ++x)
        sums[x] = part * row[x];
    for (std::int32_t y = top + 1; y < last; ++y) {
        row = row_at(y);
        for (std::int32_t x = 0; x < cells; ++x)
            sums[x] += std::uint32_t{row[x]} << 8;
    }
    if (last == top)
        return;
    row = row_at(last);
    const std::uint32_t rest = part_of_cell(last, pixels.top, pixels.bottom);
    for (std::int32_t x = 0; x < cells; ++x)
        sums[x] += rest * row[x];
}

/// Of so many pixels, at most kPixels. Whole cells are summed from edge to edge, and what lies
/// before an edge in its cell is taken from the one pixel to the other.
FATHOM_INLINE void find_channel(const CoveredPixels &pixels, int channel, const std::int32_t *edges,
                                int count, std::uint32_t *light) noexcept {
    std::uint32_t sums[kCells];
    const std::int32_t first = edges[0] >> 8;
    const std::int32_t cells = ((edges[count] - 1) >> 8) - first + 1;
    sum_columns(pixels, channel, first, cells, sums);
    sums[cells] = 0; // of which an edge has no part
    std::uint64_t areas[kPixels];
    std::int32_t cell = 0;
    std::uint64_t before = (static_cast<std::uint64_t>(edges[0]) & 255U) * sums[0];
    for (int i = 0; i < count; ++i) {
        const std::int32_t end = (edges[i + 1] >> 8) - first;
        std::uint64_t whole = 0;
        for (; cell < end; ++cell)
            whole += sums[cell];
        const std::uint64_t after = (static_cast<std::uint64_t>(edges[i + 1]) & 255U) * sums[end];
        areas[i] = (whole << 8) + after - before;
        before = after;
    }
    // Sums are below 2^46, so that doubles have them; a quotient below a whole number is so by
    // 2^-28 at least, and stays below it when it is rounded.
    const double height = pixels.bottom - pixels.top;
    double means[kPixels];
    for (int i = 0; i < count; ++i) {
        const double area = height * (edges[i + 1] - edges[i]);
        means[i] = (to_double(areas[i]) + ::floor(0.5 * area)) / area;
    }
    for (int i = 0; i < count; ++i)
        light[3 * i + channel] = static_cast<std::uint32_t>(static_cast<std::int32_t>(means[i]));
}

FATHOM_INLINE void run(const CoveredPixels &pixels, std::uint32_t *light) noexcept {
    for (int first = 0; first < pixels.count; first += kPixels)
        for (int channel = 0; channel < 3; ++channel)
            find_channel(pixels, channel, pixels.edges + first,
                         std::min(kPixels, pixels.count - first),
                         light + static_cast<std::ptrdiff_t>(3) * first);
}

#if defined(__x86_64__)
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] void
run_avx512(const CoveredPixels &pixels, std::uint32_t *light) noexcept {
    run(pixels, light);
}
#endif

} // namespace

void find_covered_light(const CoveredPixels &pixels, std::uint32_t *light) noexcept {
#if defined(__x86_64__)
    if (cpu_has_avx512())
        return run_avx512(pixels, light);
#endif
    run(pixels, light);
}

} // namespace fathom::kernels
