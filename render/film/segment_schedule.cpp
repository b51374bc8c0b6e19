#include "render/film/segment_schedule.h"

namespace fathom {

SegmentSchedule::SegmentSchedule(const std::vector<bool> &made) {
    for (const bool each : made) {
        states_.push_back(each ? State::made : State::free);
        left_ += each ? 0 : 1;
    }
}

std::optional<int> SegmentSchedule::take(int last) {
    const auto next = static_cast<std::size_t>(last + 1);
    const bool goes_on = last >= 0 && next < states_.size() && states_[next] == State::free;
    const std::optional<int> chosen = goes_on ? last + 1 : from_longest_run();
    if (chosen)
        states_[static_cast<std::size_t>(*chosen)] = State::taken;
    return chosen;
}

std::optional<int> SegmentSchedule::from_longest_run() const {
    std::size_t longest = 0, first = 0;
    for (std::size_t begin = 0; begin < states_.size();) {
        std::size_t end = begin;
        while (end < states_.size() && states_[end] == State::free)
            ++end;
        if (end - begin > longest) {
            longest = end - begin;
            first = begin;
        }
        begin = end + 1;
    }
    if (longest == 0)
        return std::nullopt;
    // Whoever is at work on the segment before the run will come along it.
    const bool followed = first > 0 && states_[first - 1] == State::taken;
    return static_cast<int>(followed ? first + longest / 2 : first);
}

void SegmentSchedule::made(int segment) {
    states_[static_cast<std::size_t>(segment)] = State::made;
    --left_;
}

void SegmentSchedule::give_back(int segment) {
    states_[static_cast<std::size_t>(segment)] = State::free;
}

} // namespace fathom
