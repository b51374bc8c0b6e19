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

constexpr unsigned kWholeWarp = 0xffffffffU;
// A warp takes two rows, so that its threads have all of their blocks.
constexpr int kWarpWidth = 16;

/// What the other threads of a block of the filter have.
template <class Value> struct OfBlock {
    Value beside, below, across;
    __device__ __forceinline__ explicit OfBlock(Value own)
        : beside(__shfl_xor_sync(kWholeWarp, own, 1)),
          below(__shfl_xor_sync(kWholeWarp, own, kWarpWidth)),
          across(__shfl_xor_sync(kWholeWarp, own, kWarpWidth + 1)) {}
};

/// Filtered colours as kernels::filtered makes them, of each sample's phase and light once; what is
/// not finished, or lies beside that, takes its colours by itself.
template <class Colour, class Real>
__global__ void __launch_bounds__(kBlockWidth *kBlockHeight)
    filter_kernel(const SamplePlanes<Real> planes, const ColourParams params, std::uint32_t *rgba) {
    constexpr int kWarpsAcross = kBlockWidth / kWarpWidth;
    const unsigned across = blocks_for(planes.width, kBlockWidth);
    const int thread = static_cast<int>(threadIdx.y * kBlockWidth + threadIdx.x);
    const int lane = thread % 32;
    const int warp = thread / 32;
    const int x = static_cast<int>(blockIdx.x % across * kBlockWidth) +
                  warp % kWarpsAcross * kWarpWidth + lane % kWarpWidth;
    const int y = static_cast<int>(blockIdx.x / across * kBlockHeight) +
                  warp / kWarpsAcross * kFilterBlock + lane / kWarpWidth;
    const bool inside = x < planes.width && y < planes.height;
    const std::size_t at = static_cast<std::size_t>(y) * planes.width + x;
    const PlaneSample<Real> sample{planes, at};
    const bool pending = inside && is_pending(planes, at);
    const bool escaped = inside && !pending && sample.n() != kInterior;
    const double phase = escaped ? phase_of(sample, params) : 0.0;
    const OfBlock<double> phases(phase);
    const OfBlock<int> there(escaped ? 1 : 0);
    const bool lit = escaped || (inside && !pending && shows_interior(params));
    const OfBlock<int> lights(lit ? 1 : 0);
    const OfBlock<int> awaited(pending ? 1 : 0);
    const BlockPhases block = {phase,
                               phases.beside,
                               phases.below,
                               phases.across,
                               there.beside != 0,
                               there.below != 0,
                               there.across != 0};
    const Footprint footprint = footprint_of(block, params);
    const EntryRange range = entries_of(phase, footprint.width, params);
    const auto count = static_cast<float>(1 + (lights.beside + lights.below + lights.across));
    auto colour = of_bytes<Colour>(0xff000000U);
    for (int channel = 0; channel < 3; ++channel) {
        const float own = escaped ? mean_light(channel, range, params)
                          : lit   ? params.interior_light[channel]
                                  : 0.0F;
        const OfBlock<float> light(own);
        put_light(
            channel,
            mixed_light({own, light.beside, light.below, light.across}, count, footprint.mixing),
            colour);
    }
    if (!inside)
        return;
    if (pending || awaited.beside + awaited.below + awaited.across != 0)
        rgba[at] = colour_pixel(planes, x, y, 1, params);
    else if (!escaped)
        rgba[at] = word_of(interior_of<Colour>(sample, params), x, y, params);
    else
        rgba[at] = word_of(with_shade(range.count == 1 ? palette_at<Colour>(phase, params) : colour,
                                      sample, params),
                           x, y, params);
}

template <class Real>
void launch(const SamplePlanes<Real> &planes, const ColourParams &params, std::uint32_t *rgba,
            cudaStream_t stream) {
    const unsigned grid =
        blocks_for(planes.width, kBlockWidth) * blocks_for(planes.height, kBlockHeight);
    const dim3 block(kBlockWidth, kBlockHeight);
    const ColourParams able = possible(params, planes);
    if (able.filter != ColourFilter::none && able.words != ColourWords::nearest)
        filter_kernel<FineColour><<<grid, block, 0, stream>>>(planes, able, rgba);
    else if (able.filter != ColourFilter::none)
        filter_kernel<std::uint32_t><<<grid, block, 0, stream>>>(planes, able, rgba);
    else if (is_plain(able))
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
