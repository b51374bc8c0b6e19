#include "kernels/cuda/perturbed.h"

#include <utility>

namespace fathom::kernels::cuda {
namespace {

template <int... kShard>
PerturbedLaunchers make_table(std::integer_sequence<int, kShard...>) noexcept {
    PerturbedLaunchers table;
    (fill_perturbed<kShard>(table), ...);
    return table;
}

const PerReal<PerturbedLauncher> &launchers_of(FormulaId formula) noexcept {
    static const PerturbedLaunchers table =
        make_table(std::make_integer_sequence<int, FATHOM_FORMULA_SHARDS>());
    return table[static_cast<std::size_t>(formula)];
}

template <class Real>
void launch(FormulaId formula, const PerturbedSlice<Real> &slice, cudaStream_t stream) {
    const PerturbedLauncher<Real> &launcher = launchers_of(formula).get<Real>();
    const auto tracks = static_cast<std::size_t>(slice.common.tracking.level);
    launcher.launch[slice.wide ? 1 : 0][tracks](slice, stream);
}

} // namespace

void launch_perturbed_slice(FormulaId formula, const PerturbedSlice<float> &slice,
                            cudaStream_t stream) {
    launch(formula, slice, stream);
}
void launch_perturbed_slice(FormulaId formula, const PerturbedSlice<double> &slice,
                            cudaStream_t stream) {
    launch(formula, slice, stream);
}

std::size_t perturbed_orbit_bytes(FormulaId formula, bool f64, Tracks tracks) noexcept {
    const PerReal<PerturbedLauncher> &launchers = launchers_of(formula);
    return (f64 ? launchers.f64.orbit_bytes
                : launchers.f32.orbit_bytes)[static_cast<std::size_t>(tracks)];
}

} // namespace fathom::kernels::cuda
