#include "render/request.h"

#include "kernels/elementary.h"
#include "render/location.h"
#include "render/view.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace fathom {
namespace {

/// Largest |re| or |im| that the view can show.
double largest_coordinate(const View &view, Size size) {
    const double s = pixel_spacing(view, size.height);
    const double half_diagonal = 0.5 * s * std::hypot(size.width, size.height);
    return std::max(std::fabs(view.re.to_double()), std::fabs(view.im.to_double())) + half_diagonal;
}

} // namespace

const char *to_string(Precision precision) noexcept {
    return precision == Precision::f32 ? "f32" : "f64";
}

double pixel_spacing(const View &view, int height) {
    return 4.0 / (view.zoom.to_double() * height);
}

static_assert(LocationLimits::kMaxIterations == kernels::kMaxIterationLimit);

RenderRequest make_request(const Location &location, Size size, const Region &region,
                           Subpixel subpixel, Precision precision) {
    check_location(location);
    const View &view = location.view;
    RenderRequest request;
    request.map.centre_re = view.re.to_double();
    request.map.centre_im = view.im.to_double();
    const double spacing = pixel_spacing(view, size.height);
    const auto [sine, cosine] = kernels::sine_cosine_degrees(view.rotation_degrees);
    request.map.right_re = spacing * cosine;
    request.map.right_im = spacing * sine;
    const double upwards = view.mirrored ? -spacing : spacing;
    request.map.up_re = -upwards * sine;
    request.map.up_im = upwards * cosine;
    request.map.origin_x = region.x + subpixel.x / 256.0 - 0.5 * size.width;
    request.map.origin_y = 0.5 * size.height - subpixel.y / 256.0 - region.y;
    request.size = {region.width, region.height};
    request.limit = location.iterations;
    request.bailout = location.bailout;
    request.precision = precision;
    request.formula = location.formula.id;
    request.settings = settings_of(location.formula);
    request.tracking = needed_tracking(location);
    request.colour.scheme = location.colour;
    return request;
}

kernels::FormulaSettings<double> settings_of(const FormulaChoice &formula) {
    return {formula.julia, formula.seed_re.to_double(), formula.seed_im.to_double(),
            formula.parameter_re, formula.parameter_im};
}

kernels::Tracking<double> needed_tracking(const Location &location) {
    using kernels::ColourBase;
    using kernels::ColourShade;
    using kernels::InteriorColour;
    const kernels::ColourScheme &colour = location.colour;
    kernels::Tracking<double> tracking;
    tracking.interior = colour.interior != InteriorColour::flat;
    tracking.on = tracking.interior || colour.base == ColourBase::distance ||
                  colour.base == ColourBase::trap || colour.base == ColourBase::atom ||
                  colour.shade != ColourShade::none;
    tracking.trap = location.trap;
    return tracking;
}

Precision needed_precision(const View &view, Size size, std::uint32_t limit) {
    constexpr std::uint32_t kMostIterations = 2000;
    constexpr double kRoom = 1024.0 * std::numeric_limits<float>::epsilon();
    const bool has_room =
        pixel_spacing(view, size.height) >= kRoom * largest_coordinate(view, size);
    return has_room && limit <= kMostIterations ? Precision::f32 : Precision::f64;
}

std::optional<std::string> precision_warning(const View &view, Size size, Precision precision) {
    const double epsilon = precision == Precision::f32 ? std::numeric_limits<float>::epsilon()
                                                       : std::numeric_limits<double>::epsilon();
    if (pixel_spacing(view, size.height) >= epsilon * largest_coordinate(view, size))
        return std::nullopt;
    return fmt::format(
        "at zoom {} neighbouring pixels round to the same number in {}, so the "
        "picture shows blocks; {}",
        view.zoom.to_string(), to_string(precision),
        precision == Precision::f32
            ? std::string("use --precision f64")
            : fmt::format("zoom out below about {:.1g}", deepest_zoom_for_f64(view, size.height)));
}

} // namespace fathom
