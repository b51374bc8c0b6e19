#pragma once
#include "render/engines/frame_display.h"
#include "render/places/picture_size.h"

#include <memory>
#include <optional>
#include <string>

namespace fathom::ui {

/// An OpenGL texture that CUDA writes without a copy through the host. Made, used and destroyed on
/// the OpenGL thread, and destroyed before the texture's storage.
class InteropTarget {
  public:
    virtual ~InteropTarget() = default;
    InteropTarget(const InteropTarget &) = delete;
    InteropTarget &operator=(const InteropTarget &) = delete;

    /// CUDA's number of the device that it was registered with.
    [[nodiscard]] virtual int device() const = 0;
    /// Maps the texture on `stream`, a cudaStream_t of its device (not the default one), unless it
    /// is: what is queued there from then on waits for the OpenGL commands so far. Until put()
    /// nobody may draw it. Throws DeviceError.
    virtual void map(void *stream) = 0;
    /// Maps it likewise, calls `write` with memory of the device for all pixels, row by row from
    /// the top, has them copied on `stream` and unmaps the texture; OpenGL commands that follow see
    /// the result. Throws DeviceError, and what `write` throws.
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

/// Registers the texture `gl_texture` of 8-bit RGBA, which has that size, with CUDA's device number
/// `cuda_device`, if that is the one OpenGL draws with.
InteropAttempt register_texture(unsigned gl_texture, Size size, int cuda_device);

} // namespace fathom::ui
