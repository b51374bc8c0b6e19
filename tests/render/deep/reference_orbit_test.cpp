// The reference orbit: against MPFR with more bits, and what it takes and refuses.
#include "render/base/error.h"
#include "tests/support/exact_formulas.h"
#include "tests/support/reference_orbits.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <random>
#include <string>

namespace fathom::reference_orbit_test {

using Many = ExactNumber<2000>;

/// The orbit from `from` to `to` is the exact one, rounded to nearest.
void expect_exact(const ReferenceOrbit &orbit, std::size_t from, std::size_t to,
                  OrbitOf<Many> exact) {
    for (std::size_t i = from; i < to; ++i) {
        ASSERT_EQ(orbit.z[i].x, exact.z().x.to_double()) << i;
        ASSERT_EQ(orbit.z[i].y, exact.z().y.to_double()) << i;
        exact.step();
    }
}

std::string random_coordinate(std::mt19937 &random, int low, int high) {
    // Thousandths, and sixty digits more than any double has.
    const int thousandths = std::uniform_int_distribution(low, high)(random);
    std::string text = thousandths < 0 ? "-0." : "0.";
    text += std::to_string(std::abs(thousandths) + 1000).substr(1);
    for (int i = 0; i < 60; ++i)
        text += static_cast<char>('0' + std::uniform_int_distribution(0, 9)(random));
    return text;
}

TEST(ReferenceOrbit, IsThatOfExactArithmeticRounded) {
    constexpr double kParameterRe = -0.3, kParameterIm = 0.1; // with all bits of a double
    const std::map<std::string, ExactBody<Many>> bodies =
        exact_bodies<Many>(kParameterRe, kParameterIm);
    std::mt19937 random(1);
    for (std::uint32_t i = 0; i < kernels::formulas().size(); ++i) {
        const kernels::FormulaId id{i};
        const std::string name = kernels::formula_info(id).id;
        for (int round = 0; round < 12; ++round) {
            ReferenceSpec spec;
            spec.formula.id = id;
            spec.formula.julia = round % 3 == 2;
            spec.formula.parameter_re = kParameterRe;
            spec.formula.parameter_im = kParameterIm;
            spec.formula.seed_re = Decimal::parse("-0.40625");
            spec.formula.seed_im = Decimal::parse("0.578125");
            const std::string re = random_coordinate(random, -999, 400);
            const std::string im = random_coordinate(random, -700, 700);
            spec.re = Decimal::parse(re);
            spec.im = Decimal::parse(im);
            spec.limit = 120;
            spec.bits = 500 + 64 * round; // various numbers of limbs
            const Orbit orbit = make(spec);
            SCOPED_TRACE(name + " " + re + " " + im);

            OrbitOf<Many> exact(bodies.at(name), spec.formula, {Many(re), Many(im)});
            const std::size_t end = spec.formula.julia ? orbit->restart : orbit->z.size();
            expect_exact(*orbit, 0, end, exact);
            for (std::size_t n = 1; n < end; ++n) {
                exact.step();
                ASSERT_EQ(exact.size().to_double() > spec.bailout,
                          n + 1 == end && end <= spec.limit);
            }
            if (!spec.formula.julia)
                continue;
            FormulaChoice plain = spec.formula;
            plain.julia = false; // the critical orbit is the seed's
            expect_exact(*orbit, orbit->restart, orbit->z.size(),
                         OrbitOf<Many>(bodies.at(name), plain, {-0.40625, 0.578125}));
        }
    }
}

TEST(ReferenceOrbit, IsThatOfExactArithmeticAtEveryLength) {
    using Long = ExactNumber<25'000>;
    const std::map<std::string, ExactBody<Long>> bodies = exact_bodies<Long>();
    const std::string re = "-1.2506640625123456789012345678901234567890123";
    const std::string im = "0.0201200390625987654321098765432109876543210";
    for (const char *name :
         {"mandelbrot", "burning-ship", "multibrot-3", "multibrot-5", "multibrot-7", "multibrot-8"})
        for (const long bits : {300, 700, 1500, 2944, 3008, 3072, 4100, 9000, 22'400}) {
            ReferenceSpec spec;
            spec.formula.id = *kernels::find_formula(name);
            spec.re = Decimal::parse(re);
            spec.im = Decimal::parse(im);
            spec.limit = 40;
            spec.bits = bits;
            SCOPED_TRACE(name + std::string(" ") + std::to_string(bits));
            const Orbit orbit = make(spec);
            OrbitOf<Long> exact(bodies.at(name), spec.formula, {Long(re), Long(im)});
            for (const kernels::OrbitPoint<double> &z : orbit->z) {
                ASSERT_EQ(z.x, exact.z().x.to_double());
                ASSERT_EQ(z.y, exact.z().y.to_double());
                exact.step();
            }
        }
}

TEST(ReferenceOrbit, ImaginaryPartsOfSomeLastUnitsDoNoHarm) {
    for (const char *im : {"3e-309", "-6e-309", "1e-308", "5e-308"}) {
        ReferenceSpec spec;
        spec.re = Decimal::parse("-1.4");
        spec.im = Decimal::parse(im);
        spec.limit = 10;
        spec.bits = 1024; // a unit is 5.6e-309
        const Orbit orbit = make(spec);
        EXPECT_EQ(orbit->z.size(), 11U);
        for (const kernels::OrbitPoint<double> &z : orbit->z)
            EXPECT_LT(std::fabs(z.y), 1e-300);
    }
}

/// The nucleus of period 3 on the real axis, c^3 + 2 c^2 + c + 1 = 0, to that many digits.
Decimal period_3_nucleus(long digits) {
    const auto number = [](int value) { return Decimal::from_double(value); };
    Decimal c = Decimal::parse("-1.7548776662466927");
    for (int i = 0; i < 8; ++i) {
        const Decimal value = ((c + number(2)) * c + number(1)) * c + number(1);
        const Decimal slope = (number(3) * c + number(4)) * c + number(1);
        c = (c - divide(value, slope, digits + 20)).rounded_to(digits + 20);
    }
    return c.rounded_to(digits);
}

TEST(ReferenceOrbit, KeepsTheExponentsOfTinyPoints) {
    for (const long digits : {20L, 200L, 600L, 3000L}) { // the last by two threads
        ReferenceSpec spec;
        spec.re = period_3_nucleus(digits);
        spec.limit = 4;
        spec.bits = 4 * digits + 200;
        const Orbit orbit = make(spec);
        ASSERT_EQ(orbit->z.size(), 5U);
        ASSERT_EQ(orbit->tiny.size(), 2U);
        EXPECT_EQ(orbit->tiny[0].at, 0U);
        EXPECT_EQ(orbit->tiny[0].z.exponent, kernels::kZeroExponent);
        EXPECT_EQ(orbit->tiny[1].at, 3U);

        const kernels::WidePoint<double> z = orbit->tiny[1].z;
        EXPECT_GE(std::fabs(z.x), 1);
        EXPECT_LT(std::fabs(z.x), 2);
        EXPECT_EQ(z.y, 0);
        using Long = ExactNumber<45'000>;
        const Long c(spec.re.to_string());
        Long exact = (c * c + c) * (c * c + c) + c;
        for (int i = 0; i < -z.exponent; ++i)
            exact = exact + exact;
        EXPECT_EQ(z.x, exact.to_double());
        EXPECT_EQ(orbit->z[3].x, std::ldexp(z.x, z.exponent)); // 0 beyond doubles
    }
}

TEST(ReferenceOrbit, RefusesWhatItCannotDo) {
    ReferenceMaker maker;
    const ReferenceSpec good = spec_of(view_at("-0.5", "0.1", "1e20"), 100);
    const auto refused = [&](auto change) {
        ReferenceSpec spec = good;
        change(spec);
        EXPECT_THROW(maker.make(spec, kNeverStop), InputError);
    };
    refused([](ReferenceSpec &s) { s.formula.id = kernels::FormulaId{1000}; });
    refused([](ReferenceSpec &s) { s.re = Decimal::parse("1e100000"); });
    refused([](ReferenceSpec &s) { s.im = Decimal::parse("-10001"); });
    refused([](ReferenceSpec &s) { s.formula.seed_re = Decimal::parse("1e30"); });
    refused([](ReferenceSpec &s) { s.radius = Decimal::parse("-1"); });
    for (const double bailout : {0.0, -4.0, 1e10, std::numeric_limits<double>::quiet_NaN(),
                                 std::numeric_limits<double>::infinity()})
        refused([=](ReferenceSpec &s) { s.bailout = bailout; });
    for (const long bits :
         {0L, -1L, ReferenceSpec::kMostBits + 1, std::numeric_limits<long>::max()})
        refused([=](ReferenceSpec &s) { s.bits = bits; });
    for (const std::uint64_t bytes : {0, 8, 16, 8 * 16}) // with more it is packed
        refused([=](ReferenceSpec &s) {
            s.max_bytes = bytes;
            s.radius = Decimal();
        });
    refused([](ReferenceSpec &s) { // every point of it is tiny: these count, too
        s.re = s.im = s.radius = Decimal();
        s.max_bytes = 1616; // 101 points
    });
    EXPECT_NE(maker.make(good, kNeverStop), nullptr);
}

TEST(ReferenceOrbit, TakesTheLargestAndSmallestNumbers) {
    ReferenceSpec spec;
    spec.re = Decimal::parse("10000");
    spec.im = Decimal::parse("-10000");
    spec.limit = std::numeric_limits<std::uint64_t>::max();
    spec.bailout = 1e9;
    for (const char *name : {"mandelbrot", "multibrot-8", "buffalo"}) {
        spec.formula.id = *kernels::find_formula(name);
        const Orbit orbit = make(spec);
        EXPECT_TRUE(orbit->escaped) << name;
        EXPECT_TRUE(std::isfinite(orbit->z.back().x)) << name;
        EXPECT_GT(std::hypot(orbit->z.back().x, orbit->z.back().y), 1e9) << name;
    }
    spec.re = Decimal::parse("1e-101000");
    spec.im = Decimal();
    spec.radius = Decimal::parse("1e-101000");
    spec.limit = 3;
    spec.bits = 1;
    EXPECT_EQ(make(spec)->period, 1U); // Z_1 is 0 to that many bits
    spec.radius = Decimal();
    EXPECT_EQ(make(spec)->z.size(), 4U);
}

TEST(ReferenceOrbit, NeedsTheBitsOfAPixelAndMore) {
    EXPECT_EQ(needed_bits(view_at("0", "0", "1"), 1), 64);
    EXPECT_EQ(needed_bits(view_at("0", "0", "1024"), 1 << 14), 64); // 24 + 40
    EXPECT_EQ(needed_bits(view_at("0", "0", "1048576"), 1 << 20), 80);
    EXPECT_NEAR(static_cast<double>(needed_bits(view_at("0", "0", "1e100000"), 1080)),
                100'000 * std::log2(10.0) + std::log2(1080.0) + 40, 1);
}

} // namespace fathom::reference_orbit_test
