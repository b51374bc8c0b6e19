#include "kernels/cuda/perturbed.h"

#include "kernels/cuda/pair.h"
#include "kernels/formulas/formula_list.h"
#include "kernels/formulas/pair_shards.h"

#include <utility>

namespace fathom::kernels::cuda {
namespace {

template <int... kShard>
PerturbedLaunchers make_table(std::integer_sequence<int, kShard...>) noexcept {
    PerturbedLaunchers table;
    (fill_perturbed<kShard>(table), ...);
    PairShards<FATHOM_PAIR_SHARDS>::for_each([&]<int kPairs>() { fill_pairs<kPairs>(table); });
    return table;
}

const PerNumber<PerturbedLauncher> &launchers_of(FormulaId formula) noexcept {
    static const PerturbedLaunchers table =
        make_table(std::make_integer_sequence<int, kFormulaCount>());
    return table[static_cast<std::size_t>(formula)];
}

template <class Real>
void launch(FormulaId formula, const PerturbedSlice<Real> &slice, cudaStream_t stream) {
    const PerturbedLauncher<Real> &launcher = launchers_of(formula).get<Real>();
    const auto tracks = static_cast<std::size_t>(slice.common.tracking.level);
    launcher.launch[tracks](slice, stream);
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
void launch_perturbed_slice(FormulaId formula, const PerturbedSlice<Two<float>> &slice,
                            cudaStream_t stream) {
    launch(formula, slice, stream);
}
void launch_perturbed_slice(FormulaId formula, const PerturbedSlice<Two<double>> &slice,
                            cudaStream_t stream) {
    launch(formula, slice, stream);
}

template <class Real> std::size_t perturbed_orbit_bytes(FormulaId formula, Tracks tracks) noexcept {
    return launchers_of(formula).get<Real>().orbit_bytes[static_cast<std::size_t>(tracks)];
}
template std::size_t perturbed_orbit_bytes<float>(FormulaId, Tracks) noexcept;
template std::size_t perturbed_orbit_bytes<double>(FormulaId, Tracks) noexcept;
template std::size_t perturbed_orbit_bytes<Two<float>>(FormulaId, Tracks) noexcept;
template std::size_t perturbed_orbit_bytes<Two<double>>(FormulaId, Tracks) noexcept;

} // namespace fathom::kernels::cuda
