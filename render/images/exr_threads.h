#pragma once
#include <OpenEXR/ImfThreading.h>

#include <algorithm>
#include <exception>
#include <new>
#include <thread>

namespace fathom {

/// Has OpenEXR's own threads, which all its files share, be one for each core. Returns their
/// number, 0 where the system has none: then whoever calls OpenEXR does the work.
inline int start_exr_threads() {
    const int wanted = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 32U));
    try {
        if (Imf::globalThreadCount() != wanted)
            Imf::setGlobalThreadCount(wanted);
    } catch (const std::bad_alloc &) {
        throw;
    } catch (const std::exception &) {
        return 0;
    }
    return wanted;
}

} // namespace fathom
