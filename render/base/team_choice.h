#pragma once
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

namespace fathom {

/// How many threads shall share each of many equal tasks of some microseconds: as many as were the
/// fastest when all the sizes were tried, which is done again from time to time. On a free machine
/// many are; where other programs want its cores a team waits for its slowest thread, and one alone
/// is faster. To what comes out it must not matter how many there are.
class TeamChoice {
  public:
    using Clock = std::chrono::steady_clock;
    /// Tasks that a size is tried for, and after which a settled one is looked at.
    static constexpr std::size_t kTasksToTry = 16;
    /// Before a size is timed, for threads that sleep to wake up: on virtual machines that takes
    /// longer than those tasks.
    static constexpr std::chrono::microseconds kToWakeUp{500};

    /// Sizes to choose from, at least one.
    explicit TeamChoice(std::vector<std::size_t> sizes) : sizes_(std::move(sizes)) {}

    /// For the next task.
    [[nodiscard]] std::size_t size() const noexcept { return sizes_[at_]; }
    /// That may ever be asked for.
    [[nodiscard]] std::size_t largest() const {
        return *std::max_element(sizes_.begin(), sizes_.end());
    }
    /// A task is done.
    void done() noexcept {
        if (counts())
            look(Clock::now());
    }
    /// A task is done, at that time.
    void done(Clock::time_point now) noexcept {
        if (counts())
            look(now);
    }

  private:
    enum class Stage { kWaking, kTrying, kSettled };
    static constexpr std::size_t kFirstSettled = 2048;
    static constexpr std::size_t kMostSettled = kFirstSettled << 6U;
    static constexpr int kMuchSlower = 4;

    /// One task more; whether it is time to look at the clock.
    bool counts() noexcept {
        ++count_;
        return sizes_.size() > 1 && (stage_ != Stage::kSettled || count_ % kTasksToTry == 0);
    }
    void look(Clock::time_point now) noexcept {
        const Clock::duration took = now - began_;
        if (stage_ == Stage::kWaking) {
            if (took >= kToWakeUp)
                go_to(Stage::kTrying, now);
        } else if (stage_ == Stage::kTrying) {
            if (count_ >= kTasksToTry || took >= best_took_)
                end_trial(took, now);
        } else if (count_ >= settled_for_ || took > kMuchSlower * best_took_) {
            best_took_ = Clock::duration::max();
            try_size(0, now);
        } else {
            began_ = now;
        }
    }

    void try_size(std::size_t at, Clock::time_point now) noexcept {
        at_ = at;
        go_to(Stage::kWaking, now);
    }
    void end_trial(Clock::duration took, Clock::time_point now) noexcept {
        if (took < best_took_) {
            best_took_ = took;
            best_ = at_;
        }
        if (at_ + 1 < sizes_.size())
            try_size(at_ + 1, now);
        else
            settle(now);
    }
    /// For twice as long if it is what it was before: trying costs where a size is slow.
    void settle(Clock::time_point now) noexcept {
        settled_for_ = best_ == settled_on_
                           ? std::clamp(2 * settled_for_, kFirstSettled, kMostSettled)
                           : kFirstSettled;
        settled_on_ = at_ = best_;
        go_to(Stage::kSettled, now);
    }
    void go_to(Stage stage, Clock::time_point now) noexcept {
        stage_ = stage;
        count_ = 0;
        began_ = now;
    }

    std::vector<std::size_t> sizes_;
    std::size_t at_ = 0, best_ = 0, settled_on_ = 0; ///< indices of sizes_
    std::size_t count_ = 0;                          ///< tasks since the trial or the choice
    std::size_t settled_for_ = kTasksToTry;          ///< at first, to be warm
    Stage stage_ = Stage::kSettled;
    Clock::time_point began_ = Clock::now();
    Clock::duration best_took_ = Clock::duration::max() / kMuchSlower;
};

} // namespace fathom
