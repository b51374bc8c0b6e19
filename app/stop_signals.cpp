#include "app/stop_signals.h"

namespace fathom::app {
namespace {

// A signal handler can reach nothing but static storage.
std::atomic<bool> stop_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free); // else a handler may not store to it

void request_stop(int /*signal*/) {
    stop_requested = true;
}

} // namespace

StopSignals::StopSignals() {
    stop_requested = false;
    struct sigaction action = {};
    action.sa_handler = request_stop;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        sigaction(kSignals[i], nullptr, &before_[i]);
        if (before_[i].sa_handler != SIG_IGN)
            sigaction(kSignals[i], &action, nullptr);
    }
}

StopSignals::~StopSignals() {
    for (std::size_t i = 0; i < kSignals.size(); ++i)
        sigaction(kSignals[i], &before_[i], nullptr);
}

const std::atomic<bool> &StopSignals::stop() const noexcept {
    return stop_requested;
}

} // namespace fathom::app
