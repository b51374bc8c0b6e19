// How many samples a pixel at rest gets.
#include "ui/explorer/anti_aliasing.h"
#include "ui/explorer/frame_pacing.h"
#include "ui/explorer/messages.h"
#include "ui/state/session.h"

#include <gtest/gtest.h>

namespace fathom::ui::anti_aliasing_test {

class Samples : public testing::Test {
  protected:
    UiClock clock_;
    FramePacing pacing_;
    Messages messages_{clock_, pacing_};
    Session session_{Location{}, {64, 40}};
    AntiAliasing anti_aliasing_{messages_, session_};
};

TEST_F(Samples, AKeyGoesRoundAndSaysSo) {
    EXPECT_EQ(anti_aliasing_.samples(), 4);
    for (const int expected : {8, 16, 1, 2, 4}) {
        anti_aliasing_.next_samples();
        EXPECT_EQ(anti_aliasing_.samples(), expected);
        const std::string words = messages_.toasts().list().back().words;
        EXPECT_NE(words.find(expected == 1 ? "off" : std::to_string(expected)), std::string::npos)
            << words;
    }
}

TEST_F(Samples, StayWithinTheChoices) {
    anti_aliasing_.set_samples(1000);
    EXPECT_EQ(anti_aliasing_.samples(), 16);
    anti_aliasing_.set_samples(-3);
    EXPECT_EQ(anti_aliasing_.samples(), 1);
    anti_aliasing_.next_samples();
    EXPECT_EQ(anti_aliasing_.samples(), 2);
}

// Before there is an engine there is nothing to refine, and nothing to tell.
TEST_F(Samples, NoEngineIsNoPicture) {
    anti_aliasing_.refine(nullptr, true);
    EXPECT_TRUE(messages_.toasts().list().empty());
}

} // namespace fathom::ui::anti_aliasing_test
