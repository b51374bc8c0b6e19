#pragma once
#include "render/engines/engine.h"
#include "tests/support/processor_time.h"
#include "tests/support/wait_for.h"

#include <atomic>
#include <thread>

namespace fathom {

/// Iterates a frame, and stops that once some of the work is done: 20 ms of this process's
/// processor time, of which nothing else in it may use much. Returns what iterate() did.
inline bool iterate_and_stop(Frame &frame) {
    std::atomic<bool> stop = false;
    const auto start = processor_time(CLOCK_PROCESS_CPUTIME_ID);
    std::thread stopper([&] {
        wait_for([&] {
            return processor_time(CLOCK_PROCESS_CPUTIME_ID) - start > std::chrono::milliseconds(20);
        });
        stop = true;
    });
    const bool complete = frame.iterate(stop);
    stopper.join();
    return complete;
}

} // namespace fathom
