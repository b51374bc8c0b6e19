// GLEW has to come before any other OpenGL header.
#include <GL/glew.h>

#include "render/base/error.h"
#include "ui/texts/devices.h"
#include "ui/window/cuda_interop.h"

#include <algorithm>
#include <array>
#include <cuda_gl_interop.h>
#include <cuda_runtime.h>
#include <fmt/format.h>
#include <utility>

namespace fathom::ui {
namespace {

void check(cudaError_t status, const char *what) {
    if (status == cudaSuccess)
        return;
    cudaGetLastError(); // the next call must not report this again
    throw DeviceError(fmt::format("{} failed: {}", what, cudaGetErrorString(status)));
}

constexpr std::size_t kPixelBytes = sizeof(std::uint32_t);

// Device memory, freed with its owner.
class Pixels {
  public:
    explicit Pixels(Size size) {
        check(cudaMalloc(&memory_, kPixelBytes * size.width * size.height),
              "taking memory for a picture");
    }
    ~Pixels() {
        if (cudaFree(memory_) != cudaSuccess)
            cudaGetLastError(); // the device is lost, and its memory with it
    }
    Pixels(const Pixels &) = delete;
    Pixels &operator=(const Pixels &) = delete;

    [[nodiscard]] std::uint32_t *get() const { return static_cast<std::uint32_t *>(memory_); }

  private:
    void *memory_ = nullptr;
};

// A texture's memory is laid out as the card likes it: colours are written row by row beside it,
// and copied into it.
class CudaTarget : public InteropTarget {
  public:
    CudaTarget(GLuint texture, Size size, int device)
        : device_(chosen(device)), size_(size), pixels_(size) {
        check(cudaGraphicsGLRegisterImage(&resource_, texture, GL_TEXTURE_2D,
                                          cudaGraphicsRegisterFlagsWriteDiscard),
              "registering the picture's texture");
    }
    ~CudaTarget() override {
        const bool lost = cudaSetDevice(device_) != cudaSuccess;
        unmap(nullptr);
        if (lost || cudaGraphicsUnregisterResource(resource_) != cudaSuccess)
            cudaGetLastError(); // the device is lost, and the registration with it
    }

    [[nodiscard]] int device() const override { return device_; }

    void map(void *stream) override {
        if (mapped_on_ == stream)
            return;
        chosen(device_);
        unmap(stream); // of a stream that may be gone
        check(cudaGraphicsMapResources(1, &resource_, static_cast<cudaStream_t>(stream)),
              "mapping the picture's texture");
        mapped_on_ = stream;
    }

    void put(void *stream, const FrameDisplay::Write &write) override {
        map(stream);
        const struct Unmapping {
            CudaTarget &target;
            void *stream;
            ~Unmapping() { target.unmap(stream); }
        } unmapping{*this, stream};
        write(pixels_.get());
        cudaArray_t array = nullptr;
        check(cudaGraphicsSubResourceGetMappedArray(&array, resource_, 0, 0),
              "finding the mapped texture");
        const std::size_t row = kPixelBytes * static_cast<std::size_t>(size_.width);
        check(cudaMemcpy2DToArrayAsync(array, 0, 0, pixels_.get(), row, row,
                                       static_cast<std::size_t>(size_.height),
                                       cudaMemcpyDeviceToDevice, static_cast<cudaStream_t>(stream)),
              "copying a picture into its texture");
    }

  private:
    static int chosen(int device) {
        check(cudaSetDevice(device), "choosing the GPU");
        return device;
    }
    // Nothing can be done about a failure: the next mapping will report it.
    void unmap(void *stream) noexcept {
        if (std::exchange(mapped_on_, nullptr) != nullptr &&
            cudaGraphicsUnmapResources(1, &resource_, static_cast<cudaStream_t>(stream)) !=
                cudaSuccess)
            cudaGetLastError();
    }

    int device_;
    Size size_;
    Pixels pixels_;
    cudaGraphicsResource_t resource_ = nullptr;
    void *mapped_on_ = nullptr; ///< a stream, or null: it is not mapped
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
    return fmt::format(texts::devices::kNotThisGpu,
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

InteropAttempt register_texture(unsigned gl_texture, Size size, int cuda_device) {
    std::array<int, 8> devices{};
    unsigned count = 0;
    if (std::string reason = devices_of_opengl(devices, count); !reason.empty())
        return {nullptr, std::move(reason)};
    const auto end = devices.begin() + count;
    if (std::find(devices.begin(), end, cuda_device) == end)
        return {nullptr, fmt::format("OpenGL runs on gpu{}", devices[0])};
    try {
        return {std::make_unique<CudaTarget>(gl_texture, size, cuda_device), {}};
    } catch (const DeviceError &error) {
        return {nullptr, error.what()};
    }
}

} // namespace fathom::ui
