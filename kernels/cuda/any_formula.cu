#include "kernels/cuda/any_formula.h"

#include <utility>

namespace fathom::kernels::cuda {
namespace {

template <int... kShard> GeneralTable make_table(std::integer_sequence<int, kShard...>) noexcept {
    GeneralTable table;
    (fill_general<kShard>(table), ...);
    return table;
}

const GeneralEntry &entry_of(FormulaId formula) noexcept {
    static const GeneralTable table = make_table(std::make_integer_sequence<int, kGeneralParts>());
    return table[static_cast<std::size_t>(formula)];
}

} // namespace

void launch_general_slice(FormulaId formula, const Slice<float> &slice, cudaStream_t stream) {
    entry_of(formula).f32[slice.tracking.on ? 1 : 0](slice, stream);
}
void launch_general_slice(FormulaId formula, const Slice<double> &slice, cudaStream_t stream) {
    entry_of(formula).f64[slice.tracking.on ? 1 : 0](slice, stream);
}

std::size_t general_orbit_bytes(FormulaId formula, bool f64, bool tracked) noexcept {
    const GeneralEntry &entry = entry_of(formula);
    return (f64 ? entry.f64_bytes : entry.f32_bytes)[tracked ? 1 : 0];
}

} // namespace fathom::kernels::cuda
