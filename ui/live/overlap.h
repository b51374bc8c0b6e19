#pragma once
#include "render/engines/timed_span.h"

#include <cstddef>
#include <vector>

namespace fathom::ui {

/// How much of what a GPU's display stream did happened while a later frame was being computed.
struct Overlap {
    std::size_t display_spans = 0;
    std::size_t overlapping = 0; ///< display spans of which a part did
    double overlapped_ms = 0;    ///< time of these parts
    double display_ms = 0;       ///< time of all display spans
};

/// Of the display spans and the iterate spans of frames with a greater tag than the display span's
/// own. The spans of one kind come from one stream of one device: they do not overlap one another.
/// In any order.
Overlap measure_overlap(const std::vector<TimedSpan> &spans);

} // namespace fathom::ui
