// GLEW has to come before any other OpenGL header.
#include <GL/glew.h>

#include "render/base/error.h"
#include "ui/window/cuda_interop.h"

#include <algorithm>
#include <array>
#include <cuda_gl_interop.h>
#include <cuda_runtime.h>
#include <fmt/format.h>

namespace fathom {
namespace {

void check(cudaError_t status, const char *what) {
    if (status == cudaSuccess)
        return;
    cudaGetLastError(); // the next call must not report this again
    throw DeviceError(fmt::format("{} failed: {}", what, cudaGetErrorString(status)));
}

// A mapping that ends with its scope, on the stream that the writer uses.
class Mapping {
  public:
    Mapping(cudaGraphicsResource_t resource, cudaStream_t stream)
        : resource_(resource), stream_(stream) {
        check(cudaGraphicsMapResources(1, &resource_, stream_), "mapping the pixel buffer");
    }
    ~Mapping() {
        // Nothing can be done about a failure: the next frame's mapping will report it.
        if (cudaGraphicsUnmapResources(1, &resource_, stream_) != cudaSuccess)
            cudaGetLastError();
    }
    Mapping(const Mapping &) = delete;
    Mapping &operator=(const Mapping &) = delete;

    [[nodiscard]] std::uint32_t *pixels() const {
        void *pointer = nullptr;
        std::size_t bytes = 0;
        check(cudaGraphicsResourceGetMappedPointer(&pointer, &bytes, resource_),
              "finding the mapped pixel buffer");
        return static_cast<std::uint32_t *>(pointer);
    }

  private:
    cudaGraphicsResource_t resource_;
    cudaStream_t stream_;
};

class CudaTarget : public InteropTarget {
  public:
    CudaTarget(GLuint buffer, int device) : device_(device) {
        check(cudaSetDevice(device_), "choosing the GPU");
        check(
            cudaGraphicsGLRegisterBuffer(&resource_, buffer, cudaGraphicsRegisterFlagsWriteDiscard),
            "registering the pixel buffer");
    }
    ~CudaTarget() override {
        if (cudaSetDevice(device_) != cudaSuccess ||
            cudaGraphicsUnregisterResource(resource_) != cudaSuccess)
            cudaGetLastError(); // the device is lost, and the registration with it
    }

    void put(void *stream, const FrameDisplay::Write &write) override {
        check(cudaSetDevice(device_), "choosing the GPU");
        const Mapping mapping(resource_, static_cast<cudaStream_t>(stream));
        write(mapping.pixels());
    }

  private:
    int device_;
    cudaGraphicsResource_t resource_ = nullptr;
};

// CUDA's numbers of the devices behind the current OpenGL context; empty if none is CUDA's.
std::string devices_of_opengl(std::array<int, 8> &devices, unsigned &count) {
    count = 0;
    const cudaError_t status =
        cudaGLGetDevices(&count, devices.data(), devices.size(), cudaGLDeviceListAll);
    if (status == cudaSuccess && count > 0)
        return {};
    cudaGetLastError();
    count = 0;
    // Hybrid laptops: OpenGL runs on the processor's own graphics unless told otherwise.
    return fmt::format(
        "OpenGL runs on {}, not on this GPU; starting with __NV_PRIME_RENDER_OFFLOAD=1 "
        "__GLX_VENDOR_LIBRARY_NAME=nvidia may change that",
        reinterpret_cast<const char *>(glGetString(GL_RENDERER)));
}

} // namespace

std::optional<int> opengl_gpu() {
    std::array<int, 8> devices{};
    unsigned count = 0;
    if (!devices_of_opengl(devices, count).empty())
        return std::nullopt;
    return devices[0];
}

InteropAttempt register_buffer(unsigned gl_buffer, int cuda_device) {
    std::array<int, 8> devices{};
    unsigned count = 0;
    if (std::string reason = devices_of_opengl(devices, count); !reason.empty())
        return {nullptr, std::move(reason)};
    const auto end = devices.begin() + count;
    if (std::find(devices.begin(), end, cuda_device) == end)
        return {nullptr, fmt::format("OpenGL runs on gpu{}", devices[0])};
    try {
        return {std::make_unique<CudaTarget>(gl_buffer, cuda_device), {}};
    } catch (const DeviceError &error) {
        return {nullptr, error.what()};
    }
}

} // namespace fathom
