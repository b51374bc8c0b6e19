#include "kernels/colour_rows.h"

#include "kernels/cpu_features.h"

#include <algorithm>

namespace fathom::kernels {
namespace {

/// Colours of the samples of one row that lie on the lattice, side by side. The palette entries are
/// found in loops of their own over contiguous values, without branches, so that the compiler makes
/// vectors of them.
template <class Real>
FATHOM_INLINE int colour_row(const ColourWork<Real> &work, int y, std::uint32_t *colours) noexcept {
    const std::size_t first = static_cast<std::size_t>(y) * work.planes.width + work.x0;
    const int count = (work.x1 - work.x0 + work.finest - 1) / work.finest;
    std::uint32_t n[kTileSide];
    double zx[kTileSide];
    double zy[kTileSide];
    for (int i = 0; i < count; ++i) {
        const std::size_t at = first + static_cast<std::size_t>(i) * work.finest;
        n[i] = work.planes.n[at];
        zx[i] = work.planes.zx[at];
        zy[i] = work.planes.zy[at];
    }
    ColourParams params = work.params;
    const std::uint32_t *lut = params.lut;
    if (params.smooth) {
        params.smooth = true; // known in this loop
        for (int i = 0; i < count; ++i)
            colours[i] = palette_index(n[i], zx[i], zy[i], params);
    } else {
        params.smooth = false;
        for (int i = 0; i < count; ++i)
            colours[i] = palette_index(n[i], zx[i], zy[i], params);
    }
    for (int i = 0; i < count; ++i)
        colours[i] = n[i] == kInterior ? params.interior : lut[colours[i]];
    return count;
}

template <class Real> FATHOM_INLINE void run(const ColourWork<Real> &work) noexcept {
    std::uint32_t colours[kTileSide];
    for (int y = work.y0; y < work.y1; y += work.finest) {
        const int count = colour_row(work, y, colours);
        // A known sample stands for the unknown ones of its lattice cell, marked by their alpha.
        const int rows = std::min(work.finest, work.y1 - y);
        for (int row = 0; row < rows; ++row) {
            std::uint32_t *out =
                work.rgba + static_cast<std::size_t>(y + row) * work.planes.width + work.x0;
            for (int i = 0; i < count; ++i) {
                const int columns = std::min(work.finest, work.x1 - work.x0 - i * work.finest);
                std::fill_n(out + i * work.finest, columns, as_coarse(colours[i]));
                if (row == 0)
                    out[i * work.finest] = colours[i];
            }
        }
    }
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
