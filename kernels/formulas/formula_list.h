#pragma once
#include "kernels/formulas/formula_ids.h"
#include "kernels/formulas/formula_list-inl.h"

#include <cstddef>
#include <tuple>

namespace fathom::kernels {

namespace detail {
template <class... Formula> constexpr std::size_t count_of(FormulaList<Formula...>) noexcept {
    return sizeof...(Formula);
}
} // namespace detail

inline constexpr std::size_t kFormulaCount = detail::count_of(scalar::Formulas());
static_assert(kFormulaCount <= kMaxFormulas);

/// The type of that number in a list.
template <std::size_t kIndex, class List> struct FormulaAt;
template <std::size_t kIndex, class... Formula> struct FormulaAt<kIndex, FormulaList<Formula...>> {
    using Type = std::tuple_element_t<kIndex, std::tuple<Formula...>>;
};

} // namespace fathom::kernels
