// Where the window is, and the way there: views, steps that are undone, what each view keeps.
#include "ui/state/session.h"

#include "render/base/error.h"
#include "ui/state/command.h"

#include <chrono>
#include <gtest/gtest.h>

namespace fathom::ui::session_test {

using std::chrono::milliseconds;

constexpr Size kSize{640, 400};

View view(const char *re, const char *im, const char *zoom) {
    return {Decimal::parse(re), Decimal::parse(im), Decimal::parse(zoom), 0};
}

TEST(Session, RemembersViewsThatWereRestedAt) {
    Session session({}, kSize);
    const View start = session.location().view;
    const View passing = view("-0.5", "0.25", "2");
    const View rested = view("-0.5", "0.25", "4");
    const View last = view("-0.5", "0.25", "8");
    const Session::Clock::time_point now{};
    session.move_to(passing, now);
    session.move_to(rested, now + milliseconds(100));
    session.move_to(last, now + milliseconds(800));
    ASSERT_TRUE(session.back());
    EXPECT_EQ(session.location().view, rested);
    ASSERT_TRUE(session.back());
    EXPECT_EQ(session.location().view, start);
    EXPECT_FALSE(session.back());
    ASSERT_TRUE(session.forward());
    ASSERT_TRUE(session.forward());
    EXPECT_EQ(session.location().view, last);
    EXPECT_FALSE(session.forward());
}

TEST(Session, APanelMovesThePictureAndNotThePlace) {
    Location start;
    start.view.zoom = Decimal::parse("1e30");
    start.view.rotation_degrees = 30;
    Session session(start, kSize);
    const auto generation = session.generation();
    session.cover(101);
    EXPECT_EQ(session.location(), start);
    EXPECT_GT(session.generation(), generation);
    EXPECT_EQ(session.viewport().size, (Size{kSize.width - 101, kSize.height}));
    EXPECT_EQ(session.viewport().left, 101);
    const auto place_is_right = [&] {
        const AffineMap map =
            pixel_offset(session.location().view, kSize, session.picture_view(), kSize);
        EXPECT_NEAR(map.x0, 50.5, 1e-3);
        EXPECT_NEAR(map.y0, 0, 1e-3);
        EXPECT_EQ(session.request().location->view, session.picture_view());
        EXPECT_EQ(session.picture().view, session.picture_view());
    };
    place_is_right();
    const Session::Clock::time_point now{};
    session.move_to(apply(ZoomAt{150, 20, 3}, start.view, session.viewport()), now);
    place_is_right();
    session.go_home();
    place_is_right();
    ASSERT_TRUE(session.back());
    place_is_right();
    Location edited = session.location();
    edited.view.rotation_degrees = -70;
    session.edit(edited);
    place_is_right();
    session.go_to(start);
    place_is_right();
    session.cover(0);
    EXPECT_EQ(session.picture(), start);
    session.cover(2 * kSize.width); // for a moment, while the window gets smaller
    EXPECT_EQ(session.viewport().size.width, 1);
}

TEST(Session, WhatIsUnderTheCursorStaysThereBesideAPanel) {
    Session session({}, kSize);
    session.cover(80);
    const View before = session.picture_view();
    for (const ViewCommand &command :
         {ViewCommand(ZoomAt{150, 20, 3}), ViewCommand(RotateAt{150, 20, 40})}) {
        const View after = apply(command, session.location().view, session.viewport());
        session.jump_to(after);
        const AffineMap map = pixel_offset(session.picture_view(), kSize, before, kSize);
        EXPECT_NEAR(map.xx * 150 + map.xy * 20 + map.x0, 150, 1e-2);
        EXPECT_NEAR(map.yx * 150 + map.yy * 20 + map.y0, 20, 1e-2);
    }
    // A box and a double click lead to the middle of what is free.
    const Viewport viewport = session.viewport();
    const auto [x, y] = viewport.middle();
    const View there =
        apply(ZoomToBox{x - 20, y - 10, x + 20, y + 10}, session.location().view, viewport);
    EXPECT_EQ(there.re, session.location().view.re);
    EXPECT_EQ(there.im, session.location().view.im);
    EXPECT_EQ(apply(CentreAndZoom{x, y, 2}, session.location().view, viewport).re,
              session.location().view.re);
}

TEST(Session, ComputesAnewWithoutShortcutsButStaysWhereItIs) {
    Session session({}, kSize);
    EXPECT_TRUE(session.request().shortcuts);
    const std::uint64_t generation = session.generation();
    session.choose_method({});
    EXPECT_EQ(session.generation(), generation);
    session.choose_method({.shortcuts = false});
    EXPECT_EQ(session.generation(), generation + 1);
    EXPECT_FALSE(session.request().shortcuts);
    EXPECT_FALSE(session.back()) << "no other view was visited";
}

TEST(Session, IterationsBelongToTheViewsVisited) {
    Session session({}, kSize);
    session.jump_to(view("-0.5", "0.25", "2"));
    session.set_iterations(8000);
    session.jump_to(view("-0.5", "0.25", "4"));
    EXPECT_EQ(session.location().iterations, 8000U);
    session.set_iterations(16000);
    const std::uint64_t generation = session.generation();
    ASSERT_TRUE(session.back());
    EXPECT_EQ(session.location().iterations, 8000U);
    EXPECT_EQ(session.generation(), generation + 1);
    ASSERT_TRUE(session.back());
    EXPECT_EQ(session.location().iterations, 1000U);
    ASSERT_TRUE(session.forward());
    ASSERT_TRUE(session.forward());
    EXPECT_EQ(session.location().iterations, 16000U);
}

TEST(Session, ALimitThatFollowsTheViewEndsWithANumber) {
    Session session({}, kSize);
    const std::uint64_t generation = session.generation();
    session.set_automatic_iterations(true);
    EXPECT_EQ(session.generation(), generation) << "the picture is the same";
    session.take_found_iterations(12400);
    EXPECT_EQ(session.generation(), generation + 1);
    EXPECT_EQ(session.location().iterations, 12400U);
    session.go_home();
    EXPECT_TRUE(session.location().automatic_iterations);
    session.jump_to(view("-0.5", "0.25", "2"));
    session.set_iterations(session.location().iterations);
    EXPECT_FALSE(session.location().automatic_iterations) << "the number was chosen";
    ASSERT_TRUE(session.back());
    EXPECT_TRUE(session.location().automatic_iterations);
}

TEST(Session, HomeRestoresLimitAndBailoutButNotThePalette) {
    Location start;
    start.view = view("-0.5", "0.25", "2");
    start.iterations = 50;
    start.bailout = 2;
    Session session(start, kSize);
    session.change_palette(1);
    const std::string palette = session.location().palette;
    session.go_home();
    EXPECT_EQ(session.location().view, View{});
    EXPECT_EQ(session.location().iterations, 1000U);
    EXPECT_EQ(session.location().bailout, 256);
    EXPECT_EQ(session.location().palette, palette);
    ASSERT_TRUE(session.back());
    EXPECT_EQ(session.location().view, start.view);
    EXPECT_EQ(session.location().iterations, 50U);
    EXPECT_EQ(session.location().bailout, 2);
}

TEST(Session, HomeFromADeepPlaceHasColoursThatShowTheSet) {
    Location start;
    start.view = view("-1.75", "0", "1001");
    start.palette = "lagoon";
    start.colour.density = 0.002;
    Session session(start, kSize);
    session.go_home();
    Location usual;
    take_automatic_look(usual);
    EXPECT_EQ(session.location().colour, usual.colour);
    EXPECT_TRUE(session.location().automatic_colours);
    EXPECT_EQ(session.location().palette, "lagoon");
    ASSERT_TRUE(session.back());
    EXPECT_EQ(session.location(), start);
    session.jump_to(view("-1.75", "0", "999"));
    session.go_home();
    EXPECT_EQ(session.location().colour, start.colour) << "near enough for the same density";
}

TEST(Session, HomeFromADeepPlaceHasTheColoursThatItWasLeftWith) {
    Location start;
    start.colour.density = 0.05;
    Session session(start, kSize);
    session.jump_to(view("-1.75", "0", "1e30"));
    Location edited = session.location();
    edited.colour.density = 0.001;
    edited.palette = "lagoon";
    session.edit(edited);
    session.go_home();
    EXPECT_EQ(session.location().colour, start.colour);
    EXPECT_FALSE(session.location().automatic_colours);
    EXPECT_EQ(session.location().palette, "lagoon") << "which suits any depth";
}

TEST(Session, UndoTakesBackOneStepOfAnything) {
    Session session({}, kSize);
    const Location start = session.location();
    session.change_palette(1);
    const Location other_palette = session.location();
    session.begin_step();
    session.set_iterations(5000);
    session.begin_step();
    session.choose_method({.shortcuts = false});
    const Session::Clock::time_point now{};
    session.move_to(view("-0.5", "0.25", "2"), now);
    session.move_to(view("-0.5", "0.25", "4"), now + milliseconds(100));
    const Location moved = session.location();
    Location edited = moved;
    edited.colour.shade = kernels::ColourShade::slope;
    edited.own_palette = Palette{"mine", {{0, 1, 2, 3}}};
    session.edit(edited);
    const std::uint64_t colours = session.colour_generation();
    ASSERT_TRUE(session.undo());
    EXPECT_EQ(session.location(), moved);
    EXPECT_GT(session.colour_generation(), colours);
    ASSERT_TRUE(session.undo());
    EXPECT_EQ(session.location().view, View{});
    EXPECT_FALSE(session.method_choice().shortcuts);
    ASSERT_TRUE(session.undo());
    EXPECT_TRUE(session.method_choice().shortcuts);
    EXPECT_EQ(session.location().iterations, 5000U);
    ASSERT_TRUE(session.undo());
    EXPECT_EQ(session.location(), other_palette);
    ASSERT_TRUE(session.undo());
    EXPECT_EQ(session.location(), start);
    EXPECT_FALSE(session.undo());
    for (int step = 0; step < 5; ++step)
        ASSERT_TRUE(session.redo()) << step;
    EXPECT_EQ(session.location(), edited);
    EXPECT_FALSE(session.redo());
    ASSERT_TRUE(session.undo());
    session.set_iterations(7);
    EXPECT_FALSE(session.redo()) << "another step was taken instead";
}

TEST(Session, AllOfOneGestureIsOneStep) {
    Session session({}, kSize);
    session.begin_step();
    Location edited = session.location();
    for (const double offset : {0.1, 0.2, 0.3}) { // as a slider does
        edited.colour.offset = offset;
        session.edit(edited);
    }
    session.begin_step();
    edited.colour.offset = 0.4;
    session.edit(edited);
    ASSERT_TRUE(session.undo());
    EXPECT_EQ(session.location().colour.offset, 0.3);
    ASSERT_TRUE(session.undo());
    EXPECT_EQ(session.location().colour.offset, 0);
    EXPECT_FALSE(session.undo());
}

TEST(Session, WhatIsFoundByItselfIsNoStep) {
    Session session({}, kSize);
    session.set_automatic_iterations(true);
    session.begin_step();
    session.jump_to(view("-0.5", "0.25", "2"));
    session.take_found_iterations(3000);
    Location fitted = session.location();
    fitted.colour.density = 0.5;
    session.adjust_colours(fitted);
    ASSERT_TRUE(session.undo());
    EXPECT_EQ(session.location().view, View{});
    ASSERT_TRUE(session.redo());
    EXPECT_EQ(session.location(), fitted);
}

TEST(Session, AViewGoneBackToHasTheColoursThatItWasLeftWith) {
    Session session({}, kSize);
    session.change_palette(1);
    const Location left = session.location();
    session.jump_to(view("-0.5", "0.25", "2"));
    session.begin_step();
    session.change_palette(1);
    const Location beyond = session.location();
    ASSERT_TRUE(session.back());
    EXPECT_EQ(session.location(), left);
    EXPECT_FALSE(session.back()) << "the palette before is no other view";
    ASSERT_TRUE(session.forward());
    EXPECT_EQ(session.location(), beyond);
    // Even after a change there, the views ahead stay, and going is a step that can be undone.
    ASSERT_TRUE(session.back());
    session.set_iterations(77);
    ASSERT_TRUE(session.forward());
    EXPECT_EQ(session.location(), beyond);
    ASSERT_TRUE(session.undo());
    EXPECT_EQ(session.location().iterations, 77U);
    ASSERT_TRUE(session.forward());
    EXPECT_EQ(session.location(), beyond);
}

// A session that ended after a change had been made, and before that was kept with the view.
TEST(Session, ARestoredViewIsNoOtherThanThatBeforeItsLastChange) {
    Location home;
    Location last = home;
    last.view = view("-0.5", "0.25", "2");
    Location changed = last;
    changed.iterations = 77;
    Session session(changed, kSize);
    session.restore_past({home, last});
    ASSERT_TRUE(session.back());
    EXPECT_EQ(session.location().view, home.view);
    ASSERT_TRUE(session.forward());
    EXPECT_EQ(session.location(), changed);
}

TEST(Session, HomeAnewHasTheUsualColours) {
    Session session({}, kSize);
    session.change_palette(1);
    session.jump_to(view("-0.5", "0.25", "2"));
    session.go_home_anew();
    Location usual;
    take_automatic_look(usual);
    EXPECT_EQ(session.location().view, View{});
    EXPECT_EQ(session.location().palette, usual.palette);
    EXPECT_EQ(session.location().colour, usual.colour);
    EXPECT_TRUE(session.location().automatic_colours);
}

TEST(Session, CountsGenerationsOnlyWhenPixelsChange) {
    Session session({}, kSize);
    const std::uint64_t first = session.generation();
    session.resize(kSize);
    session.jump_to(session.location().view);
    session.set_iterations(session.location().iterations);
    EXPECT_EQ(session.generation(), first);
    const std::uint64_t colours = session.colour_generation();
    session.change_palette(1);
    EXPECT_EQ(session.generation(), first);
    EXPECT_GT(session.colour_generation(), colours);
    session.set_iterations(2000);
    EXPECT_EQ(session.generation(), first + 1);
    EXPECT_EQ(session.request().limit, 2000U);
    EXPECT_EQ(session.request().tag, first + 1);
    session.resize({320, 200});
    EXPECT_EQ(session.generation(), first + 2);
    EXPECT_EQ(session.request().size, (Size{320, 200}));
}

TEST(Session, KeepsALimitThatThePrecisionDoesNotCountTo) {
    Session session({}, kSize, {.precision = Precision::f64});
    session.set_iterations(LocationLimits::kMaxIterations / 2);
    session.set_iterations(session.location().iterations * 2);
    session.set_iterations(session.location().iterations * 2);
    EXPECT_EQ(session.location().iterations, LocationLimits::kMaxIterations);
    EXPECT_EQ(session.request().limit, most_iterations(Precision::f64))
        << "what can be shown of it";
    EXPECT_NE(session.warning().value_or("").find("4000000000"), std::string::npos);
    session.set_iterations(most_iterations(Precision::f64));
    EXPECT_EQ(session.warning(), std::nullopt);
}

TEST(Session, KeepsEverythingWhenALocationCannotBeTaken) {
    Session session({}, kSize);
    const Location before = session.location();
    Location broken;
    broken.palette = "no-such-palette";
    broken.iterations = 7;
    EXPECT_THROW(session.go_to(broken), InputError);
    EXPECT_EQ(session.location(), before);
    EXPECT_FALSE(session.back());
}

TEST(Session, PalettesGoRound) {
    Session session({}, kSize);
    const std::string first = session.location().palette;
    int steps = 0;
    do {
        session.change_palette(1);
        ASSERT_LT(++steps, 1000);
    } while (session.location().palette != first);
    EXPECT_GT(steps, 1);
    session.change_palette(-1);
    session.change_palette(1);
    EXPECT_EQ(session.location().palette, first);
}

} // namespace fathom::ui::session_test
