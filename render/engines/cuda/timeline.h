#pragma once
#include "render/engines/cuda/handles.h"
#include "render/engines/timed_span.h"

#include <deque>
#include <mutex>
#include <vector>

namespace fathom::cuda {

/// Says when work on a device's streams began and ended, from CUDA events; never waits for any of
/// it. Safe to use from any thread that has made the device its current one.
class Timeline {
  public:
    /// Starts the clock now, on `stream`. Throws DeviceError.
    explicit Timeline(cudaStream_t stream);

    /// A span that has begun and not yet ended.
    struct Open {
        std::uint64_t number = 0;
        cudaStream_t stream = nullptr;
    };
    /// Marks the begin of a span: after what was queued on `stream` so far. Throws DeviceError.
    [[nodiscard]] Open begin(TimedSpan::Work work, std::uint64_t tag, cudaStream_t stream);
    /// Marks its end. A failure is only logged: the work itself will report it.
    void end(const Open &open) noexcept;

    /// The spans that the device has finished and that were not taken before, in the order in which
    /// they were begun on the host. Of more than kKept the oldest are lost. Throws DeviceError.
    std::vector<TimedSpan> take();

    static constexpr std::size_t kKept = 1024;

  private:
    struct Entry {
        TimedSpan span;
        Event begin, end;
        bool ended = false; ///< both events were recorded
    };
    [[nodiscard]] Entry spare_entry();
    void complete(Entry &entry);

    std::mutex mutex_;
    std::deque<Entry> entries_; ///< numbered one by one from first_
    std::uint64_t first_ = 0;
    std::vector<Entry> spare_;
    Event base_;
    double base_ms_ = 0; ///< when base_ was
};

} // namespace fathom::cuda
