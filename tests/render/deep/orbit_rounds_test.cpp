// Rounds that are passed over: the orbit of all steps in every bit, and bounds that hold.
#include "render/deep/orbit_rounds.h"

#include "render/deep/nucleus.h"
#include "render/deep/orbit_builder.h"

#include <cmath>
#include <complex>
#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <random>

namespace fathom::orbit_rounds_test {

using kernels::FormulaId;
using kernels::kMandelbrot;

const std::atomic<bool> kNeverStop{false};

/// About a minibrot, found by Newton's method from a place beside it.
struct Minibrot {
    Nucleus nucleus;
    /// What lies in it where `at` lies in the whole set.
    [[nodiscard]] std::pair<Decimal, Decimal> place(std::complex<double> at) const {
        const double turn = nucleus.turn_degrees * std::acos(-1.0) / 180;
        const std::complex<double> turned = at * std::polar(1.0, turn);
        return {nucleus.re + nucleus.size * Decimal::from_double(turned.real()),
                nucleus.im + nucleus.size * Decimal::from_double(turned.imag())};
    }
};

Minibrot find(const char *re, const char *im, const char *zoom) {
    Location location;
    location.view.re = Decimal::parse(re);
    location.view.im = Decimal::parse(im);
    location.view.zoom = Decimal::parse(zoom);
    location.iterations = 1'000'000;
    return {*find_nucleus(location, kNeverStop)};
}

/// Period 7,884, 3.7e-169 of the set's size (shared/locations/flake).
const Minibrot &flake() {
    static const Minibrot minibrot =
        find("-1.99996619445037030418434688506350579675531241540724851511761922944801584242342"
             "68438137612977886891381228704640656094986435381057574477216648567249609280392009"
             "5331999999999999999999999979999999999999999999999999999999999999999",
             "-0.00000000000000000000000000000000030013824367909383240724973039775924987346831"
             "19077333527017425728012047497561482358118564729928841407551922418650497818162547"
             "8528999999999999999999999979999999999999999999999999999999999999999",
             "2.56203307883E157");
    return minibrot;
}

OrbitBuilder::Start start_at(const Decimal &re, const Decimal &im, std::size_t fraction) {
    OrbitBuilder::Start start;
    start.formula = kMandelbrot;
    start.format = {fraction, whole_limbs(kMandelbrot, fraction, 8, 14)};
    start.zx = start.zy = FixedNumber{std::vector<mp_limb_t>(start.format.size()), false};
    start.cx = to_fixed(re, start.format);
    start.cy = to_fixed(im, start.format);
    start.most_points = 400'000;
    start.most_bytes = 2 * start.most_points * sizeof(kernels::OrbitPoint<double>);
    return start;
}

OrbitGoal goal_of(std::uint64_t limit) {
    OrbitGoal goal;
    goal.limit = limit;
    goal.bailout_squared = 65'536;
    return goal;
}

bool same_bits(const OrbitBuffer &a, const OrbitBuffer &b) {
    return a.size() == b.size() &&
           std::memcmp(a.data(), b.data(), a.size() * sizeof(OrbitBuffer::Point)) == 0;
}

void expect_same(const OrbitBuilder &a, const OrbitBuilder &b) {
    EXPECT_EQ(a.end(), b.end());
    EXPECT_EQ(a.n(), b.n());
    EXPECT_TRUE(same_bits(*a.store(), *b.store()));
    ASSERT_EQ(a.tiny().size(), b.tiny().size());
    for (std::size_t i = 0; i < a.tiny().size(); ++i) {
        EXPECT_EQ(a.tiny()[i].at, b.tiny()[i].at);
        EXPECT_EQ(a.tiny()[i].z.x, b.tiny()[i].z.x);
        EXPECT_EQ(a.tiny()[i].z.y, b.tiny()[i].z.y);
        EXPECT_EQ(a.tiny()[i].z.exponent, b.tiny()[i].z.exponent);
    }
    ASSERT_EQ(a.rest() != nullptr, b.rest() != nullptr);
    if (!a.rest())
        return;
    EXPECT_TRUE(same_bits(*a.rest(), *b.rest()));
    ASSERT_EQ(a.tiny_rest().size(), b.tiny_rest().size());
    for (std::size_t i = 0; i < a.tiny_rest().size(); ++i) {
        EXPECT_EQ(a.tiny_rest()[i].x, b.tiny_rest()[i].x);
        EXPECT_EQ(a.tiny_rest()[i].y, b.tiny_rest()[i].y);
    }
}

/// Both ways; returns how many steps were passed over.
std::uint64_t compare(OrbitBuilder::Start start, const OrbitGoal &goal) {
    OrbitBuilder passing(start);
    start.rounds = false;
    OrbitBuilder stepping(start);
    EXPECT_TRUE(passing.advance(goal, kNeverStop, nullptr));
    EXPECT_TRUE(stepping.advance(goal, kNeverStop, nullptr));
    expect_same(passing, stepping);
    EXPECT_EQ(stepping.steps_passed(), 0U);
    return passing.steps_passed();
}

// In its seahorse valley, at its period 3, in its antenna, and outside, from where it leaves soon.
TEST(OrbitRounds, GiveTheOrbitOfAllStepsAboutAMinibrot) {
    for (const std::complex<double> at : {std::complex<double>(-0.743643887, 0.131825904),
                                          {-1.75487766624, 1e-9},
                                          {-1.9, 1e-3},
                                          {0.2501, 2e-5},
                                          {-0.1, 0.9},
                                          {0.5, 1},
                                          {4, 4}})
        for (const std::size_t fraction : {11, 14, 20}) {
            const auto [re, im] = flake().place(at);
            const auto passed = compare(start_at(re, im, fraction), goal_of(80'000));
            SCOPED_TRACE(at);
            SCOPED_TRACE(fraction);
            if (std::norm(at) < 1) {
                EXPECT_GT(passed, 20'000U);
            }
        }
}

TEST(OrbitRounds, GiveWhatSumsOfTwoKeep) {
    const auto [re, im] = flake().place({-0.743643887, 0.131825904});
    OrbitBuilder::Start start = start_at(re, im, 16);
    start.two = true;
    EXPECT_GT(compare(start, goal_of(80'000)), 30'000U);
}

TEST(OrbitRounds, ArePackedLikeOtherPoints) {
    const auto [re, im] = flake().place({-0.743643887, 0.131825904});
    OrbitBuilder::Start start = start_at(re, im, 14);
    constexpr std::size_t kPlain = 4'096;
    constexpr std::size_t kKept = 1U << 18U;
    start.packing =
        OrbitPacking{kMandelbrot, {nearest_two(re), nearest_two(im)}, kPlain, kKept, 100'000};
    EXPECT_GT(compare(start, goal_of(60'000)), 30'000U);
}

// The longer the numbers, the more nodes there have to be.
TEST(OrbitRounds, HoldForManyBitsAndManyNodes) {
    const auto [re, im] = flake().place({-0.11, 0.6557});
    for (const std::size_t fraction : {30, 45, 75})
        EXPECT_GT(compare(start_at(re, im, fraction), goal_of(300'000)), 60'000U) << fraction;
}

// Where y is 0 it stays +0, which it is of such long numbers.
TEST(OrbitRounds, StayOnTheAxis) {
    const Minibrot minibrot =
        find("-1.9403758264019357264019375620193846520193746501938475610293847561029384756102938475"
             "61029384756610293847651029384756102938475610293847561029384756102938475610293847561",
             "0", "1e150");
    const auto [re, im] = minibrot.place({-1.3, 0});
    EXPECT_EQ(im.sign(), 0);
    EXPECT_GT(compare(start_at(re, im, 68), goal_of(20'000)), 10'000U);
}

TEST(OrbitRounds, AreNotLookedForInVain) {
    const struct {
        const char *re, *im;
    } places[] = {{"-1.9", "1e-380"}, {"0", "1"}, {"-0.5", "0.1"}, {"-0.75", "1e-3"}};
    for (const auto &place : places)
        EXPECT_EQ(compare(start_at(Decimal::parse(place.re), Decimal::parse(place.im), 24),
                          goal_of(20'000)),
                  0U)
            << place.re;
    for (std::uint32_t id = 1; id < kernels::formulas().size(); ++id) {
        OrbitBuilder::Start start = start_at(Decimal::parse("-0.5"), Decimal::parse("0.1"), 24);
        start.formula = FormulaId{id};
        if (!kernels::looks_back(start.formula)) {
            start.format.whole = whole_limbs(start.formula, start.format.fraction, 8, 14);
            start.zx = start.zy = to_fixed(Decimal(), start.format);
            start.cx = to_fixed(Decimal::parse("-0.5"), start.format);
            start.cy = to_fixed(Decimal::parse("0.1"), start.format);
            EXPECT_EQ(compare(start, goal_of(1'000)), 0U);
        }
    }
}

// Limits, and stops, anywhere in rounds.
TEST(OrbitRounds, GoOnWhereTheyWereLeft) {
    const auto [re, im] = flake().place({-0.743643887, 0.131825904});
    OrbitBuilder::Start start = start_at(re, im, 14);
    OrbitBuilder passing(start);
    start.rounds = false;
    OrbitBuilder stepping(start);
    constexpr std::uint64_t kEnd = 150'000;
    ASSERT_TRUE(stepping.advance(goal_of(kEnd), kNeverStop, nullptr));
    const std::atomic<bool> stop{true};
    std::mt19937 random(5);
    for (std::uint64_t limit = 80'000; passing.n() < kEnd;) {
        EXPECT_FALSE(passing.advance(goal_of(limit), stop, nullptr));
        ASSERT_TRUE(passing.advance(goal_of(limit), kNeverStop, nullptr));
        ASSERT_EQ(passing.n(), limit);
        limit = std::min(kEnd, limit + 1 + random() % 6'000);
    }
    expect_same(passing, stepping);
    EXPECT_GT(passing.steps_passed(), 100'000U);
}

} // namespace fathom::orbit_rounds_test
