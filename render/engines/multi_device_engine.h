#pragma once
#include "render/base/thread_team.h"
#include "render/engines/engine.h"

#include <exception>
#include <vector>

namespace fathom {

class MultiDeviceFrame;

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
    bool iterate(Frame &frame, const std::atomic<bool> &stop) override;
    bool refresh_colour(Frame &frame, const std::atomic<bool> &stop) override;

  private:
    /// Why each member that failed did so; null for the others.
    using Failures = std::vector<std::exception_ptr>;

    bool finish(MultiDeviceFrame &frame, const std::atomic<bool> &stop);
    bool compute_open_parts(MultiDeviceFrame &frame, Failures &failures,
                            const std::atomic<bool> &stop);
    void refresh_parts(MultiDeviceFrame &frame, Failures &failures, const std::atomic<bool> &stop);
    /// Calls `work` with each member's number at the same time, but for those that have failed.
    /// What it throws is the member's failure; that of the last one is thrown.
    void for_each_member(MultiDeviceFrame &frame, Failures &failures,
                         const std::function<void(int)> &work);
    [[nodiscard]] Engine &member(int index) const { return *members_[std::size_t(index)]; }

    const EngineInfo info_;
    const std::vector<std::shared_ptr<Engine>> members_;
    const TeamTiling tiling_;
    ThreadTeam team_;
};

} // namespace fathom
