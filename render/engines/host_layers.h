#pragma once
#include "kernels/colour/layer_rows.h"
#include "render/base/buffer_pool.h"
#include "render/base/uninitialised.h"
#include "render/engines/frame_mean.h"
#include "render/engines/light_tables.h"

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace fathom {

class Supersampler;
class ThreadTeam;

/// A layer in host memory, as light: it is read more often than written.
class HostLayer : public ColourLayer, private FrameDisplay {
  public:
    /// Takes over frames on all threads of the team; its memory is of the pool.
    HostLayer(Size size, bool packed, ThreadTeam &team, BufferPool &memory);

    [[nodiscard]] Size size() const noexcept override { return size_; }
    void take(Frame &frame, int left, int top) override;
    /// The lights of its cells from that one on, in rows as wide as it is.
    [[nodiscard]] kernels::LightPlanes lights(int x, int y) noexcept {
        const std::size_t plane = static_cast<std::size_t>(size_.width) * size_.height;
        auto *first = reinterpret_cast<std::uint16_t *>(light_.get()) +
                      static_cast<std::size_t>(y) * size_.width + x;
        return {{first, first + plane, first + 2 * plane}};
    }

  private:
    void begin_tiles(Size, bool) override {}
    void put_tile(const ColourTile &tile) override;
    [[nodiscard]] bool accepts_device(Size, int) override { return false; }
    bool put_from_device(void *, const Write &) override { return false; }
    void put_from_host(Size size, const Write &write) override;
    void take_over(const ColourTile &tile) noexcept;

    const Size size_;
    const bool packed_;
    ThreadTeam &team_;
    const LightTables tables_;
    int left_ = 0, top_ = 0;                   ///< of the frame that is taken
    std::vector<ColourTile> tiles_;            ///< its tiles
    std::shared_ptr<std::uint8_t> light_;      ///< 16 bits each, channel after channel
    UninitialisedVector<std::uint32_t> words_; ///< of frames that are not in host memory
};

/// Adds what kernels::add_covered_light gives for each pixel of a picture of that size, in the same
/// bits, on all threads. The layers are HostLayers.
void add_host_layers(std::span<const PlacedLayer> layers, Size size, Supersampler &mean,
                     ThreadTeam &team);
/// Likewise what kernels::add_light_of_points gives.
void add_host_layers(std::span<const TurnedLayer> layers, Size size, Supersampler &mean,
                     ThreadTeam &team);

} // namespace fathom
