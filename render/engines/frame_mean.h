#pragma once
#include "kernels/base/png_lines.h"
#include "render/engines/frame_display.h"

#include <cstdint>
#include <memory>
#include <span>

namespace fathom {

class Frame;

/// Means of several frames of the same pixels in linear light, with Supersampler's bits, on the
/// device of the engine that made it (Engine::make_mean). It takes frames' colours by the protocol
/// of FrameDisplay. The mean of a single frame whose colours are bytes is these. For one thread.
/// All but the destructor may throw DeviceError.
class FrameMean : public FrameDisplay {
  public:
    /// Forgets all samples: those of a region of the picture follow, of that size and with its
    /// corner there.
    virtual void begin(Size size, int left, int top) = 0;
    /// Adds a complete frame's colours.
    void add(Frame &frame);
    /// Writes the means so far, of at least one frame, as bytes R, G, B, three for each pixel.
    virtual void resolve(std::span<std::uint8_t> rgb) = 0;
    /// Likewise as sRGB of 16 bits, see Supersampler::resolve_sixteen_bits.
    virtual void resolve_sixteen_bits(std::span<std::uint8_t> rgb) = 0;
    /// Likewise, with `bits` 8 or 16, as `lines`: all bytes of those of rows of that picture.
    virtual void resolve_png_lines(int bits, std::span<std::uint8_t> lines) = 0;

  private:
    virtual void count_sample() = 0;
};

/// The lines of a picture of that size in RGB of 8 or 16 bits a channel.
kernels::PngLines png_lines(Size size, int bits) noexcept;

/// One in host memory. `packed`: the frames' colours are packed, see ColourSettings::mixed, and the
/// means are dithered.
std::unique_ptr<FrameMean> make_host_mean(bool packed);

} // namespace fathom
