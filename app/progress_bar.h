#pragma once
#include "render/base/clock.h"

namespace fathom {

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

} // namespace fathom
