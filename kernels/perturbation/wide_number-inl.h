// Complex numbers with an exponent of their own ("wide", see WidePoint) beside plain ones: z 2^k.
// Compiled for single pixels and for every instruction set, as mandelbrot_step-inl.h is.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_PERTURBATION_WIDE_NUMBER_INL_H)) ||        \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_PERTURBATION_WIDE_NUMBER_INL_H_TARGET) == defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_PERTURBATION_WIDE_NUMBER_INL_H
#elif defined(FATHOM_KERNELS_PERTURBATION_WIDE_NUMBER_INL_H_TARGET)
#undef FATHOM_KERNELS_PERTURBATION_WIDE_NUMBER_INL_H_TARGET
#else
#define FATHOM_KERNELS_PERTURBATION_WIDE_NUMBER_INL_H_TARGET
#endif

#include "kernels/base/reference_point.h"
#include "kernels/base/two_ops-inl.h"
#include "kernels/formulas/formula_math-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// 2^exponent; the exponent is 0 or below.
template <class Real> constexpr FATHOM_FORMULA_INLINE Real small_power(int exponent) noexcept {
    Stored<Real> value = 1;
    for (; exponent < 0; ++exponent)
        value *= Stored<Real>(0.5);
    return value;
}

template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value chebyshev(Complex<Value> z) noexcept {
    return Ops::larger(Ops::abs(z.x), Ops::abs(z.y));
}

/// z 2^e.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> shifted(Complex<Value> z, typename Ops::Exponent e) noexcept {
    const Value factor = Ops::power_of_two(e);
    return {Ops::mul(z.x, factor), Ops::mul(z.y, factor)};
}

/// Brings the larger part of z 2^k into [1, 2); 0 becomes 0 2^kZeroExponent.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE void normalise(Complex<Value> &z, typename Ops::Exponent &k) noexcept {
    using Exponent = typename Ops::Exponent;
    const Exponent e = Ops::exponent_of(chebyshev<Ops>(z));
    const Exponent zero = Ops::exponent(kZeroExponent);
    const auto vanished = Ops::equal_exponent(e, zero);
    // Of 0 there is nothing to shift.
    z = shifted<Ops>(
        z, Ops::select_exponent(vanished, zero, Ops::subtract_exponent(Ops::exponent(0), e)));
    k = Ops::select_exponent(vanished, zero, Ops::add_exponent(k, e));
}

template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> sum(Complex<Value> a, Complex<Value> b) noexcept {
    return {Ops::add(a.x, b.x), Ops::add(a.y, b.y)};
}

/// A number z 2^k.
template <class Ops> struct Wide {
    Complex<typename Ops::Value> z;
    typename Ops::Exponent k;
};

/// High parts, see HighOps.
template <class Value> FATHOM_FORMULA_INLINE auto high(Complex<Value> z) noexcept {
    using Part = decltype(high(z.x));
    return Complex<Part>{high(z.x), high(z.y)};
}
template <class Ops>
FATHOM_FORMULA_INLINE Wide<HighOps<Ops>> high(const Wide<Ops> &number) noexcept {
    return {high(number.z), number.k};
}
/// a + b and |z|^2 of those.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE auto high_sum(Complex<Value> a, Complex<Value> b) noexcept {
    return sum<HighOps<Ops>>(high(a), high(b));
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE auto high_norm(Complex<Value> z) noexcept {
    return norm<HighOps<Ops>>(high(z.x), high(z.y));
}

/// a 2^ea + b 2^eb = result 2^e.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> wide_sum(Complex<Value> a, typename Ops::Exponent ea,
                                              Complex<Value> b, typename Ops::Exponent eb,
                                              typename Ops::Exponent &e) noexcept {
    e = Ops::larger_exponent(ea, eb);
    return sum<Ops>(shifted<Ops>(a, Ops::subtract_exponent(ea, e)),
                    shifted<Ops>(b, Ops::subtract_exponent(eb, e)));
}

/// a 2^ea < b 2^eb of normalised numbers not below 0.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE typename Ops::Mask wide_less(Value a, typename Ops::Exponent ea, Value b,
                                                   typename Ops::Exponent eb) noexcept {
    return Ops::either(Ops::less_exponent(ea, eb),
                       Ops::both(Ops::equal_exponent(ea, eb), Ops::less(a, b)));
}

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
