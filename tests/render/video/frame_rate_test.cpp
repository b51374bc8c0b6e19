// Frame rates as fractions, and the times of frames.
#include "render/video/frame_rate.h"

#include <gtest/gtest.h>

namespace fathom::frame_rate_test {

TEST(FrameRate, IsTheFractionThatIsMeant) {
    EXPECT_EQ(frame_rate(60), (FrameRate{60, 1}));
    EXPECT_EQ(frame_rate(23.976), (FrameRate{24000, 1001}));
    EXPECT_EQ(frame_rate(29.97), (FrameRate{30000, 1001}));
    EXPECT_EQ(frame_rate(59.94), (FrameRate{60000, 1001}));
    EXPECT_EQ(frame_rate(12.5), (FrameRate{25, 2}));
    EXPECT_EQ(frame_rate(1), (FrameRate{1, 1}));
    EXPECT_EQ(frame_rate(240), (FrameRate{240, 1}));
    EXPECT_EQ(frame_rate(60).microseconds(1), 16667);
    EXPECT_EQ(frame_rate(60).microseconds(3), 50000);
    EXPECT_EQ(frame_rate(240).microseconds(240LL * 86'400), 86'400'000'000);
    EXPECT_EQ(frames_a_segment(29.97), 30);
    EXPECT_EQ(frames_a_segment(1), 1);
}

} // namespace fathom::frame_rate_test
