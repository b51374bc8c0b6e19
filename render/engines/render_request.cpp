#include "render/engines/render_request.h"

#include "kernels/base/scalar_two_ops.h"
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

/// Throws InputError where the location cannot be iterated in that number type.
void check_method(const Location &location, Size size, Precision precision) {
    using Kind = Remedy::Kind;
    const bool can_be = can_be_perturbed(location.formula.id);
    if (!can_iterate(location.formula.id, precision))
        throw InputError(fmt::format("{}: {} {}", to_string(precision),
                                     kernels::formula_info(location.formula.id).id,
                                     can_be ? "is iterated by perturbation in doubles alone"
                                            : "cannot be iterated by perturbation"),
                         {{Kind::precision, to_string(decide_method(location, size).precision)}});
    if (location.iterations <= most_iterations(precision))
        return;
    std::vector<Remedy> remedies = {Kind::fewer_iterations};
    if (can_be)
        remedies = {{Kind::precision, to_string(Precision::perturb_f64)}, Kind::fewer_iterations};
    throw InputError(fmt::format("{} counts {} iterations at most, not {}", to_string(precision),
                                 most_iterations(precision), location.iterations),
                     std::move(remedies));
}

/// The power of 2 in whose units the map of a perturbed picture is given.
int relative_exponent(const View &view) {
    return -static_cast<int>(to_wide(view.zoom).exponent);
}

std::shared_ptr<Perturbation> perturbation_of(const Location &location, Size size,
                                              const Method &method) {
    const PerturbationSpec spec{location.formula,    location.view,    size,
                                location.iterations, location.bailout, method.approximation};
    return std::make_shared<Perturbation>(spec, method.reference_cache);
}

/// What the exact values are above the map's, for types of more digits. Turns and matrices are in
/// double all the same.
kernels::PixelMap::Rest rest_of(const kernels::PixelMap &map, const View &view, Size size,
                                bool relative) {
    using Number = kernels::Two<double>;
    using Ops = kernels::ScalarOps<Number>;
    constexpr long kDigits = 40;
    const Decimal four = Decimal::from_double(4);
    const Decimal exact = divide(four, view.zoom * Decimal::from_double(size.height), kDigits);
    const Number spacing = nearest_two(exact, relative ? -relative_exponent(view) : 0);
    const auto above = [](Number value, double rounded) {
        return static_cast<double>(Ops::add(value, Number(-rounded)));
    };
    const auto [right, up] = screen_axes(view);
    kernels::PixelMap::Rest rest;
    if (!relative) {
        rest.centre_re = above(nearest_two(view.re), map.centre_re);
        rest.centre_im = above(nearest_two(view.im), map.centre_im);
    }
    rest.right_re = above(Ops::mul(spacing, Number(right.re)), map.right_re);
    rest.right_im = above(Ops::mul(spacing, Number(right.im)), map.right_im);
    rest.up_re = above(Ops::mul(spacing, Number(up.re)), map.up_re);
    rest.up_im = above(Ops::mul(spacing, Number(up.im)), map.up_im);
    return rest;
}

/// Where the region's samples lie: in the plane, or relative to the picture's centre in units of
/// relative_exponent.
kernels::PixelMap map_of(const View &view, Size size, const Region &region, Subpixel subpixel,
                         bool relative) {
    kernels::PixelMap map;
    double spacing = pixel_spacing(view, size.height);
    if (relative) {
        spacing = 4.0 / (to_wide(view.zoom).fraction * size.height);
    } else {
        map.centre_re = view.re.to_double();
        map.centre_im = view.im.to_double();
    }
    const auto [right, up] = screen_axes(view);
    map.right_re = spacing * right.re;
    map.right_im = spacing * right.im;
    map.up_re = spacing * up.re;
    map.up_im = spacing * up.im;
    map.rest = rest_of(map, view, size, relative);
    map.origin_x = region.x + subpixel.x / 256.0 - 0.5 * size.width;
    map.origin_y = 0.5 * size.height - subpixel.y / 256.0 - region.y;
    return map;
}

} // namespace

double pixel_spacing(const View &view, int height) {
    return 4.0 / (view.zoom.to_double() * height);
}

RenderRequest make_request(const Location &location, Size size, const Region &region,
                           Subpixel subpixel, const Method &method) {
    check_location(location);
    check_method(location, size, method.precision);
    RenderRequest request;
    request.location = std::make_shared<const Location>(location);
    const bool perturbed = is_perturbed(method.precision);
    if (perturbed) {
        request.map_exponent = relative_exponent(location.view);
        request.perturbation = perturbation_of(location, size, method);
    }
    request.map = map_of(location.view, size, region, subpixel, perturbed);
    request.size = {region.width, region.height};
    request.left = region.x;
    request.top = region.y;
    request.limit = location.iterations;
    request.bailout = location.bailout;
    request.precision = method.precision;
    request.shortcuts = method.shortcuts;
    request.formula = location.formula.id;
    request.settings = settings_of(location.formula);
    request.tracking = needed_tracking(location);
    request.colour.scheme = location.colour;
    return request;
}

kernels::FormulaSettings<kernels::Two<double>> settings_of(const FormulaChoice &formula) {
    return {formula.julia, nearest_two(formula.seed_re), nearest_two(formula.seed_im),
            formula.parameter_re, formula.parameter_im};
}

kernels::Tracking<double> needed_tracking(const Location &location) {
    const kernels::ColourScheme &colour = location.colour;
    return {kernels::needs_of(colour).tracks(), colour.interior != kernels::InteriorColour::flat,
            location.trap};
}

} // namespace fathom
