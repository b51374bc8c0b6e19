#pragma once
#include "render/engines/frame_display.h"
#include "ui/window/frame_texture.h"

#include <array>

namespace fathom {
class Frame;
} // namespace fathom

namespace fathom::ui {

/// The window's side of the protocol FrameDisplay: the way of frames' colours into textures. Tiles
/// go straight from a frame's memory. A GPU's pictures go straight into a texture where that works:
/// into one that nothing draws, which then takes the place of the one that is drawn. That one is
/// mapped for the next picture at once: mapped later, the device would change between CUDA and
/// OpenGL four times for a picture instead of twice, 0.15 ms each. Other whole pictures go through
/// OpenGL pixel buffers, two in turn, so that one is written while OpenGL may still read what the
/// last picture left in the other. On the OpenGL thread.
class PixelBuffers {
  public:
    /// Brings the frame's present colours into `texture`, which takes the frame's size; `shown` is
    /// what it has of the frame's. Nothing waits for a CPU engine, nor, on the direct way, for a
    /// GPU. Returns what Frame::show does. Throws DeviceError if OpenGL has no memory for it or the
    /// frame's device fails.
    bool show(Frame &frame, FrameTexture &texture, ShownTiles &shown);

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
    /// The buffer whose turn it is, for pictures of that size.
    const GlBuffer &next(Size size);
    /// Whether the spare texture is or can be registered with the device, in that size.
    bool prepare_spare(Size size, int cuda_device);
    /// All pictures go through the host from now on, until something changes.
    void refuse(const std::string &reason);

    FrameTexture spare_; ///< that a GPU writes next, and nothing draws
    std::array<GlBuffer, 2> buffers_;
    std::size_t next_ = 0; ///< whose turn it is
    Size size_;            ///< of a picture in a buffer
    int cuda_device_ = -1; ///< that the refusal belongs to
    bool refused_ = false;
    bool force_host_ = false;
    std::string state_;
    double thread_ms_ = 0;
    double opengl_ms_ = 0;
};

} // namespace fathom::ui
