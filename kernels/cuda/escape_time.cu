#include "kernels/cuda/launch.h"
#include "kernels/escape_time.h"

namespace fathom::kernels::cuda {
namespace {

// 8 x 8 pixels a block keep the lanes of a warp close together, so that they escape at similar
// times.
constexpr int kBlockSide = 8;
// Steps between escape tests; see iterate_deferred.
constexpr int kStride = 16;

/// Blocks that cover the lattice along one side. Blocks are numbered along x alone, because a grid
/// is at most 65,535 high.
__host__ __device__ unsigned blocks_for(int side, int stride) {
    const int samples = (side + stride - 1) / stride;
    return static_cast<unsigned>((samples + kBlockSide - 1) / kBlockSide);
}

/// Advances one sample of the slice. Returns true if it is still pending.
template <class Real> __device__ bool advance(const Slice<Real> &slice, int x, int y) {
    const std::size_t at = static_cast<std::size_t>(y) * slice.planes.width + x;
    Orbit<Real> orbit;
    if (slice.from > 0) {
        if (slice.planes.n[at] != kPending)
            return false;
        orbit.x = slice.planes.zx[at];
        orbit.y = slice.planes.zy[at];
        orbit.n = slice.from;
    }
    const auto cx = static_cast<Real>(pixel_re(slice.map, x, y));
    const auto cy = static_cast<Real>(pixel_im(slice.map, x, y));
    iterate_deferred<kStride>(orbit, cx, cy, slice.bailout_squared, slice.to);
    const bool interior = !orbit.escaped && orbit.n == slice.limit;
    slice.planes.zx[at] = interior ? Real(0) : orbit.x;
    slice.planes.zy[at] = interior ? Real(0) : orbit.y;
    if (orbit.escaped || interior)
        slice.planes.n[at] = interior ? kInterior : orbit.n;
    return !orbit.escaped && !interior;
}

template <class Real>
__global__ void __launch_bounds__(kBlockSide *kBlockSide) slice_kernel(const Slice<Real> slice) {
    const unsigned across = blocks_for(slice.planes.width, slice.stride);
    const int x = static_cast<int>(blockIdx.x % across * kBlockSide + threadIdx.x) * slice.stride;
    const int y = static_cast<int>(blockIdx.x / across * kBlockSide + threadIdx.y) * slice.stride;
    const int coarser = 2 * slice.stride - 1;
    bool mine = x < slice.planes.width && y < slice.planes.height;
    if (slice.skip_coarser && (x & coarser) == 0 && (y & coarser) == 0)
        mine = false;
    const bool pending = mine && advance(slice, x, y);
    const int left = __syncthreads_count(pending);
    if (left > 0 && threadIdx.x == 0 && threadIdx.y == 0)
        atomicAdd(slice.pending, static_cast<unsigned long long>(left));
}

template <class Real> void launch(const Slice<Real> &slice, cudaStream_t stream) {
    const unsigned grid = blocks_for(slice.planes.width, slice.stride) *
                          blocks_for(slice.planes.height, slice.stride);
    slice_kernel<Real><<<grid, dim3(kBlockSide, kBlockSide), 0, stream>>>(slice);
}

__global__ void sum_kernel(const std::uint32_t *n, std::size_t count, std::uint32_t limit,
                           unsigned long long *sum) {
    unsigned long long mine = 0;
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t at = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
         at < count; at += step)
        mine += n[at] == kInterior ? limit : n[at];
    for (int offset = 16; offset > 0; offset /= 2)
        mine += __shfl_down_sync(0xffffffffU, mine, offset);
    if (threadIdx.x % 32 == 0)
        atomicAdd(sum, mine);
}

} // namespace

void launch_slice(const Slice<float> &slice, cudaStream_t stream) {
    launch(slice, stream);
}
void launch_slice(const Slice<double> &slice, cudaStream_t stream) {
    launch(slice, stream);
}

void launch_iteration_sum(const std::uint32_t *n, std::size_t count, std::uint32_t limit,
                          unsigned long long *sum, cudaStream_t stream) {
    sum_kernel<<<512, 256, 0, stream>>>(n, count, limit, sum);
}

} // namespace fathom::kernels::cuda
