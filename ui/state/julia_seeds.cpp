#include "ui/state/julia_seeds.h"

#include "kernels/formulas/formula_ids.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace fathom::ui {
namespace {

struct Seed {
    std::string_view formula; ///< id
    double re, im;
};
constexpr std::array kSeeds = {
    Seed{"mandelbrot", -0.8, 0.156}, Seed{"multibrot-3", -0.05, 0.8},
    Seed{"multibrot-4", 0.6, 0.55},  Seed{"multibrot-5", 0.8, 0.6},
    Seed{"multibrot-6", 0.6, 0.1},   Seed{"multibrot-7", 0.7, 0.45},
    Seed{"multibrot-8", 0.7, 0.5},   Seed{"burning-ship", -1.2, -0.35},
    Seed{"tricorn", 0.3, 0.3},       Seed{"celtic", -1.2, 0.1},
    Seed{"buffalo", -1.3, -0.2},     Seed{"perpendicular-mandelbrot", -0.8, 0.3},
    Seed{"phoenix", 0.5667, 0},
};

} // namespace

std::optional<std::pair<Decimal, Decimal>> telling_seed(kernels::FormulaId formula) {
    const auto *const found =
        std::ranges::find(kSeeds, kernels::formula_info(formula).id, &Seed::formula);
    if (found == kSeeds.end())
        return std::nullopt;
    return std::pair(Decimal::from_double(found->re), Decimal::from_double(found->im));
}

} // namespace fathom::ui
