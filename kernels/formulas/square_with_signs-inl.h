// What the formulas share that are z^2 + c with other signs.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_FORMULAS_SQUARE_WITH_SIGNS_INL_H)) ||      \
    (defined(HWY_NAMESPACE) && defined(FATHOM_KERNELS_FORMULAS_SQUARE_WITH_SIGNS_INL_H_TARGET) ==  \
                                   defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_FORMULAS_SQUARE_WITH_SIGNS_INL_H
#elif defined(FATHOM_KERNELS_FORMULAS_SQUARE_WITH_SIGNS_INL_H_TARGET)
#undef FATHOM_KERNELS_FORMULAS_SQUARE_WITH_SIGNS_INL_H_TARGET
#else
#define FATHOM_KERNELS_FORMULAS_SQUARE_WITH_SIGNS_INL_H_TARGET
#endif

#include "kernels/formulas/formula_cost.h"
#include "kernels/formulas/formula_math-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// The partial derivatives of (Re z^2, Im z^2) are 2x, -2y, 2y, 2x; formulas with absolute values
/// change their signs.
struct SquareWithSigns {
    static constexpr int kPower = 0;
    static constexpr int kDegree = 2;
    static constexpr int kGrowth = 2;
    static constexpr FormulaCost kCost{{3, 1}, {8, 0}};
    static constexpr bool kLooksBack = false;

    /// Of Re z^2: ((X + S x)^2 - X^2 - (Y + S y)^2 + Y^2) / S.
    template <class Ops, class AnyScale, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Value real_delta(Complex<Value> b, Complex<Value> z,
                                                  AnyScale scale) noexcept {
        const Value x = twice_plus<Ops>(b.x, z.x, scale);
        const Value y = twice_plus<Ops>(b.y, z.y, scale);
        return Ops::fma_minus(x, z.x, Ops::mul(y, z.y));
    }
    /// Of the product of the parts: ((X + S x) (Y + S y) - X Y) / S.
    template <class Ops, class AnyScale, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Value product_delta(Complex<Value> b, Complex<Value> z,
                                                     AnyScale scale) noexcept {
        return Ops::fma(b.x, z.y, Ops::mul(z.x, add_scaled<Ops>(b.y, z.y, scale)));
    }
    /// Of its magnitude.
    template <class Ops, class AnyScale, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Value folded_product_delta(Complex<Value> b, Complex<Value> z,
                                                            AnyScale scale) noexcept {
        return fold_difference<Ops>(Ops::mul(b.x, b.y), product_delta<Ops>(b, z, scale), scale);
    }
    /// Distance to the nearer axis.
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Value to_axes(Complex<Value> z) noexcept {
        const Value x = Ops::abs(z.x);
        const Value y = Ops::abs(z.y);
        return Ops::select(Ops::less(x, y), x, y);
    }
    /// Distance to the nearer diagonal, over sqrt 2 at least: ||x| - |y|| / 2.
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Value to_diagonals(Complex<Value> z) noexcept {
        return Ops::mul(Ops::set(0.5), Ops::abs(Ops::add(Ops::abs(z.x), Ops::neg(Ops::abs(z.y)))));
    }
};

/// Re z^2, whose sign Celtic and Buffalo fold.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value real_of_square(Complex<Value> z) noexcept {
    return Ops::fma_minus(z.x, z.x, Ops::mul(z.y, z.y));
}

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
