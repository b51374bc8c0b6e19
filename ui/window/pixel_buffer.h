#pragma once
#include "render/engines/frame_display.h"
#include "ui/window/cuda_interop.h"
#include "ui/window/gl_objects.h"

#include <array>

namespace fathom {

class Frame;

/// The window's side of the protocol FrameDisplay: the way of frames' colours into textures. Tiles
/// go straight from a frame's memory; whole pictures go through OpenGL pixel buffers, which the GPU
/// colours into directly where that works. There are two of them in turn, so that one is written
/// while OpenGL may still read what the last picture left in the other. On the OpenGL thread.
class PixelBuffers {
  public:
    static constexpr int kCount = 2;

    /// Brings the frame's present colours into `texture`, which takes the frame's size; `shown` is
    /// what it has of the frame's. Nothing waits for a CPU engine, nor, on the direct way, for a
    /// GPU. Returns what Frame::show does. Throws DeviceError if OpenGL has no memory for it or the
    /// frame's device fails.
    bool show(Frame &frame, GlTexture &texture, ShownTiles &shown);

    /// Goes through host memory from now on, or (false) tries the direct way again.
    void force_host(bool force);

    /// "on", "off: REASON", or "not needed: ..." for a frame whose colours are in host memory
    /// anyway.
    [[nodiscard]] const std::string &interop_state() const { return state_; }
    /// Time that the last show() took of this thread.
    [[nodiscard]] double thread_ms() const { return thread_ms_; }
    /// The part of it that OpenGL took.
    [[nodiscard]] double opengl_ms() const { return opengl_ms_; }

  private:
    class Display;
    struct Slot {
        GlBuffer buffer;
        std::unique_ptr<InteropTarget> target; ///< destroyed before the buffer
    };
    void resize(Size size);
    void forget_targets();
    /// Whether the slot's buffer is or can be registered with the device.
    bool find_target(Slot &slot, int cuda_device);
    /// Both buffers go the same way from now on, until something changes.
    void refuse(const std::string &reason);

    std::array<Slot, kCount> slots_;
    std::size_t next_ = 0; ///< whose turn it is
    Size size_;
    int cuda_device_ = -1; ///< that the targets or the refusal belong to
    bool refused_ = false;
    bool force_host_ = false;
    std::string state_;
    double thread_ms_ = 0;
    double opengl_ms_ = 0;
};

} // namespace fathom
