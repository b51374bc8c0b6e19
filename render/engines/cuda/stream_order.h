#pragma once
#include "render/engines/cuda/context.h"

#include <mutex>
#include <optional>

namespace fathom::cuda {

/// The order of a frame's slices and colour passes, which are queued on the streams of its context:
/// each begins when the last one of the other kind is over, so that a colour pass sees the samples
/// as a finished slice left them. Nothing waits on the host but what is called wait. All throw
/// DeviceError but where they are noexcept.
class StreamOrder {
  public:
    /// `context` has to outlive it.
    explicit StreamOrder(Context &context);
    /// Nothing may be queued any more.
    ~StreamOrder();
    StreamOrder(const StreamOrder &) = delete;
    StreamOrder &operator=(const StreamOrder &) = delete;

    /// Iterations are queued here.
    [[nodiscard]] cudaStream_t iterate_stream() const noexcept {
        return own_ ? own_->get() : context_.iterate_stream();
    }
    /// Makes that a stream which no other frame has, or the one of all frames again. All slices
    /// have to be over. Throws DeviceError.
    void iterate_apart(bool apart);

    /// Calls `queue`, which queues a slice on the iterate stream, for the timeline under `tag`.
    template <class Queue> void slice(std::uint64_t tag, Queue queue) {
        const std::lock_guard lock(mutex_);
        begin_slice();
        const auto span =
            context_.timeline().begin(TimedSpan::Work::iterate, tag, iterate_stream());
        record(slice_start_, iterate_stream());
        queue();
        end_slice();
        context_.timeline().end(span);
    }
    /// Calls `queue`, which queues a colour pass on the display stream.
    template <class Queue> void colours(Queue queue) {
        const std::lock_guard lock(mutex_);
        begin_colours();
        queue();
        end_colours();
    }
    /// While it is held, neither slices nor colour passes are queued.
    [[nodiscard]] std::unique_lock<std::mutex> hold() const { return std::unique_lock(mutex_); }

    /// Declares what is on the iterate stream so far a slice.
    void mark_slice();
    void wait_for_slice() const;
    void wait_for_colours() const;
    /// Waits for all that was queued; failures are logged.
    void wait() const noexcept;

    /// Device time of the last slice, which has to be over.
    [[nodiscard]] double slice_ms() const;
    /// That of the last colour pass; 0 if there is none, or it is not over.
    [[nodiscard]] double colour_ms() const;

  private:
    static void record(const Event &event, cudaStream_t stream);
    void begin_slice();
    void end_slice();
    void begin_colours();
    void end_colours();

    Context &context_;
    std::optional<Stream> own_; ///< while it iterates apart
    mutable std::mutex mutex_;
    Event slice_start_, slice_done_, colour_start_, colour_done_;
    bool coloured_ = false; ///< the colour events were recorded
};

} // namespace fathom::cuda
