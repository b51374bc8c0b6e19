#include "ui/live/frame_stats.h"

#include <algorithm>

namespace fathom::ui {

Summary summarise(std::vector<double> values) {
    if (values.empty())
        return {};
    std::sort(values.begin(), values.end());
    const std::size_t count = values.size();
    const std::size_t rank = (count * 99 + 99) / 100; // from 1, rounded up
    return {(values[(count - 1) / 2] + values[count / 2]) / 2, values[rank - 1], values.back()};
}

void FrameStats::add(const FrameSample &sample) {
    if (samples_.size() == kKept)
        samples_.erase(samples_.begin());
    samples_.push_back(sample);
}

Summary FrameStats::summary() const {
    std::vector<double> values;
    for (const FrameSample &sample : samples_)
        values.push_back(sample.frame_ms());
    return summarise(std::move(values));
}

std::optional<std::pair<FrameSample, FrameSample>>
FrameStats::newest_common(const FrameStats &other) const {
    for (auto ours = samples_.rbegin(); ours != samples_.rend(); ++ours)
        for (auto theirs = other.samples_.rbegin(); theirs != other.samples_.rend(); ++theirs)
            if (ours->generation == theirs->generation)
                return std::pair(*ours, *theirs);
    return std::nullopt;
}

std::vector<float> FrameStats::graph() const {
    std::vector<float> values;
    for (const FrameSample &sample : samples_)
        values.push_back(static_cast<float>(sample.frame_ms()));
    return values;
}

} // namespace fathom::ui
