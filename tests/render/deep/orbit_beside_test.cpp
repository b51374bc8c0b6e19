// Orbits told by what they differ from another against orbits with all the digits.
#include "render/deep/exact_orbit.h"
#include "render/deep/newton.h"
#include "render/deep/orbit_beside.h"

#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace fathom::orbit_beside_test {

constexpr std::uint64_t kMuch = std::uint64_t{1} << 30;

struct Place {
    const char *re, *im;
    std::uint64_t steps;
};
// Minibrots' nuclei of period 252 and 16,045, so that the orbits come back to near 0, and a spiral.
const Place kPlaces[] = {
    {"-1.759817130804847916582876053325527232418156741738339095399694",
     "-0.012593310799749657319388666854314302759878869927818744943254", 600},
    {"-0.54820574807047570845821256754673302937669927499855499201281371722128137611905195902969",
     "-0.57757083890360384280510898220185055867555172873178038699122359996558518180294306146308",
     16'045},
    {"0.262070620416157101340705043", "-0.00216815264700656475880373613", 700},
};

/// log2 |a - b|.
double log2_apart(const std::pair<Real, Real> &a, const std::pair<Real, Real> &b) {
    const ExactComplex apart = subtract({a.first, a.second}, {b.first, b.second});
    return log2_size(to_wide(apart.x, apart.y));
}

/// Beside the place by x + iy times 2^exponent.
std::pair<Real, Real> beside(const Place &place, long bits, double x, double y, long exponent) {
    std::pair<Real, Real> c{Real::of(Decimal::parse(place.re), bits),
                            Real::of(Decimal::parse(place.im), bits)};
    add_wide(c.first, c.second, normalised({x, y, exponent}));
    return c;
}

TEST(OrbitBeside, IsTheExactOne) {
    constexpr long kBits = 700;
    for (const Place &place : kPlaces) {
        SCOPED_TRACE(place.re);
        const std::pair<Real, Real> at = beside(place, kBits, 0, 0, 0);
        for (const long exponent : {-400L, -200L, -131L, -60L}) {
            SCOPED_TRACE(exponent);
            const auto c = beside(place, kBits, 0.7, -0.4, exponent);
            const auto exact = ExactOrbit::make({{}, 256, 16, kBits, 1});
            TrailedOrbit trail({16, kBits, 6, kMuch});
            exact->start(c.first, c.second);
            trail.start(at.first, at.second);
            OrbitBeside rough(trail, 3), fine(trail, 6);
            rough.start(c.first, c.second);
            fine.start(c.first, c.second);
            double log2_d = -1; // of the derivative by c, at its largest
            WideComplex d;
            for (std::uint64_t n = 1; n <= place.steps && !exact->is_outside(2); ++n) {
                d = slope_at(exact->z(), 2) * d + wide(1);
                log2_d = std::max(log2_d, log2_size(d));
                exact->step();
                trail.step();
                rough.step();
                fine.step();
                const double w = std::min(0.0, log2_d + double(exponent));
                if (w > -2)
                    break; // far apart
                const double steps = std::log2(double(n)) + 8;
                const auto z = exact->exact_z();
                ASSERT_LE(log2_apart(rough.exact_z(), z), std::max(w - 128 + steps, -640.0)) << n;
                ASSERT_LE(log2_apart(fine.exact_z(), z), std::max(w - 320 + steps, -640.0)) << n;
                const WideComplex off = fine.z() - exact->z();
                ASSERT_LE(log2_size(off), log2_size(exact->z()) - 48) << n;
            }
        }
    }
}

TEST(OrbitBeside, IsTheTrailItselfAtItsPlace) {
    const auto c = beside(kPlaces[0], 300, 0, 0, 0);
    TrailedOrbit trail({16, 300, 4, kMuch});
    trail.start(c.first, c.second);
    OrbitBeside orbit(trail, 3);
    orbit.start(c.first, c.second);
    for (int n = 1; n <= 100; ++n) {
        trail.step();
        orbit.step();
        EXPECT_EQ(log2_apart(orbit.exact_z(), trail.exact_z()), -INFINITY);
        EXPECT_EQ(log2_size(orbit.z() - trail.z()), -INFINITY);
    }
}

TEST(OrbitBeside, TakesLimbsForItsBits) {
    EXPECT_EQ(OrbitBeside::limbs_for(60), 2U);
    EXPECT_EQ(OrbitBeside::limbs_for(61), 3U);
    EXPECT_EQ(OrbitBeside::limbs_for(250), 5U);
    EXPECT_EQ(OrbitBeside::limbs_for(-5), 2U);
}

TEST(TrailedOrbit, IsTheExactOneAsFarAsLimbsMatter) {
    // 25 limbs, of which fewer and fewer are computed.
    const auto c = beside(kPlaces[1], 1600, 0, 0, 0);
    const auto exact = ExactOrbit::make({{}, 256, 16, 1600, 1});
    TrailedOrbit trail({16, 1600, 0, 0});
    exact->start(c.first, c.second);
    trail.start(c.first, c.second);
    WideComplex d;
    for (int n = 1; n <= 16'045; ++n) {
        d = slope_at(exact->z(), 2) * d + wide(1);
        exact->step();
        trail.step();
        if (n % 401 == 0) {
            ASSERT_LE(log2_apart(trail.exact_z(), exact->exact_z()), log2_size(d) - 1600 + 16) << n;
        }
    }
    EXPECT_EQ(trail.kept_limbs(), 0U);
}

TEST(TrailedOrbit, KeepsNothingWhereThatWouldBeTooMuch) {
    const auto c = beside(kPlaces[0], 300, 0, 0, 0);
    TrailedOrbit trail({16, 300, 4, 1'000'000});
    trail.start(c.first, c.second);
    EXPECT_EQ(trail.kept_limbs(), 4U);
    for (int n = 1; n <= 10'000; ++n)
        trail.step();
    EXPECT_EQ(trail.kept_limbs(), 0U) << "10,000 points of 100 bytes do not fit";
    EXPECT_LT(log2_size(trail.z()), 2);
}

} // namespace fathom::orbit_beside_test
