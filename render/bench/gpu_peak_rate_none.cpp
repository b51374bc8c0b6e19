#include "render/bench/gpu_peak_rate.h"

#include "render/base/error.h"

#include <fmt/format.h>

namespace fathom {

PeakRate measure_gpu_peak_rate(int index) {
    throw DeviceError(fmt::format("gpu{}: this build has no CUDA engine to measure", index));
}

} // namespace fathom
