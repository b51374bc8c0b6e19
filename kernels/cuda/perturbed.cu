#include "kernels/cuda/perturbed.h"

#include <utility>

namespace fathom::kernels::cuda {
namespace {

template <int... kShard>
PerturbedEntries make_entries(std::integer_sequence<int, kShard...>) noexcept {
    PerturbedEntries entries;
    (fill_perturbed<kShard>(entries), ...);
    return entries;
}

const PerturbedEntry &entry_of(FormulaId formula) noexcept {
    static const PerturbedEntries entries =
        make_entries(std::make_integer_sequence<int, FATHOM_FORMULA_SHARDS>());
    return entries[static_cast<std::size_t>(formula)];
}

} // namespace

void launch_perturbed_slice(FormulaId formula, const PerturbedSlice<float> &slice,
                            cudaStream_t stream) {
    entry_of(formula).f32[slice.wide ? 1 : 0][slice.common.tracking.on ? 1 : 0](slice, stream);
}
void launch_perturbed_slice(FormulaId formula, const PerturbedSlice<double> &slice,
                            cudaStream_t stream) {
    entry_of(formula).f64[slice.wide ? 1 : 0][slice.common.tracking.on ? 1 : 0](slice, stream);
}

std::size_t perturbed_orbit_bytes(FormulaId formula, bool f64, bool tracked) noexcept {
    const PerturbedEntry &entry = entry_of(formula);
    return (f64 ? entry.f64_bytes : entry.f32_bytes)[tracked ? 1 : 0];
}

} // namespace fathom::kernels::cuda
