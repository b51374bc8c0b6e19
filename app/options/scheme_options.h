#pragma once
#include "kernels/colour/colour_scheme.h"
#include "kernels/formulas/formula_settings.h"

#include <cstdint>
#include <optional>

namespace fathom {
struct Location;
} // namespace fathom

namespace fathom::app {

class CommandOptions;

/// Colours as given on the command line; what was not given stays empty.
struct SchemeOptions {
    std::optional<kernels::ColourBase> base;
    std::optional<kernels::ColourMapping> mapping;
    std::optional<double> density, offset;
    std::optional<kernels::ColourShade> shade;
    std::optional<double> light_degrees, light_height, shade_strength;
    std::optional<kernels::InteriorColour> interior;
    std::optional<std::uint32_t> interior_rgb;
    std::optional<kernels::ColourFilter> filter;
    std::optional<kernels::ColourDither> dither;
    std::optional<kernels::Trap<double>> trap;
    friend bool operator==(const SchemeOptions &, const SchemeOptions &) = default;
};

/// Offers --colour, --mapping, --density, --offset, --shade, --light, --light-height,
/// --shade-strength, --interior, --interior-rgb, --filter, --dither and --trap. `scheme` has to
/// outlive the parsing.
void add_scheme_options(CommandOptions &command, SchemeOptions &scheme);

/// Puts what was given into the location; ranges are check_location's.
void apply(const SchemeOptions &scheme, Location &location);

} // namespace fathom::app
