#include "kernels/cuda/any_formula.h"

#include "kernels/formulas/formula_list.h"

#include <utility>

namespace fathom::kernels::cuda {
namespace {

template <int... kShard>
AnyFormulaTable make_table(std::integer_sequence<int, kShard...>) noexcept {
    AnyFormulaTable table;
    (fill_any_formula<kShard>(table), ...);
    return table;
}

const PerNumber<AnyFormulaLauncher> &launchers_of(FormulaId formula) noexcept {
    static const AnyFormulaTable table =
        make_table(std::make_integer_sequence<int, kFormulaCount>());
    return table[static_cast<std::size_t>(formula)];
}

template <class Real>
void launch(FormulaId formula, const Slice<Real> &slice, cudaStream_t stream) {
    launchers_of(formula).get<Real>().launch[static_cast<std::size_t>(slice.tracking.level)](
        slice, stream);
}

} // namespace

void launch_any_formula_slice(FormulaId formula, const Slice<float> &slice, cudaStream_t stream) {
    launch(formula, slice, stream);
}
void launch_any_formula_slice(FormulaId formula, const Slice<double> &slice, cudaStream_t stream) {
    launch(formula, slice, stream);
}
void launch_any_formula_slice(FormulaId formula, const Slice<Two<float>> &slice,
                              cudaStream_t stream) {
    launch(formula, slice, stream);
}
void launch_any_formula_slice(FormulaId formula, const Slice<Two<double>> &slice,
                              cudaStream_t stream) {
    launch(formula, slice, stream);
}

template <class Real>
std::size_t any_formula_orbit_bytes(FormulaId formula, Tracks tracks) noexcept {
    return launchers_of(formula).get<Real>().orbit_bytes[static_cast<std::size_t>(tracks)];
}
template std::size_t any_formula_orbit_bytes<float>(FormulaId, Tracks) noexcept;
template std::size_t any_formula_orbit_bytes<double>(FormulaId, Tracks) noexcept;
template std::size_t any_formula_orbit_bytes<Two<float>>(FormulaId, Tracks) noexcept;
template std::size_t any_formula_orbit_bytes<Two<double>>(FormulaId, Tracks) noexcept;

} // namespace fathom::kernels::cuda
