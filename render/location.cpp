#include "render/location.h"

#include "render/error.h"
#include "render/palette.h"

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

void check_location(const Location &location) {
    using Limits = LocationLimits;
    const ViewLimits limits;
    check("re", location.view.re, -limits.max_coordinate, limits.max_coordinate);
    check("im", location.view.im, -limits.max_coordinate, limits.max_coordinate);
    check("zoom", location.view.zoom, limits.min_zoom, limits.max_zoom);
    check("rotation", location.view.rotation_degrees, -limits.max_rotation_degrees,
          limits.max_rotation_degrees);
    check("iterations", location.iterations, 1, Limits::kMaxIterations);
    check("bailout", location.bailout, Limits::kMinBailout, Limits::kMaxBailout);
    check("density", location.density, Limits::kMinDensity, Limits::kMaxDensity);
    check("offset", location.offset, -Limits::kMaxOffset, Limits::kMaxOffset);
    check_palette_name(location.palette);
}

} // namespace fathom
