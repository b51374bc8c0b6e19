#pragma once
#include "render/base/thread_team.h"
#include "render/engines/engine.h"

#include <exception>
#include <functional>
#include <vector>

namespace fathom {

/// Engines that work on one frame together, each on a thread of its own. It lives as long as the
/// engine that they are to the rest, or one of its frames. Members are numbered from 0.
class DeviceGroup {
  public:
    /// Why each member that failed did so; null for the others.
    using Failures = std::vector<std::exception_ptr>;

    /// At least one engine. Throws DeviceError if the system has no more threads.
    explicit DeviceGroup(std::vector<std::shared_ptr<Engine>> members);

    [[nodiscard]] int size() const noexcept { return static_cast<int>(members_.size()); }
    [[nodiscard]] Engine &member(int index) const { return *members_[std::size_t(index)]; }
    [[nodiscard]] Failures no_failures() const { return Failures(members_.size()); }

    /// Calls `work` with each member's number at the same time, but for those that have failed.
    /// What it throws is the member's failure, of which `lost` is told on the same thread; that of
    /// the last one is thrown. An InputError is no failure: no member can make that picture, and it
    /// is thrown.
    void run(Failures &failures, const std::function<void(int)> &work,
             const std::function<void(int)> &lost);

  private:
    const std::vector<std::shared_ptr<Engine>> members_;
    ThreadTeam team_;
};

} // namespace fathom
