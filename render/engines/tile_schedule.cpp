#include "render/engines/tile_schedule.h"

#include "kernels/colour/colour.h"
#include "kernels/formulas/tile.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace fathom {
namespace {

int parts(int pixels, int side) noexcept {
    return (pixels + side - 1) / side;
}

} // namespace

int tile_side(const RenderRequest &request) noexcept {
    constexpr int kFew = 24; // more than most processors have threads
    constexpr int kLeast = kernels::kTileSide / 4;
    const auto [width, height] = request.size;
    int side = kernels::kTileSide;
    while (!request.progressive && side > kLeast && parts(width, side) * parts(height, side) < kFew)
        side /= 2;
    return side;
}

TileSchedule::TileSchedule(const RenderRequest &request)
    : progressive_(request.progressive), tile_side_(tile_side(request)),
      tiles_across_(parts(request.size.width, tile_side_)),
      tiles_down_(parts(request.size.height, tile_side_)),
      side_(progressive_ || tile_side_ < kernels::kTileSide ? 1 : 2),
      across_((tiles_across_ + side_ - 1) / side_),
      blocks_(across_ * ((tiles_down_ + side_ - 1) / side_)) {
    for (int stride = first_stride(); stride >= 1; stride /= 2)
        items_ += blocks_;
    if (progressive_)
        sort_by_distance(
            request.focus.value_or(std::pair{request.size.width / 2, request.size.height / 2}));
}

TileSchedule::Item TileSchedule::take() noexcept {
    const int index = next_.fetch_add(1, std::memory_order_relaxed);
    if (index >= items_)
        return {};
    const int pass = index / blocks_;
    const int place = index % blocks_;
    return {block(order_.empty() ? place : order_[place]), first_stride() >> pass, pass > 0};
}

int TileSchedule::first_stride() const noexcept {
    return progressive_ ? kernels::kCoarsestStride : 1;
}

Region TileSchedule::block(int index) const noexcept {
    const int x = index % across_ * side_;
    const int y = index / across_ * side_;
    return {x, y, std::min(side_, tiles_across_ - x), std::min(side_, tiles_down_ - y)};
}

void TileSchedule::sort_by_distance(std::pair<int, int> focus) {
    const auto distance = [&](int index) {
        const Region tile = block(index);
        const auto middle = [&](int at) { return tile_side_ * (2LL * at + 1) / 2; };
        const std::int64_t dx = middle(tile.x) - focus.first;
        const std::int64_t dy = middle(tile.y) - focus.second;
        return dx * dx + dy * dy;
    };
    order_.resize(blocks_);
    std::iota(order_.begin(), order_.end(), 0);
    std::stable_sort(order_.begin(), order_.end(),
                     [&](int a, int b) { return distance(a) < distance(b); });
}

} // namespace fathom
