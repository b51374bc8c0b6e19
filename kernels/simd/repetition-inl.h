// Brent's search for exact repetition in vectors. Included anew for each of Highway's targets, as
// mandelbrot_step-inl.h is.
#if defined(FATHOM_KERNELS_SIMD_REPETITION_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_REPETITION_INL_H
#undef FATHOM_KERNELS_SIMD_REPETITION_INL_H
#else
#define FATHOM_KERNELS_SIMD_REPETITION_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/simd/lanes-inl.h"

#include <limits>

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// Counts a look at each lane and returns those where the state is to be remembered: where the
/// number of looks is a power of two. Both values are whole numbers; a float stops counting at
/// 2^24, which only ends the renewals.
template <class Ops, class Value = typename Ops::Value>
HWY_INLINE typename Ops::Mask count_look(Value &looks, Value &renewal) noexcept {
    looks = Ops::add(looks, Ops::set(1));
    const auto renew = hn::Eq(looks, renewal);
    renewal = Ops::select(renew, Ops::add(renewal, renewal), renewal);
    return renew;
}

/// What PointRepetition (interior_shortcuts.h) is for one orbit, for a block of lanes.
template <class Kind> class Repetitions {
    using Real = typename Kind::Real;
    using Ops = typename Kind::Ops;
    static constexpr int kLanes = Kind::kLanes;
    static constexpr int kVector = Kind::kVector;

  public:
    /// Begins anew for a lane, with nothing seen.
    HWY_INLINE void begin(int lane) noexcept {
        old_[0][lane] = kNothing;
        looks_[lane] = 0;
        renewal_[lane] = 1;
    }

    /// The lane is not reported until it begins again.
    HWY_INLINE void end(int lane) noexcept {
        old_[0][lane] = looks_[lane] = renewal_[lane] = kNothing;
    }

    /// The lanes whose point has been seen before.
    HWY_INLINE LaneSet<Real, kLanes> seen(const LaneBlock<Kind> &lanes) noexcept {
        const typename Ops::Tag tag;
        LaneSet<Real, kLanes> result;
        for (int first = 0; first < kLanes; first += kVector) {
            auto looks = hn::Load(tag, &looks_[first]);
            auto renewal = hn::Load(tag, &renewal_[first]);
            const auto renew = count_look<Ops>(looks, renewal);
            hn::Store(looks, tag, &looks_[first]);
            hn::Store(renewal, tag, &renewal_[first]);
            auto same = Ops::every();
            for (int i = 0; i < Kind::kOfPoint; ++i) {
                const auto value = hn::Load(tag, lanes.value(i) + first);
                const auto old = hn::Load(tag, &old_[i][first]);
                same = hn::And(same, hn::Eq(value, old));
                hn::Store(hn::IfThenElse(renew, value, old), tag, &old_[i][first]);
            }
            result.add(tag, same, first);
        }
        return result;
    }

  private:
    static constexpr Real kNothing = std::numeric_limits<Real>::quiet_NaN(); ///< equals nothing

    /// The values of a point.
    struct alignas(64) LaneValues : std::array<Real, kLanes> {};
    std::array<LaneValues, Kind::kOfPoint> old_{};
    LaneValues looks_;
    LaneValues renewal_;
};

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
