#include "render/film/frame_feed.h"

namespace fathom::film {

FrameFeed::FrameFeed(Write write, std::size_t most_frames)
    : write_(std::move(write)), most_frames_(most_frames), thread_([this] { serve(); }) {}

FrameFeed::~FrameFeed() {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
}

bool FrameFeed::put(int frame, PixelRows rows) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return over_ || waiting_.size() < most_frames_; });
    if (!over_) {
        waiting_.emplace_back(frame, std::move(rows));
        changed_.notify_all();
    }
    return result();
}

bool FrameFeed::finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return over_ || (waiting_.empty() && !writing_); });
    return result();
}

bool FrameFeed::result() const {
    if (error_)
        std::rethrow_exception(error_);
    return !over_;
}

void FrameFeed::serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return over_ || !waiting_.empty(); });
        if (over_)
            return;
        const auto [frame, rows] = std::move(waiting_.front());
        waiting_.pop_front();
        writing_ = true;
        changed_.notify_all();
        lock.unlock();
        bool more = false;
        std::exception_ptr error;
        try {
            more = write_(frame, rows);
        } catch (...) {
            error = std::current_exception();
        }
        lock.lock();
        writing_ = false;
        over_ = over_ || !more;
        error_ = error;
        changed_.notify_all();
    }
}

} // namespace fathom::film
