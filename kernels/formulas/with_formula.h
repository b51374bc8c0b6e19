#pragma once
#include "kernels/formulas/formula_ids.h"
#include "kernels/formulas/formulas-inl.h"

#include <tuple>
#include <utility>

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

/// Calls use.template operator()<Formula>() for the formula of that number, which is one for single
/// pixels.
template <class Use> void with_formula(FormulaId id, Use use) {
    [&]<std::size_t... index>(std::index_sequence<index...>) {
        ((FormulaId(index) == id
              ? use.template operator()<typename FormulaAt<index, scalar::Formulas>::Type>()
              : void()),
         ...);
    }
    (std::make_index_sequence<kFormulaCount>());
}

} // namespace fathom::kernels
