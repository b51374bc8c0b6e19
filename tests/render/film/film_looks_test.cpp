// Limits and colours that are the film's to find.
#include "render/film/film_looks.h"

#include "render/engines/devices.h"
#include "render/film/film_findings.h"
#include "render/film/zoom_leg.h"
#include "render/jobs/survey.h"
#include "tests/support/frames_of_films.h"

#include <algorithm>
#include <future>

namespace fathom::film::film_looks_test {

const std::atomic<bool> kGoOn = false;

// The orbit is made for that, by all levels' limits without their views: at 1e100000 these would
// take hours.
TEST(FilmLooks, TellsTheLargestLimitOfAllLevels) {
    const auto engine = make_engine("cpu");
    Film rising = seahorse(), falling = seahorse(), found = deep();
    rising.keys[1].location.iterations = 7 * rising.keys[0].location.iterations;
    falling.keys[0].location.iterations = 7 * falling.keys[1].location.iterations;
    found.keys[1].location.automatic_iterations = true;
    for (const Film &film : {rising, falling, found}) {
        SharedFilm shared(film, options_of(1));
        Turns turns(1);
        const auto leg = shared.zoom_of(0);
        ASSERT_TRUE(leg->prepare({*engine, turns}, kGoOn));
        const FilmLooks &looks = leg->looks();
        std::uint64_t largest = 0;
        for (int level = looks.first_level(); level <= looks.last_level(); ++level)
            largest = std::max(largest, looks.location_of(level).iterations);
        EXPECT_EQ(looks.largest_limit(), largest);
    }
}

// Several lanes come at once, and each finds what nobody is at yet.
TEST(FilmLooks, FindsTheSameByOneThreadAndByMany) {
    const auto engine = make_engine("cpu");
    Film film = deep();
    for (FilmKey &key : film.keys) {
        key.location.automatic_iterations = true;
        key.location.automatic_colours = true;
    }
    film.keys[1].location.view.zoom = Decimal::parse("1e24");
    std::vector<LegFindings> found;
    for (const int threads : {1, 4}) {
        SharedFilm shared(film, options_of(1));
        Turns turns(1);
        const SharedEngine own{*engine, turns};
        const auto leg = shared.zoom_of(0);
        std::vector<std::future<bool>> done;
        for (int i = 0; i < threads; ++i)
            done.push_back(std::async(std::launch::async, [&] {
                bool all = leg->prepare(own, kGoOn);
                for (int level = leg->looks().first_level(); level < leg->looks().last_level();
                     level += 5)
                    all = all && leg->find_survey(level, own, kGoOn);
                return all;
            }));
        for (std::future<bool> &each : done)
            EXPECT_TRUE(each.get());
        found.push_back(leg->findings());
    }
    EXPECT_GT(found[0].limits.size(), 2U);
    EXPECT_EQ(found[0].limits, found[1].limits);
    EXPECT_GT(found[0].surveys.size(), 5U);
    ASSERT_EQ(found[0].surveys.size(), found[1].surveys.size());
    for (const auto &[number, survey] : found[0].surveys)
        EXPECT_EQ(survey->fit, found[1].surveys.at(number)->fit);
}

} // namespace fathom::film::film_looks_test
