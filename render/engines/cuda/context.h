#pragma once
#include "render/engines/cuda/device_tables.h"
#include "render/engines/cuda/handles.h"
#include "render/engines/cuda/memory_pool.h"
#include "render/engines/cuda/timeline.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace fathom {

class PaletteTable;
struct RankTable;
struct RenderRequest;

} // namespace fathom

namespace fathom::cuda {

/// What the frames of one GPU engine share: the device, its streams and their memory.
class Context {
  public:
    /// Throws DeviceError if the device does not answer.
    explicit Context(int device);

    [[nodiscard]] int device() const noexcept { return device_; }
    /// Iterations are queued here, those of several frames one after the other.
    [[nodiscard]] cudaStream_t iterate_stream() const noexcept { return iterate_.get(); }
    /// A stream that nobody else uses, for the last orbits of a frame: they leave most of the
    /// device idle, so those of several frames and the iterations of the next one run beside each
    /// other. Throws DeviceError.
    [[nodiscard]] Stream take_stragglers_stream();
    /// Keeps it for another frame; nothing may be queued on it any more.
    void give_back(Stream stream) noexcept;
    /// Colouring and display are queued here, so that they need not wait for the iterations of a
    /// newer frame.
    [[nodiscard]] cudaStream_t display_stream() const noexcept { return display_.get(); }
    /// The device's memory, used or not.
    [[nodiscard]] std::size_t memory_bytes() const noexcept { return memory_bytes_; }
    /// Makes the device the calling thread's current one.
    void use() const;
    /// Upper bound of Mandelbrot iterations a millisecond: one of four instructions on every lane
    /// in every cycle.
    [[nodiscard]] double iterations_per_ms(bool f64) const noexcept {
        return f64 ? f64_per_ms_ : f32_per_ms_;
    }
    /// Likewise of the request's own iterations.
    [[nodiscard]] double iterations_per_ms(const RenderRequest &request) const noexcept;
    /// True if every sample of the request can be iterated to its end within one short launch, with
    /// a test at every step.
    [[nodiscard]] bool fits_one_launch(const RenderRequest &request) const noexcept;
    /// What the streams did when.
    [[nodiscard]] Timeline &timeline() noexcept { return *timeline_; }
    /// Threads that the device holds at once.
    [[nodiscard]] double resident_threads() const noexcept { return resident_threads_; }

    /// How many of so many orbits a warp should take, 1 to 32: orbits that differ make each other
    /// wait, so that all warps that the device runs well should have some.
    [[nodiscard]] int orbits_a_warp(std::uint32_t orbits) const noexcept;
    /// Whether so many orbits leave the device room for others.
    [[nodiscard]] bool are_few(std::uint32_t orbits) const noexcept {
        return orbits_a_warp(orbits) < kMostOrbitsAWarp;
    }

    /// In device memory that is used again, for allocating and freeing stall the device.
    using DeviceCopy = std::shared_ptr<const MemoryPool<DeviceMemory>::Lease>;
    using Palette = std::shared_ptr<const PaletteTable>;
    /// The palette's copy on the device, one for all frames that use it, as long as somebody has
    /// the palette itself. Nothing queued may use it when it goes. Throws DeviceError.
    DeviceCopy device_palette(const Palette &palette);
    using Ranks = std::shared_ptr<const RankTable>;
    /// Likewise of the shares of a table of ranks; null for none.
    DeviceCopy device_ranks(const Ranks &ranks);
    using Tables = std::shared_ptr<const AnyJumpTables>;
    /// Likewise of a perturbation's tables. Throws DeviceError, with what is needed and what there
    /// is, if they do not fit.
    std::shared_ptr<const DeviceTables> device_tables(const Tables &tables);

    MemoryPool<DeviceMemory> &device_memory() noexcept { return device_memory_; }
    MemoryPool<PinnedMemory> &pinned_memory() noexcept { return pinned_memory_; }

  private:
    static constexpr int kMostOrbitsAWarp = 32;
    int device_;
    Stream iterate_;
    Stream display_;
    std::mutex streams_mutex_;
    std::vector<Stream> streams_; ///< for stragglers, that no frame has
    std::unique_ptr<Timeline> timeline_;
    std::size_t memory_bytes_ = 0;
    double f32_per_ms_ = 0;
    double f64_per_ms_ = 0;
    double resident_threads_ = 0;
    MemoryPool<DeviceMemory> device_memory_{allocate_device};
    MemoryPool<PinnedMemory> pinned_memory_{allocate_pinned};
    /// What is on the device as long as it is on the host.
    template <class Host, class Device> struct Kept {
        std::weak_ptr<const Host> host;
        std::shared_ptr<const Device> device;
    };
    /// Makes `copy` the device's of what `kept` has no copy of.
    template <class Host, class Device, class Copy>
    static std::shared_ptr<const Device> kept_copy(std::vector<Kept<Host, Device>> &kept,
                                                   const std::shared_ptr<const Host> &host,
                                                   const Copy &copy);
    DeviceCopy copy_to_device(std::span<const std::byte> bytes);
    /// Throws DeviceError, with what is needed and what there is, if tables do not fit.
    void check_room(const AnyJumpTables &tables);

    std::mutex colours_mutex_;
    Stream upload_; ///< of what follows
    std::vector<Kept<PaletteTable, MemoryPool<DeviceMemory>::Lease>> palettes_;
    std::vector<Kept<RankTable, MemoryPool<DeviceMemory>::Lease>> ranks_;
    /// Not the other one: whoever colours does not wait until large tables have come over.
    std::mutex tables_mutex_;
    std::vector<Kept<AnyJumpTables, DeviceTables>> tables_;
};

} // namespace fathom::cuda
