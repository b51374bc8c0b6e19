#pragma once
#include "kernels/base/elementary.h"
#include "kernels/base/sample.h"
#include "kernels/base/scalar_ops.h"
#include "kernels/colour/colour_scheme.h"
#include "kernels/colour/fine_colour.h"
#include "kernels/formulas/mandelbrot_step-inl.h"

// From a finished sample to the number that its place in the palette is made from. Everything here
// is IEEE operations on one sample, so that the plain loop, vector loops and CUDA agree in every
// byte.

namespace fathom::kernels {

/// Words of a place in the filter's sums: with four, one load has all channels.
inline constexpr int kSumWords = 4;

/// Intervals of a table of ranks, see rank_share.
inline constexpr int kRankBins = 16384;

/// What the colour pass writes.
enum class ColourWords : std::uint8_t {
    nearest,  ///< bytes, each made of nothing finer than bytes
    dithered, ///< bytes of fine colours, dithered
    packed    ///< fine colours that whoever reads them mixes and dithers: see kernels::packed
};

/// What the colour pass needs besides the samples. `lut` and `ranks` are memory of whoever runs the
/// pass (host or device). Colours are bytes R, G, B, A in memory, that is 0xAABBGGRR as a
/// little-endian word.
struct ColourParams {
    const std::uint32_t *lut = nullptr;
    std::int32_t lut_size = 0; ///< at most 2^24
    std::uint32_t interior = 0xff000000U;
    ColourBase base = ColourBase::smooth;
    ColourMapping mapping = ColourMapping::linear;
    ColourShade shade = ColourShade::none;
    InteriorColour interior_colour = InteriorColour::flat;
    ColourFilter filter = ColourFilter::none;
    ColourWords words = ColourWords::nearest;
    std::int32_t left = 0, top = 0;  ///< pixel (0, 0)'s place in the whole picture, for dithering
    double density = 0;              ///< palette cycles for each 1 of the mapped number
    double offset = 0;               ///< palette cycles
    float inverse_log2_bailout2 = 0; ///< 1 / log2(bailout^2)
    float inverse_log2_power = 1;    ///< 1 / log2(p) of a formula that begins with z^p
    double spacing = 1; ///< between the centres of neighbouring pixels; the square root of a
                        ///< pixel's area where it is no square
    /// A pixel is no square: gradients are then those on the screen, to the right and upwards, and
    /// found with what a pixel that way is in the plane.
    bool stretched = false;
    double right_re = 1, right_im = 0, up_re = 0, up_im = 1;
    float light_x = 1, light_y = 0; ///< unit vector to where the light is: in the plane, where
                                    ///< `stretched` on the screen
    float light_height = 0;         ///< at least 0
    float shade_strength = 0;       ///< 0 to 1
    const float *ranks = nullptr;   ///< kRankBins + 1 values, see rank_share
    double rank_low = 0;            ///< rank_position of the first
    double rank_scale = 0;          ///< bins for each 1 of rank_position
    /// For the filter: of the places 0 to 2 lut_size, round the end, the sums of red, of green and
    /// of blue light of the entries before them, modulo 2^32, 0 to 65535 an entry, and a word that
    /// means nothing; lut_size is then at most kMostFilteredEntries.
    const std::uint32_t *sums = nullptr;
    float interior_light[3] = {}; ///< of the flat colour's red, green and blue, 0 to 65535
    /// Of each entry red, green and blue by fine_entry, unless the words are the nearest ones;
    /// lut_size is then at most kMostFilteredEntries.
    const std::uint32_t *fine = nullptr;
    double turn = 0;         ///< phases that far apart are the same place of the base; 0: none are
    double inverse_turn = 0; ///< 1 / turn, or 0
};

/// True if colours are made from n and z alone, as colour_of(n, x, y, params) makes them.
FATHOM_INLINE bool is_plain(const ColourParams &params) noexcept {
    return (params.base == ColourBase::smooth || params.base == ColourBase::bands) &&
           params.mapping == ColourMapping::linear && params.shade == ColourShade::none &&
           params.interior_colour == InteriorColour::flat && params.filter == ColourFilter::none &&
           params.words == ColourWords::nearest;
}

/// The parameters for what these planes hold: what would need a plane or table that is null becomes
/// smooth, linear, without a shade, flat, not filtered, not dithered.
template <class Real>
FATHOM_INLINE ColourParams possible(ColourParams params,
                                    const SamplePlanes<Real> &planes) noexcept {
    const bool gradient = planes.gx != nullptr && planes.gy != nullptr;
    const bool atom = planes.atom != nullptr;
    const ColourNeeds needs = needs_of(params.base);
    if ((needs.gradient && !gradient) || (needs.trap && planes.trap == nullptr) ||
        (needs.atom && !atom))
        params.base = ColourBase::smooth;
    if (params.mapping == ColourMapping::rank && params.ranks == nullptr)
        params.mapping = ColourMapping::linear;
    if (!gradient)
        params.shade = ColourShade::none;
    if (!atom || (params.interior_colour == InteriorColour::distance && !gradient))
        params.interior_colour = InteriorColour::flat;
    if (params.sums == nullptr)
        params.filter = ColourFilter::none;
    if (params.fine == nullptr)
        params.words = ColourWords::nearest;
    return params;
}

/// A sample in its planes, each value read when it is asked for.
template <class Real> struct PlaneSample {
    const SamplePlanes<Real> &planes;
    std::size_t at;
    FATHOM_INLINE std::uint64_t n() const noexcept { return index_at(planes, at); }
    FATHOM_INLINE Real zx() const noexcept { return planes.zx[at]; }
    FATHOM_INLINE Real zy() const noexcept { return planes.zy[at]; }
    FATHOM_INLINE Real gx() const noexcept { return planes.gx[at]; }
    FATHOM_INLINE Real gy() const noexcept { return planes.gy[at]; }
    FATHOM_INLINE Real trap() const noexcept { return planes.trap[at]; }
    FATHOM_INLINE std::uint32_t atom() const noexcept { return planes.atom[at]; }
};

/// 1 / log2(bailout^2), as escape_fraction takes it.
FATHOM_INLINE double inverse_log2_squared(double bailout) noexcept {
    return 1.0 / log2_positive(bailout * bailout);
}

/// What a smooth escape count of z^2 + c lacks to n + 1: log2(log|z_n| / log(bailout)), from
/// norm = |z_n|^2, in float or double. In [0, 1] but for small bailouts. (F. Garcia et al.,
/// "Coloring dynamical systems in the complex plane", section 3.) A formula that begins with z^p
/// needs the logarithm to the base p.
template <class Real>
FATHOM_INLINE Real escape_fraction(Real norm, Real inverse_log2_bailout2) noexcept {
    return log2_positive(log2_positive(norm) * inverse_log2_bailout2);
}

/// Smooth (fractional) escape count n + 1 - escape_fraction of a sample that escaped, as people
/// read it: continuous across the bands of equal n.
struct SmoothScale {
    double inverse_log2_bailout2 = 0; ///< as in ColourParams
    double inverse_log2_power = 1;
};
FATHOM_INLINE double smooth_count(std::uint64_t n, double x, double y, SmoothScale scale) noexcept {
    const double fraction = escape_fraction(::fma(x, x, y * y), scale.inverse_log2_bailout2);
    return (to_double(n) + 1.0) - fraction * scale.inverse_log2_power;
}

/// The smooth count for colours. The fraction is made in float, within 5e-7 of the exact one:
/// colours show no more, and GPUs and vector units are far quicker with it. What must stay exact
/// for large n is in double. `kPower2`: the formula begins with z^2, so that |z|^2 is at most the
/// bailout's fourth power and a bit, which float can hold; otherwise the exponent may need a
/// double's range.
template <bool kPower2, class Real>
FATHOM_INLINE double colour_count(std::uint64_t n, Real x, Real y,
                                  const ColourParams &params) noexcept {
    float fraction = 0;
    if constexpr (kPower2) {
        const auto norm = static_cast<float>(scalar::norm<ScalarOps<Real>>(x, y));
        fraction = escape_fraction(norm, params.inverse_log2_bailout2);
    } else {
        const auto norm = scalar::norm<ScalarOps<double>, double>(x, y);
        fraction = log2_positive(log2_of_double(norm) * params.inverse_log2_bailout2) *
                   params.inverse_log2_power;
    }
    return (to_double(n) + 1.0) - fraction;
}
template <class Real>
FATHOM_INLINE double colour_count(std::uint64_t n, Real x, Real y,
                                  const ColourParams &params) noexcept {
    return params.inverse_log2_power == 1.0F ? colour_count<true>(n, x, y, params)
                                             : colour_count<false>(n, x, y, params);
}

/// The largest size of what is measured in pixels or in the plane: finite even when squared.
inline constexpr double kMostMeasure = 1e18;

/// The value in float, within kMostMeasure either way.
FATHOM_INLINE float limited(double value) noexcept {
    const double size = ::fabs(value);
    return static_cast<float>(::copysign(size < kMostMeasure ? size : kMostMeasure, value));
}

/// A part of the gradient of ln|z_n|, for each pixel's width instead of each 1 in the plane.
template <class Real>
FATHOM_INLINE float for_a_pixel(Real gradient, const ColourParams &params) noexcept {
    return limited(gradient * params.spacing);
}

/// The gradient's part in a direction of the screen, for each pixel; one pixel that way is (re, im)
/// in the plane.
FATHOM_INLINE float gradient_along(double gx, double gy, double re, double im) noexcept {
    return limited(::fma(gx, re, gy * im));
}

/// The gradient of ln|z_n| for each pixel, in the plane's directions; where params.stretched, those
/// of the screen.
struct PixelGradient {
    float x, y;
};
template <class Real>
FATHOM_INLINE PixelGradient pixel_gradient(const PlaneSample<Real> &sample,
                                           const ColourParams &params) noexcept {
    const Real gx = sample.gx(), gy = sample.gy();
    if (params.stretched)
        return {gradient_along(gx, gy, params.right_re, params.right_im),
                gradient_along(gx, gy, params.up_re, params.up_im)};
    return {for_a_pixel(gx, params), for_a_pixel(gy, params)};
}

/// ln|z| in float, at least for |z| > 1.
template <class Real> FATHOM_INLINE float log_size(Real x, Real y) noexcept {
    constexpr float kHalfLn2 = 0.346573590F;
    return log2_of_double(scalar::norm<ScalarOps<double>, double>(x, y)) * kHalfLn2;
}

/// The estimated distance of an escaped sample to the set, in pixels, from 0 to 1e21: b = ln|z_n| /
/// |gradient of ln|z_n||, that is |z| ln|z| / |dz|; gx, gy as pixel_gradient gives them. The true
/// one is between b / 2 and 2 b where the set is connected (J. Milnor, "Dynamics in One Complex
/// Variable", appendix G, whose bounds hold near the set); b is the middle of the two, half of the
/// estimate 2 |z| ln|z| / |dz| that H.-O. Peitgen and D. Saupe ("The Science of Fractal Images",
/// 1988, appendix D) draw.
FATHOM_INLINE float pixel_distance(float log_size, float gx, float gy) noexcept {
    constexpr float kTiny = 1e-36F; // no pixel is that flat: keeps the distance finite
    return log_size / ::sqrtf(::fmaf(gx, gx, ::fmaf(gy, gy, kTiny)));
}
template <class Real>
FATHOM_INLINE float pixel_distance(const PlaneSample<Real> &sample,
                                   const ColourParams &params) noexcept {
    const PixelGradient gradient = pixel_gradient(sample, params);
    return pixel_distance(log_size(sample.zx(), sample.zy()), gradient.x, gradient.y);
}

/// The number that an escaped sample's colour is made from; `kBase` has to be params.base, what it
/// needs present. Finite for any sample.
template <ColourBase kBase, class Real>
FATHOM_INLINE double base_value(const PlaneSample<Real> &sample,
                                const ColourParams &params) noexcept {
    if constexpr (kBase == ColourBase::smooth) {
        return colour_count(sample.n(), sample.zx(), sample.zy(), params);
    } else if constexpr (kBase == ColourBase::bands) {
        return to_double(sample.n());
    } else if constexpr (kBase == ColourBase::distance) {
        return pixel_distance(sample, params);
    } else if constexpr (kBase == ColourBase::angle) {
        return turns(sample.zx(), sample.zy());
    } else if constexpr (kBase == ColourBase::trap) {
        return sample.trap() < kMostMeasure ? sample.trap() : kMostMeasure;
    } else {
        static_assert(kBase == ColourBase::atom, "a base without its arithmetic");
        return to_double(sample.atom());
    }
}

/// Likewise, of any base (from kFirst on).
template <std::size_t kFirst = 0, class Real>
FATHOM_INLINE double any_base_value(const PlaneSample<Real> &sample,
                                    const ColourParams &params) noexcept {
    if constexpr (kFirst + 1 < kColourBaseCount)
        if (params.base != ColourBase(kFirst))
            return any_base_value<kFirst + 1>(sample, params);
    return base_value<ColourBase(kFirst)>(sample, params);
}

/// What all mappings but the linear one begin with.
FATHOM_INLINE double not_negative(double value) noexcept {
    return value > 0 ? value : 0.0;
}

/// Where a table of ranks has a value that is not negative: ln(1 + value), because counts and
/// distances spread over many orders of magnitude.
FATHOM_INLINE double rank_position(double value) noexcept {
    constexpr double kLn2 = 0.69314718055994531;
    return log2_positive(1.0 + value) * kLn2;
}

/// Its place among the bins of the table, which may lie outside of it.
FATHOM_INLINE double rank_place(double value, const ColourParams &params) noexcept {
    return (rank_position(value) - params.rank_low) * params.rank_scale;
}

/// The nearest place that the table has, 0 to kRankBins, and the bin that it lies in.
FATHOM_INLINE double within_ranks(double place) noexcept {
    const double above = not_negative(place);
    return above < kRankBins ? above : double(kRankBins);
}
FATHOM_INLINE std::int32_t rank_bin(double within) noexcept {
    return static_cast<std::int32_t>(within < kRankBins - 1 ? within : kRankBins - 1);
}

/// The share of the samples below a place in that bin, of which the shares at both edges are given:
/// between them in proportion.
FATHOM_INLINE float share_between(float low, float high, double within, std::int32_t bin) noexcept {
    return ::fmaf(high - low, static_cast<float>(within - bin), low);
}

/// The share of the samples below a place, 0 to 1.
FATHOM_INLINE double rank_share(double place, const ColourParams &params) noexcept {
    const double within = within_ranks(place);
    const std::int32_t bin = rank_bin(within);
    return share_between(params.ranks[bin], params.ranks[bin + 1], within, bin);
}

/// What the mapping makes of a base value that is not negative; `kMapping` has to be
/// params.mapping. The logarithm is ln(1 + value).
template <ColourMapping kMapping>
FATHOM_INLINE double mapped_value(double value, const ColourParams &params) noexcept {
    static_assert(kMapping != ColourMapping::linear);
    if constexpr (kMapping == ColourMapping::square_root) {
        return ::sqrt(value);
    } else if constexpr (kMapping == ColourMapping::cube_root) {
        constexpr double kLeast = 1e-60; // shows nowhere, and spares cube_root 0
        return cube_root(value + kLeast);
    } else if constexpr (kMapping == ColourMapping::logarithm) {
        return rank_position(value);
    } else {
        return rank_share(rank_place(value, params), params);
    }
}

/// Likewise, of any mapping; all but the linear one take numbers below 0 for 0.
FATHOM_INLINE double mapped_value(double value, const ColourParams &params) noexcept {
    switch (params.mapping) {
    case ColourMapping::square_root:
        return mapped_value<ColourMapping::square_root>(not_negative(value), params);
    case ColourMapping::cube_root:
        return mapped_value<ColourMapping::cube_root>(not_negative(value), params);
    case ColourMapping::logarithm:
        return mapped_value<ColourMapping::logarithm>(not_negative(value), params);
    case ColourMapping::rank:
        return mapped_value<ColourMapping::rank>(not_negative(value), params);
    case ColourMapping::linear:
        break;
    }
    return value;
}

/// The phase of a mapped value.
FATHOM_INLINE double phase_of(double value, const ColourParams &params) noexcept {
    return ::fma(value, params.density, params.offset);
}

/// Most entries of a palette that is filtered, whose sums would not fit 32 bits otherwise, or
/// dithered, whose places would not.
inline constexpr int kMostFilteredEntries = 1 << 15;

/// Entry of the palette at a phase, in cycles; any finite number.
FATHOM_INLINE std::uint32_t entry_at(double phase, const ColourParams &params) noexcept {
    phase -= ::floor(phase);
    // Through a signed integer, which all vector units convert to; a phase that rounded up to 1 is
    // the last entry.
    const auto index = static_cast<std::int32_t>(phase * params.lut_size);
    return static_cast<std::uint32_t>(index < params.lut_size ? index : params.lut_size - 1);
}

/// The same place in parts of an entry, kFineLevels to each.
FATHOM_INLINE std::uint32_t fine_place(double phase, const ColourParams &params) noexcept {
    phase -= ::floor(phase);
    const auto place = static_cast<std::int32_t>(phase * params.lut_size * kFineLevels);
    const std::int32_t most = params.lut_size * kFineLevels - 1;
    return static_cast<std::uint32_t>(place < most ? place : most);
}

/// A colour of the passes below is either a word 0xAABBGGRR or a FineColour. The palette's at a
/// phase: its entry, or what lies between that and the next.
template <class Colour>
FATHOM_INLINE Colour palette_at(double phase, const ColourParams &params) noexcept;
template <>
FATHOM_INLINE std::uint32_t palette_at(double phase, const ColourParams &params) noexcept {
    return params.lut[entry_at(phase, params)];
}
/// A channel (0 red, 1 green, 2 blue) of the colour at such a place.
FATHOM_INLINE std::uint32_t fine_at(int channel, std::uint32_t place,
                                    const ColourParams &params) noexcept {
    return fine_level(params.fine[3 * (place / kFineLevels) + channel],
                      static_cast<std::int32_t>(place % kFineLevels));
}
template <> FATHOM_INLINE FineColour palette_at(double phase, const ColourParams &params) noexcept {
    const std::uint32_t place = fine_place(phase, params);
    return {{fine_at(0, place, params), fine_at(1, place, params), fine_at(2, place, params)}};
}

/// A colour given as bytes.
template <class Colour> FATHOM_INLINE Colour of_bytes(std::uint32_t colour) noexcept;
template <> FATHOM_INLINE std::uint32_t of_bytes(std::uint32_t colour) noexcept {
    return colour;
}
template <> FATHOM_INLINE FineColour of_bytes(std::uint32_t colour) noexcept {
    return {{(colour & 255U) << 8, (colour >> 8 & 255U) << 8, (colour >> 16 & 255U) << 8}};
}

/// The word for pixel (x, y) of what the parameters' planes show.
FATHOM_INLINE std::uint32_t word_of(std::uint32_t colour, std::int32_t, std::int32_t,
                                    const ColourParams &) noexcept {
    return colour;
}
FATHOM_INLINE std::uint32_t word_of(const FineColour &colour, std::int32_t x, std::int32_t y,
                                    const ColourParams &params) noexcept {
    if (params.words == ColourWords::packed)
        return packed(colour);
    return dithered(colour, dither_threshold(params.left + x, params.top + y));
}

} // namespace fathom::kernels
