#pragma once
#include "kernels/base/per_real.h"
#include "kernels/base/scalar_two_ops.h"
#include "kernels/cuda/launch.h"
#include "kernels/perturbation/perturbed_orbit-inl.h"

#include <array>

namespace fathom::kernels::cuda {

/// One slice of a frame by perturbation: each of its samples goes on by at most `common.steps`
/// rounds, which are jumps or steps. Its method is not `whole`, its limit is the view's, and what
/// it leaves are whole orbits of perturbed_orbit_bytes each.
template <class Real> struct PerturbedSlice {
    Slice<Real> common;
    std::int32_t map_exponent = 0; ///< pixels lie at the map's place 2^map_exponent from the
                                   ///< reference point
    /// One of the two, by the formula: the first of those with a complex derivative. Their tables
    /// are device memory.
    PerturbedView<Real, 2> complex;
    PerturbedView<Real, 4> matrix;

    void set_view(const PerturbedView<Real, 2> &view) noexcept { complex = view; }
    void set_view(const PerturbedView<Real, 4> &view) noexcept { matrix = view; }
    template <int kLinear> [[nodiscard]] FATHOM_INLINE const auto &view() const noexcept {
        if constexpr (kLinear == 2)
            return complex;
        else
            return matrix;
    }
};

/// Queues a slice of a formula that is iterated by perturbation. Launch errors are left for
/// cudaGetLastError.
void launch_perturbed_slice(FormulaId formula, const PerturbedSlice<float> &slice,
                            cudaStream_t stream);
void launch_perturbed_slice(FormulaId formula, const PerturbedSlice<double> &slice,
                            cudaStream_t stream);
void launch_perturbed_slice(FormulaId formula, const PerturbedSlice<Two<float>> &slice,
                            cudaStream_t stream);
void launch_perturbed_slice(FormulaId formula, const PerturbedSlice<Two<double>> &slice,
                            cudaStream_t stream);

/// What an orbit in that type takes between two slices.
template <class Real> std::size_t perturbed_orbit_bytes(FormulaId formula, Tracks tracks) noexcept;

/// How slices of one formula and number type are launched, by Tracks; null for one that is not
/// iterated by perturbation.
template <class Real> struct PerturbedLauncher {
    void (*launch[kTrackLevels])(const PerturbedSlice<Real> &, cudaStream_t) = {};
    std::size_t orbit_bytes[kTrackLevels] = {}; ///< of an orbit between two slices
};
using PerturbedLaunchers = std::array<PerNumber<PerturbedLauncher>, kMaxFormulas>;

/// Enters the formula of that number, see fill_any_formula.
template <int kShard> void fill_perturbed(PerturbedLaunchers &table) noexcept;

} // namespace fathom::kernels::cuda
