// Orbits with as many limbs as matter: the doubles of those with all of them.
#include "render/deep/thrifty_stepper.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string_view>

namespace fathom::thrifty_stepper_test {

using kernels::FormulaId;
using kernels::kMandelbrot;

const std::atomic<bool> kNeverStop{false};

FixedNumber zero(FixedFormat format) {
    return {std::vector<mp_limb_t>(format.size()), false};
}

struct Place {
    FormulaId formula = kMandelbrot;
    Decimal re, im;
    std::size_t fraction = 20;
    bool two = false;
};

/// In a minibrot of period 7,884 and others around it: shared/locations/flake.
const char *const kFlakeRe =
    "-1.99996619445037030418434688506350579675531241540724851511761922944801584242342"
    "68438137612977886891381228704640656094986435381057574477216648567249609280392009"
    "5331999999999999999999999979999999999999999999999999999999999999999";
const char *const kFlakeIm =
    "-0.00000000000000000000000000000000030013824367909383240724973039775924987346831"
    "19077333527017425728012047497561482358118564729928841407551922418650497818162547"
    "8528999999999999999999999979999999999999999999999999999999999999999";

/// The root of w - 1, w^3 = 1: z^3 + c stays at its fixed point w c from the second step on.
const char *const kCubicTipRe =
    "0.340625019316606640194394244037830888977210102549125303119702632614517377348795"
    "23436309889492913997531775946013057131997210225898564851667878502098754323200513"
    "7724559654474662298990842181784879059644210903965593";
const char *const kCubicTipIm =
    "1.271229878418706239135612991021064976728414328226777678213679143693480791344744"
    "19691467671602826319333969851816266384372832624503816442433289828631956066458894"
    "732239665737140153026796895069189345277005717120038";

/// Of z^4 + c and z^8 + c, c^(p-1) = -2: they stay at -c.
const char *const kTipOf4 =
    "-1.25992104989487316476721060727822835057025146470150798008197511215529967651395"
    "94837293965624362550941543102560356156652593990240406137372284591103042693552469"
    "6064261662500097747452656548030686718540551868924587";
const char *const kTipOf8 =
    "-1.10408951367381233764950538762334472132532660078012416551453246414210632288038"
    "09807165982898863020051468971590655799312539692146804308557965106480583880819616"
    "3919864392215583814551234397476339507890664685902921";

ThriftyStepper::Start start_at(const Place &place) {
    const FixedFormat format{place.fraction, whole_limbs(place.formula, place.fraction, 8, 14)};
    ThriftyStepper::Start start;
    start.formula = place.formula;
    start.format = format;
    start.zx = start.zy = zero(format);
    start.cx = to_fixed(place.re, format);
    start.cy = to_fixed(place.im, format);
    start.thrifty = true;
    start.two = place.two;
    start.threads = 1;
    return start;
}

int sign(const FixedNumber &number) {
    const bool is_zero = std::all_of(number.limbs.begin(), number.limbs.end(),
                                     [](mp_limb_t limb) { return limb == 0; });
    return is_zero ? 0 : number.negative ? -1 : 1;
}

/// Steps both and compares what is asked of them, until the orbit escapes.
class Comparison {
  public:
    explicit Comparison(const Place &place)
        : thrifty_(start_at(place)), all_(place.formula, thrifty_.format(), 1), two_(place.two) {
        const ThriftyStepper::Start start = start_at(place);
        all_.start(start.zx, start.zy, start.cx, start.cy);
    }

    ThriftyStepper &thrifty() { return thrifty_; }
    [[nodiscard]] int steps() const { return steps_; }
    [[nodiscard]] std::size_t least_limbs() const { return least_; }
    [[nodiscard]] int rises() const { return rises_; }
    [[nodiscard]] int tiny() const { return tiny_; }

    void run(int most) {
        while (steps_ < most && is_inside() && is_same()) {
            const std::size_t limbs = thrifty_.limbs_now();
            ASSERT_TRUE(thrifty_.step(kNeverStop));
            all_.step();
            ++steps_;
            rises_ += thrifty_.limbs_now() > limbs ? 1 : 0;
            least_ = std::min(least_, thrifty_.limbs_now());
        }
    }

  private:
    [[nodiscard]] bool is_inside() const {
        return std::hypot(thrifty_.nearest_point().x, thrifty_.nearest_point().y) < 256;
    }
    bool is_same() {
        const auto point = all_.nearest_point();
        EXPECT_EQ(thrifty_.nearest_point().x, point.x) << steps_;
        EXPECT_EQ(thrifty_.nearest_point().y, point.y) << steps_;
        EXPECT_EQ(std::signbit(thrifty_.nearest_point().x), std::signbit(point.x)) << steps_;
        EXPECT_EQ(std::signbit(thrifty_.nearest_point().y), std::signbit(point.y)) << steps_;
        EXPECT_EQ(thrifty_.sign_of_x(), sign(all_.x())) << steps_;
        EXPECT_EQ(thrifty_.sign_of_y(), sign(all_.y())) << steps_;
        if (two_)
            expect_rest(thrifty_.rest(), {point.x, point.y, 0});
        if (thrifty_.is_tiny() && steps_ > 0) {
            ++tiny_;
            const auto wide = all_.nearest_wide_point();
            EXPECT_EQ(thrifty_.nearest_wide_point().x, wide.x) << steps_;
            EXPECT_EQ(thrifty_.nearest_wide_point().y, wide.y) << steps_;
            EXPECT_EQ(thrifty_.nearest_wide_point().exponent, wide.exponent) << steps_;
            if (two_)
                expect_rest(thrifty_.wide_rest(), wide);
        }
        return !testing::Test::HasFailure();
    }
    void expect_rest(const kernels::OrbitPoint<double> &rest,
                     const kernels::WidePoint<double> &of) const {
        EXPECT_EQ(rest.x, rest_of(all_.x(), all_.format(), of.x, of.exponent)) << steps_;
        EXPECT_EQ(rest.y, rest_of(all_.y(), all_.format(), of.y, of.exponent)) << steps_;
    }

    ThriftyStepper thrifty_;
    OrbitStepper all_;
    bool two_;
    int steps_ = 0, rises_ = 0, tiny_ = 0;
    std::size_t least_ = 1U << 20U;
};

TEST(ThriftyStepper, HasTheDoublesOfAllLimbsAndFewerLimbs) {
    for (const bool two : {false, true}) {
        Comparison both(
            Place{kMandelbrot, Decimal::parse(kFlakeRe), Decimal::parse(kFlakeIm), 24, two});
        both.run(10'000);
        EXPECT_EQ(both.steps(), 10'000);
        EXPECT_GT(both.tiny(), 5) << "where it comes back to near 0";
        EXPECT_LE(both.least_limbs(), 22U);
        EXPECT_GT(both.rises(), 3) << "behind those";
        EXPECT_TRUE(both.thrifty().is_thrifty());
    }
}

// 160 limbs are transformed as 192, and then as 128, 96 and 64.
TEST(ThriftyStepper, DropsLimbsThatAreTransformed) {
    Comparison both(Place{kMandelbrot, Decimal::parse("-1.9"), Decimal(), 159});
    both.run(9'000);
    EXPECT_EQ(both.steps(), 9'000);
    EXPECT_LE(both.least_limbs(), 96U);
    EXPECT_TRUE(both.thrifty().is_thrifty());
}

// 0, i, -1 + i, -i, -1 + i, ...
TEST(ThriftyStepper, KnowsThatNothingIsLostOfFewDigits) {
    for (const std::size_t fraction : {24, 75}) {
        Comparison both(Place{kMandelbrot, Decimal(), Decimal::parse("1"), fraction});
        both.run(4'000);
        EXPECT_EQ(both.steps(), 4'000);
        EXPECT_LT(both.least_limbs(), fraction);
        EXPECT_TRUE(both.thrifty().is_thrifty());
    }
}

// Beside tips of their antennas, where differences grow by one to four bits a step.
TEST(ThriftyStepper, DoesSoForAllPowers) {
    struct Tip {
        const char *formula, *re, *im;
    };
    for (const Tip &tip : {Tip{"mandelbrot", "-1.9", "1e-400"},
                           {"multibrot-3", kCubicTipRe, kCubicTipIm},
                           {"multibrot-4", kTipOf4, "1e-400"},
                           {"multibrot-8", kTipOf8, "1e-400"}})
        for (const std::size_t fraction : {24, 68}) {
            Comparison both(Place{*kernels::find_formula(tip.formula), Decimal::parse(tip.re),
                                  Decimal::parse(tip.im), fraction, fraction == 24});
            both.run(20'000);
            EXPECT_GT(both.steps(), 150) << tip.formula;
            EXPECT_LT(both.least_limbs(), fraction) << tip.formula;
            EXPECT_TRUE(both.thrifty().is_thrifty()) << tip.formula << fraction;
        }
}

// Of these the axis is a line on which z^2 + c is iterated, so differences grow beside it, too.
TEST(ThriftyStepper, DoesSoForFormulasThatFold) {
    for (const char *formula :
         {"burning-ship", "tricorn", "celtic", "buffalo", "perpendicular-mandelbrot"})
        for (const std::size_t fraction : {24, 68}) {
            Comparison both(Place{*kernels::find_formula(formula), Decimal::parse("-1.9"),
                                  Decimal::parse("1e-400"), fraction, fraction == 24});
            both.run(20'000);
            EXPECT_GT(both.steps(), 150) << formula;
            EXPECT_LT(both.least_limbs(), fraction) << formula;
            EXPECT_TRUE(both.thrifty().is_thrifty()) << formula << fraction;
        }
}

// Zeros have the signs that they have with all limbs.
TEST(ThriftyStepper, StaysOnTheAxis) {
    for (const char *formula : {"mandelbrot", "celtic", "multibrot-4"})
        for (const std::size_t fraction : {24, 99}) {
            const bool is_square = std::string_view(formula) != "multibrot-4";
            Comparison both(Place{*kernels::find_formula(formula),
                                  Decimal::parse(is_square ? "-1.9" : "-1.24"), Decimal(), fraction,
                                  true});
            both.run(6'000);
            EXPECT_EQ(both.steps(), 6'000);
            EXPECT_EQ(both.thrifty().is_thrifty(), is_square && fraction == 99);
        }
}

// After some 1,000 steps not even the first bit of 20 limbs is c's any more, but the doubles are
// those that all the limbs lead to.
TEST(ThriftyStepper, BeginsAnewWhereDoublesCannotBeTold) {
    Comparison both(Place{kMandelbrot, Decimal::parse("-1.9"), Decimal::parse("1e-384"), 20});
    both.run(3'000);
    EXPECT_GT(both.steps(), 1'000);
    EXPECT_FALSE(both.thrifty().is_thrifty());
    EXPECT_EQ(both.thrifty().limbs_now(), both.thrifty().format().size());
}

TEST(ThriftyStepper, GoesOnWhereItWasStoppedWhileItBeganAnew) {
    const Place place{kMandelbrot, Decimal::parse("-1.9"), Decimal::parse("1e-384"), 20};
    ThriftyStepper stepper(start_at(place));
    OrbitStepper all(place.formula, stepper.format(), 1);
    const ThriftyStepper::Start start = start_at(place);
    all.start(start.zx, start.zy, start.cx, start.cy);
    const std::atomic<bool> stop{true};
    int stopped = 0;
    for (int n = 0; std::fabs(stepper.nearest_point().x) < 9; ++n) {
        if (!stepper.step(stop)) { // more than one step
            ++stopped;
            EXPECT_FALSE(stepper.step(stop));
            ASSERT_TRUE(stepper.step(kNeverStop));
        }
        all.step();
        ASSERT_EQ(stepper.nearest_point().x, all.nearest_point().x) << n;
    }
    EXPECT_EQ(stopped, 1);
}

// To where the orbit is 300 steps later, known but for some of its last bits, or not at all.
TEST(ThriftyStepper, LandsOnAPointFurtherOn) {
    for (const std::size_t fraction : {12, 24, 50, 75})
        for (const long known : {500, 60, 1}) {
            const Place place{kMandelbrot, Decimal::parse("-1.9"), Decimal::parse("1e-200"),
                              fraction};
            ThriftyStepper stepper(start_at(place));
            ASSERT_TRUE(stepper.may_land());
            OrbitStepper all(place.formula, stepper.format(), 1);
            const ThriftyStepper::Start start = start_at(place);
            all.start(start.zx, start.zy, start.cx, start.cy);
            const auto step = [&] {
                all.step();
                ASSERT_TRUE(stepper.step(kNeverStop));
            };
            for (int i = 0; i < 40; ++i)
                step();
            for (int i = 0; i < 300; ++i)
                all.step();
            ThriftyStepper::Landing landing;
            landing.n = 340;
            landing.x = all.x();
            landing.y = all.y();
            // Some units, and what `away` allows.
            landing.error = LengthBound(1, 300 - stepper.format().fraction_bits());
            landing.away = LengthBound(1, -known);
            const auto beyond = static_cast<std::size_t>(known / 64 + 1);
            landing.x.limbs[stepper.format().fraction - beyond - 1] ^= 1U;
            ASSERT_TRUE(stepper.land(landing, kNeverStop));
            EXPECT_EQ(stepper.may_land(), known == 500);
            EXPECT_EQ(stepper.is_thrifty(), known == 500);
            for (int i = 0; i < 60; ++i) {
                EXPECT_EQ(stepper.nearest_point().x, all.nearest_point().x) << i;
                EXPECT_EQ(stepper.nearest_point().y, all.nearest_point().y) << i;
                step();
            }
        }
}

} // namespace fathom::thrifty_stepper_test
