#pragma once
#include <atomic>
#include <chrono>
#include <thread>

namespace fathom {

/// Locks a lock of a mutex; false, without it, if `stop` became true first. Both are looked at
/// every millisecond: GCC 12's thread sanitizer does not see that a timed mutex is locked.
template <class Lock> bool lock_unless(Lock &lock, const std::atomic<bool> &stop) {
    using namespace std::chrono_literals;
    for (; !stop; std::this_thread::sleep_for(1ms))
        if (lock.try_lock())
            return true;
    return false;
}

} // namespace fathom
