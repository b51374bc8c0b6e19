#pragma once
#include "render/engines/sample_buffer.h"

#include <cstddef>

namespace fathom {

/// Of the samples those that do not escape.
inline std::size_t count_interior(const SampleBuffer &samples) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < samples.count(); ++at)
        count += samples.index(at) == kernels::kInterior ? 1 : 0;
    return count;
}

/// Their share of all, 0 to 1.
inline double interior_share(const SampleBuffer &samples) {
    return static_cast<double>(count_interior(samples)) / static_cast<double>(samples.count());
}

} // namespace fathom
