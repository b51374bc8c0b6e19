#pragma once
#include <OpenEXR/ImfThreading.h>

#include <algorithm>
#include <exception>
#include <latch>
#include <thread>
#include <vector>

namespace fathom {

/// Whether the system has so many threads at a time.
inline bool has_threads(int count) {
    std::latch all_begun(1);
    std::vector<std::jthread> tried;
    bool has_all = true;
    try {
        for (int thread = 0; thread < count; ++thread)
            tried.emplace_back([&] { all_begun.wait(); });
    } catch (const std::exception &) { // no thread, or no memory for one
        has_all = false;
    }
    all_begun.count_down();
    return has_all;
}

/// Has OpenEXR's own threads, which all its files share, be one for each core. Returns their
/// number, 0 where the system has not so many: then whoever calls OpenEXR does the work, for with
/// fewer threads than it asked for it crashes.
inline int start_exr_threads() {
    const int wanted = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 32U));
    if (Imf::globalThreadCount() == wanted)
        return wanted;
    if (!has_threads(wanted))
        return 0;
    Imf::setGlobalThreadCount(wanted);
    return wanted;
}

} // namespace fathom
