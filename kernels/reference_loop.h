#pragma once
#include "kernels/tile.h"

namespace fathom::kernels {

/// The judge: one pixel after the other, one step after the other, no vectors, no shortcuts. Uses
/// the FMA instruction where the processor has one (the result is the same without, only slower).
TileLoops reference_loops() noexcept;

} // namespace fathom::kernels
