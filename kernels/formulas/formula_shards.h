#pragma once
#include "kernels/formulas/formula_list.h"
#include "kernels/formulas/tile.h"

#include <utility>

namespace fathom::kernels {

// Each formula has a source of its own of each engine, a shard (see kernels/CMakeLists.txt), which
// sees that formula's header alone: a changed formula compiles its own shards again.

/// Enters a formula into the tables of each Real: Loop<number of the formula, Real, kTracks>::run.
template <template <std::size_t kIndex, class Real, Tracks kTracks> class Loop, int kShard,
          class... Real>
void enter_shard(TileLoops &loops) noexcept {
    ((loops.template get<Real>().formulas[kShard] = {Loop<kShard, Real, Tracks::none>::run,
                                                     Loop<kShard, Real, Tracks::gradient>::run,
                                                     Loop<kShard, Real, Tracks::all>::run}),
     ...);
}

/// Enters a formula's loops by perturbation: Loop<Formula, Real, kTracks>::run.
template <template <class Formula, class Real, Tracks kTracks> class Loop, class List, int kShard,
          class Real>
void enter_perturbed_shard(PerturbedTable<Real> &loops) noexcept {
    using Formula = typename FormulaAt<kShard, List>::Type;
    if constexpr (Formula::kDegree != 0)
        loops[kShard] = {Loop<Formula, Real, Tracks::none>::run,
                         Loop<Formula, Real, Tracks::gradient>::run,
                         Loop<Formula, Real, Tracks::all>::run};
}

/// Calls enter.template operator()<k>() for each shard k.
template <class Enter> void for_each_shard(Enter enter) noexcept {
    [&]<std::size_t... kShard>(std::index_sequence<kShard...>) {
        (enter.template operator()<static_cast<int>(kShard)>(), ...);
    }
    (std::make_index_sequence<kFormulaCount>());
}

} // namespace fathom::kernels
