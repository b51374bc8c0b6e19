#pragma once
#include "render/base/clock.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>

namespace fathom::app {

/// A bar with percentage and time left on standard error, for work that takes more than a second.
/// Shows nothing where standard error is not a terminal. Erased at the end.
class ProgressBar {
  public:
    /// Never shows anything if `quiet`.
    explicit ProgressBar(bool quiet);
    ~ProgressBar();
    ProgressBar(const ProgressBar &) = delete;
    ProgressBar &operator=(const ProgressBar &) = delete;

    /// Shows the share done, 0 to 1. Cheap enough to call at any rate.
    void show(double share);

  private:
    const bool enabled_;
    bool visible_ = false;
    Stopwatch since_start_;
    double drawn_at_ms_ = 0;
};

/// What `result` becomes; meanwhile shows how much of `of` is `done`.
template <class Result>
Result wait_with_progress(std::future<Result> result, const std::atomic<std::uint64_t> &done,
                          const std::atomic<std::uint64_t> &of, bool quiet) {
    ProgressBar bar(quiet);
    while (result.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
        const auto all = static_cast<double>(std::max<std::uint64_t>(of, 1));
        bar.show(std::min(static_cast<double>(done) / all, 1.0));
    }
    return result.get();
}

} // namespace fathom::app
