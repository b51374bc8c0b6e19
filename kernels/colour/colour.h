#pragma once
#include "kernels/colour/colour_filter.h"

namespace fathom::kernels {

/// Coarsest lattice of a progressive picture: its first pass computes every 8th pixel of every 8th
/// row.
inline constexpr int kCoarsestStride = 8;

/// Entry of the palette for a mapped value.
FATHOM_INLINE std::uint32_t palette_index(double value, const ColourParams &params) noexcept {
    return entry_at(phase_of(value, params), params);
}

/// Colour of one finished sample where is_plain(params).
template <class Real>
FATHOM_INLINE std::uint32_t colour_of(std::uint64_t n, Real x, Real y,
                                      const ColourParams &params) noexcept {
    if (n == kInterior)
        return params.interior;
    const double value =
        params.base == ColourBase::bands ? to_double(n) : colour_count(n, x, y, params);
    return params.lut[palette_index(value, params)];
}

/// The factor of shaded for a light of 0 to 1, or a rounding above, that is to work at the
/// parameters' strength: 0 to 65536.
FATHOM_INLINE std::uint32_t shade_factor(float light, const ColourParams &params) noexcept {
    const float weakened = ::fmaf(params.shade_strength, light - 1.0F, 1.0F);
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(weakened * 65536.0F));
}

/// The colour with each channel times factor / 65536 (at most 1), rounded to its own unit; alpha
/// stays.
FATHOM_INLINE std::uint32_t shaded(std::uint32_t colour, std::uint32_t factor) noexcept {
    const std::uint32_t red = ((colour & 255U) * factor + 32768U) >> 16;
    const std::uint32_t green = ((colour >> 8 & 255U) * factor + 32768U) >> 16;
    const std::uint32_t blue = ((colour >> 16 & 255U) * factor + 32768U) >> 16;
    return (colour & 0xff000000U) | blue << 16 | green << 8 | red;
}

FATHOM_INLINE FineColour shaded(const FineColour &colour, std::uint32_t factor) noexcept {
    return {{(colour.levels[0] * factor + 32768U) >> 16, (colour.levels[1] * factor + 32768U) >> 16,
             (colour.levels[2] * factor + 32768U) >> 16}};
}

/// How much light falls on the surface of equal escape, 0 to 1: (u . l + h) / (1 + h) with u the
/// gradient's direction (away from the set), l the direction of the light and h its height, so that
/// 1 is a slope that faces it and a negative number is dark (A. Cheritat, "Techniques for computer
/// generated pictures in complex dynamics", normal map effect). A surface without a slope counts as
/// u = 0. gx, gy: as pixel_gradient gives them.
FATHOM_INLINE float slope_light(float gx, float gy, const ColourParams &params) noexcept {
    constexpr float kTiny = 1e-36F; // keeps 0 / 0 away
    const float along = ::fmaf(gx, params.light_x, gy * params.light_y);
    const float facing = along / ::sqrtf(::fmaf(gx, gx, ::fmaf(gy, gy, kTiny)));
    const float light = (facing + params.light_height) / (1.0F + params.light_height);
    return light > 0.0F ? light : 0.0F;
}

/// Darkness towards a boundary that is `distance` pixels away: 0 there, a half at `half` pixels, 1
/// far away.
FATHOM_INLINE float distance_light(float distance, float half) noexcept {
    return distance / (distance + half);
}
inline constexpr float kExteriorHalf = 1;
inline constexpr float kInteriorHalf = 16;

/// The light on an escaped sample; `kShade` has to be params.shade, the gradient present.
template <ColourShade kShade, class Real>
FATHOM_INLINE float light_on(const PlaneSample<Real> &sample, const ColourParams &params) noexcept {
    if constexpr (kShade == ColourShade::slope) {
        const PixelGradient gradient = pixel_gradient(sample, params);
        return slope_light(gradient.x, gradient.y, params);
    } else {
        return distance_light(pixel_distance(sample, params), kExteriorHalf);
    }
}

/// The colour of an interior sample.
///   period    the palette's at offset + period / golden ratio, so that small periods lie far apart
///             and density does not matter
///   distance  the interior colour, or where that is black the period's, darkened towards the
///             boundary
/// Flat where period or distance are not known. What is one colour for many pixels is made of
/// bytes, which nothing dithers.
template <class Colour, class Real>
FATHOM_INLINE Colour interior_of(const PlaneSample<Real> &sample,
                                 const ColourParams &params) noexcept {
    const auto flat = of_bytes<Colour>(params.interior);
    if (params.interior_colour == InteriorColour::flat)
        return flat;
    constexpr double kGolden = 0.61803398874989485;
    const std::uint32_t period = sample.atom();
    const double phase = ::fma(to_double(period), kGolden, params.offset);
    const auto of_period =
        period == 0 ? flat : of_bytes<Colour>(params.lut[entry_at(phase, params)]);
    if (params.interior_colour == InteriorColour::period)
        return of_period;
    if (!(sample.gx() > 0))
        return flat;
    const float distance = limited(sample.gx() / params.spacing);
    const bool black = (params.interior & 0x00ffffffU) == 0;
    const float light = distance_light(distance, kInteriorHalf);
    return shaded(black ? of_period : flat,
                  static_cast<std::uint32_t>(static_cast<std::int32_t>(light * 65536.0F)));
}

/// The colour with the shade of the escaped sample over it.
template <class Colour, class Real>
FATHOM_INLINE Colour with_shade(const Colour &colour, const PlaneSample<Real> &sample,
                                const ColourParams &params) noexcept {
    switch (params.shade) {
    case ColourShade::slope:
        return shaded(colour, shade_factor(light_on<ColourShade::slope>(sample, params), params));
    case ColourShade::distance:
        return shaded(colour,
                      shade_factor(light_on<ColourShade::distance>(sample, params), params));
    case ColourShade::none:
        break;
    }
    return colour;
}

/// The phase of an escaped sample, in any scheme that is possible.
template <class Real>
FATHOM_INLINE double phase_of(const PlaneSample<Real> &sample,
                              const ColourParams &params) noexcept {
    return phase_of(mapped_value(any_base_value(sample, params), params), params);
}

/// The phases around the escaped sample (x, y), a known one of the lattice of `stride`. Where
/// nothing of its block is known yet, those of its block on a coarser lattice, whose pixels it
/// still stands for; in a complete picture the block is that of its neighbours.
template <class Real>
FATHOM_INLINE BlockPhases block_of(const SamplePlanes<Real> &planes, int x, int y, int stride,
                                   const ColourParams &params) noexcept {
    const auto place = [&](int column, int row) {
        return static_cast<std::size_t>(row) * planes.width + column;
    };
    BlockPhases block;
    block.own = phase_of(PlaneSample<Real>{planes, place(x, y)}, params);
    for (int side = stride;; side *= 2) {
        double phases[4] = {};
        bool escaped[4] = {}, inside[4] = {};
        bool known = false, awaited = false;
        for (int other = 1; other < 4; ++other) {
            const int column = x ^ ((other & 1) != 0 ? side : 0);
            const int row = y ^ ((other & 2) != 0 ? side : 0);
            if (column >= planes.width || row >= planes.height)
                continue;
            const std::size_t at = place(column, row);
            const bool pending = is_pending(planes, at);
            awaited = awaited || pending;
            known = known || !pending;
            escaped[other] = !pending && index_at(planes, at) != kInterior;
            inside[other] = !pending && !escaped[other] && shows_interior(params);
            if (escaped[other])
                phases[other] = phase_of(PlaneSample<Real>{planes, at}, params);
        }
        const bool coarser = side < kCoarsestStride && ((x | y) & (2 * side - 1)) == 0;
        if (awaited && !known && coarser)
            continue;
        block.beside = phases[1];
        block.below = phases[2];
        block.across = phases[3];
        block.has_beside = escaped[1];
        block.has_below = escaped[2];
        block.has_across = escaped[3];
        block.inside_beside = inside[1];
        block.inside_below = inside[2];
        block.inside_across = inside[3];
        return block;
    }
}

/// The colour of a known sample where it stands for an unknown one beside it: alpha 127.
FATHOM_INLINE std::uint32_t as_coarse(std::uint32_t colour) noexcept {
    return (colour & 0x00ffffffU) | 0x7f000000U;
}

/// Colour of pixel (x, y) of a picture that may still be in progress. Finished pixels are opaque
/// (alpha 255); a pixel not known yet takes the colour of the nearest known one of a coarser
/// lattice with alpha 127, and where none is known it is 0. `finest` is the finest lattice whose
/// samples may be read: 1, 2, 4 or 8. `colour` is called with a finished sample's place in the
/// planes, its column and row, and a lattice that it lies on.
template <class Real, class Colour>
FATHOM_INLINE std::uint32_t lattice_pixel(const SamplePlanes<Real> &planes, int x, int y,
                                          int finest, const Colour &colour) noexcept {
    for (int stride = finest; stride <= kCoarsestStride; stride *= 2) {
        const int sx = x & ~(stride - 1);
        const int sy = y & ~(stride - 1);
        const std::size_t at = static_cast<std::size_t>(sy) * planes.width + sx;
        if (is_pending(planes, at))
            continue;
        const std::uint32_t known = colour(at, sx, sy, stride);
        return sx == x && sy == y ? known : as_coarse(known);
    }
    return 0;
}

/// lattice_pixel where is_plain(params).
template <class Real>
FATHOM_INLINE std::uint32_t plain_colour_pixel(const SamplePlanes<Real> &planes, int x, int y,
                                               int finest, const ColourParams &params) noexcept {
    return lattice_pixel(planes, x, y, finest, [&](std::size_t at, int, int, int) {
        return colour_of(index_at(planes, at), planes.zx[at], planes.zy[at], params);
    });
}

/// Colour of the finished sample at (x, y), a known one of the lattice of `stride`, in any scheme
/// that is possible.
template <class Colour, class Real>
FATHOM_INLINE Colour colour_at(const SamplePlanes<Real> &planes, int x, int y, int stride,
                               const ColourParams &params) noexcept {
    const PlaneSample<Real> sample{planes, static_cast<std::size_t>(y) * planes.width + x};
    if (sample.n() == kInterior)
        return interior_of<Colour>(sample, params);
    if (params.filter == ColourFilter::none)
        return with_shade(palette_at<Colour>(phase_of(sample, params), params), sample, params);
    return with_shade(filtered<Colour>(block_of(planes, x, y, stride, params), params), sample,
                      params);
}

/// lattice_pixel in any scheme; what the planes do not hold is done without, see possible.
template <class Real>
FATHOM_INLINE std::uint32_t colour_pixel(const SamplePlanes<Real> &planes, int x, int y, int finest,
                                         const ColourParams &params) noexcept {
    const ColourParams able = possible(params, planes);
    return lattice_pixel(
        planes, x, y, finest, [&](std::size_t, int column, int row, int stride) -> std::uint32_t {
            if (able.words == ColourWords::nearest)
                return colour_at<std::uint32_t>(planes, column, row, stride, able);
            return word_of(colour_at<FineColour>(planes, column, row, stride, able), column, row,
                           able);
        });
}

} // namespace fathom::kernels
