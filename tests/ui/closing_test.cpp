// When the window closes: a signal's wish is told from the button's, and an export is not lost by
// accident.
#include "ui/explorer/closing.h"
#include "ui/explorer/frame_pacing.h"
#include "ui/explorer/messages.h"

#include <gtest/gtest.h>

namespace fathom::ui::closing_test {

class ClosingTest : public testing::Test {
  protected:
    // What SDL sends; returns whether it was taken for a signal.
    bool send(Uint32 type, Uint8 window_event = 0) {
        SDL_Event event{};
        event.type = type;
        if (type == SDL_WINDOWEVENT)
            event.window.event = window_event;
        closing_.watch(event);
        return closing_.signalled(event);
    }

    UiClock clock_;
    FramePacing pacing_;
    Messages messages_{clock_, pacing_};
    Closing closing_{messages_};
    const UiClock::Time now_ = clock_.now();
};

TEST_F(ClosingTest, ASignalIsNotAsked) {
    EXPECT_FALSE(send(SDL_WINDOWEVENT, SDL_WINDOWEVENT_SHOWN));
    EXPECT_FALSE(closing_.decided());
    EXPECT_TRUE(send(SDL_QUIT));
    EXPECT_TRUE(closing_.decided());
}

TEST_F(ClosingTest, TheButtonIsAPersonsWish) {
    EXPECT_FALSE(send(SDL_WINDOWEVENT, SDL_WINDOWEVENT_CLOSE));
    EXPECT_FALSE(send(SDL_QUIT));
    EXPECT_FALSE(closing_.decided());
    EXPECT_TRUE(send(SDL_QUIT)) << "one wish belongs to the button, the next does not";
}

TEST_F(ClosingTest, APersonIsAskedAgainWhileAnExportRuns) {
    closing_.ask(true, now_);
    EXPECT_FALSE(closing_.decided());
    ASSERT_EQ(messages_.toasts().list().size(), 1U);
    EXPECT_TRUE(messages_.toasts().list().front().is_error);
    EXPECT_TRUE(pacing_.any_left());
    closing_.ask(true, now_ + std::chrono::seconds(13));
    EXPECT_FALSE(closing_.decided()) << "the question is forgotten by then";
    closing_.ask(true, now_ + std::chrono::seconds(20));
    EXPECT_TRUE(closing_.decided());
}

TEST_F(ClosingTest, WithoutAnExportNothingIsAsked) {
    closing_.ask(false, now_);
    EXPECT_TRUE(closing_.decided());
    EXPECT_TRUE(messages_.toasts().list().empty());
}

} // namespace fathom::ui::closing_test
