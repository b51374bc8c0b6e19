#include "ui/overlap.h"

#include <gtest/gtest.h>

namespace fathom {
namespace {

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

} // namespace
} // namespace fathom
