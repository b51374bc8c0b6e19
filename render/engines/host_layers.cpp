#include "render/engines/host_layers.h"

#include "render/base/thread_team.h"
#include "render/engines/engine.h"
#include "render/engines/supersample.h"

#include <algorithm>
#include <atomic>
#include <vector>

namespace fathom {
namespace {

/// Where a pixel's cells are on the axis along rows.
struct Edge {
    std::int32_t cell = 0; ///< the first one
    std::int32_t from = 0; ///< the pixel's edges, in parts of a cell
    std::int32_t to = 0;
};

/// A layer with what all rows need to know of it.
struct PreparedLayer {
    const HostLayer *layer = nullptr;
    kernels::CellAxis x, y;
    std::vector<Edge> edges; ///< of the pixels from x.begin on
};

PreparedLayer prepared(const PlacedLayer &placed) {
    PreparedLayer layer{static_cast<const HostLayer *>(placed.layer), placed.x, placed.y, {}};
    layer.edges.resize(std::max(0, placed.x.end - placed.x.begin));
    for (std::size_t i = 0; i < layer.edges.size(); ++i) {
        const int pixel = placed.x.begin + static_cast<int>(i);
        const std::int32_t from = kernels::edge_of(placed.x, pixel);
        layer.edges[i] = {from >> 8, from, kernels::edge_of(placed.x, pixel + 1)};
    }
    return layer;
}

/// A thread's work on rows of the picture.
class RowAdder {
  public:
    RowAdder(std::span<const PreparedLayer> layers, int width, Supersampler &mean)
        : layers_(layers), width_(width), mean_(mean), sums_(3 * static_cast<std::size_t>(width)),
          of_row_(sums_.size()), light_(sums_.size()) {}

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
        const std::int32_t top = kernels::edge_of(layer.y, row);
        const std::int32_t bottom = kernels::edge_of(layer.y, row + 1);
        const auto first = static_cast<std::size_t>(3) * begin;
        const auto last = static_cast<std::size_t>(3) * end;
        std::fill(sums_.begin() + static_cast<std::ptrdiff_t>(first),
                  sums_.begin() + static_cast<std::ptrdiff_t>(last), 0);
        for (std::int32_t y = top >> 8; y << 8 < bottom; ++y) {
            const std::uint64_t part = kernels::part_of_cell(y, top, bottom);
            sum_row(layer, y, begin, end);
            for (std::size_t i = first; i < last; ++i)
                sums_[i] += part * of_row_[i];
        }
        const auto height = static_cast<std::uint64_t>(bottom - top);
        for (int pixel = begin; pixel < end; ++pixel) {
            const Edge &edge = layer.edges[pixel - layer.x.begin];
            const std::uint64_t area = height * static_cast<std::uint64_t>(edge.to - edge.from);
            for (int channel = 0; channel < 3; ++channel)
                light_[3 * pixel + channel] =
                    kernels::mean_of_area(sums_[3 * pixel + channel], area);
        }
    }

    /// Sets of_row_ to the pixels' sums along a row of cells.
    void sum_row(const PreparedLayer &layer, std::int32_t y, int begin, int end) {
        const std::uint16_t *red = layer.layer->row(0, y);
        const std::uint16_t *green = layer.layer->row(1, y);
        const std::uint16_t *blue = layer.layer->row(2, y);
        for (int pixel = begin; pixel < end; ++pixel) {
            const Edge &edge = layer.edges[pixel - layer.x.begin];
            std::uint32_t r = 0, g = 0, b = 0;
            for (std::int32_t x = edge.cell; x << 8 < edge.to; ++x) {
                const std::uint32_t part = kernels::part_of_cell(x, edge.from, edge.to);
                r += part * red[x];
                g += part * green[x];
                b += part * blue[x];
            }
            of_row_[3 * pixel] = r;
            of_row_[3 * pixel + 1] = g;
            of_row_[3 * pixel + 2] = b;
        }
    }

    std::span<const PreparedLayer> layers_;
    const int width_;
    Supersampler &mean_;
    std::vector<std::uint64_t> sums_;   ///< of the pixels' lights, each times its area
    std::vector<std::uint32_t> of_row_; ///< likewise of one row of cells
    std::vector<std::uint32_t> light_;  ///< of the picture's row
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

HostLayer::HostLayer(Size size, bool packed)
    : size_(size), packed_(packed), light_(3 * static_cast<std::size_t>(size.width) * size.height) {
}

void HostLayer::take(Frame &frame, int left, int top) {
    left_ = left;
    top_ = top;
    ShownTiles shown;
    while (!frame.show(*this, shown)) {
        // A tile was being coloured, and comes the next time.
    }
}

void HostLayer::put_tile(const ColourTile &tile) {
    const std::uint32_t *light = tables_.view().light;
    const std::size_t plane = static_cast<std::size_t>(size_.width) * size_.height;
    for (int y = 0; y < tile.region.height; ++y) {
        const std::uint32_t *words = tile.rgba + static_cast<std::size_t>(y) * tile.stride;
        std::uint16_t *to =
            &light_[static_cast<std::size_t>(top_ + tile.region.y + y) * size_.width + left_ +
                    tile.region.x];
        for (int channel = 0; channel < 3; ++channel)
            for (int x = 0; x < tile.region.width; ++x)
                to[channel * plane + x] = static_cast<std::uint16_t>(
                    packed_ ? kernels::light_of_packed(words[x], channel, light)
                            : kernels::light_of_word(words[x], channel, light));
    }
}

void HostLayer::put_from_host(Size size, const Write &write) {
    words_.resize(static_cast<std::size_t>(size.width) * size.height);
    write(words_.data());
    put_tile({{0, 0, size.width, size.height}, words_.data(), size.width});
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
        const auto &own = *static_cast<const HostLayer *>(layer.layer);
        all.push_back(
            {{own.row(0, 0), own.row(1, 0), own.row(2, 0)}, kernels::point_frame(layer.grid)});
    }
    add_rows<TurnedRowAdder>(all, size, mean, team);
}

} // namespace fathom
