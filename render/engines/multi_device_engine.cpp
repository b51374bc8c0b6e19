#include "render/engines/multi_device_engine.h"

#include "kernels/formulas/tile.h"
#include "render/engines/device_group.h"
#include "render/engines/multi_device_frame.h"

#include <algorithm>
#include <cstdint>

namespace fathom {
namespace {

using kernels::kTileSide;

int rounded_up_ratio(int a, int b) {
    return a / b + (a % b == 0 ? 0 : 1);
}

} // namespace

std::vector<Region> cut_into_tiles(Size size, int members, const TeamTiling &tiling) {
    const std::int64_t pixels = std::int64_t{size.width} * size.height;
    const auto wanted = static_cast<int>(
        std::clamp<std::int64_t>(pixels / std::max(1, tiling.least_pixels), 1,
                                 std::int64_t{members} * std::max(1, tiling.tiles_per_member)));
    // Both in units of kTileSide.
    const int height = rounded_up_ratio(size.height, kTileSide);
    const int width = rounded_up_ratio(size.width, kTileSide);
    const int rows = kTileSide * std::max(1, (height + wanted / 2) / wanted);
    const int down = rounded_up_ratio(size.height, rows);
    const int across = std::clamp(wanted / down, 1, width);
    const int columns = kTileSide * rounded_up_ratio(width, across);
    std::vector<Region> tiles;
    for (int y = 0; y < size.height; y += rows)
        for (int x = 0; x < size.width; x += columns)
            tiles.push_back(
                {x, y, std::min(columns, size.width - x), std::min(rows, size.height - y)});
    return tiles;
}

MultiDeviceEngine::MultiDeviceEngine(EngineInfo info, std::vector<std::shared_ptr<Engine>> members,
                                     const TeamTiling &tiling)
    : info_(std::move(info)), tiling_(tiling),
      group_(std::make_shared<DeviceGroup>(std::move(members))) {}

std::shared_ptr<Frame> MultiDeviceEngine::make_frame(const RenderRequest &request) {
    return std::make_shared<MultiDeviceFrame>(
        request, group_, cut_into_tiles(request.size, group_->size(), tiling_));
}

std::vector<Engine *> MultiDeviceEngine::parts() {
    std::vector<Engine *> parts;
    for (int member = 0; member < group_->size(); ++member)
        parts.push_back(&group_->member(member));
    return parts;
}

} // namespace fathom
