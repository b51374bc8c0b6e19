#include "render/engines/cuda/handles.h"

#include "render/base/error.h"

#include <cstdio>
#include <fmt/format.h>

namespace fathom::cuda {
namespace {

/// Clears the error that the failed call left for cudaGetLastError, so that it isn't blamed on a
/// later call.
void clear_last_error() noexcept {
    static_cast<void>(cudaGetLastError());
}

/// `share` of the way from the least priority to the greatest.
Stream make_stream_before_others(double share) {
    int least = 0;
    int greatest = 0; // the smaller number
    FATHOM_CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    const int priority = least + static_cast<int>(share * (greatest - least));
    cudaStream_t stream = nullptr;
    FATHOM_CUDA_CHECK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, priority));
    return Stream(stream);
}

} // namespace

void check(cudaError_t status, std::string_view expression) {
    if (status == cudaSuccess)
        return;
    clear_last_error();
    // What other programs do to a GPU is no failure of it.
    if (status == cudaErrorMemoryAllocation)
        throw DeviceError("the GPU's memory is full",
                          {"close other programs that use it", Remedy::Kind::cpu});
    if (status == cudaErrorDevicesUnavailable)
        throw DeviceError("the GPU is busy, or reserved for another program",
                          {"close other programs that use it", Remedy::Kind::cpu});
    throw DeviceError(fmt::format("the GPU failed: {} ({} in {})", cudaGetErrorString(status),
                                  cudaGetErrorName(status),
                                  expression.substr(0, expression.find('('))),
                      {Remedy::Kind::cpu, "restart the program to try the GPU again"});
}

void log_failure(cudaError_t status, const char *expression) noexcept {
    if (status == cudaSuccess || status == cudaErrorCudartUnloading)
        return;
    clear_last_error();
    std::fprintf(stderr, "fathom: %s: %s\n", expression, cudaGetErrorString(status));
}

Stream make_stream() {
    cudaStream_t stream = nullptr;
    FATHOM_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    return Stream(stream);
}

Stream make_display_stream() {
    return make_stream_before_others(1);
}

Stream make_stragglers_stream() {
    return make_stream_before_others(0.5);
}

Event make_event() {
    // Blocking: a thread that waits for the GPU leaves its core to the CPU engine.
    cudaEvent_t event = nullptr;
    FATHOM_CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventBlockingSync));
    return Event(event);
}

DeviceMemory allocate_device(std::size_t bytes) {
    void *memory = nullptr;
    const cudaError_t status = cudaMalloc(&memory, bytes);
    if (status == cudaErrorMemoryAllocation) {
        clear_last_error();
        throw DeviceError(
            fmt::format("the GPU has no {} MiB of memory free", bytes >> 20),
            {"close other programs that use it", "choose a smaller picture", Remedy::Kind::cpu});
    }
    FATHOM_CUDA_CHECK(status);
    return DeviceMemory(memory);
}

PinnedMemory allocate_pinned(std::size_t bytes) {
    void *memory = nullptr;
    const cudaError_t status = cudaMallocHost(&memory, bytes);
    if (status == cudaErrorMemoryAllocation) { // the host's, not the GPU's
        clear_last_error();
        throw DeviceError(fmt::format("the system has no {} MiB of memory free for what the GPU "
                                      "exchanges with it",
                                      bytes >> 20),
                          {"close other programs", Remedy::Kind::cpu});
    }
    FATHOM_CUDA_CHECK(status);
    return PinnedMemory(memory);
}

} // namespace fathom::cuda
