#pragma once
#include "render/engines/render_request.h"
#include "ui/window/cuda_interop.h"
#include "ui/window/gl_objects.h"

#include <array>

namespace fathom {

class DeviceFrame;
class Frame;

/// The way of frames' colours into textures: through OpenGL pixel buffers that the GPU colours into
/// directly where that works, and through host memory where not. There are two of them in turn, so
/// that one is written while OpenGL may still read what the last picture left in the other.
class PixelBuffers {
  public:
    static constexpr int kCount = 2;

    /// Brings the frame's present colours into `texture`, which takes the frame's size. On the
    /// direct way everything is only queued; nothing waits for a GPU. Throws DeviceError if OpenGL
    /// has no memory for it or the frame's device fails.
    void transfer(Frame &frame, GlTexture &texture);
    /// Likewise for a frame that has tiles (Frame::has_tiles): what has changed in them goes
    /// straight from the frame's memory into `texture`, which has the frame's size. Nothing waits
    /// for the engine. `seen` and the result are those of Frame::take_changes.
    bool transfer_tiles(Frame &frame, std::vector<std::uint64_t> &seen, GlTexture &texture);

    /// Goes through host memory from now on, or (false) tries the direct way again.
    void force_host(bool force);

    /// "on", "off: REASON", or "not needed: ..." for a frame whose colours are in host memory
    /// anyway.
    [[nodiscard]] const std::string &interop_state() const { return state_; }
    /// Time that the last transfer took of this thread.
    [[nodiscard]] double thread_ms() const { return thread_ms_; }
    /// The part of it that OpenGL took.
    [[nodiscard]] double opengl_ms() const { return opengl_ms_; }

  private:
    struct Slot {
        GlBuffer buffer;
        std::unique_ptr<InteropTarget> target; ///< destroyed before the buffer
    };
    void resize(Size size);
    void forget_targets();
    bool transfer_directly(DeviceFrame &frame, Slot &slot);
    void transfer_through_host(Frame &frame, DeviceFrame *device_frame);

    std::array<Slot, kCount> slots_;
    std::size_t next_ = 0; ///< whose turn it is
    Size size_;
    int cuda_device_ = -1; ///< that the targets or the refusal belong to
    bool refused_ = false;
    bool force_host_ = false;
    std::string state_;
    double thread_ms_ = 0;
    double opengl_ms_ = 0;
    double read_ms_ = 0; ///< of the last way through host memory
};

} // namespace fathom
