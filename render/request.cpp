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

/// How far neighbouring pixels lie apart in units of the numbers about them, which a number type's
/// epsilon is to be compared with.
double relative_spacing(const Location &location, Size size) {
    const View &view = location.view;
    const double spacing = pixel_spacing(view, size.height);
    const double half_diagonal = 0.5 * spacing * std::hypot(size.width, size.height);
    const double largest =
        std::max(std::fabs(view.re.to_double()), std::fabs(view.im.to_double())) + half_diagonal;
    const double here = spacing / largest;
    if (!location.formula.julia)
        return here;
    // A Julia set's pixels still have to differ after z^p + c, which about 0 brings them together.
    const int power = formula_info(location.formula.id).power;
    const double next = std::pow(largest, power);
    const double seed = std::max(std::fabs(location.formula.seed_re.to_double()),
                                 std::fabs(location.formula.seed_im.to_double()));
    return next >= seed ? here : here * power * next / seed;
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

Precision needed_precision(const Location &location, Size size) {
    constexpr std::uint32_t kMostIterations = 2000;
    constexpr double kRoom = 1024.0 * std::numeric_limits<float>::epsilon();
    const bool is_known = location.formula.id == kernels::kMandelbrot && !location.formula.julia;
    return is_known && location.iterations <= kMostIterations &&
                   relative_spacing(location, size) >= kRoom
               ? Precision::f32
               : Precision::f64;
}

std::optional<std::string> precision_warning(const Location &location, Size size,
                                             Precision precision) {
    const double epsilon = precision == Precision::f32 ? std::numeric_limits<float>::epsilon()
                                                       : std::numeric_limits<double>::epsilon();
    if (relative_spacing(location, size) >= epsilon)
        return std::nullopt;
    const View &view = location.view;
    std::string advice = "zoom out";
    if (precision == Precision::f32)
        advice = "use --precision f64";
    else if (!location.formula.julia)
        advice =
            fmt::format("zoom out below about {:.1g}", deepest_zoom_for_f64(view, size.height));
    return fmt::format("at zoom {} neighbouring pixels round to the same number in {}, so the "
                       "picture shows blocks; {}",
                       view.zoom.to_string(), to_string(precision), advice);
}

} // namespace fathom
