#include "render/engines/render_request.h"

#include "kernels/base/elementary.h"
#include "render/base/error.h"
#include "render/deep/fixed_point.h"
#include "render/deep/perturbation.h"
#include "render/places/location.h"
#include "render/places/view.h"

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

std::optional<std::string> underflow_warning(const View &view, Size size, Precision precision) {
    if (can_be_wide(precision))
        return std::nullopt;
    // Smaller differences lose bits, and their first powers are 0.
    const int least = is_f32(precision) ? -120 : -1000;
    const WideNumber zoom = to_wide(view.zoom);
    const double spacing_exponent =
        std::log2(4.0 / (zoom.fraction * size.height)) - static_cast<double>(zoom.exponent);
    if (spacing_exponent >= least)
        return std::nullopt;
    return fmt::format("at zoom {} neighbouring pixels lie closer than 2^{}, too close for {}; use "
                       "--precision {}x",
                       view.zoom.to_string(), least, to_string(precision), to_string(precision));
}

} // namespace

bool can_be_perturbed(kernels::FormulaId formula) noexcept {
    bool can = false;
    kernels::with_formula(formula, [&]<class Formula>() { can = Formula::kDegree != 0; });
    return can;
}

bool can_iterate(kernels::FormulaId formula, Precision precision) noexcept {
    return !is_perturbed(precision) || can_be_perturbed(formula);
}

Approximation default_approximation(const FormulaChoice &) noexcept {
    return Approximation::la;
}

double pixel_spacing(const View &view, int height) {
    return 4.0 / (view.zoom.to_double() * height);
}

static_assert(LocationLimits::kMaxIterations == kernels::kLargestIterationLimit);

std::uint64_t most_iterations(Precision precision) noexcept {
    return is_perturbed(precision) && !is_f32(precision) ? kernels::kLargestIterationLimit
                                                         : kernels::kMaxIterationLimit;
}

RenderRequest make_request(const Location &location, Size size, const Region &region,
                           Subpixel subpixel, const Method &method) {
    check_location(location);
    const View &view = location.view;
    RenderRequest request;
    double spacing = pixel_spacing(view, size.height);
    if (is_perturbed(method.precision)) {
        if (!can_be_perturbed(location.formula.id))
            throw InputError(fmt::format(
                "--precision {}: {} cannot be iterated by perturbation; use --precision f64",
                to_string(method.precision), kernels::formula_info(location.formula.id).id));
        if (is_f32(method.precision) && kernels::counts_in_64_bits(location.iterations))
            throw InputError(fmt::format("--precision {}: float pixels count {} iterations at "
                                         "most, not {}; use --precision perturb-f64",
                                         to_string(method.precision), kernels::kMaxIterationLimit,
                                         location.iterations));
        const WideNumber zoom = to_wide(view.zoom);
        request.map_exponent = -static_cast<int>(zoom.exponent);
        spacing = 4.0 / (zoom.fraction * size.height);
        request.perturbation = std::make_shared<Perturbation>(
            PerturbationSpec{
                location.formula, view, size, location.iterations, location.bailout,
                method.approximation.value_or(default_approximation(location.formula))},
            method.reference_cache);
    } else {
        if (kernels::counts_in_64_bits(location.iterations))
            throw InputError(fmt::format(
                "--precision {}: it counts {} iterations at most, not {}; {}",
                to_string(method.precision), kernels::kMaxIterationLimit, location.iterations,
                can_be_perturbed(location.formula.id)
                    ? "use --precision perturb-f64, or lower --iterations"
                    : "lower --iterations"));
        request.map.centre_re = view.re.to_double();
        request.map.centre_im = view.im.to_double();
    }
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
    request.precision = method.precision;
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
    using kernels::ColourShade;
    using kernels::InteriorColour;
    const kernels::ColourScheme &colour = location.colour;
    kernels::Tracking<double> tracking;
    tracking.interior = colour.interior != InteriorColour::flat;
    tracking.on = tracking.interior || kernels::needs_of(colour.base).tracking() ||
                  colour.shade != ColourShade::none;
    tracking.trap = location.trap;
    return tracking;
}

Precision needed_precision(const Location &location, Size size, bool float_is_fast) {
    constexpr std::uint32_t kMostIterations = 2000;
    constexpr double kRoom = 1024.0 * std::numeric_limits<float>::epsilon();
    const bool is_known = location.formula.id == kernels::kMandelbrot && !location.formula.julia;
    const double room = relative_spacing(location, size);
    if (is_known && location.iterations <= kMostIterations && room >= kRoom)
        return Precision::f32;
    constexpr double kRoomOfDouble = 65536.0 * std::numeric_limits<double>::epsilon();
    const bool direct = room >= kRoomOfDouble && !kernels::counts_in_64_bits(location.iterations);
    if (direct || !can_be_perturbed(location.formula.id))
        return Precision::f64;
    const double spacing_exponent = -to_wide(location.view.zoom).exponent;
    constexpr double kFloatIterationsAnOctave = 128;
    const double octaves = std::log2(10.0) * location.view.zoom.log10();
    if (float_is_fast &&
        static_cast<double>(location.iterations) <= kFloatIterationsAnOctave * octaves)
        return spacing_exponent >= -40 ? Precision::perturb_f32 : Precision::perturb_f32x;
    return spacing_exponent >= -440 ? Precision::perturb_f64 : Precision::perturb_f64x;
}

std::optional<std::string> precision_warning(const Location &location, Size size,
                                             Precision precision) {
    if (is_perturbed(precision))
        return underflow_warning(location.view, size, precision);
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
