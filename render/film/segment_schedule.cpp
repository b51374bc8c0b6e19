#include "render/film/segment_schedule.h"

namespace fathom::film {

SegmentSchedule::SegmentSchedule(const std::vector<bool> &made) {
    for (const bool each : made) {
        states_.push_back(each ? State::made : State::free);
        left_ += each ? 0 : 1;
    }
}

std::optional<int> SegmentSchedule::take(int last) {
    const auto next = static_cast<std::size_t>(last + 1);
    const bool goes_on = last >= 0 && next < states_.size() && states_[next] == State::free;
    const std::optional<int> chosen = goes_on ? last + 1 : begin_of_run();
    if (chosen)
        states_[static_cast<std::size_t>(*chosen)] = State::taken;
    return chosen;
}

std::optional<int> SegmentSchedule::begin_of_run() const {
    std::size_t most = 0, chosen = 0;
    for (std::size_t first = 0; first < states_.size();) {
        std::size_t end = first;
        while (end < states_.size() && states_[end] == State::free)
            ++end;
        // Whoever is at work on the segment before the run will come along it.
        const bool followed = first > 0 && states_[first - 1] == State::taken;
        const std::size_t begin = followed ? first + (end - first + 1) / 2 : first;
        if (end - begin > most) {
            most = end - begin;
            chosen = begin;
        }
        first = end + 1;
    }
    return most > 0 ? std::optional(static_cast<int>(chosen)) : std::nullopt;
}

void SegmentSchedule::made(int segment) {
    states_[static_cast<std::size_t>(segment)] = State::made;
    --left_;
}

void SegmentSchedule::give_back(int segment) {
    states_[static_cast<std::size_t>(segment)] = State::free;
}

} // namespace fathom::film
