#include "render/engines/gpu_backend.h"

#include "render/base/error.h"
#include "render/engines/cuda/cuda_engine.h"

#include <fmt/format.h>
#include <fstream>

namespace fathom {
namespace {

/// Number of devices, or the reason why there are none.
struct GpuCount {
    int count = 0;
    std::string why;
};

GpuCount count_gpus() {
    GpuCount found;
    const cudaError_t status = cudaGetDeviceCount(&found.count);
    if (status == cudaSuccess && found.count > 0)
        return found;
    static_cast<void>(cudaGetLastError());
    found.count = 0;
    if (status == cudaErrorInsufficientDriver)
        found.why =
            "there is no NVIDIA driver, or it is too old for this build; install a current one";
    else if (status == cudaErrorNoDevice || status == cudaSuccess)
        found.why = "the NVIDIA driver finds no GPU";
    else
        found.why = fmt::format("CUDA does not answer: {}", cudaGetErrorString(status));
    return found;
}

/// "580.65.06"; where the system does not tell it, the CUDA that the driver is for: "CUDA 13.0".
std::string driver_version() {
    std::ifstream file("/sys/module/nvidia/version");
    if (std::string version; file >> version)
        return version;
    int cuda = 0;
    FATHOM_CUDA_CHECK(cudaDriverGetVersion(&cuda));
    return fmt::format("CUDA {}.{}", cuda / 1000, cuda % 1000 / 10);
}

DeviceInfo describe(int index) {
    cudaDeviceProp properties{};
    FATHOM_CUDA_CHECK(cudaGetDeviceProperties(&properties, index));
    DeviceInfo info;
    info.id = fmt::format("gpu{}", index);
    info.name = properties.name;
    info.kind = "gpu";
    info.memory_bytes = properties.totalGlobalMem;
    info.detail = fmt::format("compute capability {}.{}, {} multiprocessors, {} MiB",
                              properties.major, properties.minor, properties.multiProcessorCount,
                              properties.totalGlobalMem >> 20);
    info.driver = driver_version();
    return info;
}

} // namespace

void list_gpus(DeviceList &list) {
    const GpuCount found = count_gpus();
    if (found.count == 0)
        list.missing.push_back({"gpu", found.why});
    for (int index = 0; index < found.count; ++index) {
        try {
            list.devices.push_back(describe(index));
        } catch (const DeviceError &error) {
            list.missing.push_back({fmt::format("gpu{}", index), error.complaint()});
        }
    }
}

DeviceInfo describe_gpu(int index) {
    const GpuCount found = count_gpus();
    if (found.count == 0)
        throw DeviceError(fmt::format("gpu{}: {}", index, found.why));
    if (index >= found.count)
        throw DeviceError(fmt::format("gpu{} does not exist: this machine has gpu0 to gpu{}", index,
                                      found.count - 1));
    return describe(index);
}

std::unique_ptr<Engine> make_gpu_engine(const DeviceInfo &gpu) {
    return std::make_unique<cuda::CudaEngine>(EngineInfo{gpu.id, gpu.name, gpu.detail, gpu.traits},
                                              gpu_index(gpu.id));
}

HeavyViewEngine::Rate gpu_rate(int index) {
    const cuda::Context context(index);
    return {context.iterations_per_ms(false) * 1000, context.iterations_per_ms(true) * 1000};
}

bool has_cuda() noexcept {
    return true;
}

} // namespace fathom
