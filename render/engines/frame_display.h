#pragma once
#include "render/engines/render_request.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace fathom {

/// A rectangle of a frame's colours in host memory, valid while it is handed out, and as long as
/// nobody gives the frame other colours.
struct ColourTile {
    Region region;
    const std::uint32_t *rgba = nullptr; ///< the region's first word, as Frame::read_rgba gives it
    int stride = 0;                      ///< words from row to row
};

/// What a display remembers of the tiles that one frame has given it. One for each picture that is
/// shown; a new one when the picture is to be another frame's.
class ShownTiles {
  public:
    /// What was shown is hidden: all tiles are to be given again.
    void forget() { revisions.assign(revisions.size(), 0); }

    std::vector<std::uint64_t> revisions; ///< of the frame, a tile each: its own numbers. Empty at
                                          ///< first
};

/// Where a frame shows itself: a window's texture, say. The protocol, in which render knows no
/// OpenGL and a window no engine:
///
/// - **Who begins.** Whoever owns the display calls Frame::show(display, shown), on the display's
///   thread (OpenGL's), at any time, also while an engine iterates the frame on threads of its own.
///   The frame then calls functions of the display on that thread, and none after show() has
///   returned. It reads Frame::revision before that: what changes meanwhile is seen the next time.
/// - **Which way.** Each kind of frame takes one:
///     tiles      begin_tiles, then put_tile for each that has changed since `shown`. Nothing is
///                copied, and a tile that is being coloured is left out: show() returns false.
///     device     accepts_device, and if that is true put_from_device.
///     host       put_from_host: all of the picture. Also where a device is not accepted or fails.
/// - **Who maps.** The display owns the memory: it maps what it has to before it calls `write`, and
///   unmaps it afterwards, also when that throws. `write` writes all width * height words, row by
///   row from the top; memory that came from a display is not kept.
/// - **Order.** On the device's way everything is queued on the frame's `stream`: mapping, colours,
///   unmapping; nobody waits for a device, and what the display does next with its memory (OpenGL
///   commands) sees the result. The frame orders that stream with the one that it iterates on, so
///   a display gets whole slices. On the other ways all is written when the call returns.
/// - **What is exact.** The words are those of Frame::read_rgba, on every way, bit by bit, alpha
///   included: 255 for a finished pixel, 127 for one of a coarser lattice, 0 for an unknown one.
/// - **Failures.** What a display throws, and a device's DeviceError on the way through the host,
///   pass through show(). A device's way that fails is no error: put_from_device returns false, the
///   display keeps the reason for its owner, and the frame goes through the host.
class FrameDisplay {
  public:
    /// Receives memory for a picture: of the host, or of a device.
    using Write = std::function<void(std::uint32_t *rgba)>;

    virtual ~FrameDisplay() = default;
    FrameDisplay(const FrameDisplay &) = delete;
    FrameDisplay &operator=(const FrameDisplay &) = delete;

    /// Tiles of a picture of that size follow. `first`: none of this frame's have been shown, so
    /// what the display holds is another's and becomes unknown.
    virtual void begin_tiles(Size size, bool first) = 0;
    /// Takes a tile over before it returns, or, where nobody else colours the frame, behind show().
    virtual void put_tile(const ColourTile &tile) = 0;

    /// Whether a picture of that size can be written by CUDA's device number `cuda_device`.
    [[nodiscard]] virtual bool accepts_device(Size size, int cuda_device) = 0;
    /// Directly after accepts_device: maps the memory on `stream`, a cudaStream_t of that device,
    /// calls `write` with it and unmaps it on `stream`. Returns false if that could not be done,
    /// or `write` threw DeviceError; then the display holds nothing new.
    virtual bool put_from_device(void *stream, const Write &write) = 0;

    /// Calls `write` with host memory for a picture of that size.
    virtual void put_from_host(Size size, const Write &write) = 0;

  protected:
    FrameDisplay() = default;
};

} // namespace fathom
