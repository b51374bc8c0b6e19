// What the mouse, wheels and fingers mean: SDL's events without a window, and with the time passed
// in.
#include "ui/state/input.h"

#include <SDL_version.h>
#include <gtest/gtest.h>

namespace fathom::ui::input_test {

using std::chrono::milliseconds;

/// Hands that act on a window of 640x480.
class Hands {
  public:
    Input input;

    std::optional<Command> button(Uint32 type, int x, int y) {
        SDL_Event event{};
        event.type = type;
        event.button.button = SDL_BUTTON_LEFT;
        event.button.clicks = 1;
        event.button.x = x;
        event.button.y = y;
        return handle(event);
    }
    std::optional<Command> press(int x, int y) { return button(SDL_MOUSEBUTTONDOWN, x, y); }
    std::optional<Command> release(int x, int y) { return button(SDL_MOUSEBUTTONUP, x, y); }
    std::optional<Command> move(int x, int y) {
        SDL_Event event{};
        event.type = SDL_MOUSEMOTION;
        event.motion.x = x;
        event.motion.y = y;
        return handle(event);
    }
    void modifiers(Uint32 type, Uint16 after) {
        SDL_Event event{};
        event.type = type;
        event.key.keysym.mod = after;
        input.watch_modifiers(event);
    }
    std::optional<Command> scroll(float x, float y) {
        SDL_Event event{};
        event.type = SDL_MOUSEWHEEL;
        event.wheel.x = static_cast<Sint32>(x);
        event.wheel.y = static_cast<Sint32>(y);
#if SDL_VERSION_ATLEAST(2, 0, 18)
        event.wheel.preciseX = x;
        event.wheel.preciseY = y;
#endif
        return handle(event);
    }
    std::optional<Command> pinch() {
        SDL_Event event{};
        event.type = SDL_MULTIGESTURE;
        event.mgesture.numFingers = 2;
        event.mgesture.x = event.mgesture.y = 0.5F;
        event.mgesture.dDist = 0.1F;
        return handle(event);
    }
    std::optional<Command> wait(int ms) {
        now_ += milliseconds(ms);
        return input.poll(now_);
    }
    void wait_unnoticed(int ms) {
        now_ += milliseconds(ms);
    }

  private:
    std::optional<Command> handle(const SDL_Event &event) {
        InputScale scale;
        scale.size = {640, 480};
        scale.viewport = scale.size;
        return input.handle(event, scale, now_);
    }
    Input::Time now_{std::chrono::hours(1)};
};

template <class T> bool is(const std::optional<Command> &command) {
    return command && std::holds_alternative<T>(*command);
}

template <class T> bool is_view(const std::optional<Command> &command) {
    const auto *view = command ? std::get_if<ViewCommand>(&*command) : nullptr;
    return view != nullptr && std::holds_alternative<T>(*view);
}

TEST(Input, AShortUnmovedPressIsAClick) {
    Hands hands;
    hands.press(100, 100);
    EXPECT_FALSE(hands.input.clicked());
    hands.wait(100);
    hands.release(101, 100);
    EXPECT_TRUE(hands.input.clicked());
    hands.move(101, 101);
    EXPECT_FALSE(hands.input.clicked());
}

TEST(Input, AHeldOrDraggedButtonIsNoClick) {
    Hands hands;
    hands.press(100, 100);
    EXPECT_TRUE(is<HoldZoom>(hands.wait(300)));
    hands.release(100, 100);
    EXPECT_FALSE(hands.input.clicked());
    // Even if nobody has asked in time whether it is held.
    hands.press(100, 100);
    hands.wait_unnoticed(300);
    hands.release(100, 100);
    EXPECT_FALSE(hands.input.clicked());
    // There and back again.
    hands.press(100, 100);
    EXPECT_TRUE(is_view<PanBy>(hands.move(150, 100)));
    hands.move(100, 100);
    hands.release(100, 100);
    EXPECT_FALSE(hands.input.clicked());
}

TEST(Input, ASlowHandDrags) {
    Hands hands;
    hands.press(100, 100);
    EXPECT_TRUE(is<HoldZoom>(hands.wait(300)));
    EXPECT_TRUE(is<HoldZoom>(hands.move(102, 100))) << "a hand that holds still";
    const auto end = hands.move(110, 100);
    ASSERT_TRUE(is<HoldZoom>(end));
    EXPECT_EQ(std::get<HoldZoom>(*end).direction, 0);
    const auto pan = hands.move(130, 100);
    ASSERT_TRUE(is_view<PanBy>(pan));
    EXPECT_EQ(std::get<PanBy>(std::get<ViewCommand>(*pan)).dx, 30) << "nothing of the way is lost";
    hands.release(130, 100);
    EXPECT_FALSE(hands.input.clicked());
    // Who has zoomed for a while leads the zoom.
    hands.press(100, 100);
    EXPECT_TRUE(is<HoldZoom>(hands.wait(300)));
    hands.wait(300);
    const auto led = hands.move(200, 100);
    ASSERT_TRUE(is<HoldZoom>(led));
    EXPECT_EQ(std::get<HoldZoom>(*led).direction, 1);
}

TEST(Input, TwoFingersEndAHeldButton) {
    Hands hands;
    hands.press(100, 100);
    EXPECT_TRUE(is<HoldZoom>(hands.wait(300)));
    EXPECT_TRUE(hands.input.dragging());
    EXPECT_TRUE(is_view<ZoomAt>(hands.pinch()));
    EXPECT_FALSE(hands.input.dragging());
    hands.release(100, 100);
    EXPECT_FALSE(hands.input.clicked());
}

#if SDL_VERSION_ATLEAST(2, 0, 18)
TEST(Input, AFineWheelZoomsByFractions) {
    Hands hands;
    hands.move(200, 100);
    const auto command = hands.scroll(0, 0.25F);
    ASSERT_TRUE(is<TurnWheel>(command));
    const auto &wheel = std::get<TurnWheel>(*command);
    EXPECT_EQ(wheel.notches, 0.25);
    EXPECT_EQ(wheel.x, 200);
    EXPECT_EQ(wheel.y, 100);
}

TEST(Input, FingersThatMoveSidewaysPan) {
    Hands hands;
    hands.move(200, 100);
    EXPECT_TRUE(is_view<PanBy>(hands.scroll(0.25F, 0.5F)));
    hands.wait(150);
    EXPECT_TRUE(is_view<PanBy>(hands.scroll(0, 0.5F)));
    hands.wait(250);
    EXPECT_TRUE(is<TurnWheel>(hands.scroll(0, 0.5F)));
}
#endif

// Events that come in together, behind a slow frame: what counts is the modifier at each of them,
// not the one that SDL has by the time that they are looked at.
TEST(Input, ShiftCountsAsItWasWhenTheButtonWentDown) {
    Hands hands;
    hands.modifiers(SDL_KEYDOWN, KMOD_LSHIFT);
    hands.press(100, 100);
    hands.modifiers(SDL_KEYUP, 0);
    EXPECT_TRUE(is_view<RotateAt>(hands.move(200, 100)));
    hands.release(200, 100);
    SDL_SetModState(KMOD_LSHIFT);
    hands.press(100, 100);
    EXPECT_TRUE(is_view<PanBy>(hands.move(200, 100)));
    SDL_SetModState(KMOD_NONE);
}

} // namespace fathom::ui::input_test
