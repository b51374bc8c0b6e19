// Rounding of numbers in fixed point, against MPFR.
#include "render/deep/fixed_point.h"

#include <cmath>
#include <gtest/gtest.h>
#include <mpfr.h>
#include <random>
#include <string>
#include <vector>

namespace fathom::fixed_point_test {

double by_mpfr(const std::vector<mp_limb_t> &limbs, long exponent) {
    mpz_t integer;
    mpz_init(integer);
    mpz_import(integer, limbs.size(), -1, sizeof(mp_limb_t), 0, 0, limbs.data());
    mpfr_t number;
    mpfr_init2(number, 64 * static_cast<mpfr_prec_t>(limbs.size()));
    mpfr_set_z_2exp(number, integer, exponent, MPFR_RNDN);
    const double result = mpfr_get_d(number, MPFR_RNDN);
    mpfr_clear(number);
    mpz_clear(integer);
    return result;
}

TEST(FixedPoint, RoundsToTheNearestDoubleAnywhere) {
    std::mt19937_64 random(7);
    const std::vector<mp_limb_t> edges = {0,
                                          1,
                                          0x400,
                                          0x7ff,
                                          0x800,
                                          0xc00,
                                          ~mp_limb_t{0},
                                          mp_limb_t{1} << 63U,
                                          mp_limb_t{1} << 53U,
                                          (mp_limb_t{1} << 54U) + 2,
                                          0xfffffffffffffc00};
    for (int round = 0; round < 200'000; ++round) {
        std::vector<mp_limb_t> limbs(1 + random() % 4);
        for (mp_limb_t &limb : limbs)
            limb = random() % 2 == 0 ? edges[random() % edges.size()] : random() >> (random() % 64);
        // Ordinary, subnormal, and beyond either end.
        const long exponent = static_cast<long>(random() % 2600) - 1500;
        const double told = nearest_double(limbs.data(), limbs.size(), exponent);
        ASSERT_EQ(told, by_mpfr(limbs, exponent)) << round;
    }
}

TEST(FixedPoint, HoldsDecimalsToTheLastBit) {
    const FixedFormat format{2, 1};
    const FixedNumber third =
        to_fixed(divide(Decimal::from_double(-1), Decimal::from_double(3), 60), format);
    EXPECT_TRUE(third.negative);
    EXPECT_EQ(third.limbs, (std::vector<mp_limb_t>{0x5555555555555555, 0x5555555555555555, 0}));
    const FixedNumber large = to_fixed(Decimal::parse("10000.5"), format);
    EXPECT_EQ(large.limbs, (std::vector<mp_limb_t>{0, mp_limb_t{1} << 63U, 10000}));
    EXPECT_EQ(to_fixed(Decimal::parse("1e-39"), format).limbs,
              std::vector<mp_limb_t>(3)); // < 2^-129
    const std::vector<mp_limb_t> least = {1, 0, 0};
    EXPECT_EQ(to_fixed(Decimal::parse("2e-39"), format).limbs, least); // > 2^-129: rounds up
}

TEST(FixedPoint, NormalisesPointsBeyondDoubles) {
    const FixedFormat format{40, 1};
    FixedNumber x{std::vector<mp_limb_t>(41), true};
    FixedNumber y{std::vector<mp_limb_t>(41), false};
    EXPECT_EQ(nearest_wide_point(x, y, format).exponent, kernels::kZeroExponent);
    x.limbs[0] = 3; // -3 2^-2560
    y.limbs[0] = 1;
    kernels::WidePoint<double> z = nearest_wide_point(x, y, format);
    EXPECT_EQ(z.x, -1.5);
    EXPECT_EQ(z.y, 0.5);
    EXPECT_EQ(z.exponent, -2559);
    x.limbs[0] = x.limbs[1] = ~mp_limb_t{0}; // rounds up to the next power of two
    z = nearest_wide_point(x, y, format);
    EXPECT_EQ(z.x, -1);
    EXPECT_EQ(z.y, 0x1p-128);
    EXPECT_EQ(z.exponent, 128 - 2560);
    EXPECT_EQ(nearest_point(x, y, format).x, 0);
}

TEST(FixedPoint, GivesDecimalsWideExponents) {
    EXPECT_EQ(to_wide(Decimal()).fraction, 0);
    const WideNumber three = to_wide(Decimal::parse("3"));
    EXPECT_EQ(three.fraction, 0.75);
    EXPECT_EQ(three.exponent, 2);
    for (const char *text : {"1e-100000", "7.25e100000", "2e-5", "-4e-1000"}) {
        const Decimal value = Decimal::parse(text);
        const WideNumber wide = to_wide(value);
        EXPECT_GE(std::fabs(wide.fraction), 0.5);
        EXPECT_LT(std::fabs(wide.fraction), 1);
        EXPECT_EQ(wide.fraction < 0, value.sign() < 0);
        EXPECT_NEAR(std::log10(std::fabs(wide.fraction)) +
                        static_cast<double>(wide.exponent) * std::log10(2.0),
                    value.log10(), 1e-9);
    }
}

} // namespace fathom::fixed_point_test
