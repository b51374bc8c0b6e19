// The Mandelbrot set's step, written once. It is compiled for single pixels (host and CUDA) with
// ScalarOps, and again for every instruction set that Highway targets: after <hwy/highway.h> it may
// be included anew per target (the second guard toggles, as Highway's own -inl.h headers do),
// because a vector function has to be compiled for its instruction set. A source that needs both
// includes the one for single pixels first, before <hwy/foreach_target.h>.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_FORMULAS_MANDELBROT_STEP_INL_H)) ||        \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_FORMULAS_MANDELBROT_STEP_INL_H_TARGET) == defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_FORMULAS_MANDELBROT_STEP_INL_H
#elif defined(FATHOM_KERNELS_FORMULAS_MANDELBROT_STEP_INL_H_TARGET)
#undef FATHOM_KERNELS_FORMULAS_MANDELBROT_STEP_INL_H_TARGET
#else
#define FATHOM_KERNELS_FORMULAS_MANDELBROT_STEP_INL_H_TARGET
#endif

#include "kernels/base/ops.h"
#include "kernels/base/portable.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// One step of the Mandelbrot iteration, z' = z^2 + c with z = x + iy: three fused operations and
/// one addition,
///   x' = fma(x, x, fma(-y, y, cx)),  y' = fma(2x, y, cy).
/// Every engine performs exactly these roundings.
template <class Ops, class Value>
FATHOM_FORMULA_INLINE void step(Value &x, Value &y, Value cx, Value cy) noexcept {
    if constexpr (kIsTwo<typename Ops::Real>) {
        const Value re = Ops::sum_of_products(x, x, Ops::neg(y), y, cx);
        y = Ops::product_plus(Ops::twice(x), y, cy);
        x = re;
    } else {
        const Value t = Ops::negative_fma(y, y, cx);
        y = Ops::fma_twice(x, y, cy);
        x = Ops::fma(x, x, t);
    }
}

/// |z|^2, as the escape test compares it with the square of the bailout.
template <class Ops, class Value> FATHOM_FORMULA_INLINE Value norm(Value x, Value y) noexcept {
    return Ops::fma(x, x, Ops::mul(y, y));
}

/// Negative only for c well inside the main cardioid, where no orbit escapes: the closed form of
/// its boundary, q (q + x - 1/4) = y^2 / 4 with q = (x - 1/4)^2 + y^2, at c (1 + margin). The
/// margin keeps away from the boundary, where the plain loop's rounding decides; see
/// shortcut_margin.
template <class Ops, class Value, class Real>
FATHOM_FORMULA_INLINE Value cardioid_side(Value cx, Value cy, Real margin) noexcept {
    const Value scale = Ops::set(1 + margin);
    const Value x = Ops::fma(cx, scale, Ops::set(Real(-0.25)));
    const Value y = Ops::mul(cy, scale);
    const Value y2 = Ops::mul(y, y);
    const Value q = Ops::fma(x, x, y2);
    return Ops::fma(q, Ops::add(q, x), Ops::mul(Ops::set(Real(-0.25)), y2));
}

/// Negative only for c well inside the component of period 2, |c + 1| < (1 - margin) / 4.
template <class Ops, class Value, class Real>
FATHOM_FORMULA_INLINE Value period_2_side(Value cx, Value cy, Real margin) noexcept {
    const Value x = Ops::add(cx, Ops::set(Real(1)));
    return Ops::fma(x, x, Ops::fma(cy, cy, Ops::set(Real(-0.0625) * (1 - margin) * (1 - margin))));
}

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
