#pragma once
#include <atomic>
#include <chrono>

namespace fathom {

/// Locks a lock of a timed mutex; false, without it, if `stop` became true first, which is looked
/// at every 2 ms.
template <class Lock> bool lock_unless(Lock &lock, const std::atomic<bool> &stop) {
    using namespace std::chrono_literals;
    while (!stop)
        if (lock.try_lock_for(2ms))
            return true;
    return false;
}

} // namespace fathom
