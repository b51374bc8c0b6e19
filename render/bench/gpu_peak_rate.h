#pragma once
#include "render/bench/peak_rate.h"

namespace fathom {

/// What CUDA device `index` can do at most: its FMA rate with every multiprocessor full of threads
/// that do nothing else, and its copying; medians of several. Takes about half a second. Throws
/// DeviceError if the device fails.
PeakRate measure_gpu_peak_rate(int index);

} // namespace fathom
