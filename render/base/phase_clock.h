#pragma once
#include "render/base/clock.h"

#include <array>
#include <cstddef>
#include <mutex>

namespace fathom {

/// Measures for how long several threads were at each of several kinds of work, numbered from 0.
/// Each moment counts once, for the lowest number that some thread is at. So the times add up to
/// the time in which any thread was at work. Safe to use from any thread.
template <std::size_t kKinds> class PhaseClock {
  public:
    /// A thread's work of one kind, up to its end. Works may be nested.
    class Work {
      public:
        Work(PhaseClock &clock, std::size_t kind) : clock_(clock), kind_(kind) {
            clock_.change(kind_, 1);
        }
        ~Work() { clock_.change(kind_, -1); }
        Work(const Work &) = delete;
        Work &operator=(const Work &) = delete;

      private:
        PhaseClock &clock_;
        const std::size_t kind_;
    };

    /// The time of a kind so far, in ms.
    [[nodiscard]] double ms(std::size_t kind) {
        change(kind, 0);
        const std::lock_guard lock(mutex_);
        return ms_[kind];
    }

  private:
    void change(std::size_t kind, int by) {
        const std::lock_guard lock(mutex_);
        const double now = watch_.ms();
        std::size_t first = 0;
        while (first < kKinds && threads_[first] == 0)
            ++first;
        if (first < kKinds)
            ms_[first] += now - changed_;
        changed_ = now;
        threads_[kind] += by;
    }

    std::mutex mutex_;
    const Stopwatch watch_;
    double changed_ = 0;                   ///< when something began or ended last, by the watch
    std::array<int, kKinds> threads_ = {}; ///< that are at it
    std::array<double, kKinds> ms_ = {};
};

} // namespace fathom
