#include "ui/live/overlap.h"

#include <algorithm>
#include <iterator>

namespace fathom::ui {
namespace {

std::vector<TimedSpan> in_order(const std::vector<TimedSpan> &spans, TimedSpan::Work work) {
    std::vector<TimedSpan> chosen;
    std::copy_if(spans.begin(), spans.end(), std::back_inserter(chosen),
                 [work](const TimedSpan &span) { return span.work == work; });
    std::sort(chosen.begin(), chosen.end(),
              [](const TimedSpan &a, const TimedSpan &b) { return a.begin_ms < b.begin_ms; });
    return chosen;
}

} // namespace

Overlap measure_overlap(const std::vector<TimedSpan> &spans) {
    const std::vector<TimedSpan> iterate = in_order(spans, TimedSpan::Work::iterate);
    Overlap overlap;
    auto first = iterate.begin();
    for (const TimedSpan &display : in_order(spans, TimedSpan::Work::display)) {
        while (first != iterate.end() && first->end_ms <= display.begin_ms)
            ++first;
        double overlapped = 0;
        for (auto span = first; span != iterate.end() && span->begin_ms < display.end_ms; ++span)
            if (span->tag > display.tag)
                overlapped += std::min(span->end_ms, display.end_ms) -
                              std::max(span->begin_ms, display.begin_ms);
        ++overlap.display_spans;
        overlap.display_ms += display.end_ms - display.begin_ms;
        overlap.overlapped_ms += overlapped;
        if (overlapped > 0)
            ++overlap.overlapping;
    }
    return overlap;
}

} // namespace fathom::ui
