#include "render/places/location.h"

#include "render/base/error.h"
#include "render/places/palette.h"

#include <fmt/format.h>
#include <string_view>

namespace fathom {
namespace {

void check(std::string_view what, double value, double low, double high) {
    if (!(value >= low && value <= high)) { // a NaN too
        throw InputError(fmt::format("{} must be from {} to {}, got {}", what, low, high, value));
    }
}

void check(std::string_view what, const Decimal &value, const Decimal &low, const Decimal &high) {
    if (value < low || high < value) {
        throw InputError(fmt::format("{} must be from {} to {}, got {}", what, low.to_string(),
                                     high.to_string(),
                                     value.rounded_to_significant(6).to_string()));
    }
}

} // namespace

View home_view(const FormulaChoice &formula) {
    const kernels::FormulaInfo &info = kernels::formula_info(formula.id);
    View view;
    view.mirrored = info.home_mirrored;
    view.re = formula.julia ? Decimal() : Decimal::from_double(info.home_re);
    view.im = formula.julia ? Decimal() : Decimal::from_double(info.home_im);
    view.zoom = formula.julia ? Decimal::parse("1") : Decimal::from_double(info.home_zoom);
    return view;
}

void spread_over_ranks(kernels::ColourScheme &scheme) {
    constexpr double kMost = 0.75;
    scheme.density = 1;
    scheme.offset = 0;
    switch (scheme.base) {
    case kernels::ColourBase::smooth:
    case kernels::ColourBase::bands:
        scheme.density = kMost;
        break;
    case kernels::ColourBase::distance: // which is least there
        scheme.density = kMost;
        scheme.offset = 1 - kMost;
        break;
    case kernels::ColourBase::angle:
    case kernels::ColourBase::trap:
    case kernels::ColourBase::atom:
    case kernels::ColourBase::count:
        break;
    }
}

bool same_place(const Location &a, const Location &b) {
    return a.view == b.view && a.formula == b.formula;
}

void take_automatic_look(Location &location) {
    location.colour = {};
    location.colour.mapping = kernels::ColourMapping::rank;
    spread_over_ranks(location.colour);
    location.colour.filter = kernels::ColourFilter::footprint;
    location.colour.dither = kernels::ColourDither::ordered;
    location.automatic_colours = true;
}

void check_location(const Location &location) {
    using Limits = LocationLimits;
    const ViewLimits limits;
    check("re", location.view.re, -limits.max_coordinate, limits.max_coordinate);
    check("im", location.view.im, -limits.max_coordinate, limits.max_coordinate);
    check("zoom", location.view.zoom, limits.min_zoom, limits.max_zoom);
    check("rotation", location.view.rotation_degrees, -limits.max_rotation_degrees,
          limits.max_rotation_degrees);
    if (!is_view_matrix(location.view.matrix, limits.max_stretch))
        throw InputError(
            fmt::format("the view's matrix must be {}", expected_matrix(limits.max_stretch)));
    check("iterations", location.iterations, 1, Limits::kMaxIterations);
    check("bailout", location.bailout, Limits::kMinBailout, Limits::kMaxBailout);
    const FormulaChoice &formula = location.formula;
    check("the seed's re", formula.seed_re, -limits.max_coordinate, limits.max_coordinate);
    check("the seed's im", formula.seed_im, -limits.max_coordinate, limits.max_coordinate);
    check("the parameter's re", formula.parameter_re, -Limits::kMaxParameter,
          Limits::kMaxParameter);
    check("the parameter's im", formula.parameter_im, -Limits::kMaxParameter,
          Limits::kMaxParameter);
    const kernels::ColourScheme &colour = location.colour;
    check("density", colour.density, Limits::kMinDensity, Limits::kMaxDensity);
    check("offset", colour.offset, -Limits::kMaxOffset, Limits::kMaxOffset);
    check("light", colour.light_degrees, -Limits::kMaxLightDegrees, Limits::kMaxLightDegrees);
    check("light height", colour.light_height, 0, Limits::kMaxLightHeight);
    check("shade strength", colour.shade_strength, 0, 1);
    check("trap re", location.trap.re, -Limits::kMaxTrapCoordinate, Limits::kMaxTrapCoordinate);
    check("trap im", location.trap.im, -Limits::kMaxTrapCoordinate, Limits::kMaxTrapCoordinate);
    check("trap radius", location.trap.radius, Limits::kMinTrapRadius, Limits::kMaxTrapRadius);
    check_palette_name(location.palette);
    check("interior rgb", colour.interior_rgb, 0, 0xffffff);
    if (location.own_palette) {
        if (!location.own_palette->name.empty())
            check_palette_name(location.own_palette->name);
        check_palette(*location.own_palette);
    }
}

std::shared_ptr<const PaletteTable> load_lut(const std::optional<std::filesystem::path> &assets_dir,
                                             const Location &location) {
    if (!location.own_palette)
        return load_lut(assets_dir, location.palette);
    check_palette(*location.own_palette);
    return std::make_shared<const PaletteTable>(*location.own_palette);
}

} // namespace fathom
