#pragma once
#include "render/engines/frame_display.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace fathom {

/// A display in host memory, which writes down how frames show themselves. It accepts no device.
class HostDisplay : public FrameDisplay {
  public:
    void begin_tiles(Size size, bool first) override {
        firsts += first ? 1 : 0;
        if (first)
            resize(size);
    }
    void put_tile(const ColourTile &tile) override {
        ++tiles;
        for (int y = 0; y < tile.region.height; ++y)
            std::copy_n(tile.rgba + static_cast<std::ptrdiff_t>(y) * tile.stride, tile.region.width,
                        &rgba[static_cast<std::size_t>(tile.region.y + y) * size_.width +
                              static_cast<std::size_t>(tile.region.x)]);
    }
    bool accepts_device(Size, int cuda_device) override {
        asked_device = cuda_device;
        return false;
    }
    bool put_from_device(void *, const Write &) override { return false; }
    void put_from_host(Size size, const Write &write) override {
        ++pictures;
        resize(size);
        write(rgba.data());
    }

    std::vector<std::uint32_t> rgba; ///< what it shows
    int firsts = 0;                  ///< times that a new picture's tiles began
    int tiles = 0;                   ///< given so far
    int pictures = 0;                ///< given through the host so far
    std::optional<int> asked_device; ///< that was last to be accepted

  private:
    void resize(Size size) {
        size_ = size;
        rgba.assign(static_cast<std::size_t>(size.width) * size.height, 0);
    }
    Size size_;
};

} // namespace fathom
