// The formula, written once. It is compiled for single pixels (host and CUDA) with ScalarOps, and
// again for every instruction set that Highway targets: after <hwy/highway.h> it may be included
// anew per target (the guard toggles, as Highway's own -inl.h headers do), because a vector
// function has to be compiled for its instruction set.
#if defined(FATHOM_KERNELS_FORMULA_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_FORMULA_H
#undef FATHOM_KERNELS_FORMULA_H
#else
#define FATHOM_KERNELS_FORMULA_H
#endif

#include "kernels/portable.h"

#ifdef HWY_NAMESPACE
#define FATHOM_FORMULA_NAMESPACE HWY_NAMESPACE
#define FATHOM_FORMULA_INLINE HWY_INLINE
HWY_BEFORE_NAMESPACE();
#else
#define FATHOM_FORMULA_NAMESPACE scalar
#define FATHOM_FORMULA_INLINE FATHOM_INLINE
#endif

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// One step of the Mandelbrot iteration, z' = z^2 + c with z = x + iy: three fused operations and
/// one addition,
///   x' = fma(x, x, fma(-y, y, cx)),  y' = fma(2x, y, cy).
/// Every engine performs exactly these roundings.
template <class Ops, class Value>
FATHOM_FORMULA_INLINE void step(Value &x, Value &y, Value cx, Value cy) noexcept {
    const Value t = Ops::negative_fma(y, y, cx);
    const Value twice_x = Ops::add(x, x);
    x = Ops::fma(x, x, t);
    y = Ops::fma(twice_x, y, cy);
}

/// |z|^2, as the escape test compares it with the square of the bailout.
template <class Ops, class Value> FATHOM_FORMULA_INLINE Value norm(Value x, Value y) noexcept {
    return Ops::fma(x, x, Ops::mul(y, y));
}

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#ifdef HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
#undef FATHOM_FORMULA_NAMESPACE
#undef FATHOM_FORMULA_INLINE

#endif
