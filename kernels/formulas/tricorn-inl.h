// The Tricorn.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_FORMULAS_TRICORN_INL_H)) ||                \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_FORMULAS_TRICORN_INL_H_TARGET) == defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_FORMULAS_TRICORN_INL_H
#elif defined(FATHOM_KERNELS_FORMULAS_TRICORN_INL_H_TARGET)
#undef FATHOM_KERNELS_FORMULAS_TRICORN_INL_H_TARGET
#else
#define FATHOM_KERNELS_FORMULAS_TRICORN_INL_H_TARGET
#endif

#include "kernels/formulas/formula_info.h"
#include "kernels/formulas/square_with_signs-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

struct Tricorn : SquareWithSigns {
    static constexpr FormulaInfo kInfo{"tricorn", "Tricorn", "conj(z)^2 + c", 2, -0.25};

    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> step(const Point<Value> &at,
                                                     const Constants<Value> &k) noexcept {
        return {Ops::fma(at.z.x, at.z.x, Ops::negative_fma(at.z.y, at.z.y, k.c.x)),
                Ops::negative_fma(at.z.x, Ops::twice(at.z.y), k.c.y)};
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE MatrixSlope<Value> slope(const Point<Value> &at) noexcept {
        const Value x = Ops::twice(at.z.x);
        const Value y = Ops::twice(at.z.y);
        return {x, Ops::neg(y), Ops::neg(y), Ops::neg(x)};
    }
    template <class Ops, class AnyScale, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> delta(Complex<Value> b, Complex<Value> z,
                                                      AnyScale scale) noexcept {
        return {real_delta<Ops>(b, z, scale),
                Ops::neg(Ops::twice(product_delta<Ops>(b, z, scale)))};
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Value fold(Complex<Value>) noexcept {
        return Ops::set(kLargest<typename Ops::Real>);
    }
};

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
