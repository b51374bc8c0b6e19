#pragma once
#include "kernels/formulas/tile.h"

#include <vector>

namespace fathom::kernels {

/// The vector loops for every instruction set with fused multiply-add that this build has and this
/// processor runs, the widest first (AVX-512, AVX2 or NEON). Empty on older machines. Results are
/// bit for bit those of plain_loops.
std::vector<TileLoops> simd_loops();

} // namespace fathom::kernels
