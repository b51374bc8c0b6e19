#pragma once
#include "kernels/formulas/tile.h"
#include "render/base/thread_team.h"
#include "render/engines/frame_memory.h"

namespace fathom {

/// What the frames of one CPU engine share: its loops, its threads and spare memory. It lives as
/// long as the engine or one of its frames.
struct HostContext {
    /// `team_size` at least 1. Throws DeviceError if the system has no more threads.
    HostContext(const kernels::TileLoops &tile_loops, int team_size, bool takes_shortcuts)
        : loops(tile_loops), shortcuts(takes_shortcuts), team(team_size) {}

    const kernels::TileLoops loops;
    const bool shortcuts; ///< whether those that a request allows are taken
    ThreadTeam team;      ///< for one frame at a time
    SpareFrameMemory spare;
};

} // namespace fathom
