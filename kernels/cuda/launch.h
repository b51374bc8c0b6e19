#pragma once
#include "kernels/base/pixel_map.h"
#include "kernels/base/sample.h"
#include "kernels/colour/colour.h"
#include "kernels/formulas/formula_ids.h"
#include "kernels/formulas/formula_settings.h"

#include <cuda_runtime_api.h>

namespace fathom::kernels::cuda {

/// A sample that is not finished; its z is in the planes.
struct PendingSample {
    std::uint32_t at; ///< index in the planes
    std::uint32_t n;  ///< steps taken
};

/// What a slice works on, and how.
enum class SliceMethod {
    whole,  ///< new samples to their end, tested at every step: for few iterations. No lattice
    pass,   ///< the new samples of a lattice
    pending ///< what the last slice left
};

/// One slice of a frame: each of its samples goes on by at most `steps`. All pointers are device
/// memory.
template <class Real> struct Slice {
    PixelMap map;
    const PixelPoint *points = nullptr; ///< where the samples lie, by their index; null: at the
                                        ///< picture's pixels
    FormulaSettings<Real> settings;
    Tracking<Real> tracking;
    SamplePlanes<Stored<Real>>
        planes; ///< n, or zx and zy, may be null where every sample ends in this slice
    std::uint32_t *rgba = nullptr; ///< where finished samples are coloured at once, or null
    ColourParams colour;
    int stride = 1; ///< of a pass's lattice: multiples of it in x and y; with skip_coarser without
                    ///< the lattice 2 * stride
    bool skip_coarser = false;
    bool only_pending = false;             ///< a pass leaves out what is not pending
    int first_row = 0;                     ///< of the pass, a multiple of 2 * stride
    int end_row = 0;                       ///< after its last
    const PendingSample *before = nullptr; ///< what the last slice left
    std::uint32_t before_count = 0;
    std::uint32_t before_direct = 0; ///< of these orbits so many stand at the end of their room, in
                                     ///< the direct stage; the others at its beginning
    PendingSample *after = nullptr;  ///< room for all samples of the slice; null if all will end
    const void *orbits_before =
        nullptr;                        ///< of any formula's slice, instead of the two lists: whole
    void *orbits_after = nullptr;       ///< orbits, of any_formula_orbit_bytes each
    std::size_t orbits_before_room = 0; ///< so many orbits have room in each
    std::size_t orbits_after_room = 0;
    int lanes = 32;                  ///< so many of those orbits a warp, 1 to 32: fewer wait less
                                     ///< for each other, where the device is not full anyway
    unsigned *after_count = nullptr; ///< two, which have to be 0: of those that are left, at the
                                     ///< beginning of their room and at its end
    bool regroups = false; ///< a warp leaves its orbits to the next slice, which puts them together
                           ///< anew, when half of them have ended; there is room for what is left
    std::uint32_t steps = 0;
    std::uint32_t limit = 0;
    Real bailout_squared = 0;
    bool shortcuts = false;
    SliceMethod method = SliceMethod::pass;
};

/// Queues a slice of the Mandelbrot set, without tracking and no Julia set, on `stream`. Launch
/// errors are left for cudaGetLastError.
void launch_slice(const Slice<float> &slice, cudaStream_t stream);
void launch_slice(const Slice<double> &slice, cudaStream_t stream);

/// Queues a slice of any formula, tracked or not. Its method is not `whole`.
void launch_any_formula_slice(FormulaId formula, const Slice<float> &slice, cudaStream_t stream);
void launch_any_formula_slice(FormulaId formula, const Slice<double> &slice, cudaStream_t stream);
void launch_any_formula_slice(FormulaId formula, const Slice<Two<float>> &slice,
                              cudaStream_t stream);
void launch_any_formula_slice(FormulaId formula, const Slice<Two<double>> &slice,
                              cudaStream_t stream);

/// What an orbit in that type takes between two slices of any formula.
template <class Real>
std::size_t any_formula_orbit_bytes(FormulaId formula, Tracks tracks) noexcept;

/// Queues the colour pass over the whole picture (see colour_pixel), into width * height words of
/// device memory.
void launch_colour(const SamplePlanes<float> &planes, const ColourParams &params,
                   std::uint32_t *rgba, cudaStream_t stream);
void launch_colour(const SamplePlanes<double> &planes, const ColourParams &params,
                   std::uint32_t *rgba, cudaStream_t stream);

/// Queues the sum of the iterations that all finished samples took (the limit for interior ones)
/// into `*sum`, which has to be 0 before.
void launch_iteration_sum(const SamplePlanes<float> &planes, std::uint64_t limit,
                          unsigned long long *sum, cudaStream_t stream);
void launch_iteration_sum(const SamplePlanes<double> &planes, std::uint64_t limit,
                          unsigned long long *sum, cudaStream_t stream);

} // namespace fathom::kernels::cuda
