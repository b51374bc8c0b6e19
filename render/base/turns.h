#pragma once
#include "render/base/clock.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>

namespace fathom {

/// Lets a number of threads at a time do something, and of those that wait the one of the lowest
/// number first: what comes first is to be done first.
class Turns {
  public:
    /// At least one at a time.
    explicit Turns(int at_once) : free_(at_once) {}

    /// A thread's turn, up to its end.
    class Turn {
      public:
        Turn(Turns &turns, int number) : turns_(turns) { turns_.take(number, nullptr); }
        /// Without one, soon, where `stop` becomes true before it comes.
        Turn(Turns &turns, int number, const std::atomic<bool> &stop)
            : turns_(turns), taken_(turns_.take(number, &stop)) {}
        ~Turn() {
            if (taken_)
                turns_.give();
        }
        Turn(const Turn &) = delete;
        Turn &operator=(const Turn &) = delete;

        /// Whether the thread has its turn.
        [[nodiscard]] bool taken() const noexcept { return taken_; }

      private:
        Turns &turns_;
        const bool taken_ = true;
    };

    /// For how long at least one thread had its turn, in ms; that of turns which are not over is
    /// not in it.
    [[nodiscard]] double busy_ms() {
        const std::lock_guard lock(mutex_);
        return busy_ms_;
    }

  private:
    bool take(int number, const std::atomic<bool> *stop) {
        constexpr std::chrono::milliseconds kPatience(20); // a stop wakes nobody
        std::unique_lock lock(mutex_);
        const auto own = waiting_.insert(number);
        const auto is_ready = [&] { return free_ > 0 && own == waiting_.begin(); };
        if (stop == nullptr)
            changed_.wait(lock, is_ready);
        while (!is_ready() && !*stop)
            changed_.wait_for(lock, kPatience);
        const bool taken = is_ready() && (stop == nullptr || !*stop);
        waiting_.erase(own);
        changed_.notify_all(); // another one is the first now, and may have room
        if (!taken)
            return false;
        --free_;
        if (taken_++ == 0)
            watch_ = {};
        return true;
    }
    void give() {
        const std::lock_guard lock(mutex_);
        ++free_;
        if (--taken_ == 0)
            busy_ms_ += watch_.ms();
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::multiset<int> waiting_;
    int free_;
    int taken_ = 0;
    double busy_ms_ = 0;
    Stopwatch watch_; ///< since the first of the turns under way
};

} // namespace fathom
