// When the window draws, and how often.
#include "ui/explorer/frame_pacing.h"

#include <gtest/gtest.h>

namespace fathom::ui::frame_pacing_test {

using std::chrono::milliseconds;

class Pacing : public testing::Test {
  protected:
    // Draws all frames that are left, each in `frame`; returns how many.
    int draw_all(milliseconds frame = milliseconds(1)) {
        int count = 0;
        for (; pacing_.any_left() && count < 100; ++count) {
            pacing_.begin(now_);
            now_ += frame;
            pacing_.swapped(now_);
            pacing_.end(now_);
        }
        return count;
    }
    // Whether one more frame is drawn so long after the last one began.
    bool draws_again(const FramePacing::Unrest &unrest, milliseconds after,
                     bool in_software = false) {
        pacing_.draw_again(unrest, in_software, last_ + after);
        return draw_all() > 0;
    }
    void draw_last(milliseconds frame) {
        pacing_.draw_once();
        last_ = now_;
        ASSERT_EQ(draw_all(frame), 1);
    }

    FramePacing pacing_;
    FramePacing::Time now_ = FramePacing::Time() + std::chrono::hours(1);
    FramePacing::Time last_ = now_;
};

TEST_F(Pacing, DrawsUntilPanelsHaveSettledThenRests) {
    EXPECT_FALSE(pacing_.any_left());
    pacing_.draw_after_activity();
    EXPECT_EQ(draw_all(), 5);
    pacing_.draw_after_news();
    EXPECT_EQ(draw_all(), 4);
    pacing_.draw_on();
    pacing_.draw_once();
    EXPECT_EQ(draw_all(), 2);
    EXPECT_EQ(draw_all(), 0);
}

TEST_F(Pacing, ALesserReasonTakesNoFrameAway) {
    pacing_.draw_after_activity();
    pacing_.draw_after_news();
    pacing_.draw_once();
    EXPECT_EQ(draw_all(), 5);
}

TEST_F(Pacing, TellsWhenPanelsHaveSettled) {
    EXPECT_FALSE(pacing_.settling());
    pacing_.settle();
    for (int frame = 0; frame < 5; ++frame) {
        EXPECT_TRUE(pacing_.settling()) << frame;
        EXPECT_EQ(pacing_.settles_later(), frame < 4) << frame;
        ASSERT_TRUE(pacing_.any_left()) << frame;
        pacing_.begin(now_);
        pacing_.end(now_);
    }
    EXPECT_FALSE(pacing_.settling());
    EXPECT_FALSE(pacing_.any_left());
}

TEST_F(Pacing, FramesKeepTheirDistance) {
    pacing_.draw_after_activity();
    EXPECT_TRUE(pacing_.due(now_));
    pacing_.begin(now_);
    EXPECT_FALSE(pacing_.due(now_ + milliseconds(15)));
    EXPECT_TRUE(pacing_.due(now_ + milliseconds(16)));
    EXPECT_EQ(pacing_.left_of(milliseconds(16), now_ + milliseconds(10)), milliseconds(6));
    EXPECT_LT(pacing_.left_of(milliseconds(16), now_ + milliseconds(20)).count(), 0);
}

TEST_F(Pacing, WhatChangesByItselfIsDrawnInItsOwnTime) {
    FramePacing::Unrest pictures, cursor, progress;
    pictures.pictures = cursor.cursor = progress.progress = true;
    draw_last(milliseconds(1));
    EXPECT_FALSE(draws_again({}, milliseconds(10'000)));
    EXPECT_FALSE(draws_again(pictures, milliseconds(15)));
    EXPECT_FALSE(draws_again(progress, milliseconds(149)));
    EXPECT_FALSE(draws_again(cursor, milliseconds(249)));
    EXPECT_TRUE(draws_again(pictures, milliseconds(16)));
    draw_last(milliseconds(1));
    EXPECT_TRUE(draws_again(progress, milliseconds(150)));
    draw_last(milliseconds(1));
    EXPECT_TRUE(draws_again(cursor, milliseconds(250)));
}

// A frame of 20 ms leaves the cores to the engines for three times as long.
TEST_F(Pacing, DrawingInSoftwareLeavesCoresToEngines) {
    FramePacing::Unrest pictures;
    pictures.pictures = true;
    draw_last(milliseconds(20));
    EXPECT_FALSE(draws_again(pictures, milliseconds(79), true));
    EXPECT_TRUE(draws_again(pictures, milliseconds(80), true));
    draw_last(milliseconds(20));
    EXPECT_TRUE(draws_again(pictures, milliseconds(20), false));
}

TEST_F(Pacing, CountsTheSwapsOfASecond) {
    for (int swap = 0; swap < 60; ++swap) {
        pacing_.swapped(now_);
        now_ += milliseconds(50);
    }
    EXPECT_EQ(pacing_.frames_per_second(), 21U); // both ends of a second
}

} // namespace fathom::ui::frame_pacing_test
