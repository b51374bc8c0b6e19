#include "app/progress_bar.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <string>
#include <unistd.h>

namespace fathom::app {
namespace {

constexpr double kPatienceMs = 1000;
constexpr double kRedrawMs = 100;
constexpr int kCells = 30;

/// Seconds as M:SS or H:MM:SS.
std::string clock_text(double seconds) {
    constexpr double kLongest = 359'999; // 99:59:59, beyond which nobody needs to know
    const int s = static_cast<int>(std::min(seconds, kLongest));
    return s < 3600 ? fmt::format("{}:{:02}", s / 60, s % 60)
                    : fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

} // namespace

ProgressBar::ProgressBar(bool quiet) : enabled_(!quiet && isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
    if (visible_)
        std::fputs("\r\033[K", stderr);
}

void ProgressBar::show(double share) {
    const double now_ms = since_start_.ms();
    if (!enabled_ || share <= 0 || now_ms < kPatienceMs || now_ms - drawn_at_ms_ < kRedrawMs)
        return;
    share = std::min(share, 1.0);
    const double left_s = now_ms / 1000 * (1 - share) / share;
    const int filled = static_cast<int>(share * kCells);
    const std::string line =
        fmt::format("\r{:3} % [{:#<{}}{:.<{}}] {} left\033[K", static_cast<int>(share * 100), "",
                    filled, "", kCells - filled, clock_text(left_s));
    std::fputs(line.c_str(), stderr);
    std::fflush(stderr);
    visible_ = true;
    drawn_at_ms_ = now_ms;
}

} // namespace fathom::app
