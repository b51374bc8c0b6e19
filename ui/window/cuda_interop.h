#pragma once
#include "render/engines/frame_display.h"

#include <memory>
#include <optional>
#include <string>

namespace fathom {

/// An OpenGL buffer that CUDA writes without a copy through the host. Made, used and destroyed on
/// the OpenGL thread, and destroyed before the buffer.
class InteropTarget {
  public:
    virtual ~InteropTarget() = default;
    InteropTarget(const InteropTarget &) = delete;
    InteropTarget &operator=(const InteropTarget &) = delete;

    /// Maps the buffer on `stream`, a cudaStream_t of its device, calls `write` with its memory and
    /// unmaps it on `stream`; OpenGL commands that follow see the result. Throws DeviceError, and
    /// what `write` throws.
    virtual void put(void *stream, const FrameDisplay::Write &write) = 0;

  protected:
    InteropTarget() = default;
};

/// The outcome of asking for interop: a target, or why there is none.
struct InteropAttempt {
    std::unique_ptr<InteropTarget> target;
    std::string reason;
};

/// CUDA's number of the GPU that the current OpenGL context draws with; nothing if that is none of
/// CUDA's.
std::optional<int> opengl_gpu();

/// Registers `gl_buffer` with CUDA's device number `cuda_device`, if that is the one OpenGL draws
/// with.
InteropAttempt register_buffer(unsigned gl_buffer, int cuda_device);

} // namespace fathom
