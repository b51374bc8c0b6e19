#include "kernels/colour/colour_rows.h"

#include "kernels/base/cpu_features.h"
#include "kernels/colour/filter_rows.h"

#include <algorithm>

namespace fathom::kernels {
namespace {

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
    move(planes.n);
    move(planes.zx);
    move(planes.zy);
    move(planes.gx);
    move(planes.gy);
    move(planes.trap);
    move(planes.atom);
    move(planes.n_high);
    return planes;
}

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

template <ColourMapping kMapping>
FATHOM_INLINE void map_by(double *values, int count, ColourParams params) noexcept {
    for (int i = 0; i < count; ++i)
        values[i] = not_negative(values[i]);
    if constexpr (kMapping == ColourMapping::rank) {
        for (int i = 0; i < count; ++i)
            values[i] = rank_place(values[i], params);
        for (int i = 0; i < count; ++i)
            values[i] = rank_share(values[i], params);
    } else {
        for (int i = 0; i < count; ++i)
            values[i] = mapped_value<kMapping>(values[i], params);
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

template <class Colour, class Real>
FATHOM_INLINE void shade_row(const SampleRow<Real> &row, ColourParams params,
                             ColourRow<Colour> &colours) noexcept {
    float light[kTileSide];
    if (params.shade == ColourShade::slope) {
        RowGradient gradient;
        find_gradient(row, params, gradient);
        for (int i = 0; i < row.count; ++i)
            light[i] = slope_light(gradient.x[i], gradient.y[i], params);
    } else {
        find_distances(row, params, light);
        for (int i = 0; i < row.count; ++i)
            light[i] = distance_light(light[i], kExteriorHalf);
    }
    for (int i = 0; i < row.count; ++i)
        colours.set(i, shaded(colours[i], shade_factor(light[i], params)));
}

/// A row where is_plain(params).
template <class Real>
FATHOM_INLINE void plain_row(const SampleRow<Real> &row, ColourParams params,
                             std::uint32_t *colours) noexcept {
    double values[kTileSide];
    if (params.base == ColourBase::bands)
        find_bands(row, values);
    else
        find_smooth(row, params, values);
    std::uint32_t index[kTileSide];
    for (int i = 0; i < row.count; ++i)
        index[i] = palette_index(values[i], params);
    for (int i = 0; i < row.count; ++i)
        colours[i] = params.lut[index[i]];
    const SamplePlanes<Real> &s = row.planes;
    if (s.n_high == nullptr)
        for (int i = 0; i < row.count; ++i)
            colours[i] = s.n[i] == kInterior ? params.interior : colours[i];
    else
        for (int i = 0; i < row.count; ++i)
            colours[i] = (s.n[i] | s.n_high[i]) == kInterior ? params.interior : colours[i];
}

/// The two rows of a row of blocks; of the last one the second may have no samples.
template <class Real> struct RowPair {
    SampleRow<Real> rows[kFilterBlock];
    std::uint32_t *words[kFilterBlock];
    int x, y;   ///< of the first sample
    int stride; ///< from one sample, and from one row, to the next
};

/// word_of.
FATHOM_INLINE void write_row(const ColourRow<std::uint32_t> &colours, int count, int, int, int,
                             ColourParams, std::uint32_t *words) noexcept {
    std::copy_n(colours.words, count, words);
}
FATHOM_INLINE void write_row(const ColourRow<FineColour> &colours, int count, int x, int y,
                             int stride, ColourParams params, std::uint32_t *words) noexcept {
    if (params.words == ColourWords::packed) {
        for (int i = 0; i < count; ++i)
            words[i] = packed(colours[i]);
        return;
    }
    std::uint32_t thresholds[kTileSide];
    for (int i = 0; i < kDitherSide; ++i)
        thresholds[i] = dither_threshold(params.left + x + i * stride, params.top + y);
    for (int i = kDitherSide; i < kTileSide; ++i)
        thresholds[i] = thresholds[i - kDitherSide];
    for (int i = 0; i < count; ++i)
        words[i] = dithered(colours[i], thresholds[i]);
}

/// Shade and interior over the palette's colours, and words of them; `which` row of the pair.
template <class Colour, class Real>
FATHOM_INLINE void finish_row(const RowPair<Real> &pair, int which, ColourParams params,
                              ColourRow<Colour> &colours) noexcept {
    const SampleRow<Real> &row = pair.rows[which];
    if (params.shade != ColourShade::none)
        shade_row(row, params, colours);
    for (int i = 0; i < row.count; ++i)
        if (index_at(row.planes, static_cast<std::size_t>(i)) == kInterior)
            colours.set(i, interior_of<Colour>(row[i], params));
    write_row(colours, row.count, pair.x, pair.y + which * pair.stride, pair.stride, params,
              pair.words[which]);
}

template <class Colour, class Real>
FATHOM_INLINE void rich_rows(const RowPair<Real> &pair, ColourParams params) noexcept {
    for (int which = 0; which < kFilterBlock; ++which) {
        const SampleRow<Real> &row = pair.rows[which];
        double phases[kTileSide];
        find_base(row, params, phases);
        map_values(phases, row.count, params);
        for (int i = 0; i < row.count; ++i)
            phases[i] = phase_of(phases[i], params);
        ColourRow<Colour> colours;
        find_colours(phases, row.count, params, colours);
        finish_row(pair, which, params, colours);
    }
}

template <class Real>
FATHOM_INLINE void find_phases(const SampleRow<Real> &row, ColourParams params,
                               PhaseRow &found) noexcept {
    find_base(row, params, found.phases);
    map_values(found.phases, row.count, params);
    for (int i = 0; i < row.count; ++i)
        found.phases[i] = phase_of(found.phases[i], params);
    std::uint64_t n[kTileSide];
    find_indices(row, n);
    for (int i = 0; i < row.count; ++i)
        found.escaped[i] = n[i] != kInterior ? 1 : 0;
    for (int i = row.count; i < kTileSide; ++i) {
        found.phases[i] = 0;
        found.escaped[i] = 0;
    }
}

template <class Colour, class Real>
FATHOM_INLINE void filtered_rows(const RowPair<Real> &pair, ColourParams params) noexcept {
    PhaseRow phases[kFilterBlock];
    FilteredRow found[kFilterBlock];
    for (int i = 0; i < kFilterBlock; ++i)
        find_phases(pair.rows[i], params, phases[i]);
    for (int i = 0; i < kFilterBlock; ++i)
        find_ranges(phases[i], phases[1 - i], params, found[i]);
    const bool wide = any_wide(found[0]) || any_wide(found[1]);
    for (int i = 0; wide && i < kFilterBlock; ++i)
        find_light(phases[i], params, found[i]);
    for (int i = 0; i < kFilterBlock; ++i) {
        ColourRow<Colour> colours;
        find_colours(phases[i].phases, kTileSide, params, colours);
        if (wide)
            mix_row(found[i], found[1 - i], colours);
        finish_row(pair, i, params, colours);
    }
}

/// The pass over one rectangle with what its planes can show, two rows at a time.
template <class Real, class Rows>
FATHOM_INLINE void run_finished(const ColourWork<Real> &work, const Rows &colour_rows) noexcept {
    for (int y = work.y0; y < work.y1; y += kFilterBlock) {
        RowPair<Real> pair;
        pair.x = work.x0;
        pair.y = y;
        pair.stride = 1;
        for (int i = 0; i < kFilterBlock; ++i) {
            const bool inside = y + i < work.y1;
            const std::size_t at =
                static_cast<std::size_t>(inside ? y + i : y) * work.planes.width + work.x0;
            pair.rows[i] = {from(work.planes, at), inside ? work.x1 - work.x0 : 0};
            pair.words[i] = work.rgba + at;
        }
        colour_rows(pair);
    }
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
        mine.n = pick(planes.n, n);
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

/// A known sample stands for the unknown ones of its lattice cell, marked by their alpha: the cells
/// of the lattice's row `y` take its samples' colours.
template <class Real>
FATHOM_INLINE void fill_cells(const ColourWork<Real> &work, int y, int count,
                              const std::uint32_t *colours) noexcept {
    const std::size_t first = static_cast<std::size_t>(y) * work.planes.width + work.x0;
    const int rows = std::min(work.finest, work.y1 - y);
    for (int row = 0; row < rows; ++row) {
        std::uint32_t *out = work.rgba + first + static_cast<std::size_t>(row) * work.planes.width;
        for (int i = 0; i < count; ++i) {
            const int columns = std::min(work.finest, work.x1 - work.x0 - i * work.finest);
            std::fill_n(out + i * work.finest, columns, as_coarse(colours[i]));
            if (row == 0)
                out[i * work.finest] = colours[i];
        }
    }
}

template <class Real, class Rows>
FATHOM_INLINE void run_coarse(const ColourWork<Real> &work, const Rows &colour_rows) noexcept {
    std::uint32_t colours[kFilterBlock][kTileSide];
    LatticeRow<Real> lattice[kFilterBlock];
    const int count = (work.x1 - work.x0 + work.finest - 1) / work.finest;
    for (int y = work.y0; y < work.y1; y += kFilterBlock * work.finest) {
        RowPair<Real> pair;
        pair.x = work.x0;
        pair.y = y;
        pair.stride = work.finest;
        for (int i = 0; i < kFilterBlock; ++i) {
            const int row = y + i * work.finest;
            const bool inside = row < work.y1;
            const std::size_t first =
                static_cast<std::size_t>(inside ? row : y) * work.planes.width + work.x0;
            pair.rows[i] = lattice[i].gather(work.planes, first, work.finest, inside ? count : 0);
            pair.words[i] = colours[i];
        }
        colour_rows(pair);
        for (int i = 0; i < kFilterBlock; ++i)
            if (pair.rows[i].count > 0)
                fill_cells(work, y + i * work.finest, count, colours[i]);
    }
}

template <class Real, class Rows>
FATHOM_INLINE void run_rows(const ColourWork<Real> &work, const Rows &colour_rows) noexcept {
    if (work.finest == 1)
        run_finished(work, colour_rows);
    else
        run_coarse(work, colour_rows);
}

template <class Colour, class Real>
FATHOM_INLINE void run_rich(const ColourWork<Real> &work, ColourParams params) noexcept {
    if (params.filter != ColourFilter::none)
        run_rows(
            work, [params](const RowPair<Real> &pair)
                      __attribute__((always_inline)) { filtered_rows<Colour>(pair, params); });
    else
        run_rows(
            work, [params](const RowPair<Real> &pair)
                      __attribute__((always_inline)) { rich_rows<Colour>(pair, params); });
}

template <class Real> FATHOM_INLINE void run(const ColourWork<Real> &work) noexcept {
    const ColourParams params = possible(work.params, work.planes);
    if (params.words != ColourWords::nearest)
        run_rich<FineColour>(work, params);
    else if (!is_plain(params))
        run_rich<std::uint32_t>(work, params);
    else
        run_rows(
            work, [params](const RowPair<Real> &pair) __attribute__((always_inline)) {
                for (int i = 0; i < kFilterBlock; ++i)
                    plain_row(pair.rows[i], params, pair.words[i]);
            });
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
