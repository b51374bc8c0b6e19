#pragma once
#include "kernels/base/scalar_two_ops.h"
#include "kernels/perturbation/pair_orbit-inl.h"
#include "kernels/perturbation/perturbed_work.h"

namespace fathom::kernels {

/// The type of pixels that a formula that looks back is iterated with by perturbation.
template <class Real> inline constexpr bool kHasPairs = sizeof(Stored<Real>) == sizeof(double);

/// Takes one pixel's orbit on by a step.
template <class Formula, class Ops, Tracks kTracks>
FATHOM_INLINE auto step_pair(scalar::PairOrbit<Formula, Ops, kTracks> &orbit,
                             const PerturbedView<typename Ops::Real, 2> &view) noexcept {
    if (orbit.wide())
        return orbit.wide_round(view, true);
    return orbit.plain_round(view, true);
}

/// Brent's search for exact repetition (see Repetition) of an orbit of pairs where it was rebased:
/// there both differences are all of its state.
template <class Real> class PairRepetition {
  public:
    /// True if z 2^exponent and y 2^exponent were seen before.
    FATHOM_INLINE bool seen(scalar::Complex<Real> z, scalar::Complex<Real> y,
                            std::int32_t exponent) noexcept {
        if (looks_ != 0 && z.x == z_.x && z.y == z_.y && y.x == y_.x && y.y == y_.y &&
            exponent == exponent_)
            return true;
        ++looks_;
        if ((looks_ & (looks_ - 1)) == 0) {
            z_ = z;
            y_ = y;
            exponent_ = exponent;
        }
        return false;
    }

  private:
    scalar::Complex<Real> z_{0, 0}, y_{0, 0};
    std::int32_t exponent_ = 0;
    std::uint32_t looks_ = 0;
};

} // namespace fathom::kernels
