#pragma once
#include "kernels/formulas/tile.h"

namespace fathom::kernels {

/// The loops of the reference engine: one sample after the other, one step after the other, no
/// vectors. They take shortcuts only where the work asks for them.
TileLoops plain_loops() noexcept;

/// Enter the loops of one shard of the formulas, see formula_shards.h.
template <int kShard> void enter_plain_loops(TileLoops &loops) noexcept;
template <int kShard> void enter_perturbed_plain(PerturbedLoops &loops) noexcept;

} // namespace fathom::kernels
