#include "kernels/cuda/launch.h"
#include "kernels/cuda/mandelbrot_orbit.cuh"
#include "kernels/cuda/sample_place.cuh"

namespace fathom::kernels::cuda {
namespace {

constexpr int kThreads = 128;
constexpr int kWarps = kThreads / kWarp;
// Each thread has a sample in each of two tiles side by side.
constexpr int kPair = 2;
// Samples beside each other that a thread takes where orbits are tested at every step.
constexpr int kRun = 4;

template <class Real>
__device__ __forceinline__ void finish(const Slice<Real> &slice, std::size_t at, Fate fate,
                                       const Orbit<Real> &orbit) {
    const bool escaped = fate == Fate::escaped;
    const std::uint32_t n = escaped ? orbit.n : kInterior;
    const Real x = escaped ? orbit.x : Real(0);
    const Real y = escaped ? orbit.y : Real(0);
    if (slice.planes.n != nullptr)
        slice.planes.n[at] = n;
    if (slice.planes.zx != nullptr) {
        slice.planes.zx[at] = x;
        slice.planes.zy[at] = y;
    }
    if (slice.rgba != nullptr)
        slice.rgba[at] = colour_of(n, x, y, slice.colour);
}

/// Keeps the state of the block's orbits that run on and lists them. Called by all threads.
template <class Real>
__device__ __forceinline__ void list_pending(const Slice<Real> &slice, bool running, std::size_t at,
                                             const Orbit<Real> &orbit) {
    __shared__ unsigned counts[kWarps];
    __shared__ unsigned first;
    const int lane = threadIdx.x % kWarp;
    const int warp = threadIdx.x / kWarp;
    const unsigned mask = __ballot_sync(kWholeWarp, running);
    if (lane == 0)
        counts[warp] = __popc(mask);
    if (__syncthreads_or(running) == 0)
        return;
    if (threadIdx.x == 0) {
        unsigned sum = 0;
        for (unsigned &count : counts) {
            const unsigned mine = count;
            count = sum;
            sum += mine;
        }
        first = atomicAdd(slice.after_count, sum);
    }
    __syncthreads();
    if (running) {
        slice.planes.zx[at] = orbit.x;
        slice.planes.zy[at] = orbit.y;
        const unsigned place = first + counts[warp] + __popc(mask & ((1U << lane) - 1));
        slice.after[place] = {static_cast<std::uint32_t>(at), orbit.n};
    }
    __syncthreads();
}

/// Advances a thread's pair of orbits and stores what ended.
template <class Real, bool kShortcuts>
__device__ __forceinline__ void
advance_pair(const Slice<Real> &slice, DeviceOrbit<Real, kShortcuts> (&orbits)[kPair],
             const bool (&mine)[kPair], const std::size_t (&at)[kPair]) {
    std::uint32_t stops[kPair];
#pragma unroll
    for (int i = 0; i < kPair; ++i) {
        const std::uint32_t n = orbits[i].orbit().n;
        stops[i] = n + min(slice.steps, slice.limit - n);
        orbits[i].begin(stops[i]);
        __syncwarp();
    }
    DeviceOrbit<Real, kShortcuts>::pair(orbits[0], orbits[1], min(stops[0], stops[1]));
    __syncwarp();
#pragma unroll
    for (int i = 0; i < kPair; ++i) {
        orbits[i].finish(stops[i], slice.limit);
        __syncwarp();
        const bool running = mine[i] && orbits[i].fate() == Fate::running;
        if (mine[i] && !running)
            finish(slice, at[i], orbits[i].fate(), orbits[i].orbit());
        if (slice.after != nullptr)
            list_pending(slice, running, at[i], orbits[i].orbit());
    }
}

/// A new pass.
template <class Real, bool kShortcuts>
__global__ void __launch_bounds__(kThreads) pass_kernel(const __grid_constant__ Slice<Real> slice) {
    const unsigned across = tiles_for(slice.planes.width, slice.stride, kPair * kTileWidth);
    const unsigned warp = blockIdx.x * kWarps + threadIdx.x / kWarp;
    const int lane = threadIdx.x % kWarp;
    const int column = static_cast<int>(warp % across) * kPair * kTileWidth + lane % kTileWidth;
    const int row = static_cast<int>(warp / across) * kTileHeight + lane / kTileWidth;
    const int y = slice.first_row + row * slice.stride;
    const int coarser = 2 * slice.stride - 1;
    DeviceOrbit<Real, kShortcuts> orbits[kPair];
    bool mine[kPair];
    std::size_t at[kPair];
#pragma unroll
    for (int i = 0; i < kPair; ++i) {
        const int x = (column + i * kTileWidth) * slice.stride;
        mine[i] = x < slice.planes.width && y < slice.end_row &&
                  !(slice.skip_coarser && (x & coarser) == 0 && (y & coarser) == 0);
        at[i] = static_cast<std::size_t>(y) * slice.planes.width + x;
        mine[i] = mine[i] && (!slice.only_pending || is_pending(slice.planes, at[i]));
        if (!mine[i])
            continue;
        Real cx, cy;
        find_place(slice, at[i], x, y, cx, cy);
        orbits[i].start({}, cx, cy, slice.bailout_squared);
    }
    advance_pair(slice, orbits, mine, at);
}

/// What the last slice left.
template <class Real, bool kShortcuts>
__global__ void __launch_bounds__(kThreads)
    pending_kernel(const __grid_constant__ Slice<Real> slice) {
    const std::size_t warp = static_cast<std::size_t>(blockIdx.x) * kWarps + threadIdx.x / kWarp;
    DeviceOrbit<Real, kShortcuts> orbits[kPair];
    bool mine[kPair];
    std::size_t at[kPair] = {};
#pragma unroll
    for (int i = 0; i < kPair; ++i) {
        const std::size_t index = (warp * kPair + i) * kWarp + threadIdx.x % kWarp;
        mine[i] = index < slice.before_count;
        if (!mine[i])
            continue;
        const PendingSample sample = slice.before[index];
        at[i] = sample.at;
        const auto x = static_cast<int>(sample.at % slice.planes.width);
        const auto y = static_cast<int>(sample.at / slice.planes.width);
        Orbit<Real> orbit;
        orbit.x = slice.planes.zx[at[i]];
        orbit.y = slice.planes.zy[at[i]];
        orbit.n = sample.n;
        Real cx, cy;
        find_place(slice, at[i], x, y, cx, cy);
        orbits[i].start(orbit, cx, cy, slice.bailout_squared);
    }
    advance_pair(slice, orbits, mine, at);
}

/// A whole picture of few iterations, tested at every step. The samples of a thread share a row,
/// and most of what c takes.
template <class Real, bool kShortcuts>
__global__ void __launch_bounds__(kThreads)
    whole_kernel(const __grid_constant__ Slice<Real> slice) {
    const unsigned across = tiles_for(slice.planes.width, 1, kRun * kTileWidth);
    const unsigned warp = blockIdx.x * kWarps + threadIdx.x / kWarp;
    const int lane = threadIdx.x % kWarp;
    const int x0 = (static_cast<int>(warp % across) * kTileWidth + lane % kTileWidth) * kRun;
    const int y = static_cast<int>(warp / across) * kTileHeight + lane / kTileWidth;
    if (x0 >= slice.planes.width || y >= slice.planes.height)
        return;
    const std::size_t first = static_cast<std::size_t>(y) * slice.planes.width + x0;
    const PixelRow row(slice.map, x0, y);
    std::uint32_t n[kRun];
    std::uint32_t rgba[kRun];
#pragma unroll
    for (int i = 0; i < kRun; ++i) {
        const auto cx = static_cast<Real>(row.re(i));
        const auto cy = static_cast<Real>(row.im(i));
        Orbit<Real> orbit;
        if (!kShortcuts || !in_main_components(cx, cy))
            iterate_plain(orbit, cx, cy, slice.bailout_squared, slice.limit);
        n[i] = orbit.escaped ? orbit.n : kInterior;
        const Real x = orbit.escaped ? orbit.x : Real(0);
        const Real y_end = orbit.escaped ? orbit.y : Real(0);
        if (slice.planes.zx != nullptr && x0 + i < slice.planes.width) {
            slice.planes.zx[first + i] = x;
            slice.planes.zy[first + i] = y_end;
        }
        if (slice.rgba != nullptr)
            rgba[i] = colour_of(n[i], x, y_end, slice.colour);
    }
    const auto store = [&](std::uint32_t *plane, const std::uint32_t(&values)[kRun]) {
        if (plane == nullptr)
            return;
        if (slice.planes.width % kRun == 0)
            *reinterpret_cast<uint4 *>(plane + first) =
                make_uint4(values[0], values[1], values[2], values[3]);
        else
            for (int i = 0; i < kRun && x0 + i < slice.planes.width; ++i)
                plane[first + i] = values[i];
    };
    store(slice.planes.n, n);
    store(slice.rgba, rgba);
}

template <class Real, bool kShortcuts> void launch(const Slice<Real> &slice, cudaStream_t stream) {
    const auto warps = [&](int tile_width) {
        return std::size_t(tiles_for(slice.planes.width, slice.stride, tile_width)) *
               tiles_for(slice.end_row - slice.first_row, slice.stride, kTileHeight);
    };
    void (*kernel)(Slice<Real>) = nullptr;
    std::size_t count = warps(kPair * kTileWidth);
    switch (slice.method) {
    case SliceMethod::whole:
        kernel = whole_kernel<Real, kShortcuts>;
        count = warps(kRun * kTileWidth);
        break;
    case SliceMethod::pass:
        kernel = pass_kernel<Real, kShortcuts>;
        break;
    case SliceMethod::pending:
        kernel = pending_kernel<Real, kShortcuts>;
        count = (std::size_t(slice.before_count) + kPair * kWarp - 1) / (kPair * kWarp);
        break;
    }
    const auto blocks = static_cast<unsigned>((count + kWarps - 1) / kWarps);
    kernel<<<blocks, kThreads, 0, stream>>>(slice);
}

template <class Real> void launch_any(const Slice<Real> &slice, cudaStream_t stream) {
    slice.shortcuts ? launch<Real, true>(slice, stream) : launch<Real, false>(slice, stream);
}

template <class Real>
__global__ void sum_kernel(const SamplePlanes<Real> planes, std::uint64_t limit,
                           unsigned long long *sum) {
    const std::size_t count = static_cast<std::size_t>(planes.width) * planes.height;
    unsigned long long mine = 0;
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t at = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
         at < count; at += step) {
        const std::uint64_t n = index_at(planes, at);
        mine += n == kInterior ? limit : n;
    }
    for (int offset = 16; offset > 0; offset /= 2)
        mine += __shfl_down_sync(kWholeWarp, mine, offset);
    if (threadIdx.x % 32 == 0)
        atomicAdd(sum, mine);
}

} // namespace

void launch_slice(const Slice<float> &slice, cudaStream_t stream) {
    launch_any(slice, stream);
}
void launch_slice(const Slice<double> &slice, cudaStream_t stream) {
    launch_any(slice, stream);
}

void launch_iteration_sum(const SamplePlanes<float> &planes, std::uint64_t limit,
                          unsigned long long *sum, cudaStream_t stream) {
    sum_kernel<<<512, 256, 0, stream>>>(planes, limit, sum);
}
void launch_iteration_sum(const SamplePlanes<double> &planes, std::uint64_t limit,
                          unsigned long long *sum, cudaStream_t stream) {
    sum_kernel<<<512, 256, 0, stream>>>(planes, limit, sum);
}

} // namespace fathom::kernels::cuda
