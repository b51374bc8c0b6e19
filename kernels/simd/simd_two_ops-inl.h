// Sums of two in Highway's vectors, as the arithmetic that formulas are written in. Included anew
// for each of Highway's targets, after <hwy/highway.h>, as mandelbrot_step-inl.h is.
#if defined(FATHOM_KERNELS_SIMD_SIMD_TWO_OPS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_SIMD_TWO_OPS_INL_H
#undef FATHOM_KERNELS_SIMD_SIMD_TWO_OPS_INL_H
#else
#define FATHOM_KERNELS_SIMD_SIMD_TWO_OPS_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/base/two_ops-inl.h"
#include "kernels/simd/simd_ops-inl.h"

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

template <class Part> struct VectorOps<Two<Part>> : TwoOps<VectorOps<Part>> {
    using typename TwoOps<VectorOps<Part>>::Index;
    using typename TwoOps<VectorOps<Part>>::Value;

    /// As VectorNumbers::Pairs.
    template <class Struct> class Pairs {
        using Parts = typename VectorNumbers<Part>::template Pairs<Struct>;

      public:
        HWY_INLINE Pairs(const Struct *structs, Index i, std::size_t offset)
            : first_(structs, i, offset), second_(structs, i, offset + sizeof(Two<Part>)) {}
        HWY_INLINE void load(std::size_t behind, Value &first, Value &second) const {
            first_.load(behind, first.hi, first.lo);
            second_.load(behind, second.hi, second.lo);
        }

      private:
        Parts first_;
        Parts second_;
    };
};

static_assert(PerturbedOps<VectorOps<Two<double>>>);

/// Calls use(vector) for each vector that a value consists of.
template <class Vector, class Use> HWY_INLINE void for_each_part(Vector &value, Use use) noexcept {
    use(value);
}
template <class Vector, class Use>
HWY_INLINE void for_each_part(Two<Vector> &value, Use use) noexcept {
    use(value.hi);
    use(value.lo);
}

/// The lanes where both are the same number.
template <class Vector> HWY_INLINE auto equal(const Vector &a, const Vector &b) noexcept {
    return hn::Eq(a, b);
}
template <class Vector> HWY_INLINE auto equal(const Two<Vector> &a, const Two<Vector> &b) noexcept {
    return hn::And(hn::Eq(a.hi, b.hi), hn::Eq(a.lo, b.lo));
}

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
