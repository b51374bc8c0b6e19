// Limits and colours that are the film's to find.
#include "render/film/film_looks.h"

#include "render/engines/devices.h"
#include "render/film/zoom_leg.h"
#include "tests/support/frames_of_films.h"

#include <algorithm>

namespace fathom {
namespace {

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

} // namespace
} // namespace fathom
