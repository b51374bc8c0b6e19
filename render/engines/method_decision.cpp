#include "render/engines/method_decision.h"

#include "kernels/base/sample.h"
#include "render/deep/fixed_point.h"
#include "render/engines/render_request.h"
#include "render/places/location.h"
#include "render/places/view.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace fathom {
namespace {

/// No coordinate of the view's is larger than this.
double largest_coordinate(const View &view, Size size) {
    const double half_diagonal = 0.5 * longest(view.matrix) * pixel_spacing(view, size.height) *
                                 std::hypot(size.width, size.height);
    return std::max(std::fabs(view.re.to_double()), std::fabs(view.im.to_double())) + half_diagonal;
}

/// How far neighbouring pixels lie apart in units of the numbers about them, which a number type's
/// epsilon is to be compared with.
double relative_spacing(const Location &location, Size size) {
    const View &view = location.view;
    const double spacing =
        pixel_spacing(view, size.height) / longest(view.matrix); // where they are nearest
    const double largest = largest_coordinate(view, size);
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

/// The exponent of 2 that z reaches when it escapes, about: the power of what was within the
/// bailout, or of a Julia set's pixel.
double escape_exponent(const Location &location, Size size) {
    const double from = location.formula.julia
                            ? std::max(location.bailout, largest_coordinate(location.view, size))
                            : location.bailout;
    return kernels::formula_info(location.formula.id).power * std::log2(from);
}

/// The largest one for floats, of any number of them: they end at 2^128, and what colours are made
/// of takes 2^24 times z and more (see in_quotient in kernels/formulas/orbit-inl.h).
constexpr double kMostFloatExponent = 94;

bool can_be_direct_float(const Location &location, double room) {
    constexpr std::uint32_t kMostIterations = 2000;
    constexpr double kRoom = 1024.0 * std::numeric_limits<float>::epsilon();
    const bool is_known = location.formula.id == kernels::kMandelbrot && !location.formula.julia;
    return is_known && location.iterations <= kMostIterations && room >= kRoom;
}

bool can_be_direct_double(const Location &location, double room) {
    constexpr double kRoom = 65536.0 * std::numeric_limits<double>::epsilon();
    return room >= kRoom && !kernels::counts_in_64_bits(location.iterations);
}

/// Twice the digits, but for what their sums lose.
constexpr double kTwoFloats = 0x1p-46;
constexpr double kTwoDoubles = 0x1p-104;

/// The least speed-up for which sums of two floats, nearly as exact as doubles, stand for them:
/// more than two measurements differ by.
constexpr double kFaster = 1.2;
/// Likewise for floats, in which up to 2 pixels of a hundred are not exact. A GPU with half as many
/// units for double gains up to 2, which is not worth that.
constexpr double kMuchFaster = 4;

/// Whether two floats are as good as a double here, and faster.
bool can_be_direct_in_two_floats(double room, const EngineTraits &engine) {
    constexpr double kRoom = 65536.0 * kTwoFloats;
    return engine.two_f32_speedup >= kFaster && room >= kRoom;
}

/// Whether perturbed pixels are to be so, too: they count in 32 bits.
bool can_be_perturbed_in_two_floats(const Location &location, const EngineTraits &engine) {
    return engine.perturb_two_f32_speedup >= kFaster &&
           !kernels::counts_in_64_bits(location.iterations);
}

bool can_be_perturbed_in_float(const Location &location, const EngineTraits &engine) {
    if (engine.perturb_f32_speedup < kMuchFaster)
        return false;
    // What lies far apart one way and near the other way loses as many bits.
    constexpr double kMostStretch = 4;
    if (longest(location.view.matrix) > kMostStretch)
        return false;
    constexpr double kIterationsAnOctave = 128;
    const double octaves = std::log2(10.0) * location.view.zoom.log10();
    return static_cast<double>(location.iterations) <= kIterationsAnOctave * octaves;
}

Precision needed_precision(const Location &location, Size size, const MethodChoice &choice,
                           const EngineTraits &engine) {
    const double room = relative_spacing(location, size);
    const bool may_be_floats =
        !choice.for_numbers && escape_exponent(location, size) <= kMostFloatExponent;
    if (may_be_floats && can_be_direct_float(location, room))
        return Precision::f32;
    if (can_be_direct_double(location, room))
        return may_be_floats && can_be_direct_in_two_floats(room, engine) ? Precision::two_f32
                                                                          : Precision::f64;
    if (!can_be_perturbed(location.formula.id))
        return Precision::two_f64;
    const double spacing_exponent = -to_wide(location.view.zoom).exponent;
    // Pairs are perturbed in doubles alone.
    const bool may_be_perturbed_floats = may_be_floats && !kernels::looks_back(location.formula.id);
    if (may_be_perturbed_floats && can_be_perturbed_in_float(location, engine))
        return spacing_exponent >= -40 ? Precision::perturb_f32 : Precision::perturb_f32x;
    if (may_be_perturbed_floats && can_be_perturbed_in_two_floats(location, engine))
        return Precision::perturb_two_f32;
    return spacing_exponent >= -440 ? Precision::perturb_f64 : Precision::perturb_f64x;
}

/// The share of a number that the next one differs by, of a type that is not perturbed.
double epsilon_of(Precision precision) {
    switch (precision) {
    case Precision::f32:
        return std::numeric_limits<float>::epsilon();
    case Precision::two_f32:
        return kTwoFloats;
    case Precision::two_f64:
        return kTwoDoubles;
    default:
        return std::numeric_limits<double>::epsilon();
    }
}

Complaint overflow_warning(const Location &location, Precision precision) {
    const Precision wider = is_perturbed(precision) ? Precision::perturb_f64x : Precision::f64;
    return Complaint(
        fmt::format("{} overflows where {} escapes from a bailout of {}, so colours are wrong",
                    to_string(precision), kernels::formula_info(location.formula.id).id,
                    location.bailout),
        {{Remedy::Kind::precision, to_string(wider)}});
}

std::optional<Complaint> underflow_warning(const View &view, Size size, Precision precision) {
    if (can_be_wide(precision))
        return std::nullopt;
    // Smaller differences lose bits, and their first powers are 0.
    const int least = is_f32(precision) ? -120 : -1000;
    const WideNumber zoom = to_wide(view.zoom);
    const double spacing_exponent =
        std::log2(4.0 / (zoom.fraction * size.height * longest(view.matrix))) -
        static_cast<double>(zoom.exponent);
    if (spacing_exponent >= least)
        return std::nullopt;
    const Precision wide = is_f32(precision) ? Precision::perturb_f32x : Precision::perturb_f64x;
    return Complaint(
        fmt::format("at zoom {} neighbouring pixels lie closer than 2^{}, too close for {}",
                    view.zoom.to_string(), least, to_string(precision)),
        {{Remedy::Kind::precision, to_string(wide)}});
}

} // namespace

EngineTraits traits_of_pair(const EngineTraits &a, const EngineTraits &b) noexcept {
    EngineTraits pair;
    for (const Speedup &each : kSpeedups)
        pair.*each.value = std::max(a.*each.value, b.*each.value);
    pair.only = a.only ? a.only : b.only;
    return pair;
}

Method decide_method(const Location &location, Size size, const MethodChoice &choice,
                     const EngineTraits &engine, std::shared_ptr<ReferenceCache> reference_cache) {
    Method method;
    if (choice.precision)
        method.precision = *choice.precision;
    else
        method.precision =
            engine.only ? *engine.only : needed_precision(location, size, choice, engine);
    method.approximation = choice.approximation.value_or(method.approximation);
    method.shortcuts = choice.shortcuts;
    method.reference_cache = std::move(reference_cache);
    return method;
}

MethodChoice possible_choice(MethodChoice choice, kernels::FormulaId formula) noexcept {
    if (choice.precision && !can_iterate(formula, *choice.precision))
        choice.precision.reset();
    return choice;
}

bool can_iterate(kernels::FormulaId formula, Precision precision) noexcept {
    if (!is_perturbed(precision))
        return true;
    return can_be_perturbed(formula) && !(is_f32(precision) && kernels::looks_back(formula));
}

static_assert(LocationLimits::kMaxIterations == kernels::kLargestIterationLimit);

std::uint64_t most_iterations(Precision precision) noexcept {
    return is_perturbed(precision) && !is_f32(precision) ? kernels::kLargestIterationLimit
                                                         : kernels::kMaxIterationLimit;
}

std::optional<Complaint> precision_warning(const Location &location, Size size,
                                           Precision precision) {
    if (is_f32(precision) && escape_exponent(location, size) > kMostFloatExponent)
        return overflow_warning(location, precision);
    if (is_perturbed(precision))
        return underflow_warning(location.view, size, precision);
    if (relative_spacing(location, size) >= epsilon_of(precision))
        return std::nullopt;
    const View &view = location.view;
    Remedy remedy("zoom out");
    if (is_f32(precision))
        remedy = {Remedy::Kind::precision, to_string(Precision::f64)};
    else if (precision == Precision::f64 && !location.formula.julia)
        remedy.value += fmt::format(" below about {:.1g}", deepest_zoom_for_f64(view, size.height));
    return Complaint(fmt::format("at zoom {} neighbouring pixels round to the same number in {}, "
                                 "so the picture shows blocks",
                                 view.zoom.to_string(), to_string(precision)),
                     {remedy});
}

} // namespace fathom
