// Which lane makes which segment of a film, and how its frames get to the writer.
#include "render/film/segment_schedule.h"

#include "render/base/error.h"
#include "render/film/frame_feed.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>
#include <optional>
#include <vector>

namespace fathom {
namespace {

TEST(SegmentSchedule, KeepsLanesOnRunsOfTheirOwn) {
    SegmentSchedule schedule(std::vector<bool>(12, false));
    EXPECT_EQ(schedule.take(-1), 0);
    EXPECT_EQ(schedule.take(-1), 6); // the middle of 1 to 11
    schedule.made(0);
    EXPECT_EQ(schedule.take(0), 1);
    EXPECT_EQ(schedule.take(-1), 9);
    for (const int next : {2, 3, 4, 5}) {
        schedule.made(next - 1);
        EXPECT_EQ(schedule.take(next - 1), next);
    }
    schedule.made(5);
    EXPECT_EQ(schedule.take(5), 8); // 7 and 8, of which whoever makes 6 will take the first
    schedule.give_back(8);
    EXPECT_EQ(schedule.take(-1), 8);
    EXPECT_FALSE(schedule.over());
}

TEST(SegmentSchedule, BeginsWhereNobodyWillComeAlong) {
    std::vector<bool> made(6, false);
    made[0] = made[1] = true;
    SegmentSchedule schedule(made);
    EXPECT_EQ(schedule.take(-1), 2);
    for (int taken = 1; taken < 4; ++taken)
        EXPECT_TRUE(schedule.take(-1).has_value());
    EXPECT_EQ(schedule.take(-1), std::nullopt);
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

} // namespace
} // namespace fathom
