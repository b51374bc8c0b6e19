// The parts of the window that need no window.
#include "render/base/error.h"
#include "tests/support/environment.h"
#include "tests/support/temp_folder.h"
#include "ui/live/engines.h"
#include "ui/live/frame_stats.h"
#include "ui/live/progress.h"
#include "ui/state/key_bindings.h"
#include "ui/state/number_text.h"
#include "ui/state/pictures_folder.h"
#include "ui/state/session.h"

#include <chrono>
#include <gtest/gtest.h>

namespace fathom {
namespace {

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
    session.set_out(start, now);
    place_is_right();
    session.arrive(start);
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

TEST(Commands, EveryActionHasAKeyAndNoKeyHasTwo) {
    for (int action = 0; action <= static_cast<int>(Action::quit); ++action) {
        int labels = 0;
        for (const KeyBinding &binding : key_bindings())
            labels += binding.action == static_cast<Action>(action) && binding.label != nullptr;
        EXPECT_EQ(labels, 1) << "action " << action;
    }
    const auto bindings = key_bindings();
    for (std::size_t a = 0; a < bindings.size(); ++a)
        for (std::size_t b = a + 1; b < bindings.size(); ++b)
            EXPECT_FALSE(bindings[a].key == bindings[b].key &&
                         bindings[a].control == bindings[b].control &&
                         (bindings[a].shift == bindings[b].shift || bindings[a].shift < 0 ||
                          bindings[b].shift < 0))
                << bindings[a].effect << " and " << bindings[b].effect;
}

TEST(NewFileNames, GivesNoNameTwice) {
    const TempFolder folder;
    const Environment pictures("XDG_PICTURES_DIR", folder.path().string());
    NewFileNames names;
    const std::filesystem::path first = names.next(".png");
    EXPECT_EQ(first.parent_path(), folder.path());
    EXPECT_EQ(first.extension(), ".png");
    // Within the same second, before the first one is written, and beside another program's file.
    const std::filesystem::path second = names.next(".png");
    EXPECT_NE(second, first);
    write_all(first, "");
    write_all(second, "");
    const std::filesystem::path third = NewFileNames().next(".png");
    EXPECT_NE(third, first);
    EXPECT_NE(third, second);
    EXPECT_EQ(names.next(".toml").extension(), ".toml");
}

TEST(Engines, PrefersTheGpuThatDraws) {
    const auto device = [](const char *id, const char *kind) {
        DeviceInfo info;
        info.id = id;
        info.kind = kind;
        return info;
    };
    DeviceList list;
    list.devices = {device("reference", "reference"), device("cpu", "cpu")};
    EXPECT_EQ(preferred_device(list, std::nullopt), "cpu");
    EXPECT_EQ(preferred_device(list, 0), "cpu") << "that GPU does not answer";
    list.devices.push_back(device("gpu0", "gpu"));
    list.devices.push_back(device("gpu1", "gpu"));
    EXPECT_EQ(preferred_device(list, std::nullopt), "gpu0");
    EXPECT_EQ(preferred_device(list, 1), "gpu1");
    EXPECT_EQ(preferred_device(list, 7), "gpu0");
}

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

TEST(Progress, SaysWhatIsUnfinished) {
    using State = Progress::State;
    EXPECT_EQ(describe({State::computing, 0.034}), "computing 3 %");
    EXPECT_EQ(describe({State::computing, 0.9999}), "computing 99 %");
    EXPECT_EQ(describe({State::computing, 0}), "computing a preview");
    EXPECT_EQ(describe({State::computing, 0.0012}), "computing 0.12 %");
    EXPECT_EQ(describe({State::stopped, 0.034}), "stopped at 3 %, Space goes on");
    EXPECT_EQ(describe({State::complete, 1}), "");
    EXPECT_EQ(describe(limit_progress(0.429)), "finding iterations 42 %");
}

TEST(Progress, OfTwoEnginesIsCompleteOnlyWithBoth) {
    using State = Progress::State;
    EXPECT_TRUE(together({{State::complete, 1}, {State::complete, 1}}).complete());
    const Progress second = together({{State::complete, 1}, {State::computing, 0.5}});
    EXPECT_EQ(second.state, State::computing);
    EXPECT_EQ(second.share, 0.75);
    EXPECT_EQ(together({{State::waiting, 0}, {State::computing, 0.5}}).state, State::computing);
    EXPECT_EQ(together({{State::stopped, 0.5}, {State::computing, 0.5}}).state, State::computing);
    EXPECT_EQ(together({{State::complete, 1}, {State::stopped, 0}}).state, State::stopped);
    EXPECT_EQ(together({{State::complete, 1}, {State::starting, 0}}).state, State::starting);
}

TEST(Numbers, ZoomHasSixDigits) {
    const auto zoom = [](const char *text) { return short_zoom(Decimal::parse(text)); };
    EXPECT_EQ(zoom("2"), "2");
    EXPECT_EQ(zoom("1.4142135623730951"), "1.41421");
    EXPECT_EQ(zoom("9999.99"), "9999.99");
    EXPECT_EQ(zoom("9999.9999"), "1e4");
    EXPECT_EQ(zoom("15000"), "1.5e4");
    EXPECT_EQ(zoom("320000.1"), "3.2e5");
    EXPECT_EQ(zoom("65536.123"), "6.55361e4");
    EXPECT_EQ(zoom("2.5e100000"), "2.5e100000");
    EXPECT_EQ(zoom("0.001"), "1e-3");
    EXPECT_EQ(zoom("0.5"), "0.5");
}

TEST(Numbers, NumbersForPeople) {
    EXPECT_EQ(short_number(0), "0.00");
    EXPECT_EQ(short_number(9.994), "9.99");
    EXPECT_EQ(short_number(9.996), "10.0");
    EXPECT_EQ(short_number(99.96), "100");
    EXPECT_EQ(short_number(1234567), "1,234,567");
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(1000), "1,000");
    EXPECT_EQ(short_count(2'412'000'000.0), "2.41 G");
    EXPECT_EQ(duration(59.2), "1 min 0 s");
    EXPECT_EQ(duration(3.1), "4 s");
    EXPECT_EQ(duration(3700), "1 h 1 min");
}

} // namespace
} // namespace fathom
