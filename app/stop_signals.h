#pragma once
#include <array>
#include <atomic>
#include <csignal>

namespace fathom::app {

/// While it lives, SIGINT, SIGTERM and SIGHUP ask the work to stop instead of ending the process,
/// so that nothing half-written stays behind. Signals that the process was started to ignore
/// (nohup, a shell's background jobs) stay ignored. One at a time.
class StopSignals {
  public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals &) = delete;
    StopSignals &operator=(const StopSignals &) = delete;

    /// True once a signal came.
    [[nodiscard]] const std::atomic<bool> &stop() const noexcept;

  private:
    static constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, kSignals.size()> before_{};
};

} // namespace fathom::app
