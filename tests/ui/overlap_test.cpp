#include "render/engines/devices.h"
#include "render/places/location.h"
#include "tests/support/host_display.h"
#include "tests/support/wait_for.h"
#include "ui/live/overlap.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace fathom::ui::overlap_test {

TimedSpan iterate(std::uint64_t tag, double begin, double end) {
    return {TimedSpan::Work::iterate, tag, begin, end};
}
TimedSpan display(std::uint64_t tag, double begin, double end) {
    return {TimedSpan::Work::display, tag, begin, end};
}

TEST(Overlap, OfNothingIsNothing) {
    const Overlap overlap = measure_overlap({});
    EXPECT_EQ(overlap.display_spans, 0U);
    EXPECT_EQ(overlap.overlapping, 0U);
    EXPECT_EQ(overlap.overlapped_ms, 0);
    EXPECT_EQ(overlap.display_ms, 0);
}

TEST(Overlap, OneByOneThereIsNone) {
    const Overlap overlap = measure_overlap(
        {iterate(1, 0, 4), display(1, 4, 5), iterate(2, 5, 9), display(2, 9, 10.5)});
    EXPECT_EQ(overlap.display_spans, 2U);
    EXPECT_EQ(overlap.overlapping, 0U);
    EXPECT_EQ(overlap.overlapped_ms, 0);
    EXPECT_EQ(overlap.display_ms, 2.5);
}

TEST(Overlap, CountsThePartInsideSlicesOfALaterFrame) {
    // The display of 1 begins before the first slice of 2, covers the gap between two slices, and
    // ends within the second.
    const Overlap overlap = measure_overlap(
        {iterate(1, 0, 4), iterate(2, 4.5, 5), display(1, 4, 6), iterate(2, 5.25, 9)});
    EXPECT_EQ(overlap.display_spans, 1U);
    EXPECT_EQ(overlap.overlapping, 1U);
    EXPECT_EQ(overlap.overlapped_ms, 0.5 + 0.75);
    EXPECT_EQ(overlap.display_ms, 2);
}

TEST(Overlap, ASliceMayCoverSeveralDisplays) {
    const Overlap overlap = measure_overlap(
        {iterate(3, 1, 9), display(1, 2, 3), display(2, 4, 4.5), display(2, 8, 10)});
    EXPECT_EQ(overlap.overlapping, 3U);
    EXPECT_EQ(overlap.overlapped_ms, 1 + 0.5 + 1);
}

// A picture in progress is displayed while the same frame is computed: that is another matter.
TEST(Overlap, TheSameOrAnEarlierFrameDoesNotCount) {
    const Overlap overlap =
        measure_overlap({iterate(4, 0, 10), display(4, 1, 2), display(5, 3, 4), display(3, 5, 6)});
    EXPECT_EQ(overlap.display_spans, 3U);
    EXPECT_EQ(overlap.overlapping, 1U);
    EXPECT_EQ(overlap.overlapped_ms, 1);
    EXPECT_EQ(overlap.display_ms, 3);
}

TEST(Overlap, TouchingIsNotOverlapping) {
    const Overlap overlap =
        measure_overlap({iterate(2, 0, 1), display(1, 1, 2), iterate(2, 2, 3), display(1, 3, 3)});
    EXPECT_EQ(overlap.display_spans, 2U);
    EXPECT_EQ(overlap.overlapping, 0U);
}

TEST(Overlap, DoesNotMindTheOrder) {
    const Overlap overlap = measure_overlap(
        {display(2, 6, 7), iterate(3, 6.5, 8), display(1, 3, 4), iterate(2, 2, 3.5)});
    EXPECT_EQ(overlap.overlapping, 2U);
    EXPECT_EQ(overlap.overlapped_ms, 0.5 + 0.5);
}

TEST(Overlap, AGpuTimesItsSlicesAndDisplays) {
    const DeviceList list = list_devices();
    const auto gpu = std::find_if(list.devices.begin(), list.devices.end(),
                                  [](const DeviceInfo &info) { return info.kind == "gpu"; });
    if (gpu == list.devices.end())
        GTEST_SKIP() << "no GPU";
    const auto engine = make_engine(gpu->id);
    RenderRequest request = make_request({}, {640, 400}, {0, 0, 640, 400}, {}, Precision::f64);
    request.tag = 7;
    request.colour.lut = std::make_shared<const PaletteTable>(1, 0);
    const auto frame = engine->make_frame(request);
    const std::atomic<bool> stop = false;
    ASSERT_TRUE(frame->iterate(stop));
    HostDisplay display;
    ShownTiles shown;
    ASSERT_TRUE(frame->show(display, shown));
    EXPECT_EQ(display.asked_device, gpu_index(gpu->id));
    EXPECT_EQ(display.pictures, 1);
    // The end of the display span may be some microseconds away.
    std::vector<TimedSpan> spans;
    ASSERT_TRUE(wait_for([&] {
        const auto more = engine->take_spans();
        spans.insert(spans.end(), more.begin(), more.end());
        return !spans.empty() && spans.back().work == TimedSpan::Work::display;
    }));
    ASSERT_GE(spans.size(), 2U);
    double iterated = 0;
    double last_end = spans.front().begin_ms;
    for (const TimedSpan &span : spans) {
        EXPECT_EQ(span.tag, 7U);
        EXPECT_GE(span.begin_ms, last_end - 1e-3) << "spans are in order and do not overlap";
        EXPECT_GT(span.end_ms, span.begin_ms);
        last_end = span.end_ms;
        if (span.work == TimedSpan::Work::iterate)
            iterated += span.end_ms - span.begin_ms;
    }
    EXPECT_NEAR(iterated, frame->times().iterate_ms, 0.1 * frame->times().iterate_ms + 0.05);
    EXPECT_EQ(measure_overlap(spans).overlapping, 0U) << "the same frame's do not count";
}

} // namespace fathom::ui::overlap_test
