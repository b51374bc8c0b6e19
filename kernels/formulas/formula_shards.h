#pragma once
#include "kernels/formulas/tile.h"

#include <utility>

namespace fathom::kernels {

// The formulas are dealt out to FATHOM_FORMULA_SHARDS sources (see kernels/CMakeLists.txt), which
// compile side by side: part k has the formulas k, k + FATHOM_FORMULA_SHARDS, ...

/// Enters a part's formulas into the tables: Loop<number of the formula, Real, kTracked>::run.
template <template <std::size_t kIndex, class Real, bool kTracked> class Loop, int kPart>
void enter_part(TileLoops &loops) noexcept {
    constexpr std::size_t kStep = FATHOM_FORMULA_SHARDS;
    constexpr std::size_t kCount = (kFormulaCount - kPart + kStep - 1) / kStep;
    const auto enter = [&]<std::size_t kIndex>() {
        loops.f32.formulas[kIndex] = {Loop<kIndex, float, false>::run,
                                      Loop<kIndex, float, true>::run};
        loops.f64.formulas[kIndex] = {Loop<kIndex, double, false>::run,
                                      Loop<kIndex, double, true>::run};
    };
    [&]<std::size_t... i>(std::index_sequence<i...>) {
        (enter.template operator()<kPart + i * kStep>(), ...);
    }
    (std::make_index_sequence<kCount>());
}

/// Enters the loops of a part of the formulas: Loop<Formula, Real, kWide, kTracked>::run.
template <template <class Formula, class Real, bool kWide, bool kTracked> class Loop, class List,
          int kPart, class Real>
void enter_perturbed_part(PerturbedTable<Real> &loops) noexcept {
    constexpr std::size_t kStep = FATHOM_FORMULA_SHARDS;
    constexpr std::size_t kCount = (kFormulaCount - kPart + kStep - 1) / kStep;
    const auto enter = [&]<std::size_t kIndex>() {
        using Formula = typename FormulaAt<kIndex, List>::Type;
        if constexpr (Formula::kDegree != 0)
            loops[kIndex] = {
                {{Loop<Formula, Real, false, false>::run, Loop<Formula, Real, false, true>::run},
                 {Loop<Formula, Real, true, false>::run, Loop<Formula, Real, true, true>::run}}};
    };
    [&]<std::size_t... i>(std::index_sequence<i...>) {
        (enter.template operator()<kPart + i * kStep>(), ...);
    }
    (std::make_index_sequence<kCount>());
}

/// Calls enter.template operator()<k>() for each part k.
template <class Enter> void for_each_part(Enter enter) noexcept {
    [&]<int... kPart>(std::integer_sequence<int, kPart...>) {
        (enter.template operator()<kPart>(), ...);
    }
    (std::make_integer_sequence<int, FATHOM_FORMULA_SHARDS>());
}

} // namespace fathom::kernels
