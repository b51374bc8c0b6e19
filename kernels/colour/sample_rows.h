#pragma once
#include "kernels/base/sample.h"
#include "kernels/colour/colour_filter.h"
#include "kernels/formulas/tile.h"

// Rows of samples, as the CPU's colour pass goes through them.

namespace fathom::kernels {

/// Samples that lie side by side: what follows is done for all of them before the next step, in
/// loops without branches over contiguous values, so that the compiler makes vectors of them.
template <class Real> struct SampleRow {
    SamplePlanes<Real> planes; ///< of the first one's place on
    int count;                 ///< at most kTileSide
    FATHOM_INLINE PlaneSample<Real> operator[](int i) const noexcept {
        return {planes, static_cast<std::size_t>(i)};
    }
};

/// The planes from a place on.
template <class Real>
FATHOM_INLINE SamplePlanes<Real> from(SamplePlanes<Real> planes, std::size_t at) noexcept {
    const auto move = [at](auto *&plane) {
        if (plane != nullptr)
            plane += at;
    };
    planes.n += at; // which is always there
    move(planes.zx);
    move(planes.zy);
    move(planes.gx);
    move(planes.gy);
    move(planes.trap);
    move(planes.atom);
    move(planes.n_high);
    return planes;
}

/// The samples of a lattice in one row, side by side.
template <class Real> struct LatticeRow {
    std::uint32_t n[kTileSide], n_high[kTileSide], atom[kTileSide];
    Real values[5][kTileSide];

    FATHOM_INLINE SampleRow<Real> gather(const SamplePlanes<Real> &planes, std::size_t first,
                                         int stride, int count) noexcept {
        const auto pick = [&](auto *plane, auto *to) {
            for (int i = 0; plane != nullptr && i < count; ++i)
                to[i] = plane[first + static_cast<std::size_t>(i) * stride];
            return plane != nullptr ? to : nullptr;
        };
        SamplePlanes<Real> mine;
        pick(planes.n, n);
        mine.n = n; // which is always there
        mine.zx = pick(planes.zx, values[0]);
        mine.zy = pick(planes.zy, values[1]);
        mine.gx = pick(planes.gx, values[2]);
        mine.gy = pick(planes.gy, values[3]);
        mine.trap = pick(planes.trap, values[4]);
        mine.atom = pick(planes.atom, atom);
        mine.n_high = pick(planes.n_high, n_high);
        return {mine, count};
    }
};

/// The two rows of a row of blocks; of the last one the second may have no samples.
template <class Real> struct RowPair {
    SampleRow<Real> rows[kFilterBlock];
    std::uint32_t *words[kFilterBlock];
    int x, y;   ///< of the first sample
    int stride; ///< from one sample, and from one row, to the next
};

} // namespace fathom::kernels
