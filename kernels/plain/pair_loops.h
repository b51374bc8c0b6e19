#pragma once
#include "kernels/formulas/tile.h"

namespace fathom::kernels {

/// As enter_perturbed_plain, of a shard whose formula looks back.
template <int kShard> void enter_plain_pairs(PerturbedLoops &loops) noexcept;

} // namespace fathom::kernels
