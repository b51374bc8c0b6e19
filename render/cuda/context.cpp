#include "render/cuda/context.h"

#include <algorithm>

namespace fathom::cuda {
namespace {

int attribute(cudaDeviceAttr which, int device) {
    int value = 0;
    FATHOM_CUDA_CHECK(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

} // namespace

Context::Context(int device) : device_(device) {
    use();
    iterate_ = make_stream();
    display_ = make_stream();
    const double multiprocessors = attribute(cudaDevAttrMultiProcessorCount, device);
    const double cycles_per_ms = attribute(cudaDevAttrClockRate, device);
    const double ratio = attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio, device);
    constexpr double kLanes =
        128; // float lanes of a multiprocessor since compute capability 8.6; 64 before
    constexpr double kInstructionsPerIteration = 4;
    f32_per_ms_ = multiprocessors * kLanes * cycles_per_ms / kInstructionsPerIteration;
    f64_per_ms_ = f32_per_ms_ / std::max(ratio, 1.0);
    resident_threads_ = multiprocessors * attribute(cudaDevAttrMaxThreadsPerMultiProcessor, device);
}

void Context::use() const {
    FATHOM_CUDA_CHECK(cudaSetDevice(device_));
}

} // namespace fathom::cuda
