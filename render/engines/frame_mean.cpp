#include "render/engines/frame_mean.h"

#include "kernels/colour/fine_colour.h"
#include "kernels/colour/ycbcr_rows.h"
#include "render/base/buffer_pool.h"
#include "render/base/thread_team.h"
#include "render/base/uninitialised.h"
#include "render/engines/engine.h"
#include "render/engines/host_layers.h"
#include "render/engines/supersample.h"

#include <algorithm>
#include <optional>
#include <thread>

namespace fathom {
namespace {

class HostMean : public FrameMean {
  public:
    explicit HostMean(bool packed) : packed_(packed) {}

    void begin(Size size, int left, int top) override {
        size_ = size;
        left_ = left;
        top_ = top;
        mean_.reset(pixels());
    }

    std::shared_ptr<ColourLayer> make_layer(Size size) override {
        return std::make_shared<HostLayer>(size, packed_, team(), memory_);
    }

    void resolve(std::span<std::uint8_t> rgb) override {
        if (!packed_)
            return mean_.resolve(rgb);
        const auto resolve_part = [&](std::size_t first, std::size_t count) {
            mean_.resolve_dithered(
                first, rgb.subspan(3 * first, 3 * count), [&](std::size_t pixel) {
                    return kernels::dither_threshold(left_ + static_cast<int>(pixel % size_.width),
                                                     top_ + static_cast<int>(pixel / size_.width));
                });
        };
        constexpr std::size_t kPart = 16384;
        if (team_)
            in_parts(*team_, pixels(), kPart, resolve_part);
        else
            resolve_part(0, pixels());
    }

    void resolve_sixteen_bits(std::span<std::uint8_t> rgb) override {
        mean_.resolve_sixteen_bits(0, rgb);
    }

    void resolve_png_lines(int bits, std::span<std::uint8_t> lines) override {
        resolve_rgb(bits);
        const kernels::PngLines layout = png_lines(size_, bits);
        auto to = lines.begin();
        for (std::uint32_t line = 0; line <= layout.rows; ++line)
            for (std::uint32_t byte = 0; byte < layout.line_bytes() && to != lines.end(); ++byte)
                *to++ = layout.at(line, byte, rgb_.data());
    }

    void resolve_ycbcr(const kernels::YcbcrFrame &frame, std::span<std::uint8_t> planes) override {
        resolve_rgb(frame.bits == 8 ? 8 : 16);
        kernels::make_ycbcr(frame, rgb_.data(), planes.data());
    }

    void begin_tiles(Size, bool) override {}
    void put_tile(const ColourTile &tile) override {
        const Region &region = tile.region;
        for (int y = 0; y < region.height; ++y)
            mean_.add_part(static_cast<std::size_t>(region.y + y) * size_.width + region.x,
                           {tile.rgba + static_cast<std::size_t>(y) * tile.stride,
                            static_cast<std::size_t>(region.width)},
                           packed_);
    }
    [[nodiscard]] bool accepts_device(Size, int) override { return false; }
    bool put_from_device(void *, const Write &) override { return false; }
    void put_from_host(Size, const Write &write) override {
        words_.resize(pixels());
        write(words_.data());
        mean_.add_part(0, words_, packed_);
    }

  private:
    void count_sample() override { mean_.count_sample(); }
    void add_layers(std::span<const PlacedLayer> layers) override {
        add_host_layers(layers, size_, mean_, team());
    }
    void add_layers(std::span<const TurnedLayer> layers) override {
        add_host_layers(layers, size_, mean_, team());
    }
    ThreadTeam &team() {
        if (!team_)
            team_.emplace(static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
        return *team_;
    }
    [[nodiscard]] std::size_t pixels() const noexcept {
        return static_cast<std::size_t>(size_.width) * size_.height;
    }
    void resolve_rgb(int bits) {
        rgb_.resize(pixels() * 3 * static_cast<std::size_t>(bits / 8));
        if (bits == 16)
            resolve_sixteen_bits(rgb_);
        else
            resolve(rgb_);
    }

    const bool packed_;
    Supersampler mean_;
    std::optional<ThreadTeam> team_; ///< of layers
    BufferPool memory_;              ///< likewise
    Size size_;
    int left_ = 0, top_ = 0;
    UninitialisedVector<std::uint32_t> words_;
    UninitialisedVector<std::uint8_t> rgb_; ///< the means, on their way to another form
};

} // namespace

void FrameMean::add(Frame &frame) {
    ShownTiles shown;
    while (!frame.show(*this, shown)) {
        // A tile was being coloured, and comes the next time.
    }
    count_sample();
}

void FrameMean::add(std::span<const PlacedLayer> layers) {
    add_layers(layers);
    count_sample();
}

void FrameMean::add(std::span<const TurnedLayer> layers) {
    add_layers(layers);
    count_sample();
}

kernels::PngLines png_lines(Size size, int bits) noexcept {
    return {static_cast<std::uint32_t>(3 * (bits / 8) * size.width),
            static_cast<std::uint32_t>(size.height)};
}

std::unique_ptr<FrameMean> make_host_mean(bool packed) {
    return std::make_unique<HostMean>(packed);
}

} // namespace fathom
