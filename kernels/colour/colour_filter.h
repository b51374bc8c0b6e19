#pragma once
#include "kernels/colour/colour_value.h"

// Band-limited colours: where the phases of neighbouring samples lie far apart, a pixel shows the
// palette's mean over the stretch of phases that it covers, and not one entry out of it. The mean
// is taken from prefix sums (F. C. Crow, "Summed-area tables for texture mapping", 1984, in one
// dimension) of whole numbers, in linear light.

namespace fathom::kernels {

/// Side of the blocks in which samples are neighbours for the filter, which count from the
/// picture's upper left corner: a picture in parts that begin at multiples of it has the colours of
/// the picture in one piece.
inline constexpr int kFilterBlock = 2;

/// The phases (palette cycles) of an escaped sample and of the other three of its block, as far as
/// these are there, finished and escaped; of the others any number.
struct BlockPhases {
    double own = 0;
    double beside = 0; ///< in its row
    double below = 0;  ///< in its column, or above
    double across = 0;
    bool has_beside = false, has_below = false, has_across = false;
    /// Which of these never escape and are shown so, see shows_interior.
    bool inside_beside = false, inside_below = false, inside_across = false;
};

/// Whether samples that never escape all have the flat colour, which the filter takes for light
/// beside that of others.
FATHOM_INLINE bool shows_interior(const ColourParams &params) noexcept {
    return params.interior_colour == InteriorColour::flat;
}

/// How far it is from one phase to another: at most 8 cycles either way, more makes no difference.
/// Bases that are angles go round: see ColourParams::turn.
FATHOM_INLINE float phase_step(double from, double to, const ColourParams &params) noexcept {
    constexpr double kMost = 8;
    const double plain = to - from;
    const double turns = ::floor(::fma(plain, params.inverse_turn, 0.5));
    const double step = ::fma(-params.turn, turns, plain);
    const double above = step > -kMost ? step : -kMost;
    return static_cast<float>(above < kMost ? above : kMost);
}

/// What the filter makes of a sample's block.
struct Footprint {
    float width = 0;  ///< of the stretch around the sample's own phase, cycles
    float mixing = 0; ///< share of the block's mean light in the colour, 0 to 0.65
};

/// What a pixel covers. If phases change evenly, by (x, y) a pixel, those in a pixel have the
/// variance (x^2 + y^2) / 12, that of a stretch as wide as sqrt(x^2 + y^2). Of that a part is
/// taken, and the light of the neighbours, as far as they lie from here, for the rest: where they
/// lie far or change unevenly, as the twist of the four shows, the sample says little of its pixel,
/// and its neighbours' light is as good as its own. What was chosen, and measured with:
/// docs/reference/colours.md.
FATHOM_INLINE Footprint footprint_of(const BlockPhases &block,
                                     const ColourParams &params) noexcept {
    constexpr float kTiny = 1e-36F; // keeps 0 / 0 away
    const float beside = phase_step(block.own, block.beside, params);
    const float below = phase_step(block.own, block.below, params);
    const float across = phase_step(block.own, block.across, params);
    const float x = block.has_beside ? beside : 0.0F;
    const float y = block.has_below ? below : 0.0F;
    const float other_x = across - y;
    const float other_y = across - x;
    const float square = ::fmaf(x, x, y * y);
    const float squares = ::fmaf(other_x, other_x, ::fmaf(other_y, other_y, square));
    const float slope = ::sqrtf(::fmaf(0.5F, squares, kTiny));
    const float twist = 0.5F * ::fabsf(across - x - y) / slope - 0.385F; // at most 0.33
    const bool whole = block.has_beside && block.has_below && block.has_across;
    const float width = ::sqrtf(square);
    const float uneven = whole && twist > 0.0F ? twist : 0.0F;
    const float far = 3.5F * width < 1.0F ? 3.5F * width : 1.0F;
    return {::fmaf(width, ::fmaf(-0.27F, far, 0.63F), 0.375F * uneven * slope),
            ::fmaf(0.48F, far, 0.5F * uneven)};
}

/// Entries of the palette from `first` on, `count` of them, round the end.
struct EntryRange {
    std::int32_t first = 0; ///< 0 to lut_size - 1
    std::int32_t count = 1; ///< 1 to lut_size
};

/// What is narrower (cycles) shows nothing that its middle does not show.
inline constexpr float kLeastStretch = 1.0F / 256;

/// The number, at least 0 and at most `most`.
FATHOM_INLINE float within(float number, float most) noexcept {
    const float positive = number > 0.0F ? number : 0.0F;
    return positive < most ? positive : most;
}

/// The entries that a stretch of that width (cycles, at least 0) covers around a phase (any finite
/// number), less what lies beyond the phases that there are: ranks end at 0 and 1. What is narrower
/// than two entries or kLeastStretch is the phase's own.
FATHOM_INLINE EntryRange entries_of(double phase, float width,
                                    const ColourParams &params) noexcept {
    const bool ranked = params.mapping == ColourMapping::rank;
    const double room_below = ranked ? phase - params.offset : 1.0;
    const double room_above = ranked ? params.offset + params.density - phase : 1.0;
    const auto size = static_cast<float>(params.lut_size);
    const auto centre = static_cast<float>(phase - ::floor(phase));
    const float half = 0.5F * (width < 1.0F ? width : 1.0F);
    const float below = within(static_cast<float>(room_below), half);
    const float above = within(static_cast<float>(room_above), half);
    // Rounded to whole entries, from -1/2 to 3/2 cycles.
    const auto low = static_cast<std::int32_t>(::floorf(::fmaf(centre - below, size, 0.5F)));
    const auto high = static_cast<std::int32_t>(::floorf(::fmaf(centre + above, size, 0.5F)));
    const std::int32_t count = high - low < params.lut_size ? high - low : params.lut_size;
    const std::int32_t turned = low < 0 ? low + params.lut_size : low;
    const std::int32_t first = turned < params.lut_size ? turned : turned - params.lut_size;
    const bool wide = count > 1 && width >= kLeastStretch;
    return {wide ? first : static_cast<std::int32_t>(entry_at(phase, params)), wide ? count : 1};
}

/// The mean of so many lights.
FATHOM_INLINE float mean_of_sum(std::uint32_t sum, std::int32_t count) noexcept {
    return static_cast<float>(static_cast<std::int32_t>(sum)) / static_cast<float>(count);
}

/// The mean light of one channel (0 red, 1 green, 2 blue) over a range, 0 to 65535.
FATHOM_INLINE float mean_light(int channel, EntryRange range, const ColourParams &params) noexcept {
    const std::uint32_t *first =
        params.sums + static_cast<std::ptrdiff_t>(kSumWords) * range.first + channel;
    const std::uint32_t sum = first[static_cast<std::ptrdiff_t>(kSumWords) * range.count] - *first;
    return mean_of_sum(sum, range.count);
}

/// The sRGB level (IEC 61966-2-1) of a light from 0 to 65535, and a half. Above the linear part the
/// curve is a polynomial of the light's fourth root, from interpolation at Chebyshev's nodes,
/// within 0.014.
FATHOM_INLINE float level_and_half(float light) noexcept {
    const float share = light * (1.0F / 65535);
    const float root = ::sqrtf(::sqrtf(share));
    float curve = 19.7425766F;
    curve = ::fmaf(curve, root, -83.1142337F);
    curve = ::fmaf(curve, root, 284.200615F);
    curve = ::fmaf(curve, root, 50.7370406F);
    curve = ::fmaf(curve, root, -16.0599315F);
    const float line = ::fmaf(share, 12.92F * 255, 0.5F);
    return share <= 0.0031308F ? line : curve;
}

/// The byte of a light: what is nearest, and where two are equally near within 0.02, either.
FATHOM_INLINE std::uint32_t byte_of_light(float light) noexcept {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(level_and_half(light)));
}

/// The level of a FineColour of a light, within 4 parts; of a byte's light, which is rounded,
/// within 7.
FATHOM_INLINE std::uint32_t fine_of_light(float light) noexcept {
    const float parts = ::fmaf(level_and_half(light), kFineLevels, 0.5F - 0.5F * kFineLevels);
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(parts));
}

/// Gives an empty colour the light of a channel.
FATHOM_INLINE void put_light(int channel, float light, std::uint32_t &colour) noexcept {
    colour |= byte_of_light(light) << (8 * channel);
}
FATHOM_INLINE void put_light(int channel, float light, FineColour &colour) noexcept {
    colour.levels[channel] = fine_of_light(light);
}

/// The light of a block's samples in one channel, 0 where there is none.
struct BlockLight {
    float own = 0, beside = 0, below = 0, across = 0;
};

/// A channel of the sample's colour, as light; `count` samples of the block have light, its own
/// among them.
FATHOM_INLINE float mixed_light(const BlockLight &light, float count, float mixing) noexcept {
    // In pairs, so that each of the four comes to the same sum.
    const float sum = (light.own + light.beside) + (light.below + light.across);
    return ::fmaf(mixing, sum / count - light.own, light.own);
}

/// The block as its other samples see it, if they are there.
FATHOM_INLINE BlockPhases from_beside(const BlockPhases &block) noexcept {
    return {block.beside, block.own,        block.across,   block.below,
            true,         block.has_across, block.has_below};
}
FATHOM_INLINE BlockPhases from_below(const BlockPhases &block) noexcept {
    return {block.below,      block.across, block.own,       block.beside,
            block.has_across, true,         block.has_beside};
}
FATHOM_INLINE BlockPhases from_across(const BlockPhases &block) noexcept {
    return {block.across,    block.below,      block.beside, block.own,
            block.has_below, block.has_beside, true};
}

/// The filtered colour of an escaped sample; what covers less than two entries of the palette has
/// its own.
template <class Colour>
FATHOM_INLINE Colour filtered(const BlockPhases &block, const ColourParams &params) noexcept {
    const Footprint footprint = footprint_of(block, params);
    const EntryRange own = entries_of(block.own, footprint.width, params);
    if (own.count == 1)
        return palette_at<Colour>(block.own, params);
    const auto range_of = [&](const BlockPhases &other) {
        return entries_of(other.own, footprint_of(other, params).width, params);
    };
    const EntryRange beside = range_of(from_beside(block));
    const EntryRange below = range_of(from_below(block));
    const EntryRange across = range_of(from_across(block));
    const auto lit = [](bool has, bool inside) { return has || inside ? 1 : 0; };
    const auto count = static_cast<float>(1 + lit(block.has_beside, block.inside_beside) +
                                          lit(block.has_below, block.inside_below) +
                                          lit(block.has_across, block.inside_across));
    auto colour = of_bytes<Colour>(0xff000000U);
    for (int channel = 0; channel < 3; ++channel) {
        const auto light_of = [&](bool has, bool inside, EntryRange range) {
            return has      ? mean_light(channel, range, params)
                   : inside ? params.interior_light[channel]
                            : 0.0F;
        };
        const BlockLight light = {mean_light(channel, own, params),
                                  light_of(block.has_beside, block.inside_beside, beside),
                                  light_of(block.has_below, block.inside_below, below),
                                  light_of(block.has_across, block.inside_across, across)};
        put_light(channel, mixed_light(light, count, footprint.mixing), colour);
    }
    return colour;
}

} // namespace fathom::kernels
