#pragma once
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace fathom {

/// Threads that all run the same function and wait for each other at its end. They are kept between
/// runs, because a frame at the display's rate can't pay for starting them.
class ThreadTeam {
  public:
    /// `size` threads take part, the caller of run() among them; at least 1. Throws DeviceError if
    /// the system has no more.
    explicit ThreadTeam(int size);
    ~ThreadTeam();
    ThreadTeam(const ThreadTeam &) = delete;
    ThreadTeam &operator=(const ThreadTeam &) = delete;

    [[nodiscard]] int size() const noexcept { return static_cast<int>(threads_.size()) + 1; }
    /// Runs `work` once in every thread and returns when all are done. Throws what the first of
    /// them throws that does. One call at a time.
    void run(const std::function<void()> &work);

  private:
    void serve();
    void quit() noexcept;
    /// Does the work, and keeps what it throws.
    void do_work(const std::function<void()> &work) noexcept;

    std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable done_;
    const std::function<void()> *work_ = nullptr;
    unsigned round_ = 0;
    int busy_ = 0;
    bool quit_ = false;
    std::exception_ptr error_; ///< the first of this round
    std::vector<std::thread> threads_;
};

/// Has all threads call `work` with the first and the number of each part of so many things. Throws
/// as ThreadTeam::run.
template <class Work>
void in_parts(ThreadTeam &team, std::size_t count, std::size_t part, const Work &work) {
    std::atomic<std::size_t> next = 0;
    team.run([&] {
        for (std::size_t first = next.fetch_add(part); first < count; first = next.fetch_add(part))
            work(first, std::min(part, count - first));
    });
}

} // namespace fathom
