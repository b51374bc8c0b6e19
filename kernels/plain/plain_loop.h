#pragma once
#include "kernels/base/cpu_features.h"
#include "kernels/formulas/tile.h"

namespace fathom::kernels {

/// The judge: one sample after the other, one step after the other, no vectors; shortcuts only
/// where the work asks for them. `use_fma` chooses the FMA instruction, which the processor must
/// have, or libm's exact routine: the results are the same, only slower.
TileLoops plain_loops(bool use_fma = cpu_has_fma()) noexcept;

/// Enter the loops of one shard of the formulas, see formula_shards.h.
template <int kShard> void enter_plain_loops(bool use_fma, TileLoops &loops) noexcept;
template <int kShard> void enter_perturbed_plain(bool use_fma, PerturbedLoops &loops) noexcept;

} // namespace fathom::kernels
