#include "render/jobs/read_frame.h"

#include <algorithm>
#include <thread>

namespace fathom {

ThreadTeam &FrameReading::team() {
    if (!team_)
        team_.emplace(threads_ > 0
                          ? threads_
                          : static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
    return *team_;
}

bool ReadFrame::refresh_colour(const std::atomic<bool> &stop) {
    const std::uint64_t epoch = picture_.colour_epoch();
    for_tiles(0, picture_.tile_count(), stop, [&](int tile) { picture_.refresh_tile(tile); });
    picture_.finish(epoch);
    return !stop;
}

} // namespace fathom
