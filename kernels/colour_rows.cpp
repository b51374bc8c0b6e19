#include "kernels/colour_rows.h"

#include "kernels/cpu_features.h"

#include <algorithm>

namespace fathom::kernels {
namespace {

/// Samples that lie side by side.
template <class Real> struct SampleRow {
    const std::uint32_t *n;
    const Real *zx;
    const Real *zy;
    int count; ///< at most kTileSide
};

/// The palette entries are found in loops of their own over contiguous values, without branches, so
/// that the compiler makes vectors of them.
template <class Real>
FATHOM_INLINE void colour_row(const SampleRow<Real> &row, ColourParams params,
                              std::uint32_t *colours) noexcept {
    std::uint32_t index[kTileSide];
    if (params.smooth) {
        params.smooth = true; // known in this loop
        for (int i = 0; i < row.count; ++i)
            index[i] = palette_index(row.n[i], row.zx[i], row.zy[i], params);
    } else {
        params.smooth = false;
        for (int i = 0; i < row.count; ++i)
            index[i] = palette_index(row.n[i], row.zx[i], row.zy[i], params);
    }
    for (int i = 0; i < row.count; ++i)
        colours[i] = row.n[i] == kInterior ? params.interior : params.lut[index[i]];
}

/// Where all samples of the rectangle are known.
template <class Real> FATHOM_INLINE void run_finished(const ColourWork<Real> &work) noexcept {
    for (int y = work.y0; y < work.y1; ++y) {
        const std::size_t at = static_cast<std::size_t>(y) * work.planes.width + work.x0;
        colour_row<Real>(
            {work.planes.n + at, work.planes.zx + at, work.planes.zy + at, work.x1 - work.x0},
            work.params, work.rgba + at);
    }
}

/// A known sample stands for the unknown ones of its lattice cell, marked by their alpha.
template <class Real> FATHOM_INLINE void run_coarse(const ColourWork<Real> &work) noexcept {
    std::uint32_t colours[kTileSide];
    std::uint32_t n[kTileSide];
    Real zx[kTileSide];
    Real zy[kTileSide];
    const int count = (work.x1 - work.x0 + work.finest - 1) / work.finest;
    for (int y = work.y0; y < work.y1; y += work.finest) {
        const std::size_t first = static_cast<std::size_t>(y) * work.planes.width + work.x0;
        for (int i = 0; i < count; ++i) {
            const std::size_t at = first + static_cast<std::size_t>(i) * work.finest;
            n[i] = work.planes.n[at];
            zx[i] = work.planes.zx[at];
            zy[i] = work.planes.zy[at];
        }
        colour_row<Real>({n, zx, zy, count}, work.params, colours);
        const int rows = std::min(work.finest, work.y1 - y);
        for (int row = 0; row < rows; ++row) {
            std::uint32_t *out =
                work.rgba + first + static_cast<std::size_t>(row) * work.planes.width;
            for (int i = 0; i < count; ++i) {
                const int columns = std::min(work.finest, work.x1 - work.x0 - i * work.finest);
                std::fill_n(out + i * work.finest, columns, as_coarse(colours[i]));
                if (row == 0)
                    out[i * work.finest] = colours[i];
            }
        }
    }
}

template <class Real> FATHOM_INLINE void run(const ColourWork<Real> &work) noexcept {
    if (work.finest == 1)
        run_finished(work);
    else
        run_coarse(work);
}

#if defined(__x86_64__)
template <class Real>
[[gnu::target("avx2,fma")]] void run_avx2(const ColourWork<Real> &work) noexcept {
    run(work);
}
#endif

template <class Real> void choose(const ColourWork<Real> &work) noexcept {
#if defined(__x86_64__)
    if (cpu_has_fma() && __builtin_cpu_supports("avx2"))
        return run_avx2(work);
#endif
    run(work);
}

} // namespace

void colour_rectangle(const ColourWork<float> &work) noexcept {
    choose(work);
}
void colour_rectangle(const ColourWork<double> &work) noexcept {
    choose(work);
}

} // namespace fathom::kernels
