#pragma once
#include "kernels/base/png_lines.h"
#include "kernels/colour/layer_mean.h"
#include "kernels/colour/ycbcr.h"
#include "render/engines/frame_display.h"

#include <cstdint>
#include <memory>
#include <span>

namespace fathom {

class Frame;

/// Colours of a picture that other pictures are put together from, where the mean that made it
/// takes means. Once a mean has added it, its colours may change only after resolve().
class ColourLayer {
  public:
    virtual ~ColourLayer() = default;
    ColourLayer(const ColourLayer &) = delete;
    ColourLayer &operator=(const ColourLayer &) = delete;

    [[nodiscard]] virtual Size size() const noexcept = 0;
    /// Takes over the colours of a complete frame, whose corner comes to (left, top). Throws
    /// DeviceError.
    virtual void take(Frame &frame, int left, int top) = 0;

  protected:
    ColourLayer() = default;
};

/// A layer and where it lies in a picture; its cells are those of the axes.
struct PlacedLayer {
    ColourLayer *layer = nullptr;
    kernels::CellAxis x, y;
};

/// A layer and how it lies in a picture that is turned or stretched against it.
struct TurnedLayer {
    ColourLayer *layer = nullptr;
    kernels::PointGrid grid;
};

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
    /// A layer for add() of layers, of colours that are packed as those of frames are. The mean has
    /// to outlive it.
    virtual std::shared_ptr<ColourLayer> make_layer(Size size) = 0;
    /// Adds one sample a pixel: the mean light of the cells that it covers in the finest layer that
    /// has it. `layers` are of this mean, from the coarsest, which has to have all pixels, to the
    /// finest, each inside the one before, at most kMostLayers.
    void add(std::span<const PlacedLayer> layers);
    /// Likewise the mean light of the cells in which the pixel's points lie, in the finest layer
    /// that has all of them; what none has is of the first one, from its edge.
    void add(std::span<const TurnedLayer> layers);
    static constexpr int kMostLayers = kernels::kMostLayers;
    /// Writes the means so far, of at least one frame, as bytes R, G, B, three for each pixel.
    virtual void resolve(std::span<std::uint8_t> rgb) = 0;
    /// Likewise as sRGB of 16 bits, see Supersampler::resolve_sixteen_bits.
    virtual void resolve_sixteen_bits(std::span<std::uint8_t> rgb) = 0;
    /// Likewise, with `bits` 8 or 16, as `lines`: all bytes of those of rows of that picture.
    virtual void resolve_png_lines(int bits, std::span<std::uint8_t> lines) = 0;
    /// Likewise as the planes of a frame of the mean's size: those of 8 bits of what resolve
    /// writes, those of 10 of what resolve_sixteen_bits does. `planes`: frame.bytes(), at an even
    /// address.
    virtual void resolve_ycbcr(const kernels::YcbcrFrame &frame,
                               std::span<std::uint8_t> planes) = 0;

  private:
    virtual void count_sample() = 0;
    virtual void add_layers(std::span<const PlacedLayer> layers) = 0;
    virtual void add_layers(std::span<const TurnedLayer> layers) = 0;
};

/// The lines of a picture of that size in RGB of 8 or 16 bits a channel.
kernels::PngLines png_lines(Size size, int bits) noexcept;

/// One in host memory. `packed`: the frames' colours are packed, see ColourSettings::mixed, and the
/// means are dithered.
std::unique_ptr<FrameMean> make_host_mean(bool packed);

} // namespace fathom
