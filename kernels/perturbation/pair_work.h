#pragma once
#include "kernels/base/scalar_two_ops.h"
#include "kernels/perturbation/pair_orbit-inl.h"
#include "kernels/perturbation/perturbed_work.h"

namespace fathom::kernels {

/// The type of pixels that a formula that looks back is iterated with by perturbation.
template <class Real> inline constexpr bool kHasPairs = sizeof(Stored<Real>) == sizeof(double);

/// Takes one pixel's orbit on by a step.
template <class Formula, class Ops, bool kWide, Tracks kTracks>
FATHOM_INLINE auto step_pair(scalar::PairOrbit<Formula, Ops, kWide, kTracks> &orbit,
                             const PerturbedView<typename Ops::Real, 2> &view) noexcept {
    if (kWide && orbit.wide())
        return orbit.wide_round(view, true);
    return orbit.plain_round(view, true);
}

/// Whether such an orbit repeats, see RebaseRepetition.
template <class Real> using PairRepetition = RebaseRepetition<Real, 2>;

} // namespace fathom::kernels
