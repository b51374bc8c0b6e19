#include "kernels/formulas/formula_ids.h"

#include "kernels/formulas/formula_cost.h"
#include "kernels/formulas/with_formula.h"

#include <array>

namespace fathom::kernels {
namespace {

struct Entry {
    bool power, perturbed, looks_back;
};

template <class... Formula> constexpr auto infos_of(FormulaList<Formula...>) noexcept {
    return std::array<FormulaInfo, sizeof...(Formula)>{Formula::kInfo...};
}
template <class... Formula> constexpr auto entries_of(FormulaList<Formula...>) noexcept {
    return std::array<Entry, sizeof...(Formula)>{Entry{
        Formula::kPower > 0, Formula::kDegree != 0 || Formula::kLooksBack, Formula::kLooksBack}...};
}

template <class... Formula> constexpr auto costs_of(FormulaList<Formula...>) noexcept {
    return std::array<FormulaCost, sizeof...(Formula)>{Formula::kCost...};
}

constexpr auto kCosts = costs_of(scalar::Formulas());
constexpr auto kInfos = infos_of(scalar::Formulas());
constexpr auto kEntries = entries_of(scalar::Formulas());

const Entry &entry(FormulaId id) noexcept {
    return kEntries[static_cast<std::size_t>(id)];
}

} // namespace

std::span<const FormulaInfo> formulas() noexcept {
    return kInfos;
}

const FormulaInfo &formula_info(FormulaId id) noexcept {
    return kInfos[static_cast<std::size_t>(id)];
}

std::optional<FormulaId> find_formula(std::string_view id) noexcept {
    for (std::size_t i = 0; i < kInfos.size(); ++i)
        if (id == kInfos[i].id)
            return FormulaId(i);
    return std::nullopt;
}

Operations least_operations(FormulaId id, Tracks tracks) noexcept {
    const FormulaCost &cost = kCosts[static_cast<std::size_t>(id)];
    if (tracks == Tracks::none)
        return cost.step;
    const Operations with_derivative = cost.step + cost.derivative;
    return tracks == Tracks::gradient ? with_derivative : with_derivative + kRestOfTracks;
}

bool is_power(FormulaId id) noexcept {
    return entry(id).power;
}

bool can_be_perturbed(FormulaId id) noexcept {
    return entry(id).perturbed;
}

bool looks_back(FormulaId id) noexcept {
    return entry(id).looks_back;
}

} // namespace fathom::kernels
