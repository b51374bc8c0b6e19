// Brent's search for exact repetition in vectors. Included anew for each of Highway's targets, as
// mandelbrot_step-inl.h is.
#if defined(FATHOM_KERNELS_SIMD_REPETITION_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_REPETITION_INL_H
#undef FATHOM_KERNELS_SIMD_REPETITION_INL_H
#else
#define FATHOM_KERNELS_SIMD_REPETITION_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/formulas/orbit-inl.h"
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

/// What PointRepetition (interior_shortcuts.h) is for one orbit, for a vector of them.
template <class Formula, class Ops> class VectorRepetition {
    using Value = typename Ops::Value;
    using Mask = typename Ops::Mask;

  public:
    /// Begins anew in the lanes of the mask, with nothing seen.
    HWY_INLINE void begin(Mask lanes) noexcept {
        const Value nothing = Ops::set(std::numeric_limits<typename Ops::Real>::quiet_NaN());
        put<Ops>(old_.z, Complex<Value>{nothing, nothing}, lanes);
        put_value<Ops>(looks_, Ops::set(0), lanes);
        put_value<Ops>(renewal_, Ops::set(1), lanes);
    }

    /// The lanes whose point has been seen before.
    HWY_INLINE Mask seen(const Point<Value> &at) noexcept {
        Mask same = hn::And(hn::Eq(at.z.x, old_.z.x), hn::Eq(at.z.y, old_.z.y));
        if constexpr (Formula::kLooksBack)
            same = hn::And(same, hn::And(hn::Eq(at.before.x, old_.before.x),
                                         hn::Eq(at.before.y, old_.before.y)));
        put<Formula, Ops>(old_, at, count_look<Ops>(looks_, renewal_));
        return same;
    }

  private:
    Point<Value> old_;
    Value looks_;
    Value renewal_;
};

/// What Repetition (interior_shortcuts.h) is for one orbit, for a block of lanes.
template <class Real> class Repetitions {
    using Ops = VectorOps<Real>;
    static constexpr int kLanes = Width<Real>::kLanes;
    static constexpr int kVector = Width<Real>::kVector;

  public:
    /// Begins anew for a lane, with nothing seen.
    HWY_INLINE void begin(int lane) noexcept {
        x_[lane] = y_[lane] = kNothing;
        looks_[lane] = 0;
        renewal_[lane] = 1;
    }

    /// The lane is not reported until it begins again.
    HWY_INLINE void end(int lane) noexcept {
        x_[lane] = y_[lane] = looks_[lane] = renewal_[lane] = kNothing;
    }

    /// The lanes whose z has been seen before.
    HWY_INLINE LaneSet<Real> seen(const LaneBlock<Real> &lanes) noexcept {
        const typename Ops::Tag tag;
        LaneSet<Real> result;
        for (int first = 0; first < kLanes; first += kVector) {
            const auto x = hn::Load(tag, lanes.x + first);
            const auto y = hn::Load(tag, lanes.y + first);
            const auto old_x = hn::Load(tag, &x_[first]);
            const auto old_y = hn::Load(tag, &y_[first]);
            result.add(tag, hn::And(hn::Eq(x, old_x), hn::Eq(y, old_y)), first);
            auto looks = hn::Load(tag, &looks_[first]);
            auto renewal = hn::Load(tag, &renewal_[first]);
            const auto renew = count_look<Ops>(looks, renewal);
            hn::Store(looks, tag, &looks_[first]);
            hn::Store(renewal, tag, &renewal_[first]);
            hn::Store(hn::IfThenElse(renew, x, old_x), tag, &x_[first]);
            hn::Store(hn::IfThenElse(renew, y, old_y), tag, &y_[first]);
        }
        return result;
    }

  private:
    static constexpr Real kNothing = std::numeric_limits<Real>::quiet_NaN(); ///< equals nothing

    alignas(64) std::array<Real, kLanes> x_;
    alignas(64) std::array<Real, kLanes> y_;
    alignas(64) std::array<Real, kLanes> looks_;
    alignas(64) std::array<Real, kLanes> renewal_;
};

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
