#include "render/engines/tile_schedule.h"

#include "kernels/colour/colour.h"
#include "kernels/formulas/tile.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace fathom::tile_schedule_test {

// 10 x 7 tiles, the last ones cut by the picture's edges.
constexpr Size kSize{601, 401};
constexpr int kTilesAcross = 10;
constexpr int kTilesDown = 7;

RenderRequest request_for(bool progressive, std::optional<std::pair<int, int>> focus) {
    RenderRequest request;
    request.size = kSize;
    request.progressive = progressive;
    request.focus = focus;
    return request;
}

std::vector<TileSchedule::Item> all_items(const RenderRequest &request) {
    TileSchedule schedule(request);
    std::vector<TileSchedule::Item> items;
    EXPECT_FALSE(schedule.empty());
    for (auto item = schedule.take(); item.stride != 0; item = schedule.take())
        items.push_back(item);
    EXPECT_TRUE(schedule.empty());
    EXPECT_EQ(schedule.take().stride, 0) << "stays at its end";
    return items;
}

using Tiles = std::set<std::pair<int, int>>;

/// Expects that no tile comes twice in a pass and none is missing. Returns the passes' strides.
std::vector<int> expect_whole_passes(const std::vector<TileSchedule::Item> &items) {
    std::vector<int> strides;
    std::map<int, Tiles> passes;
    for (const TileSchedule::Item &item : items) {
        if (strides.empty() || strides.back() != item.stride)
            strides.push_back(item.stride);
        for (int y = item.tiles.y; y < item.tiles.y + item.tiles.height; ++y)
            for (int x = item.tiles.x; x < item.tiles.x + item.tiles.width; ++x)
                EXPECT_TRUE(passes[item.stride].emplace(x, y).second) << x << ' ' << y;
    }
    for (const auto &[stride, tiles] : passes) {
        EXPECT_EQ(tiles.size(), std::size_t{kTilesAcross} * kTilesDown) << stride;
        EXPECT_EQ(*tiles.rbegin(), std::pair(kTilesAcross - 1, kTilesDown - 1));
    }
    return strides;
}

double distance(const TileSchedule::Item &item, std::pair<int, int> focus) {
    const auto middle = [](int tile) { return kernels::kTileSide * (tile + 0.5); };
    return std::hypot(middle(item.tiles.x) - focus.first, middle(item.tiles.y) - focus.second);
}

TEST(TileSchedule, TakesAnUnwatchedPictureOnceAndInLargeBlocks) {
    const auto items = all_items(request_for(false, std::pair{3, 3}));
    EXPECT_EQ(expect_whole_passes(items), std::vector{1});
    EXPECT_LT(items.size(), std::size_t{kTilesAcross} * kTilesDown);
    for (const TileSchedule::Item &item : items)
        EXPECT_FALSE(item.skip_coarser);
}

TEST(TileSchedule, HasWorkForManyThreadsInAnUnwatchedSmallPicture) {
    for (const Size size : {Size{96, 54}, {192, 108}, {108, 192}, {320, 180}}) {
        RenderRequest request = request_for(false, std::nullopt);
        request.size = size;
        EXPECT_GE(all_items(request).size(), 24U) << size.width;
        std::set<std::pair<int, int>> tiles;
        for (const TileSchedule::Item &item : all_items(request))
            EXPECT_TRUE(tiles.emplace(item.tiles.x, item.tiles.y).second);
        const int side = tile_side(request);
        EXPECT_EQ(side % kernels::kCoarsestStride, 0);
        EXPECT_GE(static_cast<int>(tiles.size()) * side * side, size.width * size.height);
        request.progressive = true;
        EXPECT_EQ(tile_side(request), kernels::kTileSide);
    }
    EXPECT_EQ(tile_side(request_for(false, std::nullopt)), kernels::kTileSide);
}

TEST(TileSchedule, TakesAWatchedPictureFromCoarseToFine) {
    const auto items = all_items(request_for(true, std::nullopt));
    EXPECT_EQ(expect_whole_passes(items), (std::vector{kernels::kCoarsestStride, 4, 2, 1}));
    for (const TileSchedule::Item &item : items) {
        EXPECT_EQ(item.skip_coarser, item.stride != kernels::kCoarsestStride);
        EXPECT_EQ(item.tiles.width * item.tiles.height, 1);
    }
}

TEST(TileSchedule, GoesFromTheFocusOutwardsInEachPass) {
    // Inside, at a corner, and where the cursor has left the picture.
    for (const auto &focus : {std::pair{410, 77}, std::pair{0, 400}, std::pair{-5000, 200}}) {
        const auto items = all_items(request_for(true, focus));
        expect_whole_passes(items);
        for (std::size_t i = 1; i < items.size(); ++i) {
            if (items[i].stride == items[i - 1].stride) {
                EXPECT_LE(distance(items[i - 1], focus), distance(items[i], focus)) << i;
            }
        }
    }
    const auto items = all_items(request_for(true, std::pair{410, 77}));
    EXPECT_EQ(items.front().tiles.x, 6);
    EXPECT_EQ(items.front().tiles.y, 1);
}

TEST(TileSchedule, BeginsInTheMiddleWithoutAFocus) {
    const auto items = all_items(request_for(true, std::nullopt));
    EXPECT_EQ(items.front().tiles.x, 4);
    EXPECT_EQ(items.front().tiles.y, 3);
}

} // namespace fathom::tile_schedule_test
