// Where reference orbits end: periods, also those found by others, and cycles of Julia sets.
#include "tests/support/reference_orbits.h"

#include <gtest/gtest.h>
#include <map>
#include <string>
#include <utility>

namespace fathom::orbit_periods_test {

TEST(ReferenceOrbit, FindsPeriodsOfEveryFormula) {
    // On the real axis all squares are those of the Mandelbrot set; z^p + c has period 2 where
    // c^(p-1) = -1.
    const std::map<std::string, std::pair<const char *, const char *>> others = {
        {"multibrot-3", {"0", "1"}},
        {"multibrot-4", {"-1", "0"}},
        {"multibrot-5", {"0.70710678118654752440", "0.70710678118654752440"}},
        {"multibrot-6", {"-1", "0"}},
        {"multibrot-7", {"0", "1"}},
        {"multibrot-8", {"-1", "0"}}};
    for (std::uint32_t i = 0; i < kernels::formulas().size(); ++i) {
        ReferenceSpec spec;
        spec.formula.id = kernels::FormulaId{i};
        const std::string name = kernels::formula_info(spec.formula.id).id;
        if (name == "phoenix")
            continue;
        const auto other = others.find(name);
        const bool square = other == others.end();
        spec.re = Decimal::parse(square ? "-1.754877666246692760" : other->second.first);
        spec.im = Decimal::parse(square ? "0" : other->second.second);
        spec.radius = Decimal::parse("1e-6");
        spec.limit = 1000;
        EXPECT_EQ(make(spec)->period, square ? 3U : 2U) << name;
    }
}

TEST(ReferenceOrbit, EndsAtThePeriodsThatOthersFound) {
    for (const KnownPeriod &known : kKnownPeriods) {
        ReferenceMaker maker;
        const auto orbit =
            maker.make(spec_of(view_at(known.re, known.im, known.zoom), 1'000'000), kNeverStop);
        ASSERT_NE(orbit, nullptr);
        EXPECT_EQ(orbit->period, known.period) << known.re;
        EXPECT_EQ(orbit->z.size(), known.period + 1U);
        EXPECT_EQ(orbit->restart, 0U);
        EXPECT_FALSE(orbit->escaped);
    }
}

ReferenceSpec julia(const char *seed_re, const char *seed_im, const char *re, const char *im) {
    ReferenceSpec spec;
    spec.formula.julia = true;
    spec.formula.seed_re = Decimal::parse(seed_re);
    spec.formula.seed_im = Decimal::parse(seed_im);
    spec.re = Decimal::parse(re);
    spec.im = Decimal::parse(im);
    spec.limit = 1'000'000;
    spec.bits = 256;
    return spec;
}

TEST(ReferenceOrbit, OfAJuliaSetEndsInAttractingCyclesOnly) {
    // Seed in the component of period 3: the critical orbit is drawn into a cycle.
    const Orbit drawn = make(julia("-0.125", "0.75", "0.3", "0.1"));
    EXPECT_GT(drawn->restart, 0U);
    EXPECT_LT(drawn->z.size(), 10'000U);
    EXPECT_FALSE(drawn->escaped);
    EXPECT_EQ(drawn->z[drawn->restart].x, 0);
    EXPECT_EQ(drawn->z[drawn->restart + 1].x, -0.125);

    // z = 1 of z^2 repeats at once, but repels: pixels beside it need it until they are far away.
    const Orbit repelled = make(julia("0", "0", "1", "0"));
    EXPECT_GT(repelled->restart, 256U);
    EXPECT_LT(repelled->z.size(), 10'000U);
    // As does the critical orbit of z^2 - 2: 0, -2, 2, 2, ...
    const Orbit tip = make(julia("-2", "0", "0.5", "0.25"));
    EXPECT_GT(tip->z.size() - tip->restart, 256U);

    ReferenceSpec longer = julia("-2", "0", "0.5", "0.25");
    longer.limit = 20;
    ReferenceMaker maker;
    const Orbit beginning = maker.make(longer, kNeverStop);
    EXPECT_EQ(maker.make(longer, kNeverStop), beginning);
    longer.limit = tip->spec.limit; // both of its orbits go on
    EXPECT_TRUE(same_points(maker.make(longer, kNeverStop)->z, tip->z));

    const Orbit outside = make(julia("0.5", "0.5", "300", "0"));
    ASSERT_EQ(outside->restart, 2U); // z_0 is outside, but no engine tests it
    EXPECT_EQ(outside->z[1].x, 90'000.5);
    EXPECT_TRUE(outside->escaped); // as does the critical orbit
}

TEST(ReferenceOrbit, OfAJuliaSetTakesMoreBitsWhereDifferencesAreSquared) {
    EXPECT_EQ(make(julia("-2", "0", "1.75", "0"))->bits, 256);
    // Beside 0 pixels differ by 2^-216, after the first step by far less.
    const ReferenceSpec spec = julia("-0.125", "0.75", "1e-60", "1e-61");
    const Orbit orbit = make(spec);
    EXPECT_GE(orbit->bits, 256 + 190);
    EXPECT_EQ(orbit->tiny[0].at, 0U);
    EXPECT_EQ(ReferenceMaker().make(julia("-0.125", "0.75", "0", "0"), kNeverStop)->bits, 512);
}

} // namespace fathom::orbit_periods_test
