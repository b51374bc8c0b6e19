#pragma once
#include "render/engines/engine.h"

#include <vector>

namespace fathom {

class DeviceGroup;

/// How a picture is cut into tiles for a team: enough of them that no member waits long for the
/// last one, and each large enough to keep a GPU busy.
struct TeamTiling {
    int tiles_per_member = 4;
    int least_pixels = 1 << 18; ///< of a tile
};

/// Whole rows where there are enough of them, row by row from the top. Tiles begin at multiples of
/// 64, so that every lattice of the picture is a lattice of its tiles.
std::vector<Region> cut_into_tiles(Size size, int members, const TeamTiling &tiling);

/// Several engines that work on one frame together: each takes the next tile when it is done with
/// one. A tile's samples depend on their places alone, so the bits are any member's.
///
/// A member that throws loses the rest of the frame, and what it had made of it is made again by
/// the others; only when none is left the frame fails. With the next frame it is tried again, for
/// it may only have been short of memory.
class MultiDeviceEngine : public Engine {
  public:
    /// At least one member; nobody else may use them while the team works. Throws DeviceError if
    /// the system has no more threads.
    MultiDeviceEngine(EngineInfo info, std::vector<std::shared_ptr<Engine>> members,
                      const TeamTiling &tiling = {});

    [[nodiscard]] const EngineInfo &info() const override { return info_; }
    std::shared_ptr<Frame> make_frame(const RenderRequest &request) override;
    [[nodiscard]] std::vector<Engine *> parts() override;

  private:
    const EngineInfo info_;
    const TeamTiling tiling_;
    const std::shared_ptr<DeviceGroup> group_;
};

} // namespace fathom
