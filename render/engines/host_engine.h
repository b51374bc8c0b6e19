#pragma once
#include "kernels/formulas/tile.h"
#include "render/base/thread_team.h"
#include "render/engines/engine.h"

namespace fathom {

class SpareFrameMemory;

/// The CPU engines: a tile loop (the reference's or a vector one) on all cores. Threads take tiles
/// from a shared counter.
class HostEngine : public Engine {
  public:
    /// `threads` at least 1; `shortcuts` says whether the engine takes those that a request allows.
    HostEngine(EngineInfo info, const kernels::TileLoops &loops, int threads, bool shortcuts);

    [[nodiscard]] const EngineInfo &info() const override { return info_; }
    std::shared_ptr<Frame> make_frame(const RenderRequest &request) override;
    bool iterate(Frame &frame, const std::atomic<bool> &stop) override;
    bool refresh_colour(Frame &frame, const std::atomic<bool> &stop) override;

  private:
    const EngineInfo info_;
    const kernels::TileLoops loops_;
    const bool shortcuts_;
    ThreadTeam team_;
    const std::shared_ptr<SpareFrameMemory> spare_;
};

} // namespace fathom
