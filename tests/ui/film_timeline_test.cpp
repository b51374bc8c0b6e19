// A film in the making: keys, hands, undo and the playhead, without a window.
#include "ui/state/film_timeline.h"

#include <cmath>
#include <gtest/gtest.h>

namespace fathom::ui::film_timeline_test {

Location place(const char *re, const char *zoom) {
    Location location;
    location.view.re = Decimal::parse(re);
    location.view.zoom = Decimal::parse(zoom);
    return location;
}

std::vector<double> times(const FilmTimeline &film) {
    std::vector<double> result;
    for (const film::FilmKey &key : film.keys())
        result.push_back(key.seconds);
    return result;
}

/// Keys at 0, 4 and 8 seconds, with nothing to undo but these.
FilmTimeline three_keys() {
    film::Film film;
    for (const double seconds : {0.0, 4.0, 8.0}) {
        film.keys.emplace_back();
        film.keys.back().seconds = seconds;
    }
    film.keys[1].location = place("0.25", "16");
    FilmTimeline timeline;
    timeline.open(film);
    return timeline;
}

TEST(FilmTimeline, KeysFollowEachOtherAsFarAsTheWayTakes) {
    FilmTimeline film;
    EXPECT_FALSE(film.complete());
    ASSERT_TRUE(film.add(place("-0.75", "1")));
    EXPECT_FALSE(film.complete());
    ASSERT_TRUE(film.add(place("-0.75", "1048576"))); // 20 octaves, two a second
    ASSERT_TRUE(film.add(place("-0.75", "1048576")));
    EXPECT_EQ(times(film), (std::vector<double>{0, 10, 13}));
    EXPECT_EQ(film.chosen(), 2U);
    EXPECT_EQ(film.playhead(), 13);
    EXPECT_EQ(film.keys()[1].location.view.zoom, Decimal::parse("1048576"));
}

TEST(FilmTimeline, AWayThatGoesOutAndInTakesBoth) {
    const Location a = place("0", "1048576");
    EXPECT_EQ(usual_seconds(a.view, a.view), 3);
    // They are seen together at zoom 1: 20 octaves out and 20 in.
    EXPECT_EQ(usual_seconds(a.view, place("4", "1048576").view), 20);
    EXPECT_EQ(usual_seconds(a.view, place("0", "1e20000").view), 600);
}

TEST(FilmTimeline, AKeyIsPutAtThePlayheadBetweenTwo) {
    FilmTimeline film = three_keys();
    film.choose(0);
    film.set_way(film::FilmWay::flight);
    film.set_easing(0.5, 0.25);
    film.move_playhead(1.5);
    ASSERT_TRUE(film.add(place("1", "2")));
    EXPECT_EQ(times(film), (std::vector<double>{0, 1.5, 4, 8}));
    EXPECT_EQ(film.chosen(), 1U);
    EXPECT_EQ(film.keys()[0].ease_out, 0.5);
    EXPECT_EQ(film.keys()[0].ease_in, 0);
    EXPECT_EQ(film.keys()[1].ease_in, 0.25) << "before the key that it stood before";
    EXPECT_EQ(film.keys()[1].way, film::FilmWay::flight);
    // On a key, it comes behind the last one.
    ASSERT_TRUE(film.add(place("1", "2")));
    EXPECT_EQ(film.keys().size(), 5U);
    EXPECT_EQ(film.chosen(), 4U);
}

// Where a key has palette cycles, the film shows the view that it was made of all the same.
TEST(FilmTimeline, KeysLookAsTheViewDidWithTheirPaletteCycles) {
    FilmTimeline film = three_keys();
    film.choose(1);
    film.set_palette_cycles(2.25);
    EXPECT_EQ(film.keys()[1].palette_cycles, 2.25);
    EXPECT_EQ(film.seen_at_key()->colour.offset, 0.25);
    Location view = place("0.3", "8");
    view.colour.offset = 0.5;
    film.replace(view);
    EXPECT_EQ(film.keys()[1].palette_cycles, 2.25);
    EXPECT_EQ(film.keys()[1].location.colour.offset, 0.25);
    EXPECT_EQ(film.seen_at_key()->colour.offset, 0.5);
    // A key behind it goes on from there, and not back by whole cycles.
    film.move_playhead(5);
    view.colour.offset = 0.125;
    ASSERT_TRUE(film.add(view));
    EXPECT_EQ(film.key()->palette_cycles, 2.25);
    EXPECT_EQ(film.key()->location.colour.offset, -0.125);
    EXPECT_EQ(std::fmod(film.seen_at_key()->colour.offset, 1), 0.125);
    film.set_palette_cycles(1e9);
    EXPECT_EQ(film.key()->palette_cycles, film::FilmLimits::kMaxPaletteCycles);
    for (int steps = 0; steps < 4; ++steps)
        ASSERT_TRUE(film.undo());
    EXPECT_EQ(film.keys()[1].palette_cycles, 0);
    film.move_playhead(2);
    film.set_palette_cycles(1);
    EXPECT_FALSE(film.seen_at_key());
}

TEST(FilmTimeline, CutsToAnotherFormula) {
    FilmTimeline film;
    film.add(place("0", "1"));
    Location julia = place("0", "1");
    julia.formula.julia = true;
    film.add(julia);
    EXPECT_EQ(film.keys()[0].way, film::FilmWay::cut);
    film.replace(place("0", "4"));
    EXPECT_EQ(film.keys()[1].location.view.zoom, Decimal::parse("4"));
}

TEST(FilmTimeline, KeysPassEachOtherAndKeepTheirDistance) {
    FilmTimeline film = three_keys();
    film.choose(1);
    film.set_seconds(9);
    EXPECT_EQ(times(film), (std::vector<double>{0, 8, 9}));
    EXPECT_EQ(film.chosen(), 2U);
    EXPECT_EQ(film.key()->location.view.zoom, Decimal::parse("16"));
    EXPECT_EQ(film.playhead(), 9);
    film.set_seconds(8.01);
    EXPECT_NEAR(film.key()->seconds, 8 + FilmTimeline::kGap, 1e-12);
    film.set_seconds(-3);
    EXPECT_EQ(times(film), (std::vector<double>{0, FilmTimeline::kGap, 8}));
    film.choose(0);
    film.set_seconds(2);
    EXPECT_EQ(film.keys()[0].seconds, 0) << "the first stays";
}

TEST(FilmTimeline, ADragIsOneStep) {
    FilmTimeline film = three_keys();
    film.choose(1);
    film.begin_drag();
    for (const double there : {5.0, 9.0, 2.5})
        film.drag_to(there, false);
    film.end_drag();
    EXPECT_EQ(times(film), (std::vector<double>{0, 2.5, 8}));
    ASSERT_TRUE(film.undo());
    EXPECT_EQ(times(film), (std::vector<double>{0, 4, 8}));
    ASSERT_TRUE(film.redo());
    EXPECT_EQ(times(film), (std::vector<double>{0, 2.5, 8}));
    EXPECT_FALSE(film.redo());
}

TEST(FilmTimeline, ADragWithShiftTakesThoseBehindAlong) {
    FilmTimeline film = three_keys();
    film.choose(1);
    film.begin_drag();
    film.drag_to(6, true);
    EXPECT_EQ(times(film), (std::vector<double>{0, 6, 10}));
    film.drag_to(-5, true);
    EXPECT_NEAR(film.keys()[1].seconds, FilmTimeline::kGap, 1e-12);
    EXPECT_NEAR(film.seconds(), 4 + FilmTimeline::kGap, 1e-12);
    EXPECT_TRUE(film.cancel_drag());
    EXPECT_EQ(times(film), (std::vector<double>{0, 4, 8}));
    EXPECT_FALSE(film.cancel_drag());
    film.begin_drag();
    film.drag_to(4, true);
    film.end_drag();
    ASSERT_TRUE(film.undo());
    EXPECT_TRUE(film.keys().empty()) << "a drag that moved nothing is no step";
}

TEST(FilmTimeline, WithoutItsFirstKeyTheFilmBeginsWithTheSecond) {
    FilmTimeline film = three_keys();
    film.choose(0);
    film.remove();
    EXPECT_EQ(times(film), (std::vector<double>{0, 4}));
    EXPECT_EQ(film.chosen(), 0U);
    EXPECT_EQ(film.keys()[0].location.view.zoom, Decimal::parse("16"));
    film.remove();
    film.remove();
    EXPECT_TRUE(film.keys().empty());
    EXPECT_FALSE(film.chosen());
    film.remove();
    for (int steps = 0; steps < 3; ++steps)
        ASSERT_TRUE(film.undo());
    EXPECT_EQ(times(film), (std::vector<double>{0, 4, 8}));
}

TEST(FilmTimeline, EasingFitsBetweenKeys) {
    FilmTimeline film = three_keys();
    film.choose(1);
    film.set_easing(3, 1);
    EXPECT_EQ(film.key()->ease_out, 2);
    film.choose(2);
    film.set_seconds(5);
    EXPECT_EQ(film.keys()[1].ease_out, 0.5);
    EXPECT_EQ(film.keys()[1].ease_in, 0.5);
}

TEST(FilmTimeline, PlaysToItsEndAndFromItsBeginning) {
    FilmTimeline film;
    film.add(place("0", "1"));
    film.play();
    EXPECT_FALSE(film.playing());
    film = three_keys();
    film.move_playhead(7);
    film.play();
    film.advance(0.5);
    EXPECT_TRUE(film.playing());
    EXPECT_EQ(film.playhead(), 7.5);
    film.advance(0.7);
    EXPECT_FALSE(film.playing());
    EXPECT_EQ(film.playhead(), 8);
    film.play();
    EXPECT_EQ(film.playhead(), 0);
    film.advance(1);
    film.move_playhead(3);
    EXPECT_FALSE(film.playing()) << "a hand ends it";
    film.move_playhead(99);
    EXPECT_EQ(film.playhead(), 8);
    EXPECT_EQ(film.chosen(), 2U) << "the key that is there";
}

TEST(FilmTimeline, GoesFromKeyToKey) {
    FilmTimeline film = three_keys();
    film.move_playhead(5);
    film.choose_next(1);
    EXPECT_EQ(film.chosen(), 2U);
    film.choose_next(1);
    EXPECT_EQ(film.chosen(), 2U);
    film.move_playhead(5);
    film.choose_next(-1);
    EXPECT_EQ(film.chosen(), 1U);
    film.choose_next(-1);
    film.choose_next(-1);
    EXPECT_EQ(film.chosen(), 0U);
}

TEST(FilmTimeline, KnowsWhatIsSaved) {
    FilmTimeline film;
    EXPECT_FALSE(film.unsaved()) << "nothing is to be lost";
    film.add(place("0", "1"));
    EXPECT_TRUE(film.unsaved());
    const auto saved = film.shared();
    film.add(place("0", "4"));
    film.note_saved(saved);
    EXPECT_TRUE(film.unsaved()) << "there is another key since";
    film.undo();
    EXPECT_FALSE(film.unsaved());
    film.open(film::Film());
    EXPECT_FALSE(film.unsaved());
    film.undo();
    EXPECT_EQ(film.keys().size(), 1U) << "a film that was left can be had back";
}

TEST(FilmTimeline, SettingsAreAStep) {
    FilmTimeline film = three_keys();
    film::Film changed = film.film();
    changed.size = {320, 180};
    changed.keys.clear();
    film.set_settings(changed);
    EXPECT_EQ(film.film().size, (Size{320, 180}));
    EXPECT_EQ(film.keys().size(), 3U);
    film.undo();
    EXPECT_EQ(film.film().size, film::Film().size);
}

TEST(FilmTimeline, WordsForPeople) {
    EXPECT_EQ(film_time(3.24), "0:03.2");
    EXPECT_EQ(film_time(59.96), "1:00.0");
    EXPECT_EQ(film_time(720), "12:00.0");
    EXPECT_EQ(power_of_ten_text(Decimal::parse("1")), "10^0");
    EXPECT_EQ(power_of_ten_text(Decimal::parse("2e6")), "10^6.3");
    EXPECT_EQ(power_of_ten_text(Decimal::parse("3e20000")), "10^20000");
    EXPECT_EQ(ruler_step(0.04), 0.1);
    EXPECT_EQ(ruler_step(3), 5);
    EXPECT_EQ(ruler_step(11), 15);
    EXPECT_EQ(ruler_step(4000), 7200);
}

} // namespace fathom::ui::film_timeline_test
