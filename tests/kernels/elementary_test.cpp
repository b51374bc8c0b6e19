// The functions that engines share instead of libm's, against MPFR.
#include "kernels/base/elementary.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <mpfr.h>
#include <random>

namespace fathom::elementary_test {

class Exact {
  public:
    Exact() {
        mpfr_init2(a_, 120);
        mpfr_init2(b_, 120);
    }
    ~Exact() {
        mpfr_clear(a_);
        mpfr_clear(b_);
    }
    Exact(const Exact &) = delete;
    Exact &operator=(const Exact &) = delete;

    double log2(double v) {
        mpfr_set_d(a_, v, MPFR_RNDN);
        mpfr_log2(a_, a_, MPFR_RNDN);
        return mpfr_get_d(a_, MPFR_RNDN);
    }
    double cube_root(double v) {
        mpfr_set_d(a_, v, MPFR_RNDN);
        mpfr_cbrt(a_, a_, MPFR_RNDN);
        return mpfr_get_d(a_, MPFR_RNDN);
    }
    double turns(double x, double y) {
        mpfr_set_d(a_, y, MPFR_RNDN);
        mpfr_set_d(b_, x, MPFR_RNDN);
        mpfr_atan2(a_, a_, b_, MPFR_RNDN);
        mpfr_const_pi(b_, MPFR_RNDN);
        mpfr_div(a_, a_, b_, MPFR_RNDN);
        const double turn = mpfr_get_d(a_, MPFR_RNDN) / 2;
        return turn < 0 ? turn + 1 : turn;
    }

  private:
    mpfr_t a_, b_;
};

TEST(CubeRoot, IsAccurate) {
    Exact exact;
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> exponent(-1000, 1000);
    for (int i = 0; i < 200'000; ++i) {
        const double v = i % 2 == 0 ? std::exp2(exponent(random)) : 1 + i * 1e-4;
        const double expected = exact.cube_root(v);
        ASSERT_NEAR(kernels::cube_root(v), expected, 1e-14 * expected) << v;
    }
}

TEST(Log2OfDouble, IsAccurateForAllDoubles) {
    Exact exact;
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> exponent(-1020, 1023.9);
    for (int i = 0; i < 200'000; ++i) {
        const double v = i % 2 == 0 ? 0.70711 + i * 3.5e-6 : std::exp2(exponent(random));
        const double expected = exact.log2(v);
        const double rounding = std::fabs(expected) <= 0.5 ? 0 : std::fabs(expected) * 0x1p-24;
        ASSERT_NEAR(kernels::log2_of_double(v), expected, 1.1e-7 + rounding) << v;
    }
    using Limits = std::numeric_limits<double>;
    for (const double v : {0.0, -1.0, Limits::infinity(), Limits::quiet_NaN(), Limits::max()})
        EXPECT_TRUE(std::isfinite(kernels::log2_of_double(v))) << v;
}

template <class Real> void expect_accurate_turns() {
    Exact exact;
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> angle(0, 6.2831853), size(-8, 30);
    for (int i = 0; i < 200'000; ++i) {
        const double a = angle(random), r = std::exp2(size(random));
        const auto x = static_cast<Real>(r * std::cos(a)), y = static_cast<Real>(r * std::sin(a));
        const double got = kernels::turns(x, y);
        ASSERT_GE(got, 0);
        ASSERT_LE(got, 1);
        const double apart = std::fabs(got - exact.turns(x, y));
        ASSERT_LE(std::min(apart, 1 - apart), 1.2e-7) << x << ' ' << y;
    }
    const auto largest = std::numeric_limits<Real>::max();
    EXPECT_EQ(kernels::turns(Real(0), Real(0)), 0);
    EXPECT_EQ(kernels::turns(Real(3), Real(0)), 0);
    EXPECT_NEAR(kernels::turns(Real(0), Real(5)), 0.25, 1e-7);
    EXPECT_NEAR(kernels::turns(Real(-2), Real(0)), 0.5, 1e-7);
    EXPECT_NEAR(kernels::turns(Real(0), Real(-2)), 0.75, 1e-7);
    EXPECT_NEAR(kernels::turns(largest, largest), 0.125, 1e-7);
}

TEST(Turns, AreAccurate) {
    expect_accurate_turns<float>();
    expect_accurate_turns<double>();
}

TEST(Elementary, PowersOfTwoAreWithinFourUnits) {
    for (double v = -1000; v <= 1000; v += 0.3711) {
        const long double exact = std::exp2(static_cast<long double>(v));
        const auto error = std::fabs(kernels::power_of_2(v) / exact - 1);
        ASSERT_LT(error, 4 * std::numeric_limits<double>::epsilon()) << v;
    }
    for (const int whole : {-1000, -1, 0, 1, 52, 1000})
        EXPECT_EQ(kernels::power_of_2(whole), std::ldexp(1.0, whole));
}

} // namespace fathom::elementary_test
