#include "kernels/cuda/launch.h"

namespace fathom::kernels::cuda {
namespace {

constexpr int kBlockWidth = 32;
constexpr int kBlockHeight = 8;

__host__ __device__ unsigned blocks_for(int side, int block_side) {
    return static_cast<unsigned>((side + block_side - 1) / block_side);
}

/// `kPlain`: what is_plain(params) tells, which needs less.
template <bool kPlain, class Real>
__global__ void __launch_bounds__(kBlockWidth *kBlockHeight)
    colour_kernel(const SamplePlanes<Real> planes, const ColourParams params, std::uint32_t *rgba) {
    // Blocks are numbered along x alone, because a grid is at most 65,535 high.
    const unsigned across = blocks_for(planes.width, kBlockWidth);
    const int x = static_cast<int>(blockIdx.x % across * kBlockWidth + threadIdx.x);
    const int y = static_cast<int>(blockIdx.x / across * kBlockHeight + threadIdx.y);
    if (x >= planes.width || y >= planes.height)
        return;
    std::uint32_t &pixel = rgba[static_cast<std::size_t>(y) * planes.width + x];
    if constexpr (kPlain)
        pixel = plain_colour_pixel(planes, x, y, 1, params);
    else
        pixel = colour_pixel(planes, x, y, 1, params);
}

template <class Real>
void launch(const SamplePlanes<Real> &planes, const ColourParams &params, std::uint32_t *rgba,
            cudaStream_t stream) {
    const unsigned grid =
        blocks_for(planes.width, kBlockWidth) * blocks_for(planes.height, kBlockHeight);
    const dim3 block(kBlockWidth, kBlockHeight);
    const ColourParams able = possible(params, planes);
    if (is_plain(able))
        colour_kernel<true><<<grid, block, 0, stream>>>(planes, able, rgba);
    else
        colour_kernel<false><<<grid, block, 0, stream>>>(planes, able, rgba);
}

} // namespace

void launch_colour(const SamplePlanes<float> &planes, const ColourParams &params,
                   std::uint32_t *rgba, cudaStream_t stream) {
    launch(planes, params, rgba, stream);
}

void launch_colour(const SamplePlanes<double> &planes, const ColourParams &params,
                   std::uint32_t *rgba, cudaStream_t stream) {
    launch(planes, params, rgba, stream);
}

} // namespace fathom::kernels::cuda
