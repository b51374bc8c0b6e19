#pragma once
#include "render/base/clock.h"

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
        Turn(Turns &turns, int number) : turns_(turns) { turns_.take(number); }
        ~Turn() { turns_.give(); }
        Turn(const Turn &) = delete;
        Turn &operator=(const Turn &) = delete;

      private:
        Turns &turns_;
    };

    /// For how long at least one thread had its turn, in ms; that of turns which are not over is
    /// not in it.
    [[nodiscard]] double busy_ms() {
        const std::lock_guard lock(mutex_);
        return busy_ms_;
    }

  private:
    void take(int number) {
        std::unique_lock lock(mutex_);
        const auto own = waiting_.insert(number);
        changed_.wait(lock, [&] { return free_ > 0 && own == waiting_.begin(); });
        waiting_.erase(own);
        --free_;
        if (taken_++ == 0)
            watch_ = {};
        changed_.notify_all(); // there may be room for the next one
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
