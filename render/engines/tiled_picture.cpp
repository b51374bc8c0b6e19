#include "render/engines/tiled_picture.h"

#include "kernels/colour/colour_rows.h"
#include "render/engines/colour_params.h"
#include "render/engines/palette_sums.h"
#include "render/engines/rank_table.h"
#include "render/engines/tile_schedule.h"
#include "render/places/palette.h"

#include <algorithm>
#include <chrono>

namespace fathom {

TiledPicture::TiledPicture(const RenderRequest &request, SpareFrameMemory &spare)
    : request_(request), tile_side_(tile_side(request)),
      tiles_across_((request.size.width + tile_side_ - 1) / tile_side_),
      tiles_down_((request.size.height + tile_side_ - 1) / tile_side_), spare_(spare),
      memory_(spare_.take(request)), tiles_(static_cast<std::size_t>(tile_count())),
      colour_(request.colour) {
    find_sums();
}

TiledPicture::~TiledPicture() {
    spare_.give(std::move(memory_));
}

Region TiledPicture::pixels(const Region &tiles) const noexcept {
    const int x = tiles.x * tile_side_;
    const int y = tiles.y * tile_side_;
    return {x, y, std::min(tiles.width * tile_side_, request_.size.width - x),
            std::min(tiles.height * tile_side_, request_.size.height - y)};
}

double TiledPicture::progress() const {
    return static_cast<double>(finished_samples_) / static_cast<double>(memory_.samples.count());
}

void TiledPicture::adopt(SampleBuffer &&samples) noexcept {
    memory_.samples = std::move(samples);
    adopted_ = true;
}

void TiledPicture::copy_samples(SampleBuffer &samples) {
    samples = memory_.samples;
    if (progress() == 1)
        return;
    with_real(request_.precision, [&]<class Real>() {
        const auto planes = samples.planes<Real>();
        for (int index = 0; index < tile_count(); ++index) {
            const Region region = tile_region(index);
            const int finest = tiles_[index].finest;
            for (int y = region.y; y < region.y + region.height; ++y)
                for (int x = region.x; x < region.x + region.width; ++x) {
                    const std::size_t at = static_cast<std::size_t>(y) * request_.size.width + x;
                    const bool published = finest != 0 && x % finest == 0 && y % finest == 0;
                    // An orbit that a stopped loop was at looks as if it were inside.
                    const bool known =
                        adopted_ && kernels::index_at(planes, at) != kernels::kInterior;
                    if (!published && !known)
                        kernels::mark_pending(planes, at);
                }
        }
    });
}

void TiledPicture::set_colour(const ColourSettings &settings) {
    const std::lock_guard lock(colour_mutex_);
    const bool other_palette = colour_.lut != settings.lut;
    colour_ = settings;
    if (other_palette || !sums_)
        find_sums();
    ++epoch_;
}

void TiledPicture::find_sums() {
    sums_.reset();
    if (colour_.scheme.filter == kernels::ColourFilter::none || !colour_.lut)
        return;
    if (auto sums = palette_sums(colour_.lut->colours()); !sums.empty())
        sums_ = std::make_shared<const std::vector<std::uint32_t>>(std::move(sums));
}

void TiledPicture::read_rgba(std::uint32_t *rgba) {
    for (int index = 0; index < tile_count(); ++index) {
        const Region region = tile_region(index);
        Tile &tile = tiles_[index];
        const std::lock_guard lock(tile.mutex);
        for (int y = region.y; y < region.y + region.height; ++y) {
            const std::size_t at = static_cast<std::size_t>(y) * request_.size.width + region.x;
            if (tile.finest != 0)
                std::copy_n(&memory_.rgba[at], region.width, rgba + at);
            else
                std::fill_n(rgba + at, region.width, 0);
        }
    }
}

bool TiledPicture::show(FrameDisplay &display, ShownTiles &shown) {
    display.begin_tiles(request_.size, shown.revisions.empty());
    shown.revisions.resize(tiles_.size());
    bool all = true;
    for (int index = 0; index < tile_count(); ++index) {
        Tile &tile = tiles_[index];
        const std::unique_lock lock(tile.mutex, std::try_to_lock);
        if (!lock) {
            all = false; // it is just being coloured
        } else if (tile.revision != shown.revisions[index]) {
            shown.revisions[index] = tile.revision;
            const Region region = tile_region(index);
            const std::size_t at =
                static_cast<std::size_t>(region.y) * request_.size.width + region.x;
            display.put_tile({region, &memory_.rgba[at], request_.size.width});
        }
    }
    return all;
}

void TiledPicture::publish(const Region &tiles, int stride) {
    for (int y = tiles.y; y < tiles.y + tiles.height; ++y)
        for (int x = tiles.x; x < tiles.x + tiles.width; ++x)
            publish_tile(y * tiles_across_ + x, stride);
}

void TiledPicture::publish_tile(int index, int stride) {
    Tile &tile = tiles_[index];
    const Region region = tile_region(index);
    const std::lock_guard lock(tile.mutex);
    // Passes over one tile may end out of order: a lattice may be read once all coarser passes are
    // there too.
    tile.passes |= stride;
    int finest = 0;
    const int first = request_.progressive ? kernels::kCoarsestStride : 1;
    for (int pass = first; pass >= 1 && (tile.passes & pass) != 0; pass /= 2)
        finest = pass;
    if (finest == tile.finest)
        return;
    tile.finest = finest;
    if (request_.contents != FrameContents::counts)
        colour_tile(tile, region);
    if (finest == 1)
        finished_samples_ += static_cast<std::uint64_t>(region.width) * region.height;
}

bool TiledPicture::refresh_tile(int index) {
    Tile &tile = tiles_[index];
    const std::lock_guard lock(tile.mutex);
    if (tile.finest == 0 || tile.epoch == epoch_ || request_.contents == FrameContents::counts)
        return false;
    colour_tile(tile, tile_region(index));
    return true;
}

void TiledPicture::finish(std::uint64_t epoch) noexcept {
    if (finished_samples_ == memory_.samples.count())
        finished_epoch_ = epoch;
}

void TiledPicture::colour_tile(Tile &tile, const Region &region) {
    const auto start = std::chrono::steady_clock::now();
    ColourSettings settings;
    std::shared_ptr<const std::vector<std::uint32_t>> sums;
    {
        const std::lock_guard lock(colour_mutex_);
        settings = colour_;
        sums = sums_;
        tile.epoch = epoch_;
    }
    const auto params = colour_params(settings, request_,
                                      {settings.lut->colours().data(),
                                       settings.ranks ? settings.ranks->shares.data() : nullptr,
                                       sums ? sums->data() : nullptr, settings.lut->fine().data()});
    if (is_f32(request_.precision))
        colour_rows<float>(region, tile.finest, params);
    else
        colour_rows<double>(region, tile.finest, params);
    tile.revision = ++revision_;
    const auto spent = std::chrono::steady_clock::now() - start;
    colour_thread_us_ += std::chrono::duration_cast<std::chrono::microseconds>(spent).count();
}

template <class Real>
void TiledPicture::colour_rows(const Region &region, int finest,
                               const kernels::ColourParams &params) {
    kernels::ColourWork<Real> work;
    work.planes = memory_.samples.planes<Real>();
    work.params = params;
    work.x0 = region.x;
    work.y0 = region.y;
    work.x1 = region.x + region.width;
    work.y1 = region.y + region.height;
    work.finest = finest;
    work.rgba = memory_.rgba.data();
    kernels::colour_rectangle(work);
}

} // namespace fathom
