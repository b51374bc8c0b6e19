// Orbits in sums of two numbers against exact arithmetic and against the other types.
#include "render/deep/fixed_point.h"
#include "render/deep/reference_orbit.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "render/jobs/verification.h"
#include "render/numbers/real.h"
#include "render/places/location.h"
#include "tests/support/location_at.h"

#include <cmath>
#include <gtest/gtest.h>
#include <mpfr.h>
#include <tuple>

namespace fathom::two_numbers_test {

constexpr std::atomic<bool> kNever = false;

// 6,243 iterations at 7e10: doubles give 3 of 4 pixels their index.
Location hard() {
    return location_at("-0.74505665699232857364077251317671094",
                       "-0.13521978823797060355111981379715792", "6.8719476736000047E10", 6243);
}
Location spiral() {
    return location_at("2.62070620416157101340705043e-1", "-2.16815264700656475880373613e-3",
                       "3.3554431999999834E7", 1000);
}
Location line() {
    return location_at("4.38201090809984714798836704183781579775093781331734e-01",
                       "2.50541573359688171678400414758224860053729045156654e-01", "1.40057E26",
                       2500);
}
Verification check(const Location &location, Precision precision, int points = 60) {
    static const auto engine = make_engine("cpu");
    const Method method(precision, Approximation::la, nullptr);
    return *verify(*engine, {location, {320, 180}, method, points, 11, 2}, kNever);
}

TEST(TwoNumbers, TwoDoublesAreExactWhereDoublesAreNot) {
    EXPECT_LT(check(hard(), Precision::f64).equal, 55u);
    EXPECT_EQ(check(hard(), Precision::two_f64).equal, 60u);
    EXPECT_EQ(check(spiral(), Precision::two_f64).equal, 60u);
    EXPECT_EQ(check(line(), Precision::two_f64).equal, 60u) << "at 1e26 without perturbation";
}

TEST(TwoNumbers, TwoFloatsAreNearlyAsGoodAsADouble) {
    EXPECT_LT(check(spiral(), Precision::f32).equal, 30u);
    EXPECT_GE(check(spiral(), Precision::two_f32).equal, 58u);
}

TEST(TwoNumbers, PerturbedTwoFloatsAreNearlyAsGoodAsADouble) {
    for (const Location &location : {hard(), spiral(), line()})
        EXPECT_GE(check(location, Precision::perturb_two_f32).equal, 59u);
    EXPECT_LT(check(hard(), Precision::perturb_f32x).equal, 55u);
    // Beyond the exponents of floats, and of doubles.
    for (const char *zoom : {"1e60", "1e400"}) {
        SCOPED_TRACE(zoom);
        EXPECT_EQ(check(location_at("-2", "0", zoom, 3000), Precision::perturb_two_f32).equal, 60u);
        EXPECT_EQ(check(location_at("0", "1", zoom, 3000), Precision::perturb_two_f32).equal, 60u);
    }
    Location ship = location_at("-1.762", "-0.0280", "1e14", 3000);
    ship.formula.id = *kernels::find_formula("burning-ship");
    EXPECT_EQ(check(ship, Precision::perturb_two_f32).equal, 60u);
}

TEST(TwoNumbers, PerturbedPixelsAreExactWhereDoublesAreNot) {
    for (const Location &location : {hard(), spiral(), line()})
        EXPECT_EQ(check(location, Precision::perturb_two_f64).equal, 60u);
    // Beyond the exponents of doubles.
    EXPECT_EQ(check(location_at("-2", "0", "1e400", 3000), Precision::perturb_two_f64).equal, 60u);
    EXPECT_EQ(check(location_at("0", "1", "1e400", 3000), Precision::perturb_two_f64).equal, 60u);
}

TEST(TwoNumbers, ReferencePointsKeepTwiceADoublesDigits) {
    ReferenceSpec spec;
    spec.re = Decimal::parse("-0.743643887037158704752191506114774");
    spec.im = Decimal::parse("0.131825904205311970493132056385139");
    spec.limit = 400;
    spec.bits = 300;
    spec.two = true;
    ReferenceMaker maker;
    const auto orbit = maker.make(spec, kNever);
    ASSERT_EQ(orbit->rest.size(), orbit->z.size());
    // The same with MPFR.
    mpfr_t x, y, square, product;
    mpfr_inits2(400, x, y, square, product, nullptr);
    mpfr_set_zero(x, 1);
    mpfr_set_zero(y, 1);
    const Real re = Real::of(spec.re, 400);
    const Real im = Real::of(spec.im, 400);
    for (std::size_t n = 0; n < orbit->z.size(); ++n) {
        for (const auto &[exact, hi, lo] :
             {std::tuple(mpfr_srcptr(x), orbit->z[n].x, orbit->rest[n].x),
              std::tuple(mpfr_srcptr(y), orbit->z[n].y, orbit->rest[n].y)}) {
            EXPECT_EQ(mpfr_get_d(exact, MPFR_RNDN), hi) << n;
            mpfr_sub_d(square, exact, hi, MPFR_RNDN);
            EXPECT_NEAR(mpfr_get_d(square, MPFR_RNDN), lo, std::fabs(hi) * 0x1p-105) << n;
        }
        mpfr_mul(product, x, y, MPFR_RNDN);
        mpfr_sqr(square, y, MPFR_RNDN);
        mpfr_sqr(x, x, MPFR_RNDN);
        mpfr_sub(x, x, square, MPFR_RNDN);
        mpfr_add(x, x, re.get(), MPFR_RNDN);
        mpfr_mul_2ui(y, product, 1, MPFR_RNDN);
        mpfr_add(y, y, im.get(), MPFR_RNDN);
    }
    mpfr_clears(x, y, square, product, nullptr);
}

TEST(TwoNumbers, AnOrbitOfDoublesIsMadeAgainWithMoreDigitsWhenTheyAreWanted) {
    ReferenceSpec spec;
    spec.re = Decimal::parse("-0.7436438870371587");
    spec.im = Decimal::parse("0.1318259042053119");
    spec.limit = 100;
    ReferenceMaker maker;
    const auto doubles = maker.make(spec, kNever);
    EXPECT_TRUE(doubles->rest.empty());
    spec.two = true;
    const auto two = maker.make(spec, kNever);
    EXPECT_EQ(two->rest.size(), doubles->z.size());
    spec.two = false;
    EXPECT_EQ(maker.make(spec, kNever), two) << "serves doubles, too";
}

TEST(TwoNumbers, ADecimalsDigitsAreThoseOfTwoDoubles) {
    for (const char *text : {"1", "-0.1", "3.14159265358979323846264338327950288419716939937510",
                             "-1e-30", "7.7e99", "0"}) {
        const Decimal value = Decimal::parse(text);
        const kernels::Two<double> two = nearest_two(value);
        EXPECT_EQ(two.hi, value.to_double()) << text;
        Real exact = Real::of(value, 400);
        mpfr_sub_d(exact.get(), exact.get(), two.hi, MPFR_RNDN);
        EXPECT_NEAR(mpfr_get_d(exact.get(), MPFR_RNDN), two.lo, std::fabs(two.hi) * 0x1p-105)
            << text;
    }
}

/// Of all values of a picture's samples.
void expect_same_bits(Engine &engine, Engine &judge, const RenderRequest &request) {
    SampleBuffer samples[2];
    for (int i = 0; i < 2; ++i) {
        const auto frame = (i == 0 ? engine : judge).make_frame(request);
        ASSERT_TRUE(frame->iterate(kNever));
        frame->read_samples(samples[i]);
    }
    for (std::size_t at = 0; at < samples[0].count(); ++at) {
        ASSERT_EQ(samples[0].index(at), samples[1].index(at));
        ASSERT_EQ(samples[0].zx(at), samples[1].zx(at));
        ASSERT_EQ(samples[0].zy(at), samples[1].zy(at));
        ASSERT_EQ(samples[0].gx(at), samples[1].gx(at));
        ASSERT_EQ(samples[0].trap(at), samples[1].trap(at));
        ASSERT_EQ(samples[0].atom(at), samples[1].atom(at));
    }
}

TEST(TwoNumbers, EnginesAgreeInEveryBit) {
    const auto judge = make_engine("reference");
    std::vector<std::unique_ptr<Engine>> engines;
    engines.push_back(make_engine("cpu"));
    for (const DeviceInfo &device : list_devices().devices)
        if (device.kind == "gpu")
            engines.push_back(make_engine(device.id));
    for (const auto &engine : engines)
        for (std::size_t i = 0; i < kernels::formulas().size(); ++i)
            for (const Precision precision :
                 {Precision::two_f32, Precision::two_f64, Precision::perturb_two_f32,
                  Precision::perturb_two_f64}) {
                Location location;
                location.formula.id = kernels::FormulaId(i);
                if (!can_iterate(location.formula.id, precision))
                    continue;
                SCOPED_TRACE(engine->info().id + ' ' + kernels::formulas()[i].id + ' ' +
                             to_string(precision));
                location.view = home_view(location.formula);
                location.iterations = 60;
                RenderRequest request =
                    make_request(location, {64, 48}, {0, 0, 64, 48}, {}, Method(precision));
                request.colour.lut = std::make_shared<const PaletteTable>(1, 0);
                request.tracking.level = kernels::Tracks::all;
                expect_same_bits(*engine, *judge, request);
            }
}

} // namespace fathom::two_numbers_test
