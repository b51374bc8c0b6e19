#pragma once
#include <string_view>

namespace fathom {

inline constexpr const char *kReference = "reference";
inline constexpr const char *kAllGpus = "gpu";
inline constexpr const char *kAllDevices = "all"; ///< all GPUs and the CPU

/// The N of "gpuN", or -1.
int gpu_index(std::string_view id);

/// Throws InputError unless `id` is "reference", "cpu", "gpuN", "gpu", "all" or "auto", whether
/// or not there is such a device.
void check_device_id(std::string_view id);

} // namespace fathom
