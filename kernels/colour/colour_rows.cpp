#include "kernels/colour/colour_rows.h"

#include "kernels/base/cpu_features.h"
#include "kernels/colour/filter_rows.h"

#include <algorithm>

namespace fathom::kernels {
namespace {

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

/// The pair's words where is_plain(params).
template <class Real>
FATHOM_INLINE void plain_rows(const RowPair<Real> &pair, ColourParams params) noexcept {
    for (int i = 0; i < kFilterBlock; ++i)
        plain_row(pair.rows[i], params, pair.words[i]);
}

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
    for (int i = 0; i < count; ++i)
        words[i] =
            dithered(colours[i], dither_threshold(params.left + x + i * stride, params.top + y));
}

/// Gives interior samples their colours.
template <class Colour, class Real>
FATHOM_INLINE void colour_interior(const SampleRow<Real> &row, const std::uint32_t *escaped,
                                   ColourParams params, ColourRow<Colour> &colours) noexcept {
    if (params.interior_colour == InteriorColour::flat) {
        const auto flat = of_bytes<Colour>(params.interior);
        for (int i = 0; i < row.count; ++i)
            colours.set(i, escaped[i] != 0 ? colours[i] : flat);
        return;
    }
    for (int i = 0; i < row.count; ++i)
        if (escaped[i] == 0)
            colours.set(i, interior_of<Colour>(row[i], params));
}

/// Of the pair's phases its words.
template <class Colour, class Real>
FATHOM_INLINE void finish_rows(const RowPair<Real> &pair, const PhaseRow *phases,
                               ColourParams params) noexcept {
    FilteredRow found[kFilterBlock];
    const int lanes = lanes_for(std::max(pair.rows[0].count, pair.rows[1].count));
    bool wide =
        params.filter != ColourFilter::none && !is_calm(phases[0], phases[1], lanes, params);
    if (wide) {
        for (int i = 0; i < kFilterBlock; ++i)
            find_ranges(phases[i], phases[1 - i], lanes, params, found[i]);
        wide = any_wide(found[0], lanes) || any_wide(found[1], lanes);
    }
    for (int i = 0; wide && i < kFilterBlock; ++i)
        find_light(phases[i], lanes, params, found[i]);
    for (int i = 0; i < kFilterBlock; ++i) {
        const SampleRow<Real> &row = pair.rows[i];
        ColourRow<Colour> colours;
        find_colours(phases[i].phases, lanes, params, colours);
        if (wide)
            mix_row(found[i], found[1 - i], lanes, colours);
        if (params.shade != ColourShade::none)
            shade_row(row, params, colours);
        colour_interior(row, phases[i].escaped, params, colours);
        write_row(colours, row.count, pair.x, pair.y + i * pair.stride, pair.stride, params,
                  pair.words[i]);
    }
}

/// Whether no sample has escaped.
template <class Real> FATHOM_INLINE bool is_interior(const RowPair<Real> &pair) noexcept {
    std::uint32_t any = kInterior;
    for (const SampleRow<Real> &row : pair.rows)
        for (int i = 0; i < row.count; ++i)
            any |= row.planes.n[i];
    for (const SampleRow<Real> &row : pair.rows)
        for (int i = 0; row.planes.n_high != nullptr && i < row.count; ++i)
            any |= row.planes.n_high[i];
    return any == kInterior;
}

/// Words of interior samples that are all of one colour: what is made of bytes, nothing dithers.
template <class Real>
FATHOM_INLINE void fill_interior(const RowPair<Real> &pair, ColourParams params) noexcept {
    const std::uint32_t word = params.words == ColourWords::nearest
                                   ? params.interior
                                   : word_of(of_bytes<FineColour>(params.interior), 0, 0, params);
    for (int i = 0; i < kFilterBlock; ++i)
        std::fill_n(pair.words[i], pair.rows[i].count, word);
}

template <class Real>
FATHOM_INLINE void rich_rows(const RowPair<Real> &pair, ColourParams params) noexcept {
    if (params.interior_colour == InteriorColour::flat && is_interior(pair))
        return fill_interior(pair, params);
    PhaseRow phases[kFilterBlock];
    for (int i = 0; i < kFilterBlock; ++i)
        find_phases(pair.rows[i], params, phases[i]);
    if (params.words == ColourWords::nearest)
        finish_rows<std::uint32_t>(pair, phases, params);
    else
        finish_rows<FineColour>(pair, phases, params);
}

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

template <class Real> FATHOM_INLINE void run(const ColourWork<Real> &work) noexcept {
    const ColourParams params = possible(work.params, work.planes);
    const bool plain = is_plain(params);
    const int stride = work.finest;
    const int count = (work.x1 - work.x0 + stride - 1) / stride;
    LatticeRow<Real> lattice[kFilterBlock];
    std::uint32_t colours[kFilterBlock][kTileSide];
    for (int y = work.y0; y < work.y1; y += kFilterBlock * stride) {
        RowPair<Real> pair;
        pair.x = work.x0;
        pair.y = y;
        pair.stride = stride;
        for (int i = 0; i < kFilterBlock; ++i) {
            const int row = y + i * stride;
            const bool inside = row < work.y1;
            const std::size_t first =
                static_cast<std::size_t>(inside ? row : y) * work.planes.width + work.x0;
            const int here = inside ? count : 0;
            pair.rows[i] = stride == 1 ? SampleRow<Real>{from(work.planes, first), here}
                                       : lattice[i].gather(work.planes, first, stride, here);
            pair.words[i] = stride == 1 ? work.rgba + first : colours[i];
        }
        if (plain)
            plain_rows(pair, params);
        else
            rich_rows(pair, params);
        for (int i = 0; stride > 1 && i < kFilterBlock; ++i)
            if (pair.rows[i].count > 0)
                fill_cells(work, y + i * stride, count, colours[i]);
    }
}

#if defined(__x86_64__)
#if defined(__clang__)
#define FATHOM_AVX512 "avx512f,avx512bw,avx512dq,avx512vl,fma"
#else
#define FATHOM_AVX512 "avx512f,avx512bw,avx512dq,avx512vl,fma,prefer-vector-width=512"
#endif
template <class Real>
[[gnu::target(FATHOM_AVX512)]] void run_avx512(const ColourWork<Real> &work) noexcept {
    run(work);
}
#endif

template <class Real> void choose(const ColourWork<Real> &work) noexcept {
#if defined(__x86_64__)
    if (cpu_has_avx512())
        return run_avx512(work);
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
