#pragma once
#include "kernels/colour/colour_base.h"

#include <cstdint>

namespace fathom::kernels {

/// What is done to that number before density and offset make it a place in the palette.
enum class ColourMapping : std::uint8_t {
    linear,
    square_root,
    cube_root,
    logarithm,
    rank ///< its share of the picture's samples that lie below it: histogram equalisation
};

/// What lies over the base colour.
enum class ColourShade : std::uint8_t {
    none,
    slope,   ///< light on the surface of equal escape
    distance ///< darkens towards the set
};

/// What samples look like that never escaped.
enum class InteriorColour : std::uint8_t {
    flat,
    period,  ///< of the cycle that they come to
    distance ///< to the boundary
};

/// What a pixel shows of the palette.
enum class ColourFilter : std::uint8_t {
    none,     ///< the entry at its sample's phase
    footprint ///< the mean over the phases that it covers, see colour_filter.h
};

/// How the levels of colours, which are finer, become bytes.
enum class ColourDither : std::uint8_t {
    none,   ///< the nearest
    ordered ///< one of the two beside, by a fixed pattern of places, see fine_colour.h
};

/// How samples become colours, apart from the palette.
struct ColourScheme {
    ColourBase base = ColourBase::smooth;
    ColourMapping mapping = ColourMapping::linear;
    double density = 0.02; ///< palette cycles for each 1 of the mapped number
    double offset = 0;     ///< palette cycles
    ColourShade shade = ColourShade::none;
    double light_degrees = 45;   ///< where the light comes from, counter-clockwise from the right
    double light_height = 1.5;   ///< 0: from the side, larger: from above
    double shade_strength = 0.8; ///< 0 to 1
    InteriorColour interior = InteriorColour::flat;
    std::uint32_t interior_rgb = 0; ///< 0xRRGGBB, where flat
    ColourFilter filter = ColourFilter::none;
    ColourDither dither = ColourDither::none;

    friend bool operator==(const ColourScheme &, const ColourScheme &) = default;
};

constexpr ColourNeeds needs_of(ColourShade shade) noexcept {
    return {.gradient = shade != ColourShade::none};
}
/// Of interior samples, which Tracking::interior asks for.
constexpr ColourNeeds needs_of(InteriorColour interior) noexcept {
    return {.gradient = interior == InteriorColour::distance,
            .atom = interior != InteriorColour::flat};
}
constexpr ColourNeeds needs_of(const ColourScheme &scheme) noexcept {
    return needs_of(scheme.base) | needs_of(scheme.shade) | needs_of(scheme.interior);
}

} // namespace fathom::kernels
