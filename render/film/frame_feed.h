#pragma once
#include "render/images/png_writer.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace fathom::film {

/// Hands frames to whoever writes them, on a thread of its own, so that the next ones are made
/// meanwhile.
class FrameFeed {
  public:
    /// False: it wants no more.
    using Write = std::function<bool(int frame, const PixelRows &rows)>;

    /// At most so many frames wait, at least one.
    FrameFeed(Write write, std::size_t most_frames);
    /// Drops what waits, and returns when what is written is.
    ~FrameFeed();
    FrameFeed(const FrameFeed &) = delete;
    FrameFeed &operator=(const FrameFeed &) = delete;

    /// Waits for room. False where no more is wanted. Throws what writing threw.
    bool put(int frame, PixelRows rows);
    /// Waits until all is written. False likewise. Throws likewise.
    bool finish();

  private:
    void serve();
    /// `mutex_` is held.
    bool result() const;

    const Write write_;
    const std::size_t most_frames_;
    std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::deque<std::pair<int, PixelRows>> waiting_;
    bool writing_ = false;
    bool over_ = false; ///< no more is written
    std::exception_ptr error_;
    std::jthread thread_; ///< last: it ends before the rest goes
};

} // namespace fathom::film
