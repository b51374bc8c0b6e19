#pragma once
#include <optional>
#include <vector>

namespace fathom::film {

/// Which lane makes which segment of a film. A lane goes on with the segment after its last, for
/// frames that follow each other share most of their work; where that is taken it begins in the
/// middle of the run of which it then makes most, so that all lanes end at about the same time. The
/// last segment in front of a lane is left to that lane: another one would make its rings again.
class SegmentSchedule {
  public:
    /// `made`: of each segment whether it is made already.
    explicit SegmentSchedule(const std::vector<bool> &made);

    /// The segment after `last`, else another; -1 for a lane's first one. Nothing if none is free,
    /// or those that are come next in another lane.
    std::optional<int> take(int last);
    /// A segment that was taken is made.
    void made(int segment);
    /// A segment that was taken is free again.
    void give_back(int segment);
    /// Whether all are made.
    [[nodiscard]] bool over() const noexcept { return left_ == 0; }

  private:
    enum class State { free, taken, made };

    [[nodiscard]] std::optional<int> begin_of_run() const;

    std::vector<State> states_;
    int left_ = 0; ///< that are not made
};

} // namespace fathom::film
