#include "render/engines/host_layers.h"

#include "render/base/thread_team.h"
#include "render/engines/engine.h"
#include "render/engines/supersample.h"

#include <algorithm>
#include <atomic>
#include <vector>

namespace fathom {
namespace {

/// A layer with what all rows need to know of it.
struct PreparedLayer {
    kernels::CoveredPixels pixels; ///< of some row: none yet
    kernels::CellAxis x, y;
    std::vector<std::int32_t> edges; ///< of the pixels from x.begin on
};

PreparedLayer prepared(const PlacedLayer &placed) {
    auto &layer = *static_cast<HostLayer *>(placed.layer);
    PreparedLayer result{{}, placed.x, placed.y, {}};
    result.pixels.lights = layer.lights(0, 0);
    result.pixels.row = layer.size().width;
    for (int pixel = placed.x.begin; pixel <= placed.x.end; ++pixel)
        result.edges.push_back(kernels::edge_of(placed.x, pixel));
    return result;
}

/// A thread's work on rows of the picture.
class RowAdder {
  public:
    RowAdder(std::span<const PreparedLayer> layers, int width, Supersampler &mean)
        : layers_(layers), width_(width), mean_(mean), light_(3 * static_cast<std::size_t>(width)) {
    }

    void add(int row) {
        for (std::size_t at = 0; at < layers_.size(); ++at) {
            const PreparedLayer &layer = layers_[at];
            if (row < layer.y.begin || row >= layer.y.end)
                continue;
            // What a finer layer has of this row is left out.
            const bool inner = at + 1 < layers_.size() && row >= layers_[at + 1].y.begin &&
                               row < layers_[at + 1].y.end &&
                               layers_[at + 1].x.begin < layers_[at + 1].x.end;
            if (inner) {
                add(layer, row, layer.x.begin, layers_[at + 1].x.begin);
                add(layer, row, layers_[at + 1].x.end, layer.x.end);
            } else {
                add(layer, row, layer.x.begin, layer.x.end);
            }
        }
        mean_.add_light(static_cast<std::size_t>(row) * width_, light_);
    }

  private:
    void add(const PreparedLayer &layer, int row, int begin, int end) {
        if (begin >= end)
            return;
        kernels::CoveredPixels pixels = layer.pixels;
        pixels.top = kernels::edge_of(layer.y, row);
        pixels.bottom = kernels::edge_of(layer.y, row + 1);
        pixels.edges = &layer.edges[static_cast<std::size_t>(begin - layer.x.begin)];
        pixels.count = end - begin;
        kernels::find_covered_light(pixels, &light_[static_cast<std::size_t>(3) * begin]);
    }

    std::span<const PreparedLayer> layers_;
    const int width_;
    Supersampler &mean_;
    std::vector<std::uint32_t> light_; ///< of the picture's row
};

/// Likewise of layers that are turned against the picture.
class TurnedRowAdder {
  public:
    struct Lights {
        const std::uint16_t *red, *green, *blue;
        void operator()(std::int64_t at, std::uint32_t *sums) const noexcept {
            sums[0] += red[at];
            sums[1] += green[at];
            sums[2] += blue[at];
        }
    };
    struct Layer {
        Lights lights;
        kernels::PointFrame frame;
    };

    TurnedRowAdder(std::span<const Layer> layers, int width, Supersampler &mean)
        : layers_(layers), width_(width), mean_(mean), light_(3 * static_cast<std::size_t>(width)) {
    }

    void add(int row) {
        std::fill(light_.begin(), light_.end(), 0);
        for (int column = 0; column < width_; ++column) {
            std::size_t at = layers_.size() - 1;
            kernels::CellPoint first = first_of(at, column, row);
            while (at > 0 && !kernels::has_points(layers_[at].frame, first))
                first = first_of(--at, column, row);
            kernels::add_light_of_points(layers_[at].frame, first, layers_[at].lights,
                                         &light_[3 * static_cast<std::size_t>(column)]);
        }
        mean_.add_light(static_cast<std::size_t>(row) * width_, light_);
    }

  private:
    [[nodiscard]] kernels::CellPoint first_of(std::size_t layer, int column, int row) const {
        return kernels::first_point(layers_[layer].frame.grid, column, row);
    }

    std::span<const Layer> layers_;
    const int width_;
    Supersampler &mean_;
    std::vector<std::uint32_t> light_; ///< of the picture's row
};

/// Has the rows of a picture added by all threads. Adder: RowAdder or TurnedRowAdder.
template <class Adder, class Layer>
void add_rows(const std::vector<Layer> &layers, Size size, Supersampler &mean, ThreadTeam &team) {
    std::vector<Adder> adders; // made here, where what they throw is caught
    for (int i = 0; i < team.size(); ++i)
        adders.emplace_back(layers, size.width, mean);
    std::atomic<std::size_t> adder = 0;
    std::atomic<int> next = 0;
    team.run([&] {
        constexpr int kRows = 8;
        Adder &own = adders[adder++];
        for (int first = next.fetch_add(kRows); first < size.height; first = next.fetch_add(kRows))
            for (int row = first; row < std::min(first + kRows, size.height); ++row)
                own.add(row);
    });
}

} // namespace

HostLayer::HostLayer(Size size, bool packed, ThreadTeam &team, BufferPool &memory)
    : size_(size), packed_(packed), team_(team),
      light_(memory.take(3 * sizeof(std::uint16_t) * static_cast<std::size_t>(size.width) *
                         size.height)) {}

// The frame is complete, and nobody else gives it colours: its tiles stay as they are.
void HostLayer::take(Frame &frame, int left, int top) {
    left_ = left;
    top_ = top;
    tiles_.clear();
    ShownTiles shown;
    while (!frame.show(*this, shown)) {
        // A tile was being coloured, and comes the next time.
    }
    in_parts(team_, tiles_.size(), 1,
             [this](std::size_t tile, std::size_t) { take_over(tiles_[tile]); });
}

void HostLayer::put_tile(const ColourTile &tile) {
    tiles_.push_back(tile);
}

void HostLayer::put_from_host(Size size, const Write &write) {
    words_.resize(static_cast<std::size_t>(size.width) * size.height);
    write(words_.data());
    constexpr int kRows = 64;
    for (int y = 0; y < size.height; y += kRows)
        put_tile({{0, y, size.width, std::min(kRows, size.height - y)},
                  &words_[static_cast<std::size_t>(y) * size.width],
                  size.width});
}

void HostLayer::take_over(const ColourTile &tile) noexcept {
    const auto put = [&](const auto &light_of) {
        for (int y = 0; y < tile.region.height; ++y) {
            const std::uint32_t *words = tile.rgba + static_cast<std::size_t>(y) * tile.stride;
            const kernels::LightPlanes to = lights(left_ + tile.region.x, top_ + tile.region.y + y);
            const auto [red, green, blue] = to.channels;
            for (int x = 0; x < tile.region.width; ++x) {
                red[x] = static_cast<std::uint16_t>(light_of(words[x], 0));
                green[x] = static_cast<std::uint16_t>(light_of(words[x], 1));
                blue[x] = static_cast<std::uint16_t>(light_of(words[x], 2));
            }
        }
    };
    const std::uint32_t *light = tables_.view().light;
    if (packed_)
        put([light](std::uint32_t word, int channel) {
            return kernels::light_of_packed(word, channel, light);
        });
    else
        put([light](std::uint32_t word, int channel) {
            return kernels::light_of_word(word, channel, light);
        });
}

void add_host_layers(std::span<const PlacedLayer> layers, Size size, Supersampler &mean,
                     ThreadTeam &team) {
    std::vector<PreparedLayer> all;
    for (const PlacedLayer &layer : layers)
        all.push_back(prepared(layer));
    add_rows<RowAdder>(all, size, mean, team);
}

void add_host_layers(std::span<const TurnedLayer> layers, Size size, Supersampler &mean,
                     ThreadTeam &team) {
    std::vector<TurnedRowAdder::Layer> all;
    for (const TurnedLayer &layer : layers) {
        auto &own = *static_cast<HostLayer *>(layer.layer);
        const kernels::LightPlanes lights = own.lights(0, 0);
        all.push_back({{lights.channels[0], lights.channels[1], lights.channels[2]},
                       kernels::point_frame(layer.grid)});
    }
    add_rows<TurnedRowAdder>(all, size, mean, team);
}

} // namespace fathom
