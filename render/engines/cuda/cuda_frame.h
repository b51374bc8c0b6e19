#pragma once
#include "kernels/cuda/launch.h"
#include "render/engines/cuda/context.h"
#include "render/engines/engine.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

namespace fathom {

struct PerturbationData;

} // namespace fathom

namespace fathom::cuda {

/// A frame in the memory of one GPU. Slices and colour passes run on different streams and are
/// ordered by events, so a colour pass sees the samples as a finished slice left them.
class CudaFrame : public Frame {
  public:
    CudaFrame(std::shared_ptr<Context> context, const RenderRequest &request);
    ~CudaFrame() override;
    CudaFrame(const CudaFrame &) = delete;
    CudaFrame &operator=(const CudaFrame &) = delete;

    [[nodiscard]] const RenderRequest &request() const override { return request_; }
    [[nodiscard]] double progress() const override { return progress_; }
    [[nodiscard]] bool complete() const override { return complete_; }
    [[nodiscard]] std::uint64_t revision() const override { return revision_; }
    [[nodiscard]] FrameTimes times() const override;
    bool iterate(const std::atomic<bool> &stop) override;
    bool refresh_colour(const std::atomic<bool> &stop) override;
    void set_colour(const ColourSettings &settings) override;
    void read_rgba(std::uint32_t *rgba) override;
    bool show(FrameDisplay &display, ShownTiles &shown) override;
    void read_samples(SampleBuffer &samples) override;

    // What follows is for CudaIteration.

    struct SliceResult {
        std::uint64_t pending = 0; ///< samples of the band that are left
        double ms = 0;             ///< device time
    };
    /// Gives a frame whose request is perturbed what it needs, before any slice. Throws
    /// DeviceError if it does not fit into the device's memory.
    void set_perturbation(std::shared_ptr<const PerturbationData> data);
    /// A lattice of samples (see kernels::cuda::Slice) in some rows of the picture.
    struct Band {
        int stride = 1;
        bool skip_coarser = false;
        int first_row = 0;
        int end_row = 0;
    };
    /// Samples of a band.
    [[nodiscard]] std::size_t samples_of(const Band &band) const noexcept;
    /// What a sample takes between two slices, in bytes.
    [[nodiscard]] std::size_t orbit_bytes() const noexcept;
    /// Runs the first slice of a band and waits for it: every sample goes on by at most `steps`, or
    /// as many rounds of a perturbed orbit. The last band's samples have to be finished.
    SliceResult begin_band(const Band &band, std::uint32_t steps);
    /// Likewise for the samples that the last slice left.
    SliceResult go_on(std::uint32_t steps);
    void set_progress(double progress) noexcept { progress_ = progress; }
    /// Declares every sample finished: counts their iterations.
    void finish();

  private:
    template <class Real> [[nodiscard]] kernels::SamplePlanes<Real> planes() const noexcept;
    /// True if the frame holds only what it was asked to keep: its samples cannot wait for another
    /// slice.
    [[nodiscard]] bool is_lean() const noexcept;
    [[nodiscard]] std::size_t plane_bytes() const noexcept;
    /// Words of an escape index.
    [[nodiscard]] std::size_t index_words() const noexcept;
    [[nodiscard]] std::uint32_t *own_rgba() const noexcept;
    /// Queues a colour pass over the whole picture on the display stream, into device memory for
    /// width * height words. All of it is written. Returns at once.
    void colour_into(std::uint32_t *device_rgba);
    /// The colours as the device's kernels take them; the mutex is held.
    [[nodiscard]] kernels::ColourParams colour_on_device() const;
    /// True if the tuned kernels of the Mandelbrot set do for this request.
    [[nodiscard]] bool is_tuned() const noexcept;
    template <class Real> [[nodiscard]] kernels::cuda::Slice<Real> slice(std::uint32_t steps) const;
    template <class Real>
    void launch(kernels::cuda::Slice<Real> slice, kernels::cuda::SliceMethod method,
                const Band &band);
    /// Lets the next slice list so many samples.
    void make_room(std::size_t samples);
    SliceResult run_slice(kernels::cuda::SliceMethod method, const Band &band, std::uint32_t steps);
    /// Copies device memory once the display stream gets there.
    void copy_to_host(void *to, const void *from, std::size_t bytes) const;
    [[nodiscard]] std::size_t count() const noexcept;
    [[nodiscard]] std::size_t real_bytes() const noexcept;
    /// Queues the counter's copy to the host and waits for it.
    [[nodiscard]] std::uint64_t read_counter();
    void clear_counter();

    const std::shared_ptr<Context> context_;
    const RenderRequest request_;
    MemoryPool<DeviceMemory>::Lease samples_; ///< a counter, then the planes zx, zy, gx, gy, trap,
                                              ///< n, n_high, atom, as far as they are kept; a lean
                                              ///< frame has one plane, n or colours
    MemoryPool<PinnedMemory>::Lease counter_; ///< the counter's copy on the host
    /// Samples that are left between two slices.
    struct List {
        std::optional<MemoryPool<DeviceMemory>::Lease> memory;
        std::size_t room = 0; ///< in samples
    };
    List before_, after_; ///< the one that is read and the one that is written
    std::shared_ptr<const PerturbationData> perturbation_;  ///< or null
    std::shared_ptr<const DeviceTables> tables_;            ///< its tables
    std::optional<MemoryPool<DeviceMemory>::Lease> points_; ///< the request's
    std::uint32_t pending_ = 0;
    Event slice_start_, slice_done_, counted_, colour_start_, colour_done_;

    mutable std::mutex mutex_; ///< guards the order of work on the two streams and the colours
    ColourSettings colour_;
    std::shared_ptr<const DeviceMemory> palette_;
    std::shared_ptr<const DeviceMemory> ranks_; ///< or null
    std::atomic<double> progress_ = 0;
    std::atomic<bool> complete_ = false;
    std::atomic<bool> coloured_ = false; ///< the colour events were recorded
    std::atomic<std::uint64_t> revision_ = 0;
    std::atomic<std::uint64_t> iterations_ = 0;
    std::atomic<double> iterate_ms_ = 0;
    std::atomic<double> longest_slice_ms_ = 0;
};

} // namespace fathom::cuda
