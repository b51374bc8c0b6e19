#pragma once
#include "render/engines/sample_buffer.h"

#include <mutex>
#include <optional>

namespace fathom {

/// What a frame in host memory needs for its pixels; their values are left as they come.
struct FrameMemory {
    explicit FrameMemory(const RenderRequest &request)
        : samples(request), rgba(request.contents == FrameContents::counts ? 0 : samples.count()) {}

    SampleBuffer samples;
    UninitialisedVector<std::uint32_t> rgba; ///< empty with FrameContents::counts
};

/// Keeps the memory of the last frame that ended for the next one of its kind: new pages from the
/// system would cost as much as computing many a frame. Safe to call from any thread.
class SpareFrameMemory {
  public:
    /// Memory for the request's frame, the spare one if it fits.
    FrameMemory take(const RenderRequest &request) {
        const std::lock_guard lock(mutex_);
        std::optional<FrameMemory> spare = std::move(spare_);
        spare_.reset();
        if (spare && spare->samples.fits(request))
            return std::move(*spare);
        spare.reset(); // before more is asked for
        return FrameMemory(request);
    }

    void give(FrameMemory &&memory) {
        const std::lock_guard lock(mutex_);
        spare_ = std::move(memory);
    }

  private:
    std::mutex mutex_;
    std::optional<FrameMemory> spare_;
};

} // namespace fathom
