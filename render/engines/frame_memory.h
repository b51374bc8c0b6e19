#pragma once
#include "render/engines/sample_buffer.h"

#include <mutex>
#include <vector>

namespace fathom {

/// What a frame in host memory needs for its pixels; their values are left as they come.
struct FrameMemory {
    explicit FrameMemory(const RenderRequest &request)
        : samples(request), rgba(request.contents == FrameContents::counts ? 0 : samples.count()) {}

    /// Makes it such memory for the request. Throws std::bad_alloc, and is then good for nothing.
    void remake(const RenderRequest &request) {
        samples.remake(request);
        resize_anew(rgba, request.contents == FrameContents::counts ? 0 : samples.count());
    }

    SampleBuffer samples;
    UninitialisedVector<std::uint32_t> rgba; ///< empty with FrameContents::counts
};

/// Keeps the memory of the last frames that ended for the next ones, whatever their sizes: new
/// pages from the system would cost as much as computing many a frame. Safe to call from any
/// thread.
class SpareFrameMemory {
  public:
    SpareFrameMemory() { spares_.reserve(kMost); }

    /// Memory for the request's frame.
    FrameMemory take(const RenderRequest &request) {
        std::unique_lock lock(mutex_);
        if (spares_.empty()) {
            lock.unlock();
            return FrameMemory(request);
        }
        FrameMemory spare = std::move(spares_.back());
        spares_.pop_back();
        lock.unlock();
        spare.remake(request);
        return spare;
    }

    void give(FrameMemory &&memory) noexcept {
        const std::lock_guard lock(mutex_);
        if (spares_.size() == kMost)
            spares_.erase(spares_.begin());
        spares_.push_back(std::move(memory));
    }

  private:
    // An export has a frame that is computed, one that waits and one that is written.
    static constexpr std::size_t kMost = 2;

    std::mutex mutex_;
    std::vector<FrameMemory> spares_;
};

} // namespace fathom
