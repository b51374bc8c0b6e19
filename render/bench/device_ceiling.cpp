#include "render/bench/device_ceiling.h"

#include "render/bench/gpu_peak_rate.h"
#include "render/engines/devices.h"

#include <algorithm>
#include <charconv>

namespace fathom {
namespace {

int index_of_gpu(const std::string &id) {
    int index = 0;
    std::from_chars(id.data() + 3, id.data() + id.size(), index); // after "gpu"
    return index;
}

/// Of one GPU, or of all together.
PeakRate peak_rate_of_gpus(const std::string &id) {
    if (id != "gpu")
        return measure_gpu_peak_rate(index_of_gpu(id));
    PeakRate sum;
    for (const DeviceInfo &device : list_devices().devices) {
        if (device.kind != "gpu" || device.id == id)
            continue;
        const PeakRate one = measure_gpu_peak_rate(index_of_gpu(device.id));
        sum.f32_fma_per_s += one.f32_fma_per_s;
        sum.f64_fma_per_s += one.f64_fma_per_s;
        sum.copy_bytes_per_s += one.copy_bytes_per_s;
    }
    return sum;
}

} // namespace

void DeviceCeiling::measure(const BenchmarkDevice &device) {
    const PeakRate now = device.is_gpu()
                             ? peak_rate_of_gpus(device.id)
                             : measure_host_peak_rate(device.instruction_set, device.threads);
    rate_.f32_fma_per_s = std::max(rate_.f32_fma_per_s, now.f32_fma_per_s);
    rate_.f64_fma_per_s = std::max(rate_.f64_fma_per_s, now.f64_fma_per_s);
    rate_.copy_bytes_per_s = std::max(rate_.copy_bytes_per_s, now.copy_bytes_per_s);
}

} // namespace fathom
