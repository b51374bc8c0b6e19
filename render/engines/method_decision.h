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

/// What of an engine bears on how it should iterate.
struct EngineTraits {
    int single_to_double_ratio = 1;  ///< how many times faster float is than double
    std::optional<Precision> only{}; ///< the one that it has, if it cannot choose
    friend bool operator==(const EngineTraits &, const EngineTraits &) = default;
};

/// Of two engines that are compared, whose pictures need one method: that of the one that gains
/// more by float, for what it shows in use is what is to be checked.
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
/// A formula that cannot be perturbed is iterated in sums of two doubles there. Where an engine has
/// at least 32 times fewer units for double than for float, sums of two floats stand for doubles
/// that are not perturbed, if the spacing is 2^16 of their units.
///
/// An engine with few units for double (at least 16 times fewer) perturbs in float where that is
/// exact enough: up to 128 iterations for each doubling of the zoom (measured: 98 % of the pixels
/// and more, but 76 % at 173), and where the view's matrix makes nothing more than 4 times as long;
/// elsewhere, with at least 32 times fewer, in sums of two floats. Formulas that look back are
/// always perturbed in doubles.
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
/// for perturb-f64); nothing otherwise.
std::optional<Complaint> precision_warning(const Location &location, Size size,
                                           Precision precision);

} // namespace fathom
