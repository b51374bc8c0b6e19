// The colour pass: its arithmetic against exact logarithms, and its vector loops against the
// formula of one pixel.
#include "kernels/colour/colour.h"
#include "kernels/colour/colour_rows.h"
#include "render/places/location.h"
#include "tests/support/colour_schemes.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <mpfr.h>
#include <random>
#include <vector>

namespace fathom::colour_test {

using kernels::ColourBase;
using kernels::ColourParams;

double exact_log2(mpfr_t scratch, double v) {
    mpfr_set_d(scratch, v, MPFR_RNDN);
    mpfr_log2(scratch, scratch, MPFR_RNDN);
    return mpfr_get_d(scratch, MPFR_RNDN);
}

TEST(FloatLog2, IsAccurate) {
    std::mt19937 random(11);
    std::uniform_real_distribution<float> exponent(-125, 127);
    mpfr_t scratch;
    mpfr_init2(scratch, 80);
    for (int i = 0; i < 400'000; ++i) {
        // Half of them around 1, where the polynomial's own error shows.
        const float v = i % 2 == 0 ? 0.7071068F + static_cast<float>(i) * 1.767e-6F
                                   : std::exp2(exponent(random));
        const double expected = exact_log2(scratch, v);
        const double rounding = std::fabs(expected) <= 0.5 ? 0 : std::fabs(expected) * 0x1p-24;
        ASSERT_NEAR(kernels::log2_positive(v), expected, 1e-7 + rounding) << v;
    }
    mpfr_clear(scratch);
    for (int e = -126; e <= 127; ++e)
        EXPECT_EQ(kernels::log2_positive(std::ldexp(1.0F, e)), static_cast<float>(e));
}

TEST(FloatLog2, HasNoStepWhereTheExponentSwitches) {
    for (int e = -120; e <= 120; e += 3) {
        const float above = std::ldexp(1.41421356F, e);
        const float below = std::nextafter(std::nextafter(above, 0.0F), 0.0F);
        EXPECT_NEAR(kernels::log2_positive(below), kernels::log2_positive(above),
                    5e-7F + static_cast<float>(std::abs(e)) * 1.2e-7F);
    }
}

TEST(FloatLog2, IsFiniteForAnything) {
    using Limits = std::numeric_limits<float>;
    for (const float v : {0.0F, -0.0F, -3.0F, Limits::denorm_min(), Limits::max(),
                          Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()})
        EXPECT_TRUE(std::isfinite(kernels::log2_positive(v))) << v;
}

TEST(EscapeFraction, InFloatIsWithinHalfAMillionth) {
    std::mt19937_64 random(12);
    mpfr_t scratch;
    mpfr_init2(scratch, 120);
    // The largest allowed bailout squared twice is 1e36, which float still holds.
    for (const double bailout : {2.0, 2.5, 4.0, 256.0, 1e4, LocationLimits::kMaxBailout}) {
        std::uniform_real_distribution<double> log2_norm(2 * std::log2(bailout),
                                                         4 * std::log2(bailout) + 0.5);
        const double inverse = kernels::inverse_log2_squared(bailout);
        for (int i = 0; i < 20'000; ++i) {
            const double norm = i == 0 ? bailout * bailout : std::exp2(log2_norm(random));
            const double ratio = exact_log2(scratch, norm) / exact_log2(scratch, bailout * bailout);
            const double expected = exact_log2(scratch, ratio);
            const float fraction =
                kernels::escape_fraction(static_cast<float>(norm), static_cast<float>(inverse));
            ASSERT_NEAR(fraction, expected, 5e-7) << bailout << ' ' << norm;
            ASSERT_NEAR(kernels::escape_fraction(norm, inverse), expected, 2e-15);
        }
    }
    mpfr_clear(scratch);
}

/// Distance of two phases round the cycle.
double distance(double a, double b) {
    const double d = std::fabs(a - b);
    return std::min(d, 1 - d);
}

template <class Real> void expect_continuous_bands(const Ruler &ruler, double bailout) {
    // z of one band squared is z of the next: the same smooth count, for both ends of a band.
    // large n must not cost any of it.
    ColourParams params = ruler.params;
    params.inverse_log2_bailout2 = static_cast<float>(kernels::inverse_log2_squared(bailout));
    params.density = 0.5;
    for (const std::uint64_t n : {1UL, 40UL, 1'000'000UL, 3'999'999'998UL, 1UL << 32, 1UL << 40})
        for (int step = 0; step < 1000; ++step) {
            const double r = bailout * std::pow(1 + bailout / 7, step);
            if (r > bailout * bailout)
                break;
            const auto x = static_cast<Real>(r * 0.6);
            const auto y = static_cast<Real>(r * 0.8);
            const auto square = static_cast<Real>(double(x) * x + double(y) * y);
            if (square > 1e18)
                break;
            const double size = params.lut_size;
            EXPECT_LT(distance(kernels::colour_of(n, x, y, params) / size,
                               kernels::colour_of(n + 1, square, Real(0), params) / size),
                      1e-6)
                << n << ' ' << r;
        }
}

TEST(Colours, AreContinuousAcrossBands) {
    const Ruler ruler;
    for (const double bailout : {2.0, 16.0, 256.0, 1e6, 1e9}) {
        expect_continuous_bands<float>(ruler, bailout);
        expect_continuous_bands<double>(ruler, bailout);
    }
}

TEST(Colours, KeepTheirPhaseAtTheLargestCounts) {
    // Without the fraction the phase is n x density, here in quarters and exact.
    Ruler ruler;
    ruler.params.base = ColourBase::bands;
    ruler.params.density = 0.25;
    for (const std::uint64_t n : {1UL, 3'999'999'999UL, 3'999'999'998UL, 3'999'999'996UL,
                                  (1UL << 32) + 3, (1UL << 40) - 1, (1UL << 40) - 2})
        EXPECT_EQ(kernels::colour_of(n, 300.0, 0.0, ruler.params), (n % 4) << 22);
    // With it: |z| = bailout has the fraction 0, so that the phase is that of n + 1.
    ruler.params.base = ColourBase::smooth;
    ruler.params.inverse_log2_bailout2 = static_cast<float>(kernels::inverse_log2_squared(256));
    for (const std::uint64_t n :
         {1UL, 3'999'999'999UL, 3'999'999'998UL, (1UL << 32) - 1, (1UL << 40) - 2})
        EXPECT_EQ(kernels::colour_of(n, 256.0, 0.0, ruler.params), ((n + 1) % 4) << 22);
}

template <class Real> struct Samples {
    static constexpr int kWidth = 203, kHeight = 21;
    std::vector<std::uint32_t> n;
    std::vector<Real> zx, zy;

    /// Escaped samples of all sizes, and interior ones. Those that are not on the lattice of
    /// `finest` are pending.
    explicit Samples(int finest) : n(std::size_t{kWidth} * kHeight), zx(n.size()), zy(n.size()) {
        std::mt19937 random(13);
        std::uniform_real_distribution<double> log2_z(8, 59), turn(0, 6.28);
        for (std::size_t at = 0; at < n.size(); ++at) {
            const auto r = std::exp2(at % 3 == 0 ? log2_z(random) : 8 + turn(random));
            const double angle = turn(random);
            const bool interior = random() % 9 == 0;
            const bool known = static_cast<int>(at) % kWidth % finest == 0 &&
                               static_cast<int>(at) / kWidth % finest == 0;
            n[at] = !known     ? kernels::kPending
                    : interior ? kernels::kInterior
                    : at % 5   ? 1 + random() % 2000
                               : 1 + random() % 4'000'000'000U;
            zx[at] = interior ? Real(0) : static_cast<Real>(r * std::cos(angle));
            zy[at] = interior ? Real(0) : static_cast<Real>(r * std::sin(angle));
        }
    }
    kernels::SamplePlanes<Real> planes() {
        return {n.data(), zx.data(), zy.data(), kWidth, kHeight};
    }
};

template <class Real> void expect_rows_equal_pixels(const ColourParams &params, int finest) {
    Samples<Real> samples(finest);
    std::vector<std::uint32_t> rgba(samples.n.size());
    for (int x = 0; x < samples.kWidth; x += kernels::kTileSide) {
        kernels::ColourWork<Real> work;
        work.planes = samples.planes();
        work.params = params;
        work.x0 = x;
        work.x1 = std::min(x + kernels::kTileSide, samples.kWidth);
        work.y1 = samples.kHeight;
        work.finest = finest;
        work.rgba = rgba.data();
        kernels::colour_rectangle(work);
    }
    for (int y = 0; y < samples.kHeight; ++y)
        for (int x = 0; x < samples.kWidth; ++x)
            ASSERT_EQ(rgba[static_cast<std::size_t>(y) * samples.kWidth + x],
                      kernels::colour_pixel(samples.planes(), x, y, finest, params))
                << x << ' ' << y << " finest " << finest << " base " << int(params.base);
}

TEST(Colours, OfRowsAreThoseOfPixelsInEveryBit) {
    Ruler ruler;
    ruler.params.offset = -0.3;
    ruler.params.inverse_log2_bailout2 = static_cast<float>(kernels::inverse_log2_squared(256));
    for (const double density : {0.02, 1.0, 1000.0})
        for (const bool smooth : {true, false})
            for (const int finest : {1, 2, 4, 8}) {
                ruler.params.density = density;
                ruler.params.base = smooth ? ColourBase::smooth : ColourBase::bands;
                expect_rows_equal_pixels<float>(ruler.params, finest);
                expect_rows_equal_pixels<double>(ruler.params, finest);
            }
}

} // namespace fathom::colour_test
