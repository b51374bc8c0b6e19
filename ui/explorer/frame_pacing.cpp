#include "ui/explorer/frame_pacing.h"

#include <algorithm>

namespace fathom::ui {
namespace {

// Until panels have settled: one that sees the click, one with new content, one with the size for
// it, one that centres that, and one to spare.
constexpr int kFramesAfterActivity = 5;
// Until the overlay has the size for news of an engine: one that sees them, one with their times,
// one with the size.
constexpr int kFramesAfterNews = 4;

} // namespace

void FramePacing::draw_at_least(int frames) {
    left_ = std::max(left_, frames);
}

void FramePacing::draw_after_activity() {
    left_ = kFramesAfterActivity;
}

void FramePacing::draw_after_news() {
    draw_at_least(kFramesAfterNews);
}

void FramePacing::draw_on() {
    draw_at_least(2);
}

void FramePacing::draw_once() {
    draw_at_least(1);
}

void FramePacing::settle() {
    draw_after_activity();
    until_settled_ = kFramesAfterActivity;
}

void FramePacing::draw_again(const Unrest &unrest, bool in_software, Time now) {
    const Duration pause =
        in_software ? std::max<Duration>(kShortestFrame, 4 * draw_time_) : kShortestFrame;
    const Duration rest = now - last_draw_;
    if ((unrest.pictures && rest >= pause) || (unrest.cursor && rest >= kCursorBlink) ||
        (unrest.progress && rest >= kProgressPause))
        draw_once();
}

void FramePacing::begin(Time now) {
    last_draw_ = now;
    --left_;
}

void FramePacing::end(Time now) {
    draw_time_ = now - last_draw_;
    if (settling())
        --until_settled_;
}

void FramePacing::swapped(Time now) {
    swaps_.push_back(now);
    while (now - swaps_.front() > std::chrono::seconds(1))
        swaps_.pop_front();
}

} // namespace fathom::ui
