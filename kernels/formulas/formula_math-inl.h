// What formulas are written with: complex numbers, points, slopes, differences from a reference.
// Compiled for single pixels and again for every instruction set, as mandelbrot_step-inl.h is.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_FORMULAS_FORMULA_MATH_INL_H)) ||           \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_FORMULAS_FORMULA_MATH_INL_H_TARGET) == defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_FORMULAS_FORMULA_MATH_INL_H
#elif defined(FATHOM_KERNELS_FORMULAS_FORMULA_MATH_INL_H_TARGET)
#undef FATHOM_KERNELS_FORMULAS_FORMULA_MATH_INL_H_TARGET
#else
#define FATHOM_KERNELS_FORMULAS_FORMULA_MATH_INL_H_TARGET
#endif

#include <type_traits>

#include "kernels/base/sample.h"
#include "kernels/formulas/mandelbrot_step-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

template <class Value> struct Complex { Value x, y; };

/// a b + c, rounded as every engine rounds it.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> multiply_add(Complex<Value> a, Complex<Value> b,
                                                  Complex<Value> c) noexcept {
    if constexpr (kIsTwo<typename Ops::Real>)
        return {Ops::sum_of_products(a.x, b.x, Ops::neg(a.y), b.y, c.x),
                Ops::sum_of_products(a.x, b.y, a.y, b.x, c.y)};
    else
        return {Ops::fma(a.x, b.x, Ops::negative_fma(a.y, b.y, c.x)),
                Ops::fma(a.x, b.y, Ops::fma(a.y, b.x, c.y))};
}

/// a b.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> multiply(Complex<Value> a, Complex<Value> b) noexcept {
    if constexpr (kIsTwo<typename Ops::Real>)
        return {Ops::sum_of_products(a.x, b.x, Ops::neg(a.y), b.y),
                Ops::sum_of_products(a.x, b.y, a.y, b.x)};
    else
        return {Ops::fma_minus(a.x, b.x, Ops::mul(a.y, b.y)),
                Ops::fma(a.x, b.y, Ops::mul(a.y, b.x))};
}

/// z^2 + c, as `step`.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> square_add(Complex<Value> z, Complex<Value> c) noexcept {
    step<Ops>(z.x, z.y, c.x, c.y);
    return z;
}

/// z^kPower, kPower >= 1.
template <int kPower, class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> power(Complex<Value> z) noexcept {
    if constexpr (kPower == 1) {
        return z;
    } else if constexpr (kPower % 2 == 1) {
        return multiply<Ops>(power<kPower - 1, Ops>(z), z);
    } else {
        const Complex<Value> root = power<kPower / 2, Ops>(z);
        return multiply<Ops>(root, root);
    }
}

template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> scaled(Complex<Value> z, typename Ops::Real factor) noexcept {
    return {Ops::mul(z.x, Ops::set(factor)), Ops::mul(z.y, Ops::set(factor))};
}

/// 2 z, which the step of z^2 takes, too.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> doubled(Complex<Value> z) noexcept {
    return {Ops::twice(z.x), Ops::twice(z.y)};
}

/// Where an orbit is. Only formulas that look back read the point before.
template <class Value> struct Point {
    Complex<Value> z;
    Complex<Value> before;
};

/// What a step takes besides the point.
template <class Value> struct Constants {
    Complex<Value> c;
    Complex<Value> parameter;
};

/// The derivative of z -> F(z) where that is a complex number: F'(z).
template <class Value> struct ComplexSlope {
    static constexpr int kReals = 2;
    Complex<Value> d;
};
/// Where it is not: the real partial derivatives of F = (u, v).
template <class Value> struct MatrixSlope {
    static constexpr int kReals = 4;
    Value ux, uy, vx, vy;
};

/// What a difference from a reference orbit is measured in: z stands for S z, S a power of two that
/// may be too small for any number (then it is 0). `inverse` is 1 / S or the largest power of two.
template <class Value> struct Scale { Value factor, inverse; };
/// S = 1.
struct NoScale {};

/// a + S b.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value add_scaled(Value a, Value b, NoScale) noexcept {
    return Ops::add(a, b);
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value add_scaled(Value a, Value b, Scale<Value> scale) noexcept {
    return Ops::fma(scale.factor, b, a);
}

/// 2 a + S b. (A product with 2 is exact, so a fused one has the bits of the sum.)
template <class Ops, class AnyScale, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value twice_plus(Value a, Value b, AnyScale scale) noexcept {
    if constexpr (std::is_same_v<AnyScale, NoScale> && !kIsTwo<typename Ops::Real>)
        return Ops::fma(a, Ops::set(2), b);
    else
        return add_scaled<Ops>(Ops::twice(a), b, scale);
}

/// a / S.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value unscaled(Value a, NoScale) noexcept {
    return a;
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value unscaled(Value a, Scale<Value> scale) noexcept {
    return Ops::mul(a, scale.inverse);
}

/// (|a + S d| - |a|) / S without cancellation.
template <class Ops, class AnyScale, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value fold_difference(Value a, Value d, AnyScale scale) noexcept {
    const Value size = Ops::abs(unscaled<Ops>(a, scale));
    const Value along = Ops::select(Ops::less(a, Ops::set(0)), Ops::neg(d), d);
    const Value folded = Ops::neg(Ops::add(Ops::twice(size), along));
    return Ops::select(Ops::less(Ops::add(size, along), Ops::set(0)), folded, along);
}

// Each formula has
//   kInfo      its names
//   kLooksBack whether it reads Point::before
//   kGrowth    p where the step without c, and without the parameter's part, has the magnitude
//              |z|^p, p >= 2: what leaves the bailout then stays outside (see growth.h) and need
//              not be tested at every step; else 0
//   kCost      what an iteration takes at least
//   step       z_{n+1} from z_n: every engine performs exactly its roundings
//   slope      the derivative of the step at z_n, without what comes from c; its type tells whether
//              the formula is analytic
// and an analytic one that is z^p + c kPower = p, else 0. One whose step without c is homogeneous,
// F(t z) = t^kDegree F(z) for t > 0, is iterated by perturbation, too (else kDegree = 0), and has
//   delta      (F(Z + S z) - F(Z)) / S without cancellation, see Scale
//   fold       how far from Z there is no fold, where the derivative jumps: a lower bound

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
