// Runs of a perturbed orbit's direct steps, tested by the upper words of its numbers: whole
// numbers, compared beside the units that compute with doubles. The exact tests of
// PerturbedOrbit::direct_round take half of what a step takes of those.
#pragma once
#include "kernels/base/scalar_two_ops.h"
#include "kernels/perturbation/perturbed_orbit-inl.h"

#include <cstdint>

namespace fathom::kernels::cuda {

/// Steps of a run. One that is given up is made again, step by step.
inline constexpr int kDirectSteps = 8;

/// What of a number's bits is looked at: without the sign, whole numbers in the order of the
/// numbers, and, less that of 1, their logarithms to base 2 in units of `kOctave`, too small by at
/// most 0.0861 of them and a unit (1 + f is at most 2^(f + 0.0861) for 0 <= f < 1).
template <class Part> struct UpperWord;
template <> struct UpperWord<double> {
    static constexpr int kOctave = 1 << 20;
    static constexpr int kOne = 1023 * kOctave;
    static __device__ __forceinline__ int of(double value) {
        return __double2hiint(value) & 0x7fffffff;
    }
};
template <> struct UpperWord<float> {
    static constexpr int kOctave = 1 << 23;
    static constexpr int kOne = 127 * kOctave;
    static __device__ __forceinline__ int of(float value) {
        return __float_as_int(value) & 0x7fffffff;
    }
};

/// Between which words max(|x|, |y|) has to lie for an orbit to go on directly: that it is not
/// below the square root of what |z|^2 has to be, and that sqrt 2 times as much, and the 0.0861,
/// leave it inside the bailout.
template <class Formula, class Orbit> class DirectBounds {
    using Part = Stored<typename Orbit::Real>;
    using Word = UpperWord<Part>;

  public:
    __device__ __forceinline__ explicit DirectBounds(const typename Orbit::View &view)
        : most_(Word::of(ScalarOps<Part>::sqrt(stored(view.bailout_squared))) -
                6 * (Word::kOctave / 10 + 1)) {}

    /// Below 0 outside.
    [[nodiscard]] __device__ __forceinline__ int room(typename Orbit::Number z) const {
        constexpr int kExponent = Orbit::Direct::kExponent / Formula::kDegree / 2; // towards 0
        constexpr int kLeast = Word::kOne + kExponent * Word::kOctave;
        const int size = max(Word::of(stored(z.x)), Word::of(stored(z.y)));
        return min(size - kLeast, most_ - size);
    }

  private:
    int most_;
};

/// Takes a direct orbit on by kDirectSteps steps, as so many direct_rounds do; false, and nothing
/// changed, if it is not certain that each of them goes on.
template <class Formula, class Orbit>
__device__ __forceinline__ bool direct_steps(Orbit &orbit, const typename Orbit::View &view,
                                             const DirectBounds<Formula, Orbit> &bounds,
                                             typename Orbit::Number own) {
    using Real = typename Orbit::Real;
    using Ops = ScalarOps<Real>;
    typename Orbit::Number to = orbit.z;
    typename Orbit::Tracked followed = orbit.tracks;
    int room = 0x7fffffff;
#pragma unroll
    for (int i = 0; i < kDirectSteps; ++i) {
        followed.follow_step(view, scalar::high(to), orbit.n + i + 1);
        to = Formula::template step<Ops>(scalar::Point<Real>{to, {}},
                                         scalar::Constants<Real>{own, {}});
        room = min(room, bounds.room(to));
    }
    if (room < 0)
        return false;
    orbit.z = to;
    orbit.tracks = followed;
    orbit.n += kDirectSteps;
    return true;
}

} // namespace fathom::kernels::cuda
