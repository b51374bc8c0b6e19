// The reference orbit: against MPFR with more bits, against periods found by others, and how it is
// stopped, continued and bounded.
#include "render/deep/reference_orbit.h"

#include "render/base/error.h"
#include "tests/support/exact_formulas.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace fathom {
namespace {

const std::atomic<bool> kNeverStop{false};

View view_at(const char *re, const char *im, const char *zoom) {
    View view;
    view.re = Decimal::parse(re);
    view.im = Decimal::parse(im);
    view.zoom = Decimal::parse(zoom);
    return view;
}

/// As a renderer asks for a view's reference.
ReferenceSpec spec_of(const View &view, std::uint64_t limit) {
    ReferenceSpec spec;
    spec.re = view.re;
    spec.im = view.im;
    spec.radius = divide(Decimal::from_double(2), view.zoom, 20);
    spec.limit = limit;
    spec.bits = needed_bits(view, 1080);
    return spec;
}

/// Published places (shared/locations) and the periods that were found there independently.
struct KnownPeriod {
    const char *re, *im, *zoom;
    std::uint32_t period;
};
const KnownPeriod kKnownPeriods[] = {
    {"-1.7598171308048478136108250105617982382439999999999999999998",
     "-0.01259331079974986538374663184326485845034", "1e14", 252},
    {"2.62070620416157101340705043e-1", "-2.16815264700656475880373613e-3", "3.3554431999999834E7",
     232},
    {"4.38201090809984714798836704183781579775093781331734e-01",
     "2.50541573359688171678400414758224860053729045156654e-01", "1.40057E28", 456},
    {"-0.74505665699232857364077251317671094", "-0.13521978823797060355111981379715792",
     "6.8719476736000047E10", 2165},
    {"-1.94027658588345321091739528561871158285329803755715228746270703125",
     "-0.00015063432290237573328275931307447270339596507504722367456943365", "1.36112946768E39",
     2449},
};

using Many = ExactNumber<2000>;
using Orbit = std::shared_ptr<const ReferenceOrbit>;

Orbit make(const ReferenceSpec &spec) {
    return ReferenceMaker().make(spec, kNeverStop);
}

/// The orbit from `from` to `to` is the exact one, rounded to nearest.
void expect_exact(const ReferenceOrbit &orbit, std::size_t from, std::size_t to,
                  OrbitOf<Many> exact) {
    for (std::size_t i = from; i < to; ++i) {
        ASSERT_EQ(orbit.z[i].x, exact.z().x.to_double()) << i;
        ASSERT_EQ(orbit.z[i].y, exact.z().y.to_double()) << i;
        exact.step();
    }
}

bool same_points(std::span<const kernels::OrbitPoint<double>> a,
                 std::span<const kernels::OrbitPoint<double>> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](auto p, auto q) { return p.x == q.x && p.y == q.y; });
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

TEST(ReferenceOrbit, GoesOnBitForBit) {
    ReferenceSpec spec = spec_of(view_at("-1.25066", "0.02012", "1e30"), 0);
    spec.radius = Decimal();
    ReferenceMaker maker;
    std::vector<Orbit> orbits;
    for (const std::uint64_t limit : {0, 1, 100, 100, 50, 3000}) {
        spec.limit = limit;
        orbits.push_back(maker.make(spec, kNeverStop));
    }
    EXPECT_EQ(orbits[0]->z.size(), 1U);
    EXPECT_EQ(orbits[2]->z.size(), 101U);
    EXPECT_EQ(orbits[3], orbits[2]); // nothing to add
    EXPECT_EQ(orbits[4], orbits[2]); // nor to take away
    const Orbit once = make(spec);
    EXPECT_TRUE(same_points(orbits[5]->z, once->z));
    EXPECT_TRUE(same_points(orbits[2]->z, once->z.subspan(0, 101)));
    EXPECT_EQ(orbits[5]->escaped, once->escaped);
}

TEST(ReferenceOrbit, FindsTheNextPeriodInASmallerRadius) {
    const KnownPeriod &known = kKnownPeriods[0];
    ReferenceSpec spec = spec_of(view_at(known.re, known.im, known.zoom), 10'000);
    const Decimal radius = std::exchange(spec.radius, Decimal::parse("1e-3"));
    ReferenceMaker maker;
    const Orbit wide = maker.make(spec, kNeverStop);
    EXPECT_GT(wide->period, 0U);
    EXPECT_LT(wide->period, known.period);
    spec.radius = radius;
    const Orbit narrow = maker.make(spec, kNeverStop);
    EXPECT_EQ(narrow->period, known.period);
    EXPECT_TRUE(same_points(narrow->z, make(spec)->z));
    spec.radius = Decimal::parse("1e-3");
    EXPECT_EQ(maker.make(spec, kNeverStop), narrow); // serves as well

    spec.bits += 100;
    EXPECT_EQ(maker.make(spec, kNeverStop)->period, wide->period); // made anew
}

TEST(ReferenceOrbit, GoesOnBeyondASmallerBailout) {
    ReferenceSpec spec;
    spec.re = Decimal::parse("0.5");
    spec.limit = 1000;
    spec.bailout = 2;
    ReferenceMaker maker;
    const Orbit near = maker.make(spec, kNeverStop);
    EXPECT_TRUE(near->escaped);
    spec.bailout = 1e9; // needs no more limbs
    const Orbit far = maker.make(spec, kNeverStop);
    EXPECT_GT(far->z.size(), near->z.size());
    EXPECT_GT(far->z.back().x, 1e9);
    EXPECT_TRUE(same_points(far->z, make(spec)->z));
}

TEST(ReferenceOrbit, StopsAndGoesOnWhereItWas) {
    ReferenceSpec spec = spec_of(view_at("-1.25066", "0.02012", "1e3000"), 100'000'000);
    spec.radius = Decimal();
    spec.re = spec.re + Decimal::parse("1e-3000");
    spec.formula.id = *kernels::find_formula("tricorn"); // never exhausted
    std::atomic<bool> stop{true};
    ReferenceMaker maker;
    EXPECT_EQ(maker.make(spec, stop), nullptr);

    spec.re = Decimal::parse("-0.5"); // never ends by itself
    stop = false;
    OrbitProgress progress;
    Orbit stopped;
    std::thread worker([&] { stopped = maker.make(spec, stop, &progress); });
    while (progress.done.load() < 20)
        std::this_thread::yield();
    stop = true;
    worker.join();
    EXPECT_EQ(stopped, nullptr);
    EXPECT_EQ(progress.of.load(), spec.limit);
    const std::uint64_t done = progress.done.load();
    EXPECT_LT(done, spec.limit);

    spec.limit = done; // all of it was kept
    EXPECT_EQ(maker.make(spec, kNeverStop)->z.size(), done + 1);
    EXPECT_TRUE(same_points(maker.make(spec, kNeverStop)->z, make(spec)->z));
}

TEST(ReferenceOrbit, IsReadWhileItGrows) {
    ReferenceSpec spec = spec_of(view_at("-1.25066", "0.02012", "1e30"), 1000);
    spec.radius = Decimal();
    ReferenceMaker maker;
    const Orbit orbit = maker.make(spec, kNeverStop);
    const auto sum = [&] {
        return std::accumulate(orbit->z.begin(), orbit->z.end(), 0.0,
                               [](double total, auto z) { return total + z.x; });
    };
    const double before = sum();
    double while_growing = 0;
    std::thread reader([&] { while_growing = sum(); });
    spec.limit = 20'000;
    const Orbit longer = maker.make(spec, kNeverStop);
    reader.join();
    EXPECT_EQ(while_growing, before);
    EXPECT_EQ(longer->z.data(), orbit->z.data()); // not copied
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

} // namespace
} // namespace fathom
