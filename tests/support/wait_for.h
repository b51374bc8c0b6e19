#pragma once
#include <chrono>
#include <thread>

namespace fathom {

/// Waits until `done` or ten seconds are over; returns whether it was.
template <class Condition> bool wait_for(Condition done) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!done()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

} // namespace fathom
