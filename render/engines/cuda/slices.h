#pragma once
#include "kernels/cuda/launch.h"
#include "render/engines/cuda/frame_colours.h"

#include <atomic>
#include <optional>

namespace fathom {

class SampleBuffer;
struct PerturbationData;

} // namespace fathom

namespace fathom::cuda {

/// A lattice of samples (see kernels::cuda::Slice) in some rows of the picture.
struct Band {
    int stride = 1;
    bool skip_coarser = false;
    int first_row = 0;
    int end_row = 0;
};

/// The launches that iterate a frame's samples, one after the other, and what waits between them.
/// All but ms and longest_ms is for one thread; all may throw DeviceError.
class Slices {
  public:
    /// Declares all samples pending and brings the request's points. All have to outlive it.
    Slices(Context &context, const RenderRequest &request, DevicePlanes &planes,
           const FrameColours &colours, StreamOrder &order);

    /// What a perturbed request needs before any slice. Throws DeviceError if it does not fit into
    /// the device's memory.
    void set_perturbation(std::shared_ptr<const PerturbationData> data);
    /// Takes samples of the request's kind over before any slice; from then on slices leave out
    /// what is not pending in them. Throws DeviceError.
    void begin_with(SampleBuffer &samples);
    /// Likewise planes like the frame's own, all finished, in the memory of any device.
    void begin_with(const DevicePlanes &planes, int device);
    /// What a sample takes between two slices, in bytes.
    [[nodiscard]] std::size_t orbit_bytes() const noexcept;

    struct Result {
        std::uint64_t pending = 0; ///< samples of the band that are left
        double ms = 0;             ///< device time
    };
    /// Runs the first slice of a band and waits for it: every sample goes on by at most `steps`, or
    /// as many rounds of a perturbed orbit; of these, where they keep the device full, many by less
    /// (see kernels::cuda::Slice::regroups). The last band's samples have to be finished.
    Result begin_band(const Band &band, std::uint32_t steps);
    /// Likewise for the samples that the last slice left.
    Result go_on(std::uint32_t steps);
    /// Whether those that the last slice left leave the device room for other frames': such slices
    /// run beside them.
    [[nodiscard]] bool are_few_left() const noexcept { return context_.are_few(pending_); }
    /// The iterations of all samples, which have to be finished; 0 where no counts are kept.
    [[nodiscard]] std::uint64_t sum_iterations();

    /// Device time of all slices so far, and of the longest.
    [[nodiscard]] double ms() const noexcept { return ms_; }
    [[nodiscard]] double longest_ms() const noexcept { return longest_ms_; }

  private:
    /// True if the tuned kernels of the Mandelbrot set do for this request.
    [[nodiscard]] bool is_tuned() const noexcept;
    template <class Real> [[nodiscard]] kernels::cuda::Slice<Real> slice(std::uint32_t steps) const;
    template <class Real>
    void launch(kernels::cuda::Slice<Real> slice, kernels::cuda::SliceMethod method,
                const Band &band);
    /// Lets the next slice list so many samples, and leave those early that wait for others.
    void make_room(std::size_t samples);
    Result run(kernels::cuda::SliceMethod method, const Band &band, std::uint32_t steps);
    /// Queues the counter's copy to the host and waits for it.
    [[nodiscard]] std::uint64_t read_counter();
    void clear_counter();

    Context &context_;
    const RenderRequest &request_;
    const DevicePlanes &planes_;
    const FrameColours &colours_;
    StreamOrder &order_;
    MemoryPool<PinnedMemory>::Lease counter_; ///< the counter's copy on the host
    Event counted_;
    /// Samples that are left between two slices.
    struct List {
        std::optional<MemoryPool<DeviceMemory>::Lease> memory;
        std::size_t room = 0; ///< in samples
    };
    List before_, after_; ///< the one that is read and the one that is written
    std::shared_ptr<const PerturbationData> perturbation_;  ///< or null
    std::shared_ptr<const DeviceTables> tables_;            ///< its tables
    std::optional<MemoryPool<DeviceMemory>::Lease> points_; ///< the request's
    bool regroups_ = false;                                 ///< see kernels::cuda::Slice
    bool only_pending_ = false; ///< some samples are finished before the first slice
    std::uint32_t pending_ = 0;
    std::uint32_t pending_direct_ = 0; ///< of them, at the end of their list's room
    std::atomic<double> ms_ = 0;
    std::atomic<double> longest_ms_ = 0;
};

} // namespace fathom::cuda
