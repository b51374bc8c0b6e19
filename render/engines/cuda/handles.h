#pragma once
#include <cstddef>
#include <cuda_runtime_api.h>
#include <string_view>
#include <utility>

namespace fathom::cuda {

/// Throws DeviceError with the meaning of `status` and the call that returned it, of all
/// `expression`, unless it is cudaSuccess.
void check(cudaError_t status, std::string_view expression);
/// For destructors, which cannot throw: writes the same to standard error. A driver that is
/// shutting down is no error.
void log_failure(cudaError_t status, const char *expression) noexcept;

#define FATHOM_CUDA_CHECK(expression) ::fathom::cuda::check((expression), #expression)

/// Owns one CUDA handle; `Release` gives it back.
template <class Handle, auto Release> class Owner {
  public:
    Owner() = default;
    explicit Owner(Handle handle) noexcept : handle_(handle) {}
    Owner(Owner &&other) noexcept : handle_(std::exchange(other.handle_, Handle{})) {}
    Owner &operator=(Owner &&other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    Owner(const Owner &) = delete;
    Owner &operator=(const Owner &) = delete;
    ~Owner() {
        if (handle_ != Handle{})
            log_failure(Release(handle_), "releasing a CUDA handle");
    }
    [[nodiscard]] Handle get() const noexcept { return handle_; }

  private:
    Handle handle_{};
};

using Stream = Owner<cudaStream_t, cudaStreamDestroy>;
using Event = Owner<cudaEvent_t, cudaEventDestroy>;
using DeviceMemory = Owner<void *, cudaFree>;
using PinnedMemory = Owner<void *, cudaFreeHost>;

/// All throw DeviceError, the memory ones with the size that was asked for.
Stream make_stream();
/// A stream whose kernels go before those of others that wait.
Stream make_display_stream();
/// One whose kernels go before those of make_stream, and after those for the display.
Stream make_stragglers_stream();
Event make_event();
DeviceMemory allocate_device(std::size_t bytes);
PinnedMemory allocate_pinned(std::size_t bytes);

} // namespace fathom::cuda
