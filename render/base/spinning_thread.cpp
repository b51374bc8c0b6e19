#include "render/base/spinning_thread.h"

#include <system_error>
#include <utility>
#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace fathom {
namespace {

/// Tells the core that this is a loop that waits.
void relax() noexcept {
#ifdef __x86_64__
    _mm_pause();
#endif
}

/// Some tens of microseconds, many times what lies between two tasks.
constexpr int kSpins = 2000;

} // namespace

SpinningThread::SpinningThread(std::function<void()> task) : task_(std::move(task)) {
    if (std::thread::hardware_concurrency() < 2)
        return;
    try {
        thread_ = std::thread([this] { serve(); });
    } catch (const std::system_error &) { // then without
    }
}

SpinningThread::~SpinningThread() {
    if (!thread_.joinable())
        return;
    state_.store(kQuit);
    state_.notify_one();
    thread_.join();
}

void SpinningThread::offer() noexcept {
    state_.store(kOffered, std::memory_order_release);
    state_.notify_one(); // a load, unless it sleeps
}

void SpinningThread::finish() noexcept {
    int expected = kOffered;
    if (state_.compare_exchange_strong(expected, kIdle, std::memory_order_acquire)) {
        task_();
        return;
    }
    for (int spins = 0; state_.load(std::memory_order_acquire) != kDone; ++spins) {
        if (spins < kSpins)
            relax();
        else
            std::this_thread::yield();
    }
    state_.store(kIdle, std::memory_order_relaxed);
}

void SpinningThread::serve() noexcept {
    for (int spins = 0;;) {
        int state = state_.load(std::memory_order_acquire);
        if (state == kQuit)
            return;
        if (state == kOffered &&
            state_.compare_exchange_strong(state, kTaken, std::memory_order_acquire)) {
            task_();
            state_.store(kDone, std::memory_order_release);
            spins = 0;
        } else if (++spins < kSpins) {
            relax();
        } else {
            state_.wait(state, std::memory_order_acquire);
            spins = 0;
        }
    }
}

} // namespace fathom
