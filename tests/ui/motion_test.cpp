// How the window moves: without a window, and with the time passed in.
#include "ui/state/motion.h"

#include "render/places/location.h"

#include <cmath>
#include <gtest/gtest.h>

namespace fathom::ui::motion_test {

using std::chrono::milliseconds;

constexpr Size kSize{1280, 800};

View view_at(const char *re, const char *im, const char *zoom, double rotation = 0,
             bool mirrored = false) {
    return {Decimal::parse(re), Decimal::parse(im), Decimal::parse(zoom), rotation, mirrored};
}

std::pair<double, double> moved(const AffineMap &map, double x, double y) {
    return {map.xx * x + map.xy * y + map.x0, map.yx * x + map.yy * y + map.y0};
}

// How far the point under (x, y) of one view lies from (x, y) in another, in pixels.
double drift(const View &from, const View &to, double x, double y) {
    const auto [tx, ty] = moved(pixel_offset(from, kSize, to, kSize), x, y);
    return std::hypot(tx - x, ty - y);
}

/// A motion whose clock is turned by hand.
class Clockwork {
  public:
    explicit Clockwork(View start) : view(std::move(start)) {}
    void step(milliseconds time = milliseconds(16)) {
        now += time;
        if (const auto next = motion.advance(view, kSize, now))
            view = *next;
    }
    void run(milliseconds time) {
        for (const auto end = now + time; now < end;)
            step();
    }
    Motion motion;
    View view;
    Motion::Time now{};
};

TEST(Motion, NotchesInAndOutLeadBackExactly) {
    const View start = view_at("-0.743643887037158704752191506114774", "0.1318", "3.7e9", 25);
    for (const auto &notches :
         {std::vector<double>{1, 1, 1, -1, -1, -1}, {-5, 2, 3}, {1, -1}, {0.25, 7, -7.25}}) {
        Motion motion;
        View view = start;
        double sum = 0;
        for (const double count : notches) {
            view = motion.wheel(view, kSize, count, 1000, 90);
            sum += count;
            EXPECT_NEAR(view.zoom.log10() - start.zoom.log10(), sum / 2 * std::log10(2.0), 1e-12);
            EXPECT_LT(drift(start, view, 1000, 90), 1e-3);
        }
        EXPECT_EQ(view, start);
    }
}

TEST(Motion, NotchesElsewhereCountFromThere) {
    Motion motion;
    const View a = motion.wheel(View{}, kSize, 3, 100, 100);
    const View b = motion.wheel(a, kSize, 3, 900, 300);
    EXPECT_LT(drift(a, b, 900, 300), 1e-3);
    EXPECT_EQ(motion.wheel(b, kSize, -3, 900, 300), a);
    // Somebody else has moved the view meanwhile: nothing is counted from before.
    const View c = motion.wheel(View{}, kSize, -3, 900, 300);
    EXPECT_NEAR(c.zoom.to_double(), std::exp2(-1.5), 1e-12);
}

TEST(Motion, NothingZoomsBeyondTheLimitsAndTheWayBackIsOpen) {
    Motion motion;
    View view;
    for (int notch = 0; notch < 100; ++notch)
        view = motion.wheel(view, kSize, -1, 640, 400);
    EXPECT_EQ(view.zoom, ViewLimits().min_zoom);
    view = motion.wheel(view, kSize, 2, 640, 400);
    EXPECT_NEAR(view.zoom.to_double(), 2 * ViewLimits().min_zoom.to_double(), 1e-12);
}

TEST(Glide, ComesMonotonouslyAndKeepsThePointUnderTheCursor) {
    for (const bool mirrored : {false, true}) {
        const View before = view_at("-0.5", "0.2", "10", 40, mirrored);
        const View after = zoom_about(before, kSize, 300, 650, 2);
        Glide glide;
        EXPECT_TRUE(glide.resting());
        glide.follow(before, after, kSize);
        EXPECT_FALSE(glide.resting());
        // At first the window shows what it has shown: half the size.
        EXPECT_NEAR(glide.map().xx, 0.5, 1e-9);
        double scale = 0.5;
        int steps = 0;
        for (; !glide.resting() && steps < 100; ++steps) {
            glide.advance(0.016, kSize);
            const AffineMap map = glide.map();
            EXPECT_GE(map.xx, scale);
            EXPECT_LE(map.xx, 1.0);
            scale = map.xx;
            const auto [x, y] = moved(map, 300, 650);
            EXPECT_NEAR(x, 300, 0.01);
            EXPECT_NEAR(y, 650, 0.01);
        }
        EXPECT_EQ(scale, 1.0);
        EXPECT_GT(steps, 10);
        EXPECT_LT(steps, 40);
    }
}

TEST(Glide, IsMostlyThereAfter150Milliseconds) {
    const View after = zoom_about(View{}, kSize, 300, 650, 2);
    Glide glide;
    glide.follow(View{}, after, kSize);
    glide.advance(0.15, kSize);
    EXPECT_NEAR(std::log2(glide.map().xx), -std::exp(-3.0), 1e-9);
}

TEST(Glide, ChangesAddUpAndTheOrderOfTimesDoesNotMatter) {
    const View a = View{};
    const View b = rotate_about(a, kSize, 100, 200, 15);
    const View c = pan_by_pixels(b, kSize, 90, -40);
    Glide glide;
    glide.follow(a, b, kSize);
    glide.follow(b, c, kSize);
    const auto [x, y] = moved(glide.map(), 700, 300);
    const auto [ex, ey] = moved(pixel_offset(c, kSize, a, kSize), 700, 300);
    EXPECT_NEAR(x, ex, 1e-6);
    EXPECT_NEAR(y, ey, 1e-6);
    Glide coarse = glide;
    coarse.advance(0.032, kSize);
    glide.advance(0.016, kSize);
    glide.advance(0.016, kSize);
    EXPECT_NEAR(coarse.map().x0, glide.map().x0, 1e-6);
    EXPECT_NEAR(coarse.map().xy, glide.map().xy, 1e-12);
}

TEST(Glide, TooFarAWayIsNone) {
    Glide glide;
    glide.follow(view_at("0", "0", "1"), view_at("0", "0", "1e9"), kSize);
    EXPECT_TRUE(glide.resting());
    glide.follow(view_at("0", "0", "1e9"), view_at("1", "0", "1e9"), kSize);
    EXPECT_TRUE(glide.resting());
    glide.follow(view_at("0", "0", "1"), view_at("0", "0", "1", 0, true), kSize);
    EXPECT_TRUE(glide.resting());
    glide.follow(view_at("0", "0", "1"), view_at("0", "0", "1e400"), kSize);
    EXPECT_TRUE(glide.resting());
}

TEST(Momentum, GoesOnWithTheLastVelocityAndComesToRest) {
    Momentum momentum;
    Momentum::Time now{};
    for (int step = 0; step < 20; ++step)
        momentum.drag(8, -4, now += milliseconds(8)); // 1,000 and -500 pixels a second
    momentum.let_go(now);
    ASSERT_TRUE(momentum.running());
    double x = 0;
    double y = 0;
    double last = 1e9;
    int steps = 0;
    for (; momentum.running() && steps < 1000; ++steps) {
        const auto [dx, dy] = momentum.advance(0.016);
        EXPECT_LT(dx, last);
        last = dx;
        x += dx;
        y += dy;
    }
    EXPECT_LT(steps, 200);
    EXPECT_NEAR(x, 330, 40);
    EXPECT_NEAR(y, -x / 2, 1e-9);
}

TEST(Momentum, ARestBeforeLettingGoThrowsNothing) {
    Momentum momentum;
    const Momentum::Time now{};
    momentum.drag(200, 0, now);
    momentum.let_go(now + milliseconds(100));
    EXPECT_FALSE(momentum.running());
    momentum.drag(3, 0, now);
    momentum.let_go(now);
    EXPECT_FALSE(momentum.running()) << "and a slow hand neither";
}

TEST(Motion, ATouchEndsTheMomentum) {
    Clockwork clockwork{View{}};
    clockwork.motion.drag(200, 0, clockwork.now);
    clockwork.motion.let_go(clockwork.now);
    clockwork.step();
    EXPECT_TRUE(clockwork.motion.driven());
    EXPECT_NE(clockwork.view, View{});
    clockwork.motion.touch();
    EXPECT_FALSE(clockwork.motion.driven());
    const View stopped = clockwork.view;
    clockwork.run(milliseconds(100));
    EXPECT_EQ(clockwork.view, stopped);
    // Where a person wants no momentum there is none.
    clockwork.motion.settings.momentum = false;
    clockwork.motion.drag(200, 0, clockwork.now);
    clockwork.motion.let_go(clockwork.now);
    EXPECT_FALSE(clockwork.motion.driven());
}

TEST(Motion, AHeldButtonZoomsAtTheCursorWithoutDrifting) {
    for (const bool mirrored : {false, true})
        for (const int direction : {1, -1}) {
            const View start = view_at("-0.743643887037158704752191506114774",
                                       "0.131825904205311970493132056385139", "1e5", 33, mirrored);
            Clockwork clockwork{start};
            clockwork.motion.place(321, 654);
            clockwork.motion.hold(direction);
            clockwork.run(milliseconds(4000));
            clockwork.motion.hold(0);
            clockwork.run(milliseconds(2000));
            EXPECT_FALSE(clockwork.motion.driven());
            const double octaves =
                (clockwork.view.zoom.log10() - start.zoom.log10()) / std::log10(2.0);
            EXPECT_NEAR(octaves, direction * 6.0, 0.3);
            const View &shallow = direction > 0 ? start : clockwork.view;
            const View &deep = direction > 0 ? clockwork.view : start;
            EXPECT_LT(drift(shallow, deep, 321, 654), 0.01);
        }
}

TEST(Motion, ItsSpeedIsAFactor) {
    double slow = 0;
    double fast = 0;
    for (const double speed : {0.25, 8.0}) {
        Clockwork clockwork{View{}};
        clockwork.motion.settings.speed = speed;
        clockwork.motion.hold(1);
        clockwork.run(milliseconds(1000));
        (speed < 1 ? slow : fast) = clockwork.view.zoom.log10();
    }
    EXPECT_NEAR(fast / slow, 32, 1e-6);
}

TEST(Motion, ARestDoesNotCountAsTime) {
    Clockwork clockwork{View{}};
    clockwork.step();
    clockwork.now += std::chrono::hours(1);
    clockwork.motion.hold(1);
    clockwork.step();
    EXPECT_LT(clockwork.view.zoom.to_double(), 1.1);
}

TEST(Motion, SticksMoveTurnAndZoomBeyondTheirDeadZone) {
    EXPECT_EQ(past_dead_zone(0.1), 0);
    EXPECT_EQ(past_dead_zone(-0.18), 0);
    EXPECT_NEAR(past_dead_zone(-1), -1, 1e-12);
    EXPECT_LT(past_dead_zone(0.19), 1e-3);
    Clockwork clockwork{View{}};
    Sticks sticks;
    sticks.left_x = 0.1;
    clockwork.motion.steer(sticks);
    EXPECT_FALSE(clockwork.motion.driven());
    sticks.left_x = 1;
    clockwork.motion.steer(sticks);
    clockwork.run(milliseconds(320));
    EXPECT_GT(clockwork.view.re, View{}.re);
    EXPECT_EQ(clockwork.view.im, View{}.im);
    sticks = {};
    sticks.right_y = -1;
    clockwork.motion.steer(sticks);
    clockwork.run(milliseconds(320));
    EXPECT_GT(clockwork.view.zoom.to_double(), 1.2);
    sticks = {};
    sticks.right_x = 1;
    clockwork.motion.steer(sticks);
    clockwork.run(milliseconds(320));
    EXPECT_GT(clockwork.view.rotation_degrees, 10);
    sticks = {};
    clockwork.motion.steer(sticks);
    EXPECT_FALSE(clockwork.motion.driven());
}

TEST(Flight, BeginsAndEndsExactlyAndMovesEvenly) {
    const View from = view_at("-0.75", "0", "1", 350);
    const View to =
        view_at("-0.743643887037158704752191506114774", "0.131825904205311970493", "1e12", 10);
    for (const bool inwards : {true, false}) {
        const View &a = inwards ? from : to;
        const View &b = inwards ? to : from;
        const auto flight = Flight::plan(a, b, kSize);
        ASSERT_TRUE(flight);
        EXPECT_EQ(flight->at(0, kSize.height), a);
        EXPECT_EQ(flight->at(flight->seconds(), kSize.height), b);
        View last = a;
        double largest = 0;
        for (int frame = 1; frame * 0.016 < flight->seconds(); ++frame) {
            const View view = flight->at(frame * 0.016, kSize.height);
            // No step tears the picture: what was in the middle is still near it.
            largest = std::max(largest, drift(last, view, 640, 400));
            last = view;
        }
        EXPECT_LT(largest, 100);
        EXPECT_LT(drift(last, b, 640, 400), 30);
        EXPECT_NEAR(std::remainder(last.rotation_degrees - b.rotation_degrees, 360), 0, 0.5);
    }
}

TEST(Flight, GoesOutWhereTheTargetIsFarAway) {
    const View from = view_at("-0.7436", "0.1318", "1e4");
    const View to = view_at("0.36", "0.1", "1e4");
    const auto flight = Flight::plan(from, to, kSize);
    ASSERT_TRUE(flight);
    const View half = flight->at(flight->seconds() / 2, kSize.height);
    EXPECT_LT(half.zoom.to_double(), 100);
    EXPECT_NEAR(half.re.to_double(), (from.re + to.re).to_double() / 2, 0.05);
    // A near one does not.
    const auto near = Flight::plan(from, pan_by_pixels(from, kSize, 300, 0), kSize);
    EXPECT_GT(near->at(near->seconds() / 2, kSize.height).zoom.to_double(), 5e3);
}

TEST(Flight, RefusesWhatCannotBeFlown) {
    EXPECT_FALSE(Flight::plan(View{}, view_at("0", "0", "1", 0, true), kSize));
    EXPECT_TRUE(Flight::plan(View{}, view_at("0", "0", "1e200"), kSize));
    EXPECT_TRUE(Flight::plan(View{}, view_at("-0.75", "0", "1e60"), kSize));
    const auto nowhere = Flight::plan(View{}, View{}, kSize);
    ASSERT_TRUE(nowhere);
    EXPECT_EQ(nowhere->at(1, kSize.height), View{});
}

TEST(Flight, TheMatrixGoesAlong) {
    const View from = view_at("-0.7436", "0.1318", "1e3");
    View to = view_at("-0.7436", "0.1318", "1e5", 20);
    to.matrix = stretching(9, 30);
    const auto flight = Flight::plan(from, to, kSize);
    ASSERT_TRUE(flight);
    EXPECT_EQ(flight->at(flight->seconds(), kSize.height), to);
    double last = 1;
    for (int step = 1; step < 10; ++step) {
        const View view = flight->at(flight->seconds() * step / 10, kSize.height);
        const Stretching stretch = stretching_of(view.matrix);
        EXPECT_GT(stretch.ratio, last);
        EXPECT_NEAR(stretch.degrees, 30, 1e-9);
        last = stretch.ratio;
    }
    EXPECT_LT(last, 9);
    to.matrix = {-1, 0, 0, -1};
    EXPECT_FALSE(Flight::plan(from, to, kSize));
}

TEST(Glide, FollowsInAStretchedViewAsInAnyOther) {
    View before = view_at("-0.5", "0.2", "10", 40);
    before.matrix = stretching(12, 70);
    Glide glide;
    const View turned = rotate_about(before, kSize, 300, 650, 30);
    glide.follow(before, turned, kSize);
    const auto [x, y] = moved(glide.map(), 700, 300);
    const auto [ex, ey] = moved(pixel_offset(turned, kSize, before, kSize), 700, 300);
    EXPECT_NEAR(x, ex, 1e-6);
    EXPECT_NEAR(y, ey, 1e-6);
    View round = turned;
    round.matrix = {};
    glide.follow(turned, round, kSize);
    EXPECT_TRUE(glide.resting()) << "no way between them";
}

TEST(Motion, TheWindowFliesToWhereTheViewIsAlready) {
    const View from;
    const View target = view_at("-0.74", "0.13", "6");
    Clockwork clockwork{target};
    const auto flight = short_flight(from, target, kSize);
    ASSERT_TRUE(flight);
    clockwork.motion.fly(*flight);
    EXPECT_EQ(clockwork.motion.shown(target, kSize), from);
    clockwork.run(milliseconds(100));
    EXPECT_TRUE(clockwork.motion.flying());
    EXPECT_EQ(clockwork.view, target);
    const auto [x, y] = moved(clockwork.motion.map(target, kSize), 0, 0);
    const auto [ex, ey] =
        moved(pixel_offset(target, kSize, clockwork.motion.shown(target, kSize), kSize), 0, 0);
    EXPECT_NEAR(x, ex, 1e-6);
    EXPECT_NEAR(y, ey, 1e-6);
    clockwork.run(milliseconds(2000));
    EXPECT_TRUE(clockwork.motion.resting());
    // However slow, it is over soon; and whoever touches is there at once.
    clockwork.motion.fly(*flight, 0.01);
    clockwork.run(milliseconds(2100));
    EXPECT_TRUE(clockwork.motion.resting());
    clockwork.motion.fly(*flight);
    clockwork.motion.arrive();
    EXPECT_EQ(clockwork.motion.shown(target, kSize), target);
}

TEST(ShortFlight, OnlyWhereBothEndsAreSeenAllTheWay) {
    const View from = view_at("-0.7436438870371587", "0.1318259043091895", "1e10");
    EXPECT_FALSE(short_flight(from, from, kSize));
    EXPECT_TRUE(short_flight(from, zoom_about(from, kSize, 300, 200, 16), kSize));
    EXPECT_TRUE(short_flight(from, zoom_about(from, kSize, 300, 200, 1 / 16.0), kSize));
    EXPECT_TRUE(short_flight(from, pan_by_pixels(from, kSize, 1280, 0), kSize)) << "beside it";
    EXPECT_TRUE(short_flight(from, rotate_about(from, kSize, 640, 400, 180), kSize));
    EXPECT_FALSE(short_flight(from, zoom_about(from, kSize, 300, 200, 40), kSize));
    EXPECT_FALSE(short_flight(from, pan_by_pixels(from, kSize, 8000, 0), kSize)) << "far beside";
    EXPECT_FALSE(short_flight(from, View{}, kSize));
    const View deep = view_at("-1.7", "0", "1e533");
    EXPECT_FALSE(short_flight(deep, from, kSize));
    EXPECT_TRUE(short_flight(deep, zoom_about(deep, kSize, 300, 200, 8), kSize));
    View mirrored = from;
    mirrored.mirrored = true;
    EXPECT_FALSE(short_flight(from, mirrored, kSize));
    const auto flight = short_flight(from, pan_by_pixels(from, kSize, 1280, 0), kSize);
    ASSERT_TRUE(flight);
    EXPECT_LE(flight->seconds(), kLongestFlight);
}

} // namespace fathom::ui::motion_test
