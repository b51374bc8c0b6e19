#pragma once
#include <cstdint>
#include <string>

namespace fathom {

/// Frames a second as a fraction, as files hold it.
struct FrameRate {
    std::int64_t frames = 60;
    std::int64_t seconds = 1;
    friend bool operator==(const FrameRate &, const FrameRate &) = default;

    /// "60/1".
    [[nodiscard]] std::string text() const;
    /// When frame `number` begins, in whole microseconds, the nearest.
    [[nodiscard]] std::int64_t microseconds(std::int64_t number) const;
};

/// The fraction that is meant by a rate (1 to 240): 23.976, 29.97 and 59.94 stand for television's
/// 24000/1001 and so on; else the nearest one whose denominator is at most 1,001.
FrameRate frame_rate(double frames_per_second);

/// Frames of a segment of a film: those of a second, at least one. A segment begins with a frame
/// that needs no other, so players find their way to any second.
int frames_a_segment(double frames_per_second);

} // namespace fathom
