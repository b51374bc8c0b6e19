#pragma once
#include "kernels/formulas/tile.h"
#include "render/engines/engine.h"

namespace fathom {

struct HostContext;

/// The CPU engines: a tile loop (the reference's or a vector one) on all cores. Its frames are
/// HostFrames.
class HostEngine : public Engine {
  public:
    /// `threads` at least 1; `shortcuts` says whether the engine takes those that a request allows.
    /// Throws DeviceError if the system has no more threads.
    HostEngine(EngineInfo info, const kernels::TileLoops &loops, int threads, bool shortcuts);

    [[nodiscard]] const EngineInfo &info() const override { return info_; }
    std::shared_ptr<Frame> make_frame(const RenderRequest &request) override;

  private:
    const EngineInfo info_;
    const std::shared_ptr<HostContext> context_;
};

} // namespace fathom
