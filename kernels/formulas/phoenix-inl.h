// The Phoenix.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_FORMULAS_PHOENIX_INL_H)) ||                \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_FORMULAS_PHOENIX_INL_H_TARGET) == defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_FORMULAS_PHOENIX_INL_H
#elif defined(FATHOM_KERNELS_FORMULAS_PHOENIX_INL_H_TARGET)
#undef FATHOM_KERNELS_FORMULAS_PHOENIX_INL_H_TARGET
#else
#define FATHOM_KERNELS_FORMULAS_PHOENIX_INL_H_TARGET
#endif

#include "kernels/formulas/formula_cost.h"
#include "kernels/formulas/formula_info.h"
#include "kernels/formulas/formula_math-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// z^2 + c + p z_{n-1} (S. Ushiki, "Phoenix", IEEE Transactions on Circuits and Systems 35, 1988).
struct Phoenix {
    static constexpr int kPower = 0;
    static constexpr int kDegree = 0;
    static constexpr int kGrowth = 2;
    static constexpr FormulaCost kCost{{7, 1}, {8, 0}};
    static constexpr bool kLooksBack = true;
    static constexpr FormulaInfo kInfo{"phoenix", "Phoenix", "z^2 + c + p z before", 2, -0.25, 0, 1,
                                       false,     true};

    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> step(const Point<Value> &at,
                                                     const Constants<Value> &k) noexcept {
        return square_add<Ops>(at.z, multiply_add<Ops>(k.parameter, at.before, k.c));
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE ComplexSlope<Value> slope(const Point<Value> &at) noexcept {
        return {doubled<Ops>(at.z)};
    }
    /// As of homogeneous formulas, of the part of a step that hangs on z; the rest is linear.
    template <class Ops, class AnyScale, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> delta(Complex<Value> b, Complex<Value> z,
                                                      AnyScale scale) noexcept {
        return multiply<Ops>({twice_plus<Ops>(b.x, z.x, scale), twice_plus<Ops>(b.y, z.y, scale)},
                             z);
    }
};

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
