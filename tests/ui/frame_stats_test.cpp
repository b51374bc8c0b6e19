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

TEST(FrameStats, ComparesTheNewestPictureOfBoth) {
    FrameStats slow;
    FrameStats fast;
    EXPECT_FALSE(slow.newest_common(fast));
    slow.add({900, 0, 0, 1, 5});
    for (const std::uint64_t generation : {4, 5, 6, 7})
        fast.add({100.0 + static_cast<double>(generation), 0, 0, 1, generation});
    ASSERT_TRUE(slow.newest_common(fast));
    EXPECT_EQ(slow.newest_common(fast)->first.iterate_ms, 900);
    EXPECT_EQ(slow.newest_common(fast)->second.iterate_ms, 105);
    slow.add({1000, 0, 0, 1, 7});
    EXPECT_EQ(fast.newest_common(slow)->first.iterate_ms, 107);
    EXPECT_EQ(fast.newest_common(slow)->second.iterate_ms, 1000);
}

} // namespace fathom::ui::frame_stats_test
