// The way of the window that explores by itself.
#include "ui/state/roaming.h"

#include "render/places/navigation.h"
#include "render/places/picture_size.h"

#include <cmath>
#include <gtest/gtest.h>

namespace fathom::ui::roaming_test {

constexpr Size kSize{800, 600};
const std::vector<InterestingPlace> kPlaces = {
    {0.2, 0.2, 1}, {0.8, 0.2, 0.9}, {0.2, 0.8, 0.8}, {0.8, 0.8, 0.7}, {0.5, 0.5, 0.1}};

std::vector<View> way_of(std::uint32_t seed, int steps) {
    Roaming roaming(seed);
    roaming.begin(View());
    std::vector<View> way;
    for (int step = 0; step < steps; ++step)
        way.push_back(*roaming.next(kPlaces, kSize, false));
    return way;
}

TEST(Roaming, GoesToOneOfTheBest) {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        const View from;
        const View to = way_of(seed, 1).front();
        const double factor = to.zoom.to_double() / from.zoom.to_double();
        EXPECT_GE(factor, 3.999);
        EXPECT_LE(factor, 8.001);
        const AffineMap map = pixel_offset(to, kSize, from, kSize);
        const double x = (map.xx * 400 + map.xy * 300 + map.x0) / kSize.width;
        const double y = (map.yx * 400 + map.yy * 300 + map.y0) / kSize.height;
        EXPECT_NEAR(std::fabs(x - 0.5), 0.3, 1e-6) << "never the dull middle";
        EXPECT_NEAR(std::fabs(y - 0.5), 0.3, 1e-6);
    }
}

TEST(Roaming, IsTheSameWayForTheSameSeedAlone) {
    EXPECT_EQ(way_of(1, 5), way_of(1, 5));
    EXPECT_NE(way_of(1, 5), way_of(2, 5));
}

TEST(Roaming, TurnsBackWhereItIsTooDeepAndTakesNoWayTwice) {
    Roaming roaming(3);
    const View start;
    roaming.begin(start);
    std::vector<View> taken;
    // One way in, then out at once: four times, until all four from the start are taken.
    for (int way = 0; way < 4; ++way) {
        const auto in = roaming.next(kPlaces, kSize, false);
        ASSERT_TRUE(in);
        EXPECT_EQ(roaming.depth(), 1u);
        for (const View &before : taken)
            EXPECT_FALSE(before.re == in->re && before.im == in->im) << "the same way again";
        taken.push_back(*in);
        EXPECT_EQ(roaming.next(kPlaces, kSize, true), start);
        EXPECT_EQ(roaming.depth(), 0u);
    }
    EXPECT_FALSE(roaming.next(kPlaces, kSize, false)) << "all ways were taken";
}

TEST(Roaming, TurnsBackWhereNothingIsLeft) {
    Roaming roaming(4);
    roaming.begin(View());
    std::vector<View> way{View()};
    for (int step = 0; step < 5; ++step)
        way.push_back(*roaming.next(kPlaces, kSize, false));
    const auto out = roaming.next({}, kSize, false);
    ASSERT_TRUE(out);
    EXPECT_LT(roaming.depth(), 5u);
    EXPECT_EQ(*out, way[roaming.depth()]);
}

TEST(Roaming, GoesOutOfAFlatViewUntilThereIsSomething) {
    Roaming roaming(5);
    EXPECT_FALSE(roaming.next(kPlaces, kSize, false)) << "it has not begun";
    View flat;
    flat.zoom = Decimal::parse("1e300");
    roaming.begin(flat);
    EXPECT_FALSE(roaming.next({}, kSize, true)) << "nobody knows what is there";
    int steps = 0;
    Decimal last = flat.zoom;
    while (const auto out = roaming.next({}, kSize, false)) {
        EXPECT_LT(out->zoom, last);
        EXPECT_EQ(out->re, flat.re);
        EXPECT_EQ(roaming.depth(), 0u);
        last = out->zoom;
        ASSERT_LT(++steps, 12);
    }
    EXPECT_EQ(last, Decimal::parse("0.5")) << "the whole set, and nothing there";
    // Far off the set nothing comes into view: home it goes, once.
    View home;
    home.re = Decimal::parse("-0.5");
    home.zoom = Decimal::parse("0.5");
    flat.zoom = Decimal::parse("1");
    roaming.begin(flat, home);
    EXPECT_EQ(roaming.next({}, kSize, false)->zoom, Decimal::parse("0.5"));
    EXPECT_EQ(roaming.next({}, kSize, false), home);
    EXPECT_EQ(roaming.depth(), 0u);
    EXPECT_FALSE(roaming.next({}, kSize, false));
    // Where it finds something on the way out, that is where it begins.
    flat.zoom = Decimal::parse("100");
    roaming.begin(flat);
    const auto out = roaming.next({}, kSize, false);
    ASSERT_TRUE(out);
    EXPECT_NEAR(out->zoom.to_double(), 25, 1e-9);
    const auto in = roaming.next(kPlaces, kSize, false);
    ASSERT_TRUE(in);
    EXPECT_GT(in->zoom, out->zoom);
    EXPECT_EQ(roaming.next({}, kSize, false), out);
}

} // namespace fathom::ui::roaming_test
