#pragma once
#include "kernels/colour/sample_rows.h"

#include <cstring>

// From the samples of a row to their phases, step by step for all of them, as colour_rows.cpp does
// the rest: in loops that compilers make vectors of.

namespace fathom::kernels {

template <ColourBase kBase, class Real>
FATHOM_INLINE void find_values(const SampleRow<Real> &row, ColourParams params,
                               double *values) noexcept {
    for (int i = 0; i < row.count; ++i)
        values[i] = base_value<kBase>(row[i], params);
}

/// The escape indices, whole.
template <class Real>
FATHOM_INLINE void find_indices(const SampleRow<Real> &row, std::uint64_t *indices) noexcept {
    const SamplePlanes<Real> &s = row.planes;
    for (int i = 0; i < row.count; ++i)
        indices[i] = s.n[i];
    if (s.n_high != nullptr)
        for (int i = 0; i < row.count; ++i)
            indices[i] |= std::uint64_t{s.n_high[i]} << 32;
}

/// Which have escaped: 1 or 0.
template <class Real>
FATHOM_INLINE void find_escaped(const SampleRow<Real> &row, std::uint32_t *escaped) noexcept {
    const SamplePlanes<Real> &s = row.planes;
    if (s.n_high == nullptr)
        for (int i = 0; i < row.count; ++i)
            escaped[i] = s.n[i] != kInterior ? 1 : 0;
    else
        for (int i = 0; i < row.count; ++i)
            escaped[i] = (s.n[i] | s.n_high[i]) != kInterior ? 1 : 0;
}

template <class Real>
FATHOM_INLINE void find_bands(const SampleRow<Real> &row, double *values) noexcept {
    std::uint64_t n[kTileSide];
    find_indices(row, n);
    for (int i = 0; i < row.count; ++i)
        values[i] = to_double(n[i]);
}

template <class Real>
FATHOM_INLINE void find_smooth(const SampleRow<Real> &row, ColourParams params,
                               double *values) noexcept {
    const SamplePlanes<Real> &s = row.planes;
    std::uint64_t n[kTileSide];
    find_indices(row, n);
    if (params.inverse_log2_power == 1.0F)
        for (int i = 0; i < row.count; ++i)
            values[i] = colour_count<true>(n[i], s.zx[i], s.zy[i], params);
    else
        for (int i = 0; i < row.count; ++i)
            values[i] = colour_count<false>(n[i], s.zx[i], s.zy[i], params);
}

// What follows is split where a limit is put on a number: a compiler that sees the limit's constant
// go on makes a branch of it, and no vectors.

/// Those of pixel_gradient.
struct RowGradient {
    float x[kTileSide], y[kTileSide];
};
template <class Real>
FATHOM_INLINE void find_gradient(const SampleRow<Real> &row, ColourParams params,
                                 RowGradient &gradient) noexcept {
    const Real *gx = row.planes.gx;
    const Real *gy = row.planes.gy;
    if (params.stretched) {
        for (int i = 0; i < row.count; ++i)
            gradient.x[i] = gradient_along(gx[i], gy[i], params.right_re, params.right_im);
        for (int i = 0; i < row.count; ++i)
            gradient.y[i] = gradient_along(gx[i], gy[i], params.up_re, params.up_im);
        return;
    }
    for (int i = 0; i < row.count; ++i)
        gradient.x[i] = for_a_pixel(gx[i], params);
    for (int i = 0; i < row.count; ++i)
        gradient.y[i] = for_a_pixel(gy[i], params);
}

template <class Real, class Distance>
FATHOM_INLINE void find_distances(const SampleRow<Real> &row, ColourParams params,
                                  Distance *distances) noexcept {
    RowGradient gradient;
    find_gradient(row, params, gradient);
    for (int i = 0; i < row.count; ++i)
        distances[i] = pixel_distance(log_size(row.planes.zx[i], row.planes.zy[i]), gradient.x[i],
                                      gradient.y[i]);
}

/// The numbers of a base, from kFirst on; those that look at several planes in steps of their own.
template <std::size_t kFirst = 0, class Real>
FATHOM_INLINE void find_base(const SampleRow<Real> &row, ColourParams params,
                             double *values) noexcept {
    constexpr auto kBase = ColourBase(kFirst);
    if constexpr (kFirst + 1 < kColourBaseCount)
        if (params.base != kBase)
            return find_base<kFirst + 1>(row, params, values);
    if constexpr (kBase == ColourBase::smooth)
        find_smooth(row, params, values);
    else if constexpr (kBase == ColourBase::bands)
        find_bands(row, values);
    else if constexpr (kBase == ColourBase::distance)
        find_distances(row, params, values);
    else
        find_values<kBase>(row, params, values);
}

/// rank_share of places.
FATHOM_INLINE void rank_shares(double *places, int count, ColourParams params) noexcept {
    std::int32_t bins[kTileSide];
    for (int i = 0; i < count; ++i) {
        places[i] = within_ranks(places[i]);
        bins[i] = rank_bin(places[i]);
    }
    struct Edges {
        float low, high;
    };
    Edges edges[kTileSide];
#pragma GCC unroll 8
    for (int i = 0; i < count; ++i)
        std::memcpy(&edges[i], params.ranks + bins[i], sizeof edges[i]);
    for (int i = 0; i < count; ++i)
        places[i] = share_between(edges[i].low, edges[i].high, places[i], bins[i]);
}

template <ColourMapping kMapping>
FATHOM_INLINE void map_by(double *values, int count, ColourParams params) noexcept {
    if constexpr (kMapping == ColourMapping::rank) {
        for (int i = 0; i < count; ++i)
            values[i] = rank_place(not_negative(values[i]), params);
        rank_shares(values, count, params);
    } else {
        for (int i = 0; i < count; ++i)
            values[i] = mapped_value<kMapping>(not_negative(values[i]), params);
    }
}

FATHOM_INLINE void map_values(double *values, int count, ColourParams params) noexcept {
    switch (params.mapping) {
    case ColourMapping::linear:
        return;
    case ColourMapping::square_root:
        return map_by<ColourMapping::square_root>(values, count, params);
    case ColourMapping::cube_root:
        return map_by<ColourMapping::cube_root>(values, count, params);
    case ColourMapping::logarithm:
        return map_by<ColourMapping::logarithm>(values, count, params);
    case ColourMapping::rank:
        return map_by<ColourMapping::rank>(values, count, params);
    }
}

/// The phases of a row's samples, which of them have escaped, and which have light, being escaped
/// or interior that is shown so; none beyond the row.
struct PhaseRow {
    double phases[kTileSide];
    std::uint32_t escaped[kTileSide]; ///< 1 or 0
    std::uint32_t lit[kTileSide];     ///< 1 or 0
};

template <class Real>
FATHOM_INLINE void find_phases(const SampleRow<Real> &row, ColourParams params,
                               PhaseRow &found) noexcept {
    find_base(row, params, found.phases);
    map_values(found.phases, row.count, params);
    for (int i = 0; i < row.count; ++i)
        found.phases[i] = phase_of(found.phases[i], params);
    find_escaped(row, found.escaped);
    const std::uint32_t shown = shows_interior(params) ? 1 : 0;
    for (int i = 0; i < row.count; ++i)
        found.lit[i] = found.escaped[i] | shown;
    for (int i = row.count; i < kTileSide; ++i) {
        found.phases[i] = 0;
        found.escaped[i] = 0;
        found.lit[i] = 0;
    }
}

} // namespace fathom::kernels
