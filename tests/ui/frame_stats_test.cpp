// Times of the pictures that were shown.
#include "ui/live/frame_stats.h"

#include <gtest/gtest.h>
#include <vector>

namespace fathom::ui::frame_stats_test {

TEST(FrameStats, SummariesOfKnownSeries) {
    EXPECT_EQ(summarise({}).median, 0);
    std::vector<double> values;
    for (int value = 200; value >= 1; --value)
        values.push_back(value);
    const Summary summary = summarise(values);
    EXPECT_EQ(summary.median, 100.5);
    EXPECT_EQ(summary.p99, 198);
    EXPECT_EQ(summary.max, 200);
    EXPECT_EQ(summarise({3, 1, 2}).median, 2);
    EXPECT_EQ(summarise({3, 1, 2}).p99, 3);
}

TEST(FrameStats, KeepsTheNewestOnly) {
    FrameStats stats;
    for (int at = 0; at < 300; ++at)
        stats.add({static_cast<double>(at), 0, 0, 0});
    ASSERT_EQ(stats.graph().size(), FrameStats::kKept);
    EXPECT_EQ(stats.graph().front(), 300 - static_cast<float>(FrameStats::kKept));
    EXPECT_EQ(stats.last().iterate_ms, 299);
}

TEST(FrameStats, ComparesTheTimesThatAreShown) {
    FrameStats slow;
    FrameStats fast;
    EXPECT_FALSE(slow.times_as_fast_as(fast));
    slow.add({500, 10, 9, 1, 5});
    EXPECT_FALSE(slow.times_as_fast_as(fast));
    for (const std::uint64_t generation : {4, 5, 6})
        fast.add({100, 20, 13, 1, generation});
    EXPECT_FALSE(slow.times_as_fast_as(fast)) << "the pictures are different ones";
    slow.add({500, 10, 9, 1, 6});
    ASSERT_TRUE(slow.times_as_fast_as(fast));
    EXPECT_EQ(*fast.times_as_fast_as(slow), 519.0 / 133);
    EXPECT_EQ(*slow.times_as_fast_as(fast), 133.0 / 519);
}

} // namespace fathom::ui::frame_stats_test
