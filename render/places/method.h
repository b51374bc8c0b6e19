#pragma once
#include "kernels/base/two.h"

#include <optional>

namespace fathom {

/// In what numbers pixels are iterated: directly, or by perturbation of a reference orbit. The
/// wide types (x) give small differences an exponent of their own, so that no depth is too deep.
/// Sums of two (kernels::Two) have twice the digits; those by perturbation are wide, too.
enum class Precision {
    f32,
    f64,
    two_f32,
    two_f64,
    perturb_f32,
    perturb_f64,
    perturb_f32x,
    perturb_f64x,
    perturb_two_f32,
    perturb_two_f64
};
inline constexpr Precision kPrecisions[] = {Precision::f32,
                                            Precision::f64,
                                            Precision::two_f32,
                                            Precision::two_f64,
                                            Precision::perturb_f32,
                                            Precision::perturb_f64,
                                            Precision::perturb_f32x,
                                            Precision::perturb_f64x,
                                            Precision::perturb_two_f32,
                                            Precision::perturb_two_f64};

/// "f32", "2f64", "perturb-f64x", ..., as on the command line.
const char *to_string(Precision precision) noexcept;

/// Whether samples are float; else they are double.
constexpr bool is_f32(Precision precision) noexcept {
    return precision == Precision::f32 || precision == Precision::two_f32 ||
           precision == Precision::perturb_f32 || precision == Precision::perturb_f32x ||
           precision == Precision::perturb_two_f32;
}
/// Whether orbits are iterated in sums of two of what samples are.
constexpr bool is_two(Precision precision) noexcept {
    return precision == Precision::two_f32 || precision == Precision::two_f64 ||
           precision == Precision::perturb_two_f32 || precision == Precision::perturb_two_f64;
}
/// Calls use.template operator()<Real>() with the samples' number type, and returns what it
/// returns.
template <class Use> decltype(auto) with_real(Precision precision, Use use) {
    if (is_f32(precision))
        return use.template operator()<float>();
    return use.template operator()<double>();
}
constexpr bool is_perturbed(Precision precision) noexcept {
    return precision >= Precision::perturb_f32;
}
constexpr bool can_be_wide(Precision precision) noexcept {
    return precision >= Precision::perturb_f32x;
}
/// As with_real, with the number type that orbits are iterated in.
template <class Use> decltype(auto) with_number(Precision precision, Use use) {
    if (!is_two(precision))
        return with_real(precision, use);
    if (is_f32(precision))
        return use.template operator()<kernels::Two<float>>();
    return use.template operator()<kernels::Two<double>>();
}

/// How steps of the perturbed iteration are skipped.
enum class Approximation {
    none,
    bla, ///< bilinear: blocks of powers of two
    la   ///< linear, in stages: blocks that start where the reference orbit comes near 0
};

/// "none", "bla" or "la", as on the command line.
const char *to_string(Approximation approximation) noexcept;

/// What was asked for of the way to iterate. The rest is decided for each view on each engine, see
/// render/engines/method_decision.h.
struct MethodChoice {
    std::optional<Precision> precision{};
    std::optional<Approximation> approximation{}; ///< of a perturbed precision
    bool shortcuts = true;    ///< skip what provably never escapes; every bit stays the same
    bool for_numbers = false; ///< samples are read as numbers, not seen as colours: without a
                              ///< `precision` they are never float
    friend bool operator==(const MethodChoice &, const MethodChoice &) = default;
};

} // namespace fathom
