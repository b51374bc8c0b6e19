#pragma once
#include "kernels/cuda/perturbed.h"

namespace fathom::kernels::cuda {

/// As fill_perturbed, of a shard whose formula looks back: in doubles and sums of two of them.
template <int kShard> void fill_pairs(PerturbedLaunchers &table) noexcept;

} // namespace fathom::kernels::cuda
