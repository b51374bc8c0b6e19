#pragma once
#include "render/engines/devices.h"
#include "render/engines/heavy_view_engine.h"

namespace fathom {

/// Appends the GPUs that CUDA offers, or why there are none. One of two implementations is built:
/// with CUDA or without.
void list_gpus(DeviceList &list);

/// What list_gpus says of CUDA device `index`, nothing of which is measured. Throws DeviceError if
/// it is not there or does not answer.
DeviceInfo describe_gpu(int index);

/// The engine of a GPU that was described, with its traits. Throws DeviceError if it does not
/// answer.
std::unique_ptr<Engine> make_gpu_engine(const DeviceInfo &gpu);

/// Upper bounds from the attributes of CUDA device `index`. Throws DeviceError if it does not
/// answer.
HeavyViewEngine::Rate gpu_rate(int index);

/// True if this build has the CUDA engine.
bool has_cuda() noexcept;

} // namespace fathom
