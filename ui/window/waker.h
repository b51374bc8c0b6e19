#pragma once
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace fathom::ui {

/// Wakes the window's thread from any other one. SDL's video part has to be up.
class Waker {
  public:
    Waker();

    /// From any thread: ends the window thread's waiting, now or the next time it waits.
    void wake();
    /// Waits without SDL until somebody wakes or the time is over: for a tour, where SDL's
    /// offscreen driver would only look once a millisecond.
    void wait(std::chrono::milliseconds longest);
    /// The SDL event type that wake() pushes; it asks for nothing but a look around.
    [[nodiscard]] unsigned event_type() const noexcept { return event_type_; }

  private:
    unsigned event_type_;
    std::mutex mutex_;
    std::condition_variable condition_;
    bool woken_ = false;
};

} // namespace fathom::ui
