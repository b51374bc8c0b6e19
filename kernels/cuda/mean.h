#pragma once
#include "kernels/base/png_lines.h"
#include "kernels/colour/sample_mean.h"

#include <cstddef>
#include <cstdint>
#include <cuda_runtime.h>

namespace fathom::kernels::cuda {

/// Means of samples in device memory, see kernels/colour/sample_mean.h.
struct MeanPlanes {
    std::uint32_t *sums = nullptr; ///< three a pixel
    int width = 0, height = 0;
    int left = 0, top = 0; ///< where they lie in the picture, which dithering goes by
    std::uint32_t samples = 0;
    bool packed = false; ///< samples are packed fine colours, and means are dithered
    LightTables tables;
};

/// Queues the addition of a sample a pixel. Launch errors are left for cudaGetLastError.
void launch_mean_add(const MeanPlanes &planes, const std::uint32_t *words, cudaStream_t stream);

/// Queues the means as bytes R, G, B, three a pixel.
void launch_mean_resolve(const MeanPlanes &planes, std::uint8_t *rgb, cudaStream_t stream);

/// Likewise as sRGB of 16 bits, see sixteen_bits: six bytes a pixel, of each colour the high one
/// first.
void launch_mean_resolve_sixteen_bits(const MeanPlanes &planes, std::uint16_t *rgb,
                                      cudaStream_t stream);

/// Queues the lines of a picture, less than 4 GiB. `to` lies at a multiple of four bytes.
void launch_png_lines(const PngLines &lines, const std::uint8_t *picture, std::uint8_t *to,
                      cudaStream_t stream);

} // namespace fathom::kernels::cuda
