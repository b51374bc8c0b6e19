#pragma once
#include <exception>
#include <functional>
#include <future>
#include <mutex>
#include <vector>

namespace fathom {

/// Runs what would make the window wait on threads of their own, and hands the results back to the
/// window's thread.
class Background {
  public:
    using Result = std::function<void()>;

    /// `notify` is called from such a thread whenever a result lies ready for poll().
    explicit Background(std::function<void()> notify) : notify_(std::move(notify)) {}

    /// Starts `work`; poll() will call what it returns, or throw what it throws.
    void run(std::function<Result()> work);
    /// Calls the results that lie ready, on this thread. Returns whether there were any.
    bool poll();
    /// Waits until all that was started has its result ready.
    void wait();

  private:
    std::function<void()> notify_;
    std::mutex mutex_;
    std::vector<Result> ready_;
    std::exception_ptr failure_;
    std::vector<std::future<void>> running_; ///< destroyed first, which waits for them
};

} // namespace fathom
