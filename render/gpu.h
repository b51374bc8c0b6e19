#pragma once
#include "render/ceiling.h"
#include "render/devices.h"
#include "render/heavy_view_engine.h"

namespace fathom {

/// Appends the GPUs that CUDA offers, or why there are none. One of two implementations is built:
/// with CUDA or without.
void list_gpus(DeviceList &list);

/// The engine of CUDA device `index`. Throws DeviceError if it is not there or does not answer.
std::unique_ptr<Engine> make_gpu_engine(int index);

/// What CUDA device `index` can do at most: its FMA rate with every multiprocessor full of threads
/// that do nothing else, and its copying; medians of several. Takes about half a second. Throws
/// DeviceError if the device fails.
Ceiling measure_gpu_ceiling(int index);

/// Upper bounds from the attributes of CUDA device `index`. Throws DeviceError if it does not
/// answer.
HeavyViewEngine::Rate gpu_rate(int index);

/// True if this build has the CUDA engine.
bool has_cuda() noexcept;

} // namespace fathom
