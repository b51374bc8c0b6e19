#pragma once
#include "kernels/formulas/formula_info.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace fathom::kernels {

// What is told of formulas where none is iterated. Sources that see this alone are not compiled
// again when a formula changes.

/// A formula's place in the list of all (scalar::Formulas in formula_list-inl.h).
enum class FormulaId : std::uint32_t {};
inline constexpr FormulaId kMandelbrot{0};

/// Tables by FormulaId have room for so many.
inline constexpr std::size_t kMaxFormulas = 64;

/// What there is, in the order of its numbers.
std::span<const FormulaInfo> formulas() noexcept;

/// `id` is that of a formula in the list.
const FormulaInfo &formula_info(FormulaId id) noexcept;

/// The formula of that id ("burning-ship"); nothing if there is none.
std::optional<FormulaId> find_formula(std::string_view id) noexcept;

/// Whether it is z^p + c: analytic, with nuclei that Newton's method finds.
bool is_power(FormulaId id) noexcept;

/// Whether it can be iterated by perturbation.
bool can_be_perturbed(FormulaId id) noexcept;

/// Whether a step reads the point before the last.
bool looks_back(FormulaId id) noexcept;

} // namespace fathom::kernels
