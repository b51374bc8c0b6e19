#pragma once
#include "kernels/formulas/formula_list.h"
#include "kernels/formulas/tile.h"

#include <utility>

namespace fathom::kernels {

// The formulas are dealt out to FATHOM_FORMULA_SHARDS sources (see kernels/CMakeLists.txt), which
// compile side by side: shard k has the formulas k, k + FATHOM_FORMULA_SHARDS, ... and sees
// their headers alone (FATHOM_SHARD_FORMULAS): a changed formula compiles its own shards again.

/// Calls enter.template operator()<number of the formula>() for each formula of a shard.
template <int kShard, class Enter> void for_each_formula(Enter enter) noexcept {
    constexpr std::size_t kStep = FATHOM_FORMULA_SHARDS;
    constexpr std::size_t kCount = (kFormulaCount - kShard + kStep - 1) / kStep;
    [&]<std::size_t... i>(std::index_sequence<i...>) {
        (enter.template operator()<kShard + i * kStep>(), ...);
    }
    (std::make_index_sequence<kCount>());
}

/// Enters a shard's formulas into the tables of each Real: Loop<number of the formula, Real,
/// kTracks>::run.
template <template <std::size_t kIndex, class Real, Tracks kTracks> class Loop, int kShard,
          class... Real>
void enter_shard(TileLoops &loops) noexcept {
    const auto enter = [&]<std::size_t kIndex>() {
        ((loops.template get<Real>().formulas[kIndex] = {Loop<kIndex, Real, Tracks::none>::run,
                                                         Loop<kIndex, Real, Tracks::gradient>::run,
                                                         Loop<kIndex, Real, Tracks::all>::run}),
         ...);
    };
    for_each_formula<kShard>(enter);
}

/// Enters the loops of a shard of the formulas: Loop<Formula, Real, kWide, kTracks>::run.
template <template <class Formula, class Real, bool kWide, Tracks kTracks> class Loop, class List,
          int kShard, class Real>
void enter_perturbed_shard(PerturbedTable<Real> &loops) noexcept {
    const auto enter = [&]<std::size_t kIndex>() {
        using Formula = typename FormulaAt<kIndex, List>::Type;
        if constexpr (Formula::kDegree != 0) {
            loops[kIndex][1] = {Loop<Formula, Real, true, Tracks::none>::run,
                                Loop<Formula, Real, true, Tracks::gradient>::run,
                                Loop<Formula, Real, true, Tracks::all>::run};
            if constexpr (!kIsTwo<Real>) // sums of two are always wide
                loops[kIndex][0] = {Loop<Formula, Real, false, Tracks::none>::run,
                                    Loop<Formula, Real, false, Tracks::gradient>::run,
                                    Loop<Formula, Real, false, Tracks::all>::run};
        }
    };
    for_each_formula<kShard>(enter);
}

/// Enters the aids of a shard of the formulas: Aids<Formula, Real, kWide>::kAids.
template <template <class Formula, class Real, bool kWide> class Aids, class List, int kShard,
          class Real>
void enter_aids_of_shard(PerturbedAidTable<Real> &table) noexcept {
    const auto enter = [&]<std::size_t kIndex>() {
        using Formula = typename FormulaAt<kIndex, List>::Type;
        if constexpr (Formula::kDegree != 0) {
            table[kIndex][1] = &Aids<Formula, Real, true>::kAids;
            if constexpr (!kIsTwo<Real>)
                table[kIndex][0] = &Aids<Formula, Real, false>::kAids;
        }
    };
    for_each_formula<kShard>(enter);
}

/// Calls enter.template operator()<k>() for each shard k.
template <class Enter> void for_each_shard(Enter enter) noexcept {
    [&]<int... kShard>(std::integer_sequence<int, kShard...>) {
        (enter.template operator()<kShard>(), ...);
    }
    (std::make_integer_sequence<int, FATHOM_FORMULA_SHARDS>());
}

} // namespace fathom::kernels
