#pragma once
#include "render/request.h"
#include "ui/cuda_interop.h"
#include "ui/gl_objects.h"

namespace fathom {

class DeviceFrame;
class Frame;

/// The way of a frame's colours into a texture: through an OpenGL pixel buffer that the GPU colours
/// into directly where that works, and through host memory where not.
class PixelBuffer {
  public:
    /// Brings the frame's present colours into `texture`, which takes the frame's size. Throws
    /// DeviceError if OpenGL has no memory for it.
    void transfer(Frame &frame, GlTexture &texture);

    /// Goes through host memory from now on, or (false) tries the direct way again.
    void force_host(bool force);

    /// "on", "off: REASON", or "not needed: ..." for a frame whose colours are in host memory
    /// anyway.
    [[nodiscard]] const std::string &interop_state() const { return state_; }
    /// Time that the last transfer took of this thread.
    [[nodiscard]] double thread_ms() const { return thread_ms_; }

  private:
    void resize(Size size);
    bool transfer_directly(DeviceFrame &frame);
    void transfer_through_host(Frame &frame);

    GlBuffer buffer_;
    std::unique_ptr<InteropTarget> target_; ///< destroyed before the buffer
    Size size_;
    int cuda_device_ = -1; ///< that target_ or the refusal belongs to
    bool refused_ = false;
    bool force_host_ = false;
    std::string state_;
    double thread_ms_ = 0;
};

} // namespace fathom
