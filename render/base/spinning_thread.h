#pragma once
#include <atomic>
#include <functional>
#include <thread>

namespace fathom {

/// A second thread for tasks of a microsecond, for which waking one up would take too long: it
/// spins for the next task, and falls asleep only if none comes for a while. Nobody waits for a
/// thread that the system does not run: what it has not begun, the caller does itself.
class SpinningThread {
  public:
    /// `task` must not throw, nor touch what the caller touches between offer() and finish(). Where
    /// there is no second core or thread, finish() alone does it.
    explicit SpinningThread(std::function<void()> task);
    ~SpinningThread();
    SpinningThread(const SpinningThread &) = delete;
    SpinningThread &operator=(const SpinningThread &) = delete;

    /// Lets that thread do the task once.
    void offer() noexcept;
    /// Returns when it is done.
    void finish() noexcept;

  private:
    enum State : int { kIdle, kOffered, kTaken, kDone, kQuit };

    void serve() noexcept;

    std::function<void()> task_;
    std::atomic<int> state_{kIdle};
    std::thread thread_;
};

} // namespace fathom
