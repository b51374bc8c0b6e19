#pragma once
#include "kernels/colour.h"
#include "kernels/pixel_map.h"
#include "kernels/sample.h"

#include <cuda_runtime_api.h>

namespace fathom::kernels::cuda {

/// One slice of a frame: every pending sample on the lattice of multiples of `stride` goes on from
/// n = `from` to n = `to`; with `skip_coarser` those on the lattice 2 * stride are left alone. All
/// pointers are device memory.
template <class Real> struct Slice {
    PixelMap map;
    SamplePlanes<Real> planes;
    int stride = 1;
    bool skip_coarser = false;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t limit = 0;
    Real bailout_squared = 0;
    unsigned long long *pending = nullptr; ///< the samples that are still pending are added to it
};

/// Queues a slice on `stream`. Launch errors are left for cudaGetLastError.
void launch_slice(const Slice<float> &slice, cudaStream_t stream);
void launch_slice(const Slice<double> &slice, cudaStream_t stream);

/// Queues the colour pass over the whole picture (see colour_pixel), into width * height words of
/// device memory.
void launch_colour(const SamplePlanes<float> &planes, const ColourParams &params,
                   std::uint32_t *rgba, cudaStream_t stream);
void launch_colour(const SamplePlanes<double> &planes, const ColourParams &params,
                   std::uint32_t *rgba, cudaStream_t stream);

/// Queues the sum of the iterations that `count` finished samples took (the limit for interior
/// ones) into `*sum`, which has to be 0 before.
void launch_iteration_sum(const std::uint32_t *n, std::size_t count, std::uint32_t limit,
                          unsigned long long *sum, cudaStream_t stream);

} // namespace fathom::kernels::cuda
