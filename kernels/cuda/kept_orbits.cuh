// What the slices share that keep whole orbits between them.
#pragma once
#include "kernels/base/sample.h"
#include "kernels/cuda/sample_place.cuh"

#include <cstring>
#include <type_traits>

namespace fathom::kernels::cuda {

inline constexpr int kOrbitThreads = 128;
inline constexpr int kOrbitWarps = kOrbitThreads / kWarp;

/// Orbits are kept word by word, all first words behind each other, then all second ones: so that a
/// warp reads and writes whole lines of memory.
template <class Orbit> struct OrbitWords {
    using Word = std::conditional_t<alignof(Orbit) == 8, std::uint64_t, std::uint32_t>;
    static constexpr std::size_t kWords = sizeof(Orbit) / sizeof(Word);
    static_assert(kWords * sizeof(Word) == sizeof(Orbit) && std::is_trivially_copyable_v<Orbit>);
    Word words[kWords];

    static __device__ __forceinline__ void read(Orbit &orbit, const void *from, std::size_t room,
                                                std::size_t index) {
        OrbitWords copy;
#pragma unroll
        for (std::size_t i = 0; i < kWords; ++i)
            copy.words[i] = static_cast<const Word *>(from)[i * room + index];
        memcpy(&orbit, &copy, sizeof orbit);
    }
    static __device__ __forceinline__ void write(const Orbit &orbit, void *to, std::size_t room,
                                                 std::size_t index) {
        OrbitWords copy;
        memcpy(&copy, &orbit, sizeof orbit);
#pragma unroll
        for (std::size_t i = 0; i < kWords; ++i)
            static_cast<Word *>(to)[i * room + index] = copy.words[i];
    }
};

/// A thread's sample.
struct SliceSample {
    bool mine = false; ///< there is one
    int x = 0;
    int y = 0;
};

/// Finds the calling thread's sample: of the lattice, whose index goes into `at`, or of the last
/// slice's orbits, read into `orbit`, of which `at` is a member.
template <class Real, class Orbit>
__device__ __forceinline__ SliceSample find_sample(const Slice<Real> &slice, Orbit &orbit,
                                                   std::uint32_t &at) {
    const std::size_t warp =
        static_cast<std::size_t>(blockIdx.x) * kOrbitWarps + threadIdx.x / kWarp;
    const int lane = threadIdx.x % kWarp;
    SliceSample sample;
    if (slice.method == SliceMethod::pass) {
        const unsigned across = tiles_for(slice.planes.width, slice.stride, kTileWidth);
        sample.x =
            (static_cast<int>(warp % across) * kTileWidth + lane % kTileWidth) * slice.stride;
        sample.y =
            slice.first_row +
            (static_cast<int>(warp / across) * kTileHeight + lane / kTileWidth) * slice.stride;
        const int coarser = 2 * slice.stride - 1;
        sample.mine =
            sample.x < slice.planes.width && sample.y < slice.end_row &&
            !(slice.skip_coarser && (sample.x & coarser) == 0 && (sample.y & coarser) == 0);
        at = static_cast<std::uint32_t>(sample.y) * slice.planes.width + sample.x;
        sample.mine = sample.mine && (!slice.only_pending || is_pending(slice.planes, at));
    } else {
        const std::size_t index = warp * slice.lanes + lane;
        sample.mine = lane < slice.lanes && index < slice.before_count;
        const std::size_t first = slice.before_count - slice.before_direct;
        if (sample.mine)
            OrbitWords<Orbit>::read(orbit, slice.orbits_before, slice.orbits_before_room,
                                    index < first ? index
                                                  : slice.orbits_before_room - 1 - (index - first));
        sample.x = static_cast<int>(at % slice.planes.width);
        sample.y = static_cast<int>(at / slice.planes.width);
    }
    return sample;
}

/// A place in a list that has `*count` entries for each thread with an entry. Called by all threads
/// of a warp.
__device__ __forceinline__ std::size_t place_in_list(unsigned *count, bool mine) {
    const unsigned lane = threadIdx.x % kWarp;
    const unsigned mask = __ballot_sync(kWholeWarp, mine);
    unsigned first = 0;
    if (lane == 0 && mask != 0)
        first = atomicAdd(count, __popc(mask));
    first = __shfl_sync(kWholeWarp, first, 0);
    return first + __popc(mask & ((1U << lane) - 1));
}

/// Puts what runs on into the list for the next slice. Called by all threads of a warp.
template <class Orbit, class Real>
__device__ __forceinline__ void list_orbit(const Slice<Real> &slice, bool running,
                                           const Orbit &orbit) {
    const std::size_t place = place_in_list(slice.after_count, running);
    if (running)
        OrbitWords<Orbit>::write(orbit, slice.orbits_after, slice.orbits_after_room, place);
}

/// The same, with direct orbits at the room's end, where the next slice's warps have them by
/// themselves: beside others they would wait for them.
template <class Orbit, class Real>
__device__ __forceinline__ void list_orbit(const Slice<Real> &slice, bool running, bool direct,
                                           const Orbit &orbit) {
    const std::size_t from_first = place_in_list(slice.after_count, running && !direct);
    const std::size_t from_last = place_in_list(slice.after_count + 1, running && direct);
    if (running)
        OrbitWords<Orbit>::write(orbit, slice.orbits_after, slice.orbits_after_room,
                                 direct ? slice.orbits_after_room - 1 - from_last : from_first);
}

/// Stores the end of the orbit of sample `at`.
template <bool kTracked, class Real>
__device__ __forceinline__ void store_sample(const SamplePlanes<Real> &planes, std::size_t at,
                                             const Sample<Real> &sample) {
    set_index(planes, at, sample.n);
    if (planes.zx != nullptr) {
        planes.zx[at] = sample.zx;
        planes.zy[at] = sample.zy;
    }
    if constexpr (kTracked) {
        planes.gx[at] = sample.gx;
        planes.gy[at] = sample.gy;
        if (planes.atom != nullptr) {
            planes.trap[at] = sample.trap;
            planes.atom[at] = sample.atom;
        }
    }
}

/// Blocks of kOrbitThreads threads for a slice, a warp for each tile or so many orbits
/// as it takes.
template <class Real> unsigned blocks_of(const Slice<Real> &slice) {
    const std::size_t warps =
        slice.method == SliceMethod::pass
            ? std::size_t(tiles_for(slice.planes.width, slice.stride, kTileWidth)) *
                  tiles_for(slice.end_row - slice.first_row, slice.stride, kTileHeight)
            : (std::size_t(slice.before_count) + slice.lanes - 1) / slice.lanes;
    return static_cast<unsigned>((warps + kOrbitWarps - 1) / kOrbitWarps);
}

} // namespace fathom::kernels::cuda
