#pragma once
#include <OpenEXR/ImfThreading.h>

#include <algorithm>
#include <thread>

namespace fathom {

/// Has OpenEXR's own threads, which all its files share, be one for each core. Returns their
/// number.
inline int start_exr_threads() {
    const int wanted = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 32U));
    if (Imf::globalThreadCount() != wanted)
        Imf::setGlobalThreadCount(wanted);
    return wanted;
}

} // namespace fathom
