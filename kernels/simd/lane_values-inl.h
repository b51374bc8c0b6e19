// The lanes of vectors in memory, one by one. Included anew for each of Highway's targets, as
// mandelbrot_step-inl.h is.
#if defined(FATHOM_KERNELS_SIMD_LANE_VALUES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_LANE_VALUES_INL_H
#undef FATHOM_KERNELS_SIMD_LANE_VALUES_INL_H
#else
#define FATHOM_KERNELS_SIMD_LANE_VALUES_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/simd/lane_set-inl.h"

#include <array>

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// Numbers with all their parts.
template <class Ops> struct alignas(64) LaneReals : std::array<typename Ops::Real, Ops::kLanes> {};
/// Whole numbers, or exponents.
template <class Ops>
struct alignas(64) LaneNumbers : std::array<typename Ops::Word, Ops::kLanes> {};

template <class Ops> HWY_INLINE LaneReals<Ops> reals_of(const typename Ops::Value &value) noexcept {
    LaneReals<Ops> reals;
    Ops::to_lanes(value, reals.data());
    return reals;
}
template <class Ops> HWY_INLINE LaneNumbers<Ops> numbers_of(typename Ops::Index index) noexcept {
    LaneNumbers<Ops> numbers;
    hn::Store(index, typename Ops::IndexTag(), numbers.data());
    return numbers;
}
template <class Ops>
HWY_INLINE LaneNumbers<Ops> exponents_of(typename Ops::Exponent exponent) noexcept {
    return numbers_of<Ops>(hn::BitCast(typename Ops::IndexTag(), exponent));
}

template <class Ops>
HWY_INLINE typename Ops::Index index_of(const LaneNumbers<Ops> &numbers) noexcept {
    return hn::Load(typename Ops::IndexTag(), numbers.data());
}
/// The lanes whose number is 1.
template <class Ops>
HWY_INLINE typename Ops::Mask mask_of(const LaneNumbers<Ops> &numbers) noexcept {
    return Ops::equal_index(index_of<Ops>(numbers), Ops::index(1));
}

/// Calls use(lane) for each lane of the mask, in order.
template <class Ops, class Use>
HWY_INLINE void for_each_lane(typename Ops::Mask mask, Use use) noexcept {
    LaneSet<Stored<typename Ops::Real>> set;
    set.add(typename Ops::Tag(), mask, 0);
    set.for_each(use);
}

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
