// Which lane makes which segment of a film, and how its frames get to the writer.
#include "render/film/segment_schedule.h"

#include "render/base/error.h"
#include "render/film/frame_feed.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>
#include <optional>
#include <vector>

namespace fathom::film::segment_schedule_test {

TEST(SegmentSchedule, KeepsLanesOnRunsOfTheirOwn) {
    SegmentSchedule schedule(std::vector<bool>(12, false));
    EXPECT_EQ(schedule.take(-1), 0);
    EXPECT_EQ(schedule.take(-1), 7); // of 1 to 11 it makes five, whoever makes 0 six
    schedule.made(0);
    EXPECT_EQ(schedule.take(0), 1);
    EXPECT_EQ(schedule.take(-1), 5);
    for (const int next : {2, 3, 4}) {
        schedule.made(next - 1);
        EXPECT_EQ(schedule.take(next - 1), next);
    }
    schedule.made(4);
    EXPECT_EQ(schedule.take(4), 10); // 8 to 11, of which whoever makes 7 will take the first two
    schedule.give_back(10);
    EXPECT_EQ(schedule.take(-1), 10);
    EXPECT_FALSE(schedule.over());
}

TEST(SegmentSchedule, LeavesALanesNextSegmentToIt) {
    SegmentSchedule schedule(std::vector<bool>(2, false));
    EXPECT_EQ(schedule.take(-1), 0);
    EXPECT_EQ(schedule.take(-1), std::nullopt);
    EXPECT_EQ(schedule.take(0), 1);
    // Where that lane is lost anyone takes what it leaves.
    schedule.made(0);
    schedule.give_back(1);
    EXPECT_EQ(schedule.take(-1), 1);
}

TEST(SegmentSchedule, BeginsWhereNobodyWillComeAlong) {
    std::vector<bool> made(6, false);
    made[0] = made[1] = true;
    SegmentSchedule schedule(made);
    EXPECT_EQ(schedule.take(-1), 2);
    EXPECT_EQ(schedule.take(-1), 5);
    EXPECT_EQ(schedule.take(-1), 4);
    EXPECT_EQ(schedule.take(-1), std::nullopt);
    EXPECT_EQ(schedule.take(2), 3);
    for (const int segment : {2, 3, 4, 5})
        schedule.made(segment);
    EXPECT_TRUE(schedule.over());
    EXPECT_TRUE(SegmentSchedule({true}).over());
}

TEST(FrameFeed, PassesOnWhatWritingThrows) {
    const PixelRows none;
    FrameFeed feed(
        [](int frame, const PixelRows &) {
            if (frame == 3)
                throw DiskError("full");
            return true;
        },
        2);
    EXPECT_EQ(message_of<DiskError>([&] {
                  for (int frame = 0; frame < 100; ++frame)
                      feed.put(frame, none);
                  feed.finish();
              }),
              "full");
    std::vector<int> written;
    FrameFeed all(
        [&](int frame, const PixelRows &) {
            written.push_back(frame);
            return true;
        },
        2);
    for (int frame = 0; frame < 10; ++frame)
        EXPECT_TRUE(all.put(frame, none));
    EXPECT_TRUE(all.finish());
    EXPECT_EQ(written, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

} // namespace fathom::film::segment_schedule_test
