// The engines' arithmetic against known answers and against exact arithmetic that shares no code
// with it.
#include "kernels/base/elementary.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/jobs/pixel_probe.h"
#include "render/places/location.h"

#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <mpfr.h>
#include <random>
#include <utility>

namespace fathom::oracle_test {

Location at(const std::string &re, const std::string &im, std::uint32_t limit, double bailout) {
    Location location;
    location.view.re = Decimal::parse(re);
    location.view.im = Decimal::parse(im);
    location.iterations = limit;
    location.bailout = bailout;
    return location;
}

Probe probe_at(const Location &location, std::optional<Precision> precision) {
    static const auto engine = make_engine("cpu");
    const std::atomic<bool> stop = false;
    return *probe(*engine, location,
                  probe_method(location, {.precision = precision}, engine->info().traits), stop);
}

TEST(KnownCounts, PiFromTheSeahorseValley) {
    // OEIS A097486: steps at -3/4 + 10^-k i, exact in double.
    const std::uint32_t counts[] = {3, 33, 315, 3143, 31417, 314160, 3141593, 31415927};
    std::string im = "1";
    for (const std::uint32_t count : counts) {
        const Probe result = probe_at(at("-0.75", im, 40'000'000, 2), std::nullopt);
        EXPECT_TRUE(result.escaped);
        EXPECT_EQ(result.iterations, count) << "im = " << im;
        im = im == "1" ? "0.1" : "0.0" + im.substr(2);
    }
}

TEST(KnownCounts, FloatShowsWhyPrecisionIsChosenByNeed) {
    const Probe coarse = probe_at(at("-0.75", "0.0001", 2'000'000, 2), Precision::f32);
    EXPECT_NE(coarse.iterations, 31'417u) << "float cannot tell this place";
    Location location;
    EXPECT_EQ(decide_method(location, {1920, 1080}).precision, Precision::f32);
    location.iterations = 100'000;
    EXPECT_EQ(decide_method(location, {1920, 1080}).precision, Precision::f64);
}

TEST(KnownCounts, FloatIsForTheMandelbrotSetAlone) {
    for (std::size_t i = 0; i < kernels::formulas().size(); ++i) {
        for (const bool julia : {false, true}) {
            Location location;
            location.formula.id = kernels::FormulaId(i);
            location.formula.julia = julia;
            location.view = home_view(location.formula);
            const bool is_known = location.formula.id == kernels::kMandelbrot && !julia;
            EXPECT_EQ(decide_method(location, {1920, 1080}).precision,
                      is_known ? Precision::f32 : Precision::f64)
                << kernels::formulas()[i].id;
        }
    }
}

TEST(KnownCounts, WarnsWhereAJuliaSetsPixelsMeetAfterOneStep) {
    // About 0, pixels that double tells apart have squares that it loses beside the seed.
    Location location;
    location.formula.julia = true;
    location.formula.seed_re = Decimal::parse("-0.8");
    location.view = home_view(location.formula);
    const Size size{1920, 1080};
    EXPECT_FALSE(precision_warning(location, size, Precision::f64));
    location.view.zoom = Decimal::parse("1e6");
    EXPECT_FALSE(precision_warning(location, size, Precision::f64));
    location.view.zoom = Decimal::parse("1e9");
    EXPECT_TRUE(precision_warning(location, size, Precision::f64));
    location.view.re = Decimal::parse("1.2"); // where squaring spreads them
    EXPECT_FALSE(precision_warning(location, size, Precision::f64));
    location.view.zoom = Decimal::parse("1e14");
    EXPECT_TRUE(precision_warning(location, size, Precision::f64));
}

TEST(KnownCounts, EscapeIndexStartsAtOneAndComparesStrictly) {
    EXPECT_EQ(probe_at(at("3", "0", 10, 2), std::nullopt).iterations, 1u);
    EXPECT_FALSE(probe_at(at("-2", "0", 1000, 2), std::nullopt).escaped) << "|z| stays exactly 2";
    EXPECT_FALSE(probe_at(at("0", "1", 100'000, 2), std::nullopt).escaped) << "Misiurewicz point i";
    const Probe two = probe_at(at("2", "0", 10, 2), std::nullopt);
    EXPECT_EQ(two.iterations, 2u);
    EXPECT_EQ(two.re, 6.0);
    EXPECT_EQ(two.im, 0.0);
    EXPECT_FALSE(probe_at(at("-1", "0.2499", 100'000, 2), std::nullopt).escaped) << "period-2 disc";
}

/// A complex number of `kBits` bits.
class Complex {
  public:
    Complex() { mpfr_inits2(kBits, re, im, nullptr); }
    ~Complex() { mpfr_clears(re, im, nullptr); }
    Complex(const Complex &) = delete;
    Complex &operator=(const Complex &) = delete;

    static constexpr mpfr_prec_t kBits = 400;
    mpfr_t re, im;
};

/// First n <= limit with |z_n| > bailout, or 0: z^2 + c in the schoolbook form, far beyond any
/// rounding that matters.
std::uint32_t exact_count(double c_re, double c_im, std::uint32_t limit, double bailout) {
    Complex z, c, t;
    mpfr_set_d(c.re, c_re, MPFR_RNDN);
    mpfr_set_d(c.im, c_im, MPFR_RNDN);
    mpfr_set_zero(z.re, 1);
    mpfr_set_zero(z.im, 1);
    for (std::uint32_t n = 1; n <= limit; ++n) {
        mpfr_mul(t.im, z.re, z.im, MPFR_RNDN);
        mpfr_mul_ui(t.im, t.im, 2, MPFR_RNDN);
        mpfr_sqr(t.re, z.re, MPFR_RNDN);
        mpfr_sqr(z.im, z.im, MPFR_RNDN);
        mpfr_sub(t.re, t.re, z.im, MPFR_RNDN);
        mpfr_add(z.re, t.re, c.re, MPFR_RNDN);
        mpfr_add(z.im, t.im, c.im, MPFR_RNDN);
        mpfr_hypot(t.re, z.re, z.im, MPFR_RNDN);
        if (mpfr_cmp_d(t.re, bailout) > 0)
            return n;
    }
    return 0;
}

TEST(ExactArithmetic, AgreesAtHundredsOfRandomPoints) {
    // Rounding moves an orbit by no more than a tiny change of c, so only points within about 1e-13
    // of a change of count may differ: with 600 random points none is expected, and one is
    // tolerated.
    std::mt19937_64 random(20261120);
    std::uniform_real_distribution<double> re(-2.2, 0.7);
    std::uniform_real_distribution<double> im(-1.3, 1.3);
    int different = 0;
    int escaped = 0;
    for (int i = 0; i < 600; ++i) {
        const double x = re(random);
        const double y = im(random);
        const Probe result =
            probe_at(at(fmt::format("{}", x), fmt::format("{}", y), 2000, 256), std::nullopt);
        const std::uint32_t expected = exact_count(x, y, 2000, 256);
        different +=
            result.escaped != (expected != 0) || (expected != 0 && result.iterations != expected);
        escaped += expected != 0;
    }
    EXPECT_LE(different, 1);
    EXPECT_GT(escaped, 300);
    EXPECT_LT(escaped, 550);
}

TEST(ExactArithmetic, PixelsOfATurnedViewLieWhereTheFormulaSays) {
    // c of a pixel, by the words of the manual in exact arithmetic: im grows upwards, rotation
    // turns about the centre.
    Location location = at("-0.743643887037151", "0.131825904205330", 1000, 256);
    location.view.zoom = Decimal::parse("12345.678");
    location.view.rotation_degrees = 33.25;
    const Size size{1920, 1081};
    const RenderRequest request =
        make_request(location, size, {100, 200, 50, 60}, {}, Precision::f64);
    Complex centre, spacing, turn, offset, c;
    mpfr_set_str(centre.re, "-0.743643887037151", 10, MPFR_RNDN);
    mpfr_set_str(centre.im, "0.131825904205330", 10, MPFR_RNDN);
    mpfr_set_str(spacing.re, "12345.678", 10, MPFR_RNDN);
    mpfr_mul_ui(spacing.re, spacing.re, 1081, MPFR_RNDN);
    mpfr_ui_div(spacing.re, 4, spacing.re, MPFR_RNDN);
    mpfr_const_pi(turn.re, MPFR_RNDN);
    mpfr_mul_d(turn.re, turn.re, 33.25, MPFR_RNDN);
    mpfr_div_ui(turn.re, turn.re, 180, MPFR_RNDN);
    mpfr_sin_cos(turn.im, turn.re, turn.re, MPFR_RNDN);
    for (const auto &[x, y] : {std::pair{0, 0}, {49, 0}, {0, 59}, {31, 7}}) {
        const double dx = 100 + x + 0.5 - 960.0;
        const double dy = 540.5 - (200 + y + 0.5);
        mpfr_mul_d(offset.re, turn.re, dx, MPFR_RNDN);
        mpfr_mul_d(c.re, turn.im, -dy, MPFR_RNDN);
        mpfr_add(offset.re, offset.re, c.re, MPFR_RNDN);
        mpfr_mul_d(offset.im, turn.im, dx, MPFR_RNDN);
        mpfr_mul_d(c.im, turn.re, dy, MPFR_RNDN);
        mpfr_add(offset.im, offset.im, c.im, MPFR_RNDN);
        mpfr_fma(c.re, offset.re, spacing.re, centre.re, MPFR_RNDN);
        mpfr_fma(c.im, offset.im, spacing.re, centre.im, MPFR_RNDN);
        EXPECT_NEAR(kernels::pixel_re(request.map, x, y), mpfr_get_d(c.re, MPFR_RNDN), 3e-16);
        EXPECT_NEAR(kernels::pixel_im(request.map, x, y), mpfr_get_d(c.im, MPFR_RNDN), 1e-16);
    }
}

TEST(Elementary, Log2IsAccurate) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> exponent(-1020, 1020);
    mpfr_t exact;
    mpfr_init2(exact, 120);
    for (int i = 0; i < 20'000; ++i) {
        const double v = i < 10'000 ? std::exp2(exponent(random)) : 0.5 + i / 10'000.0;
        mpfr_set_d(exact, v, MPFR_RNDN);
        mpfr_log2(exact, exact, MPFR_RNDN);
        const double expected = mpfr_get_d(exact, MPFR_RNDN);
        EXPECT_NEAR(kernels::log2_positive(v), expected, 4e-16 * std::max(1.0, std::fabs(expected)))
            << v;
    }
    mpfr_clear(exact);
    EXPECT_EQ(kernels::log2_positive(1.0), 0.0);
    EXPECT_EQ(kernels::log2_positive(65536.0), 16.0);
}

TEST(Elementary, SineAndCosineAreAccurateAndExactAtQuarters) {
    mpfr_t angle, s, c;
    mpfr_inits2(120, angle, s, c, nullptr);
    for (int step = 0; step <= 3918; ++step) {
        const double degrees = -725 + 0.37 * step;
        mpfr_const_pi(angle, MPFR_RNDN);
        mpfr_mul_d(angle, angle, degrees, MPFR_RNDN);
        mpfr_div_ui(angle, angle, 180, MPFR_RNDN);
        mpfr_sin_cos(s, c, angle, MPFR_RNDN);
        const auto [sine, cosine] = kernels::sine_cosine_degrees(degrees);
        EXPECT_NEAR(sine, mpfr_get_d(s, MPFR_RNDN), 2.3e-16) << degrees;
        EXPECT_NEAR(cosine, mpfr_get_d(c, MPFR_RNDN), 2.3e-16) << degrees;
    }
    mpfr_clears(angle, s, c, nullptr);
    for (const double turn : {-720.0, -360.0, 0.0, 360.0}) {
        EXPECT_EQ(kernels::sine_cosine_degrees(turn).cosine, 1.0);
        EXPECT_EQ(kernels::sine_cosine_degrees(turn + 90).sine, 1.0);
        EXPECT_EQ(kernels::sine_cosine_degrees(turn + 90).cosine, 0.0);
        EXPECT_EQ(kernels::sine_cosine_degrees(turn + 180).cosine, -1.0);
        EXPECT_EQ(kernels::sine_cosine_degrees(turn + 270).sine, -1.0);
    }
}

} // namespace fathom::oracle_test
