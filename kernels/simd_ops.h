// Highway's vectors as the arithmetic that formula.h is written in. Included anew for each of
// Highway's targets, after <hwy/highway.h>, as formula.h is.
#if defined(FATHOM_KERNELS_SIMD_OPS_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_OPS_H
#undef FATHOM_KERNELS_SIMD_OPS_H
#else
#define FATHOM_KERNELS_SIMD_OPS_H
#endif

#include <hwy/highway.h>

// Targets whose MulAdd is two roundings (SSE) must not compute pixels: they get no vector loop.
#undef FATHOM_TARGET_FUSES
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON
#define FATHOM_TARGET_FUSES 1
#else
#define FATHOM_TARGET_FUSES 0
#endif

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class RealType> struct VectorOps {
    using Real = RealType;
    using Tag = hn::ScalableTag<Real>;
    using Value = hn::Vec<Tag>;
    using Mask = hn::Mask<Tag>;
    using IndexTag = hn::RebindToUnsigned<Tag>;
    using Index = hn::Vec<IndexTag>; ///< as wide as Real
    static constexpr int kLanes = static_cast<int>(hn::MaxLanes(Tag()));
    static HWY_INLINE Value set(Real value) { return hn::Set(Tag(), value); }
    static HWY_INLINE Value fma(Value a, Value b, Value c) { return hn::MulAdd(a, b, c); }
    static HWY_INLINE Value negative_fma(Value a, Value b, Value c) {
        return hn::NegMulAdd(a, b, c);
    }
    /// b + b, because b is not needed again: the sum takes its register.
    static HWY_INLINE Value fma_twice(Value a, Value b, Value c) {
        return hn::MulAdd(a, hn::Add(b, b), c);
    }
    static HWY_INLINE Value add(Value a, Value b) { return hn::Add(a, b); }
    static HWY_INLINE Value mul(Value a, Value b) { return hn::Mul(a, b); }
    static HWY_INLINE Value div(Value a, Value b) { return hn::Div(a, b); }
    static HWY_INLINE Value abs(Value a) { return hn::Abs(a); }
    static HWY_INLINE Value neg(Value a) { return hn::Neg(a); }
    static HWY_INLINE Value sqrt(Value a) { return hn::Sqrt(a); }
    static HWY_INLINE Value with_sign(Value a, Value b) { return hn::CopySign(a, b); }
    static HWY_INLINE Mask less(Value a, Value b) { return hn::Lt(a, b); }
    static HWY_INLINE Mask less_equal(Value a, Value b) { return hn::Le(a, b); }
    static HWY_INLINE Mask both(Mask a, Mask b) { return hn::And(a, b); }
    static HWY_INLINE Value select(Mask mask, Value a, Value b) {
        return hn::IfThenElse(mask, a, b);
    }
    static HWY_INLINE Index select_index(Mask mask, Index a, Index b) {
        return hn::IfThenElse(hn::RebindMask(IndexTag(), mask), a, b);
    }
    static HWY_INLINE Real sum(Value a) { return hn::GetLane(hn::SumOfLanes(Tag(), a)); }
};

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
