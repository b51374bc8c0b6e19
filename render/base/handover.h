#pragma once
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace fathom {

/// Hands things from one thread to another, which takes them in their order; one waits in between,
/// so that both may work at once.
template <class Thing> class Handover {
  public:
    /// Waits for room. Returns false if nobody will take it.
    bool put(Thing thing) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !waiting_ || closed_; });
        if (closed_)
            return false;
        waiting_ = std::move(thing);
        changed_.notify_all();
        return true;
    }
    /// Declares that no more will come.
    void end() {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        changed_.notify_all();
    }

    /// The next thing; nothing if none came within that time, or none will.
    std::optional<Thing> take(std::chrono::milliseconds patience) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, patience, [this] { return waiting_ || ended_; });
        changed_.notify_all();
        return std::exchange(waiting_, std::nullopt);
    }
    /// Whether everything was taken and no more will come.
    [[nodiscard]] bool over() {
        const std::lock_guard lock(mutex_);
        return ended_ && !waiting_;
    }
    /// Declares that nothing will be taken any more.
    void close() {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        changed_.notify_all();
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Thing> waiting_;
    bool ended_ = false;
    bool closed_ = false;
};

} // namespace fathom
