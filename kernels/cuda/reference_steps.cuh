// Runs of a perturbed orbit's steps along its reference, tested by the upper words of its numbers,
// see upper_word.cuh: what PerturbedOrbit::conclude tests takes half of a step's work with doubles.
#pragma once
#include "kernels/cuda/upper_word.cuh"
#include "kernels/perturbation/perturbed_orbit-inl.h"

namespace fathom::kernels::cuda {

/// Between which words Z_m + z and z have to lie for a step to be certain to be calm: conclude has
/// nothing to do behind it, unless it is at the limit or the reference's end.
template <class Formula, class Orbit> class CalmBounds {
    using Real = typename Orbit::Real;
    using Part = Stored<Real>;
    using Word = UpperWord<Part>;
    static constexpr int kOthers = Formula::kDegree - 1;

  public:
    __device__ __forceinline__ explicit CalmBounds(const typename Orbit::View &view)
        : most_(most_inside(view)),
          least_(view.wide_norm > 0 ? Word::kOne + view.wide_exponent * Word::kOctave : 0) {}

    [[nodiscard]] __device__ __forceinline__ bool is_certain(const Orbit &orbit) const {
        constexpr int kSlack = kWordSlack<Part>;
        const int size = larger_word(scalar::high_sum<ScalarOps<Real>>(orbit.reference.z, orbit.z));
        const int own = larger_word(orbit.z);
        // |z| |Z + z|^(p-1) is below what a direct orbit begins with.
        constexpr int kBelow =
            Orbit::Direct::kExponent / 2 * Word::kOctave - Formula::kDegree * kSlack + Word::kOne;
        int log_size = size - Word::kOne;
        if constexpr (kOthers > 1) // so that its multiple fits; the bailout is below 2^30
            log_size = min(max(log_size, -8 * Word::kOctave), 31 * Word::kOctave);
        // z is below Z + z: the orbit is not rebased.
        const int most = min(size - kSlack, kBelow - kOthers * log_size);
        return size <= most_ && own <= most && own >= least_; // nor does it become wide
    }

  private:
    int most_;
    int least_; ///< words of absolute values are 0 or above
};

/// What came of a run of steps.
struct ReferenceSteps {
    std::uint32_t made;
    bool calm; ///< the last one, too; else there is to be a conclude
};

/// Takes a plain orbit on by `most` steps, from 1 to what calm_steps allows, or until one is not
/// certain to be calm.
template <class Formula, class Orbit>
__device__ __forceinline__ ReferenceSteps reference_steps(Orbit &orbit,
                                                          const typename Orbit::View &view,
                                                          const CalmBounds<Formula, Orbit> &bounds,
                                                          std::uint32_t most) {
    using Ops = ScalarOps<typename Orbit::Real>;
    const auto *points = view.tables.orbit + orbit.reference.m;
    ReferenceSteps steps{0, true};
#pragma unroll 2
    do {
        typename Orbit::Number to; // needed only at the step's end
        Ops::load_pair(++points, 0, 0, to.x, to.y);
        orbit.step_along(view, to, ++steps.made);
        steps.calm = bounds.is_certain(orbit);
    } while (steps.calm && steps.made < most);
    orbit.count_steps(view, steps.made);
    return steps;
}

} // namespace fathom::kernels::cuda
