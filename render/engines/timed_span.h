#pragma once
#include <cstdint>

namespace fathom {

/// What a GPU did on one of its streams, from one event to another.
struct TimedSpan {
    enum class Work {
        iterate, ///< a slice of a frame
        display  ///< a frame's way into the display's memory: mapped, coloured, unmapped
    };
    Work work = Work::iterate;
    std::uint64_t tag = 0; ///< of the frame's request
    double begin_ms = 0;   ///< on one clock for all of the device's spans
    double end_ms = 0;
};

} // namespace fathom
