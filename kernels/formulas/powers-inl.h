// z^p + c.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_FORMULAS_POWERS_INL_H)) ||                 \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_FORMULAS_POWERS_INL_H_TARGET) == defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_FORMULAS_POWERS_INL_H
#elif defined(FATHOM_KERNELS_FORMULAS_POWERS_INL_H_TARGET)
#undef FATHOM_KERNELS_FORMULAS_POWERS_INL_H_TARGET
#else
#define FATHOM_KERNELS_FORMULAS_POWERS_INL_H_TARGET
#endif

#include "kernels/formulas/formula_cost.h"
#include "kernels/formulas/formula_info.h"
#include "kernels/formulas/formula_math-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// Products that z^p takes as `power` makes it.
constexpr int products_of_power(int p) noexcept {
    return p == 1 ? 0 : 1 + products_of_power(p % 2 == 1 ? p - 1 : p / 2);
}

/// See FormulaCost. z^(p - 1) is there already where p is odd; else it is made of z^(p / 2).
constexpr FormulaCost cost_of_power(int p) noexcept {
    if (p == 2)
        return {{3, 1}, {4, 0}};
    const int more = p % 2 == 1 ? 0 : p < 8 ? 1 : 2;
    const Operations step = p % 2 == 1 ? Operations{4 * products_of_power(p - 1) + 4, 0}
                                       : Operations{4 * products_of_power(p / 2) + 3, 1};
    return {step, {4 * more + 2 + 4, 0}};
}

/// z^p + c; for p = 2 the Mandelbrot set.
template <int kExponent> struct PowerFormula {
    static constexpr int kPower = kExponent;
    static constexpr int kDegree = kExponent;
    static constexpr int kGrowth = kExponent;
    static constexpr FormulaCost kCost = cost_of_power(kExponent);
    static constexpr bool kLooksBack = false;

    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> step(const Point<Value> &at,
                                                     const Constants<Value> &k) noexcept {
        if constexpr (kPower % 2 == 0)
            return square_add<Ops>(power<kPower / 2, Ops>(at.z), k.c);
        else
            return multiply_add<Ops>(power<kPower - 1, Ops>(at.z), at.z, k.c);
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE ComplexSlope<Value> slope(const Point<Value> &at) noexcept {
        if constexpr (kPower == 2)
            return {doubled<Ops>(at.z)};
        else
            return {scaled<Ops>(power<kPower - 1, Ops>(at.z), kPower)};
    }
    /// a^p - b^p = (a - b) (a^(p-1) + a^(p-2) b + ... + b^(p-1)), by Horner's rule.
    template <class Ops, class AnyScale, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> delta(Complex<Value> b, Complex<Value> z,
                                                      AnyScale scale) noexcept {
        if constexpr (kPower == 2) {
            return multiply<Ops>(
                {twice_plus<Ops>(b.x, z.x, scale), twice_plus<Ops>(b.y, z.y, scale)}, z);
        } else {
            const Complex<Value> a{add_scaled<Ops>(b.x, z.x, scale),
                                   add_scaled<Ops>(b.y, z.y, scale)};
            Complex<Value> sum{Ops::add(a.x, b.x), Ops::add(a.y, b.y)};
            Complex<Value> of_b = b;
            for (int i = 2; i < kPower; ++i) {
                of_b = multiply<Ops>(of_b, b);
                sum = multiply_add<Ops>(sum, a, of_b);
            }
            return multiply<Ops>(sum, z);
        }
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Value fold(Complex<Value>) noexcept {
        return Ops::set(kLargest<typename Ops::Real>);
    }
};

struct Mandelbrot : PowerFormula<2> {
    static constexpr FormulaInfo kInfo{"mandelbrot", "Mandelbrot", "z^2 + c", 2, -0.75};
};
struct Multibrot3 : PowerFormula<3> {
    static constexpr FormulaInfo kInfo{"multibrot-3", "Multibrot 3", "z^3 + c", 3};
};
struct Multibrot4 : PowerFormula<4> {
    static constexpr FormulaInfo kInfo{"multibrot-4", "Multibrot 4", "z^4 + c", 4};
};
struct Multibrot5 : PowerFormula<5> {
    static constexpr FormulaInfo kInfo{"multibrot-5", "Multibrot 5", "z^5 + c", 5};
};
struct Multibrot6 : PowerFormula<6> {
    static constexpr FormulaInfo kInfo{"multibrot-6", "Multibrot 6", "z^6 + c", 6};
};
struct Multibrot7 : PowerFormula<7> {
    static constexpr FormulaInfo kInfo{"multibrot-7", "Multibrot 7", "z^7 + c", 7};
};
struct Multibrot8 : PowerFormula<8> {
    static constexpr FormulaInfo kInfo{"multibrot-8", "Multibrot 8", "z^8 + c", 8};
};

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
