#pragma once
#include "kernels/formulas/formula_ids.h"
#include "render/base/complaint.h"
#include "render/places/method.h"
#include "render/places/picture_size.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace fathom {

struct FormulaChoice;
struct Location;
class ReferenceCache;

/// What of an engine bears on how it should iterate. A speed-up is the engine's speed in a number
/// type divided by its speed in doubles, on the same view. It is measured on GPUs
/// (measure_speedups), and 1 on CPUs, where it is not.
struct EngineTraits {
    double two_f32_speedup = 1;         ///< directly, in sums of two floats
    double perturb_f32_speedup = 1;     ///< by perturbation, in floats
    double perturb_two_f32_speedup = 1; ///< by perturbation, in sums of two floats
    std::optional<Precision> only{};    ///< the one that it has, if it cannot choose
    friend bool operator==(const EngineTraits &, const EngineTraits &) = default;
};

/// A speed-up of EngineTraits, and the number type in which it is measured: direct types first.
struct Speedup {
    Precision type;
    double EngineTraits::*value;
};
inline constexpr Speedup kSpeedups[] = {
    {Precision::two_f32, &EngineTraits::two_f32_speedup},
    {Precision::perturb_f32x, &EngineTraits::perturb_f32_speedup},
    {Precision::perturb_two_f32, &EngineTraits::perturb_two_f32_speedup}};

/// Of two engines that are compared, whose pictures need one method: the larger of their speed-ups,
/// for what the one that gains more by floats shows in use is what is to be checked.
EngineTraits traits_of_pair(const EngineTraits &a, const EngineTraits &b) noexcept;

/// How pixels are iterated: decided whole by decide_method, for one view on one engine.
struct Method {
    Precision precision = Precision::f64;
    Approximation approximation = Approximation::la; ///< of a perturbed precision
    bool shortcuts = true; ///< skip what provably never escapes; every bit stays the same
    std::shared_ptr<ReferenceCache> reference_cache; ///< keeps what it makes for other requests;
                                                     ///< null: the request's own

    Method() = default;
    // Who measures or tests one type chooses no more than that.
    Method(Precision type) : precision(type) {} // NOLINT(google-explicit-constructor)
    Method(Precision type, Approximation skipping, std::shared_ptr<ReferenceCache> cache)
        : precision(type), approximation(skipping), reference_cache(std::move(cache)) {}
};

/// The one place where that is decided, for the window, every command and the benchmark. What
/// `choice` names is taken; the rest is as the picture of `size` pixels that shows `location` needs
/// it on that engine:
///
/// Direct float has to leave room below a pixel (spacing of at least 2^10 units in the last place
/// of the largest |re| or |im| in view) and is kept to few iterations (at most 2,000), because near
/// parabolic points an orbit of n steps needs about n^2 of relative precision (OEIS A097486 fails
/// in float from n = 3,143 on). That rule is the Mandelbrot set's: higher powers multiply errors
/// faster and overflow at the escape, and a Julia set hangs on every digit of its seed, so all
/// others are double.
///
/// Direct double is left where the spacing is below 2^16 units (of 60 pixels at zoom 7e10 and 6,243
/// iterations 47 had the exact index, by perturbation 59), or where its loops cannot count so far,
/// if the formula can be perturbed: then in double, wide where pixels lie closer than 2^-440.
///
/// A formula that cannot be perturbed is iterated in sums of two doubles there. Sums of two floats
/// stand for doubles that are not perturbed if the spacing is 2^16 of their units, on an engine
/// that is at least 1.2 times as fast in them.
///
/// An engine that is at least 4 times as fast in perturbed floats takes them where they are exact
/// enough: up to 128 iterations for each doubling of the zoom (measured: 98 % of the pixels and
/// more, but 76 % at 173), and where the view's matrix makes nothing more than 4 times as long.
/// Elsewhere it perturbs in sums of two floats if it is at least 1.2 times as fast in them.
/// Formulas that look back are always perturbed in doubles.
///
/// Floats, and sums of two, are taken only if what colours are made of stays within them: the
/// bailout to the formula's power may be 2^94 at most.
Method decide_method(const Location &location, Size size, const MethodChoice &choice = {},
                     const EngineTraits &engine = {},
                     std::shared_ptr<ReferenceCache> reference_cache = nullptr);

/// `choice` without a precision that cannot iterate the formula: for whoever goes from formula to
/// formula with one choice. make_request refuses such a one.
MethodChoice possible_choice(MethodChoice choice, kernels::FormulaId formula) noexcept;

/// Whether a formula can be iterated in that number type.
bool can_iterate(kernels::FormulaId formula, Precision precision) noexcept;

/// The largest limit for a number type: kernels::kMaxIterationLimit for the direct loops and for
/// float pixels, which count in 32 bits, else kernels::kLargestIterationLimit.
std::uint64_t most_iterations(Precision precision) noexcept;

/// What is missing where `precision` cannot tell neighbouring pixels apart
/// (their differences, if it is one of perturbation: 2^-120 is too close for perturb-f32, 2^-1000
/// for perturb-f64), or where z is beyond floats when it escapes; nothing otherwise.
std::optional<Complaint> precision_warning(const Location &location, Size size,
                                           Precision precision);

} // namespace fathom
