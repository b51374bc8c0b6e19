#pragma once
#include <chrono>
#include <thread>

namespace fathom {

/// Waits until `done` returns true; returns whether it did. The limit of five minutes only ends a
/// hang: a machine with other work may take long for what is soon done elsewhere.
template <class Condition> bool wait_for(Condition done) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
    while (!done()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

} // namespace fathom
