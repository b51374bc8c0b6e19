// Where a picture has much to see.
#include "render/jobs/interesting_places.h"

#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/places/location.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>

namespace fathom::interesting_places_test {

constexpr std::atomic<bool> kNever = false;

CoarseSamples picture_of(const std::function<std::uint64_t(int, int)> &index) {
    CoarseSamples samples{{64, 48}, {}};
    for (int y = 0; y < samples.size.height; ++y)
        for (int x = 0; x < samples.size.width; ++x)
            samples.indices.push_back(index(x, y));
    return samples;
}

TEST(InterestingPlaces, ThereAreNoneWhereAllIsFlatOrInside) {
    EXPECT_TRUE(interesting_places(picture_of([](int, int) { return 7; })).empty());
    EXPECT_TRUE(
        interesting_places(picture_of([](int, int) { return CoarseSamples::kInside; })).empty());
    // An edge between the two is nothing to look at either.
    EXPECT_TRUE(interesting_places(picture_of([](int x, int) {
                    return x < 30 ? 7 : CoarseSamples::kInside;
                })).empty());
    // Deep in, all escape late, and slopes that are even are still flat.
    EXPECT_TRUE(interesting_places(picture_of([](int x, int) { return 50'000 + x / 8; })).empty());
}

TEST(InterestingPlaces, TheBestIsWhereManyValuesMeet) {
    // Noise in one cell, with the last to escape at (43, 21), on a plain; a weaker one beside.
    const auto places = interesting_places(picture_of([](int x, int y) -> std::uint64_t {
        if (x == 43 && y == 21)
            return 90'000;
        if (x >= 40 && x < 48 && y >= 16 && y < 24)
            return 100 + (x * 7919 + y * 104'729) % 5000;
        if (x >= 16 && x < 24 && y >= 16 && y < 24)
            return 100 + (x * 7919 + y * 104'729) % 11;
        return 100;
    }));
    ASSERT_GE(places.size(), 2u);
    EXPECT_EQ(places[0].x, 43.5 / 64);
    EXPECT_EQ(places[0].y, 21.5 / 48);
    EXPECT_GT(places[0].variety, 2 * places[1].variety);
    for (const InterestingPlace &place : places)
        EXPECT_GT(place.variety, 0);
}

TEST(InterestingPlaces, AreAtTheSetsEdge) {
    const auto engine = make_engine("cpu");
    const Location location;
    const Size size{960, 600};
    const auto samples = coarse_samples(*engine, location, size, nullptr, kNever);
    ASSERT_TRUE(samples);
    EXPECT_EQ(samples->size.width, 128);
    EXPECT_EQ(samples->size.height, 80);
    const auto places = interesting_places(*samples);
    ASSERT_GE(places.size(), 5u);
    for (const InterestingPlace &place : places) {
        const double re = location.view.re.to_double() + (place.x - 0.5) * 4 * 960 / 600;
        const double im = (0.5 - place.y) * 4;
        EXPECT_LT(std::hypot(re, im), 2.1) << re << ' ' << im;
        // Neither in the main cardioid nor in the disc beside it.
        const double q = (re - 0.25) * (re - 0.25) + im * im;
        EXPECT_FALSE(q * (q + re - 0.25) < 0.2 * im * im) << re << ' ' << im;
        EXPECT_GT(std::hypot(re + 1, im), 0.2) << re << ' ' << im;
    }
    const std::atomic<bool> stop = true;
    EXPECT_FALSE(coarse_samples(*engine, location, size, nullptr, stop));
}

} // namespace fathom::interesting_places_test
