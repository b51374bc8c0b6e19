#pragma once
#include "render/base/thread_team.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace fathom {

/// Who works, and when to break off.
struct JumpWork {
    ThreadTeam &team;
    const std::atomic<bool> &stop; ///< seen within 65,536 points
};

/// Whether to break off before thing i: looks it up now and then.
inline bool stops_at(std::size_t i, const std::atomic<bool> &stop) {
    return i % 0x10000 == 0 && stop;
}

/// Calls make(i), which must not throw, for each i below count, on all threads, until the stop.
template <class Make> void for_all(std::size_t count, const JumpWork &work, Make make) {
    constexpr std::size_t kShare = 16;
    std::atomic<std::size_t> next = 0;
    const auto take = [&] {
        for (std::size_t first = next.fetch_add(kShare); first < count && !work.stop;
             first = next.fetch_add(kShare))
            for (std::size_t i = first; i < std::min(first + kShare, count); ++i)
                make(i);
    };
    if (count <= kShare)
        take();
    else
        work.team.run(take);
}

} // namespace fathom
