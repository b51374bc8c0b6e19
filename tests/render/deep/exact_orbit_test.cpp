// Orbits in full precision against known answers and against MPFR in schoolbook form.
#include "render/deep/exact_orbit.h"
#include "render/numbers/real.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <string>

namespace fathom::exact_orbit_test {

constexpr std::atomic<bool> kNever = false;

Real real(const std::string &text, long bits) {
    return Real::of(Decimal::parse(text), bits);
}

std::uint64_t escape_of(const std::string &re, const std::string &im, double bailout,
                        std::uint64_t limit, long bits) {
    const auto orbit = ExactOrbit::make({{}, bailout, 4, bits});
    return iterate_exactly(*orbit, real(re, bits), real(im, bits), bailout, limit, kNever)->n;
}

TEST(ExactOrbit, CountsPiInTheSeahorseValley) {
    // OEIS A097486, which stops at |z| >= 2: no z of these orbits has |z| = 2 but the first one of
    // -3/4 + i, so > 2 gives the same.
    const std::uint64_t counts[] = {3, 33, 315, 3143, 31417, 314160, 3141593};
    std::string im = "1";
    for (const std::uint64_t count : counts) {
        EXPECT_EQ(escape_of("-0.75", im, 2, 4'000'000, 128), count) << im;
        im = im == "1" ? "0.1" : "0.0" + im.substr(2);
    }
}

TEST(ExactOrbit, EndsWhereItRepeatsInsteadOfAtTheLimit) {
    // With limits that no test could wait for.
    constexpr std::uint64_t kForever = std::uint64_t(1) << 40;
    EXPECT_EQ(escape_of("-2", "0", 2, kForever, 64), 0u) << "|z| stays exactly 2";
    EXPECT_EQ(escape_of("0", "1", 2, kForever, 64), 0u) << "the Misiurewicz point i";
    EXPECT_EQ(escape_of("-0.1", "0.1", 256, kForever, 200), 0u) << "drawn to a point";
    EXPECT_EQ(escape_of("-1.31", "0.01", 256, kForever, 200), 0u) << "drawn to a cycle of 4";
}

/// z_n in schoolbook form, by another arithmetic, while |z_n| <= 2.
void expect_same_orbit(int power, const std::string &re, const std::string &im, int steps,
                       long bits) {
    const std::string id = power == 2 ? "mandelbrot" : "multibrot-" + std::to_string(power);
    ExactOrbitSpec spec{{}, 2, 4, bits};
    spec.formula.id = *kernels::find_formula(id);
    const auto orbit = ExactOrbit::make(spec);
    orbit->start(real(re, bits), real(im, bits));
    const long more = bits + 400;
    const Real cx = real(re, more);
    const Real cy = real(im, more);
    Real x(more), y(more), px(more), py(more), t(more);
    for (int n = 1; n <= steps; ++n) {
        ASSERT_FALSE(orbit->is_outside(2)) << id << " z_" << n - 1;
        orbit->step();
        mpfr_set_ui(px.get(), 1, MPFR_RNDN);
        mpfr_set_zero(py.get(), 1);
        for (int factor = 0; factor < power; ++factor) {
            mpfr_fmms(t.get(), px.get(), x.get(), py.get(), y.get(), MPFR_RNDN);
            mpfr_fmma(py.get(), px.get(), y.get(), py.get(), x.get(), MPFR_RNDN);
            mpfr_swap(px.get(), t.get());
        }
        mpfr_add(x.get(), px.get(), cx.get(), MPFR_RNDN);
        mpfr_add(y.get(), py.get(), cy.get(), MPFR_RNDN);
        const WideComplex z = orbit->z();
        const int exponent = static_cast<int>(z.exponent);
        ASSERT_NEAR(std::ldexp(z.x, exponent), x.to_double(), 1e-14) << id << " z_" << n;
        ASSERT_NEAR(std::ldexp(z.y, exponent), y.to_double(), 1e-14) << id << " z_" << n;
    }
}

TEST(ExactOrbit, FollowsOtherArithmeticThroughChaos) {
    // A difference grows by a half to two bits a step: doubles are lost within 100 steps, 600 bits
    // hold out to the end.
    expect_same_orbit(2, "-1.9999999999999999999999999999999999999999", "0", 250, 600);
    expect_same_orbit(2, "-1.5436890126920763615708559718017479865", "0", 500, 600);
    expect_same_orbit(2, "-0.22815549365396179", "1.1151425080399373", 35, 600);
    expect_same_orbit(3, "0.1", "0.7", 100, 600);
    expect_same_orbit(8, "-0.5", "0.4", 100, 600);
}

TEST(ExactOrbit, IsTheSameInBothArithmetics) {
    // Phoenix with parameter 0 is z^2 + c, and iterated by MPFR.
    std::mt19937_64 random(20261121);
    std::uniform_real_distribution<double> place(-1.3, 1.3);
    int escaped = 0;
    for (const bool julia : {false, true}) {
        ExactOrbitSpec spec{{}, 256, 4, 300};
        spec.formula.julia = julia;
        spec.formula.seed_re = Decimal::parse("-0.745");
        spec.formula.seed_im = Decimal::parse("0.1130000000000000000000000001");
        spec.formula.parameter_re = 0;
        const auto fixed = ExactOrbit::make(spec);
        spec.formula.id = *kernels::find_formula("phoenix");
        const auto real = ExactOrbit::make(spec);
        for (int i = 0; i < 100; ++i) {
            const Real re = Real::of(place(random));
            const Real im = Real::of(place(random));
            const auto a = iterate_exactly(*fixed, re, im, 256, 500, kNever);
            const auto b = iterate_exactly(*real, re, im, 256, 500, kNever);
            ASSERT_EQ(a->n, b->n);
            escaped += a->n > 0;
            EXPECT_EQ(a->z.exponent, b->z.exponent);
            EXPECT_NEAR(a->z.x, b->z.x, 1e-13);
            EXPECT_NEAR(a->z.y, b->z.y, 1e-13);
        }
    }
    EXPECT_GT(escaped, 100);
}

TEST(ExactOrbit, HoldsTheLargestNumbersThatALocationAllows) {
    // The square of what has just escaped still has its place, for each power and far outside.
    for (const char *id : {"mandelbrot", "multibrot-8"})
        for (const double bailout : {2.0, 1e9}) {
            ExactOrbitSpec spec{{}, bailout, 2e4, 64};
            spec.formula.id = *kernels::find_formula(id);
            spec.formula.julia = true;
            spec.formula.seed_re = Decimal::parse("10000");
            const auto orbit = ExactOrbit::make(spec);
            const auto escape =
                iterate_exactly(*orbit, Real::of(9999.0), Real(), bailout, 10, kNever);
            const int power = kernels::formula_info(spec.formula.id).power;
            const std::uint64_t first = std::pow(9999.0, power) > bailout ? 1 : 2;
            EXPECT_EQ(escape->n, first);
            double z = 9999;
            for (std::uint64_t n = 0; n < first; ++n)
                z = std::pow(z, power) + 10000;
            EXPECT_NEAR(log2_size(escape->z), std::log2(z), 1e-9);
        }
}

TEST(ExactOrbit, StopsWhenAsked) {
    const auto orbit = ExactOrbit::make({{}, 2, 4, 64});
    const std::atomic<bool> stop = true;
    EXPECT_FALSE(iterate_exactly(*orbit, Real(), Real(), 2, 10, stop));
}

TEST(ExactOrbit, TakesBitsByDepthHeightAndIterations) {
    Location location;
    EXPECT_GE(exact_bits(location, 1080), 64 + 18);
    const long shallow = exact_bits(location, 1080);
    location.view.zoom = Decimal::parse("1e1000");
    EXPECT_NEAR(static_cast<double>(exact_bits(location, 1080) - shallow), 3321.9, 2);
    location.formula.julia = true; // about 0, differences are squared
    EXPECT_GE(exact_bits(location, 1080), 2 * 3322 + 64);
}

TEST(WideComplex, IsComplexArithmeticBeyondDoubles) {
    const WideComplex a = wide(3, -4);
    const WideComplex b = wide(-0.5, 2);
    const WideComplex product = a * b;
    EXPECT_EQ(std::ldexp(product.x, static_cast<int>(product.exponent)), 6.5);
    EXPECT_EQ(std::ldexp(product.y, static_cast<int>(product.exponent)), 8.0);
    const WideComplex back = product * inverse(b) - a;
    EXPECT_LT(log2_size(back), -48);
    WideComplex huge = a;
    for (int i = 0; i < 20; ++i)
        huge = huge * huge;
    EXPECT_NEAR(log2_size(huge), std::log2(5.0) * (1 << 20), 1e-4);
    EXPECT_TRUE(is_smaller(a, huge));
    EXPECT_FALSE(is_smaller(huge, a));
    EXPECT_TRUE(is_smaller(inverse(huge), a));
    EXPECT_TRUE(is_smaller(WideComplex{}, inverse(huge)));
    EXPECT_FALSE(is_smaller(a, a));
    EXPECT_TRUE(is_smaller(wide(1.9), wide(2))) << "across a power of two";
    EXPECT_FALSE(is_smaller(wide(2), wide(1.9)));
    EXPECT_EQ((huge + a).x, huge.x);
    EXPECT_EQ((a - a).x, 0);
}

TEST(RealNumbers, TravelToDecimalsAndBack) {
    const std::string text = "-1.7598171308048479165828760533255272324181567417383390953996941";
    const Real value = real(text, 260);
    EXPECT_EQ(value.to_decimal(62).to_string(), text);
    EXPECT_EQ(real("1e-5000", 64).to_decimal(5).to_string(), "1e-5000");
    EXPECT_TRUE(Real(64).to_decimal(5).is_zero());
}

} // namespace fathom::exact_orbit_test
