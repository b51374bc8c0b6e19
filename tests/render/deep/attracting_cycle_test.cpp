// Orbits that end in the cycle of a component: what is known of it, and that pixels stay right.
#include "render/deep/attracting_cycle.h"

#include "render/base/error.h"
#include "render/deep/reference_cache.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "render/jobs/verification.h"
#include "render/places/location.h"
#include "tests/support/location_at.h"

#include <cmath>
#include <complex>
#include <gtest/gtest.h>
#include <utility>

namespace fathom::attracting_cycle_test {

using C = std::complex<double>;
constexpr std::atomic<bool> kNever = false;
constexpr Size kSize{96, 54};

std::optional<AttractingCycle> cycle_at(C c, int power, int points = 4097) {
    std::vector<kernels::OrbitPoint<double>> z;
    C at = 0;
    for (int n = 0; n < points; ++n) {
        z.push_back({at.real(), at.imag()});
        C product = 1;
        for (int i = 0; i < power; ++i)
            product *= at;
        at = product + c;
    }
    return find_attracting_cycle(z, {}, power);
}

TEST(AttractingCycle, LiesWithinTheMainCardioid) {
    for (const double size : {0.1, 0.5, 0.9, 0.98})
        for (const double angle : {0.0, 0.7, 2.0, 3.1, 4.4}) {
            SCOPED_TRACE(testing::Message() << size << " " << angle);
            const C multiplier = std::polar(size, angle);
            const C c = multiplier / 2.0 - multiplier * multiplier / 4.0;
            const auto cycle = cycle_at(c, 2);
            ASSERT_TRUE(cycle);
            EXPECT_EQ(cycle->period, 1U);
            EXPECT_NEAR(cycle->multiplier, size, 1e-9);
            double edge = 1;
            for (int i = 0; i < 100'000; ++i) {
                const C l = std::polar(1.0, 2 * M_PI * i / 100'000);
                edge = std::min(edge, std::abs(l / 2.0 - l * l / 4.0 - c));
            }
            EXPECT_LT(std::exp2(cycle->log2_room), edge / 4);
            EXPECT_GT(std::exp2(cycle->log2_room), edge / 64);
        }
}

TEST(AttractingCycle, LiesWithinTheDiscOfPeriodTwo) {
    for (const double away : {0.02, 0.1, 0.2, 0.24}) {
        const auto cycle = cycle_at(C(-1, away), 2);
        ASSERT_TRUE(cycle) << away;
        EXPECT_EQ(cycle->period, 2U);
        EXPECT_NEAR(cycle->multiplier, 4 * away, 1e-9);
        EXPECT_LT(std::exp2(cycle->log2_room), (0.25 - away) / 4);
        EXPECT_GT(std::exp2(cycle->log2_room), (0.25 - away) / 64);
    }
}

TEST(AttractingCycle, KnowsOtherPowers) {
    // z^3 + c: z = l / (3 z), c = z - z^3; the multiplier 3 z^2 covers its component twice.
    const C z(0.35, 0.2);
    const C multiplier = 3.0 * z * z;
    const C c = z - z * z * z;
    const auto cycle = cycle_at(c, 3);
    ASSERT_TRUE(cycle);
    EXPECT_EQ(cycle->period, 1U);
    EXPECT_NEAR(cycle->multiplier, std::abs(multiplier), 1e-9);
    double edge = 1;
    for (int i = 0; i < 100'000; ++i) {
        const C on = std::polar(std::sqrt(1.0 / 3), 2 * M_PI * i / 100'000);
        edge = std::min(edge, std::abs(on - on * on * on - c));
    }
    EXPECT_LT(std::exp2(cycle->log2_room), edge / 4);
    EXPECT_GT(std::exp2(cycle->log2_room), edge / 64);
}

TEST(AttractingCycle, IsNoneWhereNothingAttracts) {
    EXPECT_FALSE(cycle_at(C(0, 1), 2));                   // i: a cycle that repels
    EXPECT_FALSE(cycle_at(C(-2, 0), 2));                  // a fixed point that repels
    EXPECT_FALSE(cycle_at(C(0.25, 0), 2));                // parabolic
    EXPECT_FALSE(cycle_at(C(-1.4011551890920506, 0), 2)); // endless doubling
    EXPECT_FALSE(cycle_at(C(-0.75 + 1e-5, 0), 2));        // converges later
}

Location within_bulb(const char *zoom, std::uint64_t limit) {
    return location_at("-0.150123456789012345678901234567890123",
                       "0.750987654321098765432109876543210", zoom, limit);
}

std::shared_ptr<const ReferenceOrbit> orbit_of(ReferenceCache &cache, const Location &location) {
    PerturbationSpec spec;
    spec.formula = location.formula;
    spec.view = location.view;
    spec.size = kSize;
    spec.limit = location.iterations;
    return cache.orbit(spec, {}, kNever, nullptr);
}

TEST(AttractingCycle, EndsTheReferenceOfAViewWithinOneComponent) {
    const Location deep = within_bulb("1e25", 300'000);
    ReferenceCache cache(1);
    const auto orbit = orbit_of(cache, deep);
    EXPECT_EQ(orbit->end, OrbitEnd::kCycle);
    EXPECT_LT(orbit->z.size(), 2000U);
    // A view that shows the edge follows the same orbit to the limit, and so does one far aside.
    Location wide = within_bulb("20", 30'000);
    EXPECT_EQ(orbit_of(cache, wide)->end, OrbitEnd::kPeriod) << "it shows the nucleus";
    wide.view.zoom = Decimal::parse("200");
    EXPECT_EQ(orbit_of(cache, wide)->end, OrbitEnd::kNone);
    EXPECT_EQ(orbit_of(cache, wide)->z.size(), 30'001U);
    ReferenceCache other(1);
    const auto given = orbit_of(other, deep);
    Location aside = deep;
    aside.view.zoom = Decimal::parse("1e4");
    aside.view.re = deep.view.re + Decimal::parse("0.05");
    EXPECT_NE(orbit_of(other, aside)->end, OrbitEnd::kCycle);
    // Where a short orbit is soon made, pixels need not converge by themselves.
    ReferenceCache third(1);
    EXPECT_EQ(orbit_of(third, within_bulb("1e25", 1500))->end, OrbitEnd::kNone);
    // An orbit that was made before serves no view beyond the component.
    ReferenceCache with_given(1);
    with_given.use(given, "deep.orbit");
    EXPECT_EQ(orbit_of(with_given, deep), given);
    wide.iterations = deep.iterations;
    EXPECT_THROW(orbit_of(with_given, wide), InputError);
}

TEST(AttractingCycle, LeavesAllPixelsExact) {
    const auto engine = make_engine("cpu");
    struct Case {
        const char *re, *im, *zoom;
    };
    for (const Case &at :
         {Case{"-0.150123456789012345678901234567890123", "0.750987654321098765432109876543210",
               "1e25"},
          Case{"-1.760123456789012345678901234567890123", "0.001098765432109876543210987654321",
               "1e30"},
          Case{"0.1", "0.2", "1e15"},
          // In a minibrot of size 4e-20.
          Case{"-1.75981713080484791653134217", "-0.01259331079974965741", "3e21"}}) {
        Location location;
        location.view.re = Decimal::parse(at.re);
        location.view.im = Decimal::parse(at.im);
        location.view.zoom = Decimal::parse(at.zoom);
        location.iterations = 1'000'000;
        SCOPED_TRACE(at.zoom);
        for (const Approximation approximation : {Approximation::none, Approximation::la}) {
            const Method method(Precision::perturb_f64, approximation,
                                std::make_shared<ReferenceCache>(1));
            const auto result = verify(*engine, {location, kSize, method, 30, 7, 2}, kNever);
            EXPECT_EQ(result->equal, 30U);
        }
    }
}

} // namespace fathom::attracting_cycle_test
