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

std::optional<double> FrameStats::times_as_fast_as(const FrameStats &other) const {
    if (empty() || other.empty() || last().generation != other.last().generation)
        return std::nullopt;
    constexpr double kShortest = 1e-6; // ms
    return std::max(other.last().frame_ms(), kShortest) / std::max(last().frame_ms(), kShortest);
}

std::vector<float> FrameStats::graph() const {
    std::vector<float> values;
    for (const FrameSample &sample : samples_)
        values.push_back(static_cast<float>(sample.frame_ms()));
    return values;
}

} // namespace fathom::ui
