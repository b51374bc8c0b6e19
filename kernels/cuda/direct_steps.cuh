// Runs of a perturbed orbit's direct steps, tested by the upper words of its numbers: whole
// numbers, compared beside the units that compute with doubles. The exact tests of
// PerturbedOrbit::direct_round take half of what a step takes of those.
#pragma once
#include "kernels/cuda/upper_word.cuh"
#include "kernels/perturbation/perturbed_orbit-inl.h"

namespace fathom::kernels::cuda {

/// Steps of a run. Those of one that is given up are made again, one by one.
inline constexpr int kDirectSteps = 8;

/// Between which words z has to lie for an orbit to go on directly: that it is not below the square
/// root of what |z|^2 has to be, and certain to be inside the bailout.
template <class Formula, class Orbit> class DirectBounds {
    using Word = UpperWord<Stored<typename Orbit::Real>>;

  public:
    __device__ __forceinline__ explicit DirectBounds(const typename Orbit::View &view)
        : most_(most_inside(view)) {}

    /// Below 0 outside.
    [[nodiscard]] __device__ __forceinline__ int room(typename Orbit::Number z) const {
        constexpr int kExponent = Orbit::Direct::kExponent / Formula::kDegree / 2; // towards 0
        constexpr int kLeast = Word::kOne + kExponent * Word::kOctave;
        const int size = larger_word(z);
        return min(size - kLeast, most_ - size);
    }

  private:
    int most_;
};

/// Takes a direct orbit on by kSteps steps, as so many direct_rounds do; false, and nothing
/// changed, if it is not certain that each of them goes on.
template <int kSteps, class Formula, class Orbit>
__device__ __forceinline__ bool direct_steps(Orbit &orbit, const typename Orbit::View &view,
                                             const DirectBounds<Formula, Orbit> &bounds,
                                             typename Orbit::Number own) {
    using Real = typename Orbit::Real;
    using Ops = ScalarOps<Real>;
    typename Orbit::Number to = orbit.z;
    typename Orbit::Tracked followed = orbit.tracks;
    int room = 0x7fffffff;
#pragma unroll
    for (int i = 0; i < kSteps; ++i) {
        followed.follow_step(view, scalar::high(to), orbit.n + i + 1);
        to = Formula::template step<Ops>(scalar::Point<Real>{to, {}},
                                         scalar::Constants<Real>{own, {}});
        room = min(room, bounds.room(to));
    }
    if (room < 0)
        return false;
    orbit.z = to;
    orbit.tracks = followed;
    orbit.n += kSteps;
    return true;
}

} // namespace fathom::kernels::cuda
