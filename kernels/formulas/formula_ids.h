#pragma once
#include "kernels/formulas/formulas-inl.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace fathom::kernels {

/// A formula's place in the list of all (scalar::Formulas in formulas-inl.h).
enum class FormulaId : std::uint32_t {};
inline constexpr FormulaId kMandelbrot{0};

namespace detail {
template <class... Formula> constexpr auto infos_of(FormulaList<Formula...>) noexcept {
    return std::array<FormulaInfo, sizeof...(Formula)>{Formula::kInfo...};
}
} // namespace detail

/// What there is, in the order of its numbers.
inline constexpr auto kFormulas = detail::infos_of(scalar::Formulas());
inline constexpr std::size_t kFormulaCount = kFormulas.size();

constexpr const FormulaInfo &formula_info(FormulaId id) noexcept {
    return kFormulas[static_cast<std::size_t>(id)];
}

/// The formula of that id ("burning-ship"); nothing if there is none.
constexpr std::optional<FormulaId> find_formula(std::string_view id) noexcept {
    for (std::size_t i = 0; i < kFormulaCount; ++i)
        if (id == kFormulas[i].id)
            return FormulaId(i);
    return std::nullopt;
}

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
