#pragma once
#include "kernels/colour/ycbcr.h"

#include <cstdint>
#include <cuda_runtime.h>

namespace fathom::kernels::cuda {

/// Queues the planes of a frame, frame.bytes() at a multiple of two bytes, of `rgb`, which has
/// three or six bytes a pixel. Launch errors are left for cudaGetLastError.
void launch_ycbcr(const YcbcrFrame &frame, const std::uint8_t *rgb, std::uint8_t *planes,
                  cudaStream_t stream);

} // namespace fathom::kernels::cuda
