// What doubles are told of numbers that are known but for a bound: none that may be others.
#include "render/deep/sure_rounding.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace fathom::sure_rounding_test {

constexpr FixedFormat kFormat{4, 1};
constexpr long kBits = 256;

struct Part {
    FixedNumber number;
    long bound = 0; ///< as a power of two
};

FixedNumber moved(const FixedNumber &number, long at, bool up) {
    FixedNumber result = number;
    const auto limb = static_cast<std::size_t>(at / 64);
    mp_limb_t *to = result.limbs.data() + limb;
    const auto size = static_cast<mp_size_t>(kFormat.size() - limb);
    const mp_limb_t bit = mp_limb_t{1} << static_cast<unsigned>(at % 64);
    if (up)
        mpn_add_1(to, to, size, bit);
    else
        mpn_sub_1(to, to, size, bit);
    return result;
}

double nearest(const FixedNumber &x) {
    const double size = nearest_double(x.limbs.data(), kFormat.size(), -kBits);
    return x.negative ? -size : size;
}

/// A double's digits, then a tie or none at all, then perhaps something near the bound.
Part random_part(std::mt19937_64 &random) {
    Part part{{std::vector<mp_limb_t>(kFormat.size()), random() % 2 == 0}, 0};
    const long top = 70 + static_cast<long>(random() % 186);
    const std::uint64_t digits = (random() >> 11U) | (std::uint64_t{1} << 52U);
    for (int i = 0; i < 53; ++i)
        if (((digits >> static_cast<unsigned>(i)) & 1U) != 0)
            part.number = moved(part.number, top - 52 + i, true);
    if (random() % 2 == 0)
        part.number = moved(part.number, top - 53, true);
    const long at = static_cast<long>(random() % static_cast<std::uint64_t>(top - 54));
    if (random() % 4 != 0)
        part.number = moved(part.number, at, random() % 2 == 0);
    part.bound = std::max(0L, at - 3 + static_cast<long>(random() % 6)) - kBits;
    return part;
}

TEST(SureRounding, TellsADoubleIfBothEndsHaveIt) {
    std::mt19937_64 random(3);
    int sure = 0, unsure = 0;
    for (int i = 0; i < 200'000; ++i) {
        const Part x = random_part(random);
        FixedNumber y = random_part(random).number;
        const auto point = SureRounding(x.number, y, kFormat, x.bound, true).point();
        const double low = nearest(moved(x.number, x.bound + kBits, false));
        const double high = nearest(moved(x.number, x.bound + kBits, true));
        ASSERT_EQ(point.has_value(), low == high);
        (point ? sure : unsure) += 1;
        if (point) {
            ASSERT_EQ(point->x, low);
            ASSERT_EQ(point->y, nearest(y));
        }
        const auto quickly = sure_double(x.number, kFormat, x.bound);
        ASSERT_TRUE(!quickly || (low == high && *quickly == low));
    }
    EXPECT_GT(sure, 50'000);
    EXPECT_GT(unsure, 20'000);
}

TEST(SureRounding, TellsWidePointsAndRestsIfAllCornersHaveThem) {
    std::mt19937_64 random(4);
    int sure = 0, unsure = 0;
    for (int i = 0; i < 50'000; ++i) {
        const Part x = random_part(random);
        const FixedNumber y = random_part(random).number;
        const SureRounding rounding(x.number, y, kFormat, x.bound, false);
        const auto wide = rounding.wide_point();
        const auto rest = wide ? rounding.rest(*wide) : std::nullopt;
        if (wide)
            for (unsigned corner = 0; corner < 4; ++corner) {
                const FixedNumber at_x = moved(x.number, x.bound + kBits, (corner & 1U) != 0);
                const FixedNumber at_y = moved(y, x.bound + kBits, (corner & 2U) != 0);
                const auto there = nearest_wide_point(at_x, at_y, kFormat);
                ASSERT_EQ(wide->x, there.x);
                ASSERT_EQ(wide->y, there.y);
                ASSERT_EQ(wide->exponent, there.exponent);
                ASSERT_TRUE(!rest || rest->x == rest_of(at_x, kFormat, wide->x, wide->exponent));
                ASSERT_TRUE(!rest || rest->y == rest_of(at_y, kFormat, wide->y, wide->exponent));
            }
        (rest ? sure : unsure) += 1;
    }
    EXPECT_GT(sure, 1'000);
    EXPECT_GT(unsure, 1'000);
}

TEST(SureRounding, DoesNotTellWhatMayBeOnTheOtherSideOf0) {
    FixedNumber x{std::vector<mp_limb_t>(kFormat.size()), false};
    x.limbs[0] = 1U << 20U;
    const SureRounding rounding(x, x, kFormat, 21 - kBits, false);
    EXPECT_FALSE(rounding.point());
    EXPECT_FALSE(rounding.wide_point());
}

TEST(LengthBound, IsAboveSumsAndProductsByLittle) {
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> size(0, 4);
    for (int walk = 0; walk < 200; ++walk) {
        LengthBound bound(1, -3'000);
        long double exact = 1; // times 2^-3000
        for (int i = 0; i < 2'000; ++i) {
            const double factor = size(random);
            bound.multiply(factor, 0);
            bound.add(LengthBound(1, -3'000));
            exact = exact * factor + 1;
        }
        const long double log2_exact = std::log2(exact) - 3'000;
        EXPECT_GE(static_cast<long double>(bound.log2()), log2_exact);
        EXPECT_LE(static_cast<long double>(bound.log2()), log2_exact + 1.001L);
    }
}

TEST(LengthBound, AddsWhatIsFarApart) {
    LengthBound bound(1, -20'000);
    bound.add(LengthBound(1, -700)); // leaves no trace but 2^-700, and a rounding
    EXPECT_EQ(bound.log2(), -699);
    bound.add(LengthBound(1, -20'000));
    EXPECT_EQ(bound.log2(), -699);
    bound.multiply(0x1p-50, -30'000); // as at a point very near to 0
    EXPECT_EQ(bound.log2(), -30'749);
    bound.multiply(0, 0);
    EXPECT_TRUE(bound.is_zero());
    bound.add(LengthBound(3, -64));
    EXPECT_EQ(bound.log2(), -62);
}

} // namespace fathom::sure_rounding_test
