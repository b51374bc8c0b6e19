// The Burning Ship.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_FORMULAS_BURNING_SHIP_INL_H)) ||           \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_FORMULAS_BURNING_SHIP_INL_H_TARGET) == defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_FORMULAS_BURNING_SHIP_INL_H
#elif defined(FATHOM_KERNELS_FORMULAS_BURNING_SHIP_INL_H_TARGET)
#undef FATHOM_KERNELS_FORMULAS_BURNING_SHIP_INL_H_TARGET
#else
#define FATHOM_KERNELS_FORMULAS_BURNING_SHIP_INL_H_TARGET
#endif

#include "kernels/formulas/formula_info.h"
#include "kernels/formulas/square_with_signs-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

struct BurningShip : SquareWithSigns {
    static constexpr FormulaInfo kInfo{
        "burning-ship", "Burning Ship", "(|x| + i|y|)^2 + c", 2, -0.5, -0.5, 1, true};

    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> step(const Point<Value> &at,
                                                     const Constants<Value> &k) noexcept {
        return {Ops::fma(at.z.x, at.z.x, Ops::negative_fma(at.z.y, at.z.y, k.c.x)),
                Ops::fma(Ops::abs(at.z.x), Ops::abs(Ops::twice(at.z.y)), k.c.y)};
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE MatrixSlope<Value> slope(const Point<Value> &at) noexcept {
        const Value x = Ops::twice(at.z.x);
        const Value y = Ops::twice(at.z.y);
        return {x, Ops::neg(y), Ops::with_sign(y, x), Ops::with_sign(x, y)};
    }
    template <class Ops, class AnyScale, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> delta(Complex<Value> b, Complex<Value> z,
                                                      AnyScale scale) noexcept {
        return {real_delta<Ops>(b, z, scale), Ops::twice(folded_product_delta<Ops>(b, z, scale))};
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Value fold(Complex<Value> z) noexcept {
        return to_axes<Ops>(z);
    }
};

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
