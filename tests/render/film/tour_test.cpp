// Tours, which are films.
#include "render/base/error.h"
#include "render/film/film_path.h"
#include "render/film/tour.h"
#include "render/places/navigation.h"
#include "tests/support/temp_folder.h"

#include <cmath>
#include <gtest/gtest.h>

namespace fathom::film::tour_test {

constexpr Size kSize{1280, 800};

View view(const char *re, const char *im, const char *zoom) {
    return {Decimal::parse(re), Decimal::parse(im), Decimal::parse(zoom), 0};
}

double seconds_of(const Tour &tour) {
    return FilmPath(tour.film, kSize).seconds();
}

/// Where a tour is at a share of its time in a picture of that height.
Location at(const Tour &tour, double share, int height) {
    const FilmPath path(tour.film, {height * 16 / 10, height});
    return path.at(share * path.seconds());
}

/// How far the middle of `a` lies from that of `b`, in pixels of `b`.
double drift(const View &a, const View &b) {
    const AffineMap map = pixel_offset(a, kSize, b, kSize);
    return std::hypot(map.xx * 640 + map.xy * 400 + map.x0 - 640,
                      map.yx * 640 + map.yy * 400 + map.y0 - 400);
}

constexpr const char *kTour = R"(
re = ["-0.75", "-0.743643887037158704752191506114774", "0.25"]
im = ["0", "0.131825904205311970493132056385139", "0.5"]
zoom = ["1", "1e20", "4"]
iterations = [100, 10000, 100]
seconds = [2, 6]
palette = "dusk"
)";

TEST(Tour, MeetsItsStops) {
    const Tour tour = parse_tour(kTour, "test");
    EXPECT_EQ(seconds_of(tour), 8);
    const Location first = at(tour, 0, 1080);
    EXPECT_EQ(first.view, view("-0.75", "0", "1"));
    EXPECT_EQ(first.iterations, 100U);
    const Location middle = at(tour, 0.25, 1080);
    EXPECT_EQ(middle.iterations, 10000U);
    EXPECT_NEAR(middle.view.zoom.log10(), 20, 1e-12);
    // Within a thousandth of a pixel.
    const Decimal off = middle.view.re - Decimal::parse("-0.743643887037158704752191506114774");
    EXPECT_LT(std::abs(off.to_double()), 4e-26);
    const Location last = at(tour, 1, 1080);
    EXPECT_NEAR(last.view.re.to_double(), 0.25, 1e-6);
    EXPECT_NEAR(last.view.zoom.to_double(), 4, 1e-12);
}

TEST(Tour, KeepsOnePointOfTheScreenFixedBetweenStops) {
    // The next stop's centre runs from its place in the first view to the middle along a straight
    // line, and the point that both views show at the same place never moves.
    const Tour tour = parse_tour(R"(
re = ["0", "0.5"]
im = ["0", "0"]
zoom = ["1", "2"]
iterations = [100, 100]
seconds = [1]
)",
                                 "test");
    // Both show 1 at the same distance from the middle, in heights of the window: (1 - 0) 1 = (1 -
    // 0.5) 2.
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        const View seen = at(tour, share, 1000).view;
        EXPECT_NEAR((1 - seen.re.to_double()) * seen.zoom.to_double(), 1, 1e-5) << share;
    }
}

TEST(Tour, StretchesFromStopToStop) {
    const std::string start = "re = ['0', '0', '1']\nim = ['0', '0', '0']\nzoom = ['1', '1', '4']\n"
                              "iterations = [9, 9, 9]\nseconds = [2, 2]\n";
    const Tour tour =
        parse_tour(start + "matrix = [[1, 0, 0, 1], [0.25, 0, 0, 4], [0.25, 0, 0, 4]]\n", "test");
    EXPECT_TRUE(tour.warnings.empty());
    EXPECT_EQ(at(tour, 0, 1000).view.matrix, PlaneMatrix());
    // At an even pace: half of the way is half as long again and again.
    EXPECT_NEAR(at(tour, 0.25, 1000).view.matrix.a, 0.5, 1e-12);
    EXPECT_NEAR(at(tour, 0.25, 1000).view.matrix.d, 2, 1e-12);
    EXPECT_EQ(at(tour, 0.75, 1000).view.matrix, (PlaneMatrix{0.25, 0, 0, 4}));
    EXPECT_NO_THROW(check_location(at(tour, 0.3, 1000)));
    EXPECT_EQ(at(parse_tour(start, "test"), 0.7, 1000).view.matrix, PlaneMatrix());
    const auto refusal = [&](const std::string &matrix) {
        return message_of<InputError>([&] { parse_tour(start + "matrix = " + matrix, "x.toml"); });
    };
    EXPECT_TRUE(contains(refusal("1"), "x.toml:6: matrix must be an array of 3 matrices"));
    EXPECT_TRUE(contains(refusal("[[1, 0, 0, 1]]"), "x.toml:6: matrix must be an array of 3"));
    EXPECT_TRUE(contains(refusal("[[1, 0, 0, 1], [2, 0, 0, 1], [1, 0, 0, 1]]"),
                         "x.toml:6: matrix must be four numbers"));
    EXPECT_TRUE(contains(refusal("[[1, 0, 0, 1],\n[1, 0, 0, 1],\n[-1, 0, 0, -1]]"),
                         "x.toml:8: nothing leads"));
}

TEST(Tour, BuiltinIsFine) {
    const Tour tour = load_tour("builtin");
    EXPECT_GT(seconds_of(tour), 1);
    for (int step = 0; step <= 100; ++step)
        EXPECT_NO_THROW(check_location(at(tour, step / 100.0, 1080)));
}

TEST(Tour, RefusesWhatIsNoTour) {
    const char *broken[] = {
        "",
        "re = 1",
        "re = ['0']\nim = ['0']\nzoom = ['1']\niterations = [1]\nseconds = []",
        "re = ['0', '1']\nim = ['0']\nzoom = ['1', '1']\niterations = [1, 1]\nseconds = [1]",
        "re = ['0', 'x']\nim = ['0', '0']\nzoom = ['1', '1']\niterations = [1, 1]\nseconds = [1]",
        "re = ['0', '1']\nim = ['0', '0']\nzoom = ['1', '0']\niterations = [1, 1]\nseconds = [1]",
        "re = ['0', '1']\nim = ['0', '0']\nzoom = ['1', '1']\niterations = [0, 1]\nseconds = [1]",
        "re = ['0', '1']\nim = ['0', '0']\nzoom = ['1', '1']\niterations = [1, 1]\nseconds = [0]",
    };
    for (const char *text : broken)
        EXPECT_THROW(parse_tour(text, "broken.toml"), InputError) << text;
    const std::string whole =
        "re = ['0', '1']\nim = ['0', '0']\nzoom = ['1', '1']\niterations = [1, 1]\nseconds = [1]\n";
    EXPECT_NO_THROW(parse_tour(whole, "whole.toml"));
    EXPECT_THROW(parse_tour(whole + "palette = '../x'", "broken.toml"), InputError);
}

TEST(Tour, SaysWhereItIsBroken) {
    const std::string re = "re = ['0', '1']\n";
    const std::string rest = "iterations = [1, 1]\nseconds = [1]\n";
    const auto refusal = [](const std::string &text) {
        return message_of<InputError>([&] { parse_tour(text, "broken.toml"); });
    };
    EXPECT_TRUE(contains(refusal(re + "im = ['0', '0']\nzoom = ['1',\n'0']\n" + rest),
                         "broken.toml:4: zoom must be"));
    EXPECT_TRUE(contains(refusal(re + "im = ['0', '2e4']\nzoom = ['1', '1']\n" + rest),
                         "broken.toml:2: im must be"));
    EXPECT_TRUE(
        contains(refusal(re + "im = ['0', 'x']\nzoom = ['1', '1']\n" + rest), "broken.toml:2: "));
    const std::string missing =
        refusal(re + "im = ['0', '0']\nzoom = ['1', '1']\n" + rest + "palette = 'no-such'");
    EXPECT_TRUE(contains(missing, "broken.toml:6: "));
    EXPECT_TRUE(contains(missing, "no-such"));
}

TEST(Tour, WarnsOfWhatItDoesNotKnow) {
    EXPECT_TRUE(parse_tour(kTour, "test").warnings.empty());
    const Tour tour = parse_tour(std::string(kTour) + "speed = 2\n", "test");
    ASSERT_EQ(tour.warnings.size(), 1U);
    EXPECT_TRUE(contains(tour.warnings[0], "test:8: speed is not known"));
}

TEST(Tour, MovesWithoutJumpsWhereDoublesCannotTellTheRestOfTheWay) {
    const Tour tour = parse_tour(R"(
re = ["-0.75", "-0.0494700290631040937516922267273536301187457124882248793181049402326421947726869"]
im = ["0", "-0.674787575844675364011392053130597656334770706822403480697999794790994198345484511"]
zoom = ["1", "1e70"]
iterations = [1000, 1000]
seconds = [1]
)",
                                 "test");
    constexpr int kSteps = 2000;
    View last = at(tour, 0, kSize.height).view;
    double way = 0;
    for (int step = 1; step <= kSteps; ++step) {
        const View view = at(tour, static_cast<double>(step) / kSteps, kSize.height).view;
        // One point of the screen is fixed, so each step moves the middle by the same share of it.
        const double moved = drift(view, last);
        if (step > 1) {
            EXPECT_NEAR(moved, way, 0.01 + 0.01 * way) << step;
        }
        way = moved;
        last = view;
    }
    EXPECT_GT(way, 1);
}

} // namespace fathom::film::tour_test
