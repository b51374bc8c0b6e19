#pragma once
#include "kernels/base/exact_place.h"
#include "kernels/cuda/launch.h"
#include "kernels/formulas/formula_math-inl.h"

namespace fathom::kernels::cuda {

/// Warps take tiles of 8 x 4 samples, so that their orbits leave at similar times.
inline constexpr unsigned kWholeWarp = 0xffffffffU;
inline constexpr int kWarp = 32;
inline constexpr int kTileWidth = 8;
inline constexpr int kTileHeight = 4;

/// Tiles along a side of the picture, of which every `stride`th sample is taken.
inline __host__ __device__ unsigned tiles_for(int side, int stride, int tile_side) {
    const int samples = (side + stride - 1) / stride;
    return static_cast<unsigned>((samples + tile_side - 1) / tile_side);
}

/// The place in the plane of the sample `at`, which is pixel (x, y) unless the slice has points.
template <class Real>
__device__ __forceinline__ scalar::Complex<PlaceReal<Real>>
exact_place(const Slice<Real> &slice, std::size_t at, int x, int y) {
    using Number = PlaceReal<Real>;
    const auto [re, im] = slice.points != nullptr ? point_place<Number>(slice.map, slice.points[at])
                                                  : pixel_place<Number>(slice.map, x, y);
    return {re, im};
}

/// Likewise, rounded to the type that is iterated in.
template <class Real>
__device__ __forceinline__ void find_place(const Slice<Real> &slice, std::size_t at, int x, int y,
                                           Real &re, Real &im) {
    const auto exact = exact_place(slice, at, x, y);
    re = static_cast<Real>(exact.x);
    im = static_cast<Real>(exact.y);
}

} // namespace fathom::kernels::cuda
