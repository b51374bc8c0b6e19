#include "render/video/frame_rate.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fathom {

std::string FrameRate::text() const {
    return fmt::format("{}/{}", frames, seconds);
}

std::int64_t FrameRate::microseconds(std::int64_t number) const {
    constexpr std::int64_t kSecond = 1'000'000;
    return (number * seconds * kSecond + frames / 2) / frames;
}

FrameRate frame_rate(double frames_per_second) {
    constexpr int kLargest = 1001;
    constexpr double kTypedShort = 2e-6; // 23.976 differs from 24000/1001 by 1 in a million
    const auto whole = std::llround(frames_per_second);
    const double television = static_cast<double>(whole) * 1000 / kLargest;
    if (std::fabs(frames_per_second - television) < kTypedShort * television)
        return {whole * 1000, kLargest};
    FrameRate best{whole, 1};
    double least = std::fabs(frames_per_second - static_cast<double>(whole));
    for (std::int64_t seconds = 2; seconds <= kLargest && least > 0; ++seconds) {
        const auto frames = std::llround(frames_per_second * static_cast<double>(seconds));
        const double off = std::fabs(frames_per_second -
                                     static_cast<double>(frames) / static_cast<double>(seconds));
        if (off < least * (1 - 1e-9)) {
            best = {frames, seconds};
            least = off;
        }
    }
    return best;
}

int frames_a_segment(double frames_per_second) {
    return std::max(1, static_cast<int>(std::lround(frames_per_second)));
}

} // namespace fathom
