// Squares of long numbers: by the transform and by GMP, by one thread and by many, the same bits.
#include "render/deep/long_square.h"

#include "kernels/simd/limb_square.h"
#include "render/base/integer.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace fathom::long_square_test {

using Method = LongSquare::Method;

struct Pair {
    FixedNumber x, y;
};

FixedNumber zero(FixedFormat format) {
    return {std::vector<mp_limb_t>(format.size()), false};
}

/// Below 1, but for their whole limbs.
Pair random_pair(FixedFormat format, std::mt19937_64 &random) {
    Pair pair{zero(format), zero(format)};
    for (FixedNumber *number : {&pair.x, &pair.y}) {
        for (std::size_t i = 0; i < format.fraction; ++i)
            number->limbs[i] = random();
        number->limbs[format.fraction] = random() % 200;
    }
    return pair;
}

/// |x^2 - y^2| and 2 x y to the nearest unit, by the textbook.
Pair exact_square(const Pair &z, FixedFormat format, bool &steep) {
    const auto size = static_cast<mp_size_t>(format.size());
    std::vector<mp_limb_t> xx(2 * format.size()), yy(xx), xy(xx);
    mpn_mul_n(xx.data(), z.x.limbs.data(), z.x.limbs.data(), size);
    mpn_mul_n(yy.data(), z.y.limbs.data(), z.y.limbs.data(), size);
    mpn_mul_n(xy.data(), z.x.limbs.data(), z.y.limbs.data(), size);
    steep = mpn_cmp(xx.data(), yy.data(), 2 * size) < 0;
    if (steep)
        xx.swap(yy);
    mpn_sub_n(xx.data(), xx.data(), yy.data(), 2 * size);
    mpn_add_n(xy.data(), xy.data(), xy.data(), 2 * size);
    const auto rounded = [&](std::vector<mp_limb_t> &product) {
        mp_limb_t *half = product.data() + format.fraction - 1;
        mpn_add_1(half, half, 2 * size - static_cast<mp_size_t>(format.fraction) + 1,
                  mp_limb_t{1} << 63U);
        return FixedNumber{{half + 1, half + 1 + format.size()}, false};
    };
    return {rounded(xx), rounded(xy)};
}

class AnySquare {
  public:
    explicit AnySquare(FixedFormat format) : format_(format) {
        for (const int threads : {1, 2, 3, 4})
            squares_.push_back(std::make_unique<LongSquare>(format, Method::kFastest, threads));
        squares_.push_back(std::make_unique<LongSquare>(format, Method::kGmp, 1));
        squares_.push_back(std::make_unique<LongSquare>(format, Method::kGmp, 3));
    }
    void expect_exact(const Pair &z) {
        bool steep = false;
        const Pair exact = exact_square(z, format_, steep);
        for (const auto &square : squares_) {
            Pair told{zero(format_), zero(format_)};
            ASSERT_EQ(square->square(z.x, z.y, told.x, told.y), steep);
            ASSERT_EQ(told.x.limbs, exact.x.limbs);
            ASSERT_EQ(told.y.limbs, exact.y.limbs);
        }
    }
    [[nodiscard]] std::uint64_t by_gmp() const { return squares_.front()->squares_by_gmp(); }

  private:
    FixedFormat format_;
    std::vector<std::unique_ptr<LongSquare>> squares_;
};

/// By the textbook, in whole units of the last limb.
class ExactSteps {
  public:
    ExactSteps(const Pair &z, const Pair &c, FixedFormat format) : format_(format) {
        set(x_, z.x);
        set(y_, z.y);
        set(cx_, c.x);
        set(cy_, c.y);
    }
    void step(bool negate_re, bool negate_im) {
        Integer re, im;
        mpz_mul(re, x_, x_);
        mpz_submul(re, y_, y_);
        mpz_mul(im, x_, y_);
        mpz_mul_2exp(im, im, 1);
        finish(x_, re, negate_re, cx_);
        finish(y_, im, negate_im, cy_);
    }
    [[nodiscard]] Integer &x() { return x_; }
    [[nodiscard]] Integer &y() { return y_; }
    static void set(Integer &to, const FixedNumber &number) {
        mpz_import(to, number.limbs.size(), -1, sizeof(mp_limb_t), 0, 0, number.limbs.data());
        if (number.negative)
            mpz_neg(to, to);
    }

  private:
    void finish(Integer &to, Integer &part, bool negate, Integer &c) const {
        const auto bits = static_cast<mp_bitcnt_t>(format_.fraction_bits());
        if (negate)
            mpz_neg(part, part);
        Integer half;
        mpz_set_ui(half, 1);
        mpz_mul_2exp(half, half, bits - 1);
        mpz_add(part, part, half);
        mpz_fdiv_q_2exp(part, part, bits);
        mpz_add(to, part, c);
    }

    FixedFormat format_;
    Integer x_, y_, cx_, cy_;
};

/// Steps of every way with the exact ones, and the leading limbs' nearest doubles with all limbs'.
void expect_exact_steps(const Pair &z, const Pair &c, FixedFormat format, int steps) {
    std::vector<std::unique_ptr<LongSquare>> ways;
    for (const int threads : {1, 2, 3, 4})
        ways.push_back(std::make_unique<LongSquare>(format, Method::kFastest, threads));
    ways.push_back(std::make_unique<LongSquare>(format, Method::kGmp, 2));
    for (const auto &way : ways) {
        ExactSteps exact(z, c, format);
        way->start(z.x, z.y, c.x, c.y);
        for (int i = 0; i < steps; ++i) {
            const bool negate_re = i % 5 == 1, negate_im = i % 3 == 1;
            exact.step(negate_re, negate_im);
            way->step(negate_re, negate_im);
            Pair told{zero(format), zero(format)};
            way->get(told.x, told.y);
            Integer x, y;
            ExactSteps::set(x, told.x);
            ExactSteps::set(y, told.y);
            ASSERT_EQ(mpz_cmp(x, exact.x()), 0) << i;
            ASSERT_EQ(mpz_cmp(y, exact.y()), 0) << i;

            const FixedFormat few = way->leading_format();
            Pair leading{zero(few), zero(few)};
            if (!way->get_leading(leading.x, leading.y))
                continue;
            const auto all_point = nearest_wide_point(told.x, told.y, format);
            const auto point = nearest_wide_point(leading.x, leading.y, few);
            ASSERT_EQ(point.x, all_point.x);
            ASSERT_EQ(point.y, all_point.y);
            ASSERT_EQ(point.exponent, all_point.exponent);
        }
    }
}

TEST(LongSquare, StepsAreExact) {
    std::mt19937_64 random(5);
    for (const std::size_t fraction : {50, 63, 95, 192, 340, 700})
        for (const std::size_t whole : {1, 2}) {
            const FixedFormat format{fraction, whole};
            SCOPED_TRACE(fraction);
            Pair z = random_pair(format, random), c = random_pair(format, random);
            for (FixedNumber *number : {&z.x, &z.y, &c.x, &c.y}) {
                number->limbs[fraction] = 0;
                number->limbs[fraction - 1] >>= 3U; // so that orbits stay
            }
            z.y.negative = c.x.negative = true;
            expect_exact_steps(z, c, format, 12);
            expect_exact_steps({zero(format), zero(format)}, c, format, 12);
            if (HasFatalFailure())
                return;
        }
}

// c of which digits with their bias are all ones or none: carries go through many limbs.
TEST(LongSquare, CarriesGoAllTheWay) {
    constexpr std::array<mp_limb_t, 5> kLimbs{0x7fff'7fff'7fff'7fff, 0x7fff'7fff'7fff'8000,
                                              0x8000'8000'8000'8000, 0x7fff'7fff'7fff'7ffe, 0};
    for (const mp_limb_t limb : kLimbs)
        for (const bool negative : {false, true}) {
            const FixedFormat format{340, 1};
            Pair c{zero(format), zero(format)};
            std::fill_n(c.x.limbs.begin(), 339, limb);
            std::fill_n(c.y.limbs.begin() + 100, 239, limb);
            c.x.limbs[5] = 0;
            c.y.limbs[0] = 1;
            c.x.negative = negative;
            expect_exact_steps({zero(format), zero(format)}, c, format, 6);
            if (HasFatalFailure())
                return;
        }
}

// The ties of numbers that have few bits: 2^-k and its like, of either sign.
TEST(LongSquare, StepsRoundTiesUp) {
    const FixedFormat format{60, 1};
    for (const bool negative : {false, true})
        for (const mp_limb_t last : {0, 1, 2, 3}) {
            Pair z{zero(format), zero(format)}, c{zero(format), zero(format)};
            z.x.limbs[59] = mp_limb_t{1} << 62U; // 1/4
            z.x.limbs[0] = 1;
            z.y.limbs[0] = last;
            z.y.negative = negative;
            c.x.limbs[59] = 1;
            expect_exact_steps(z, c, format, 4);
            std::swap(z.x, z.y);
            expect_exact_steps(z, c, format, 4);
        }
}

TEST(LongSquare, IsTheSameByEveryWay) {
    std::mt19937_64 random(1);
    for (const std::size_t size : {48, 49, 64, 65, 96, 97, 130, 193, 257, 352, 600, 1074})
        for (const std::size_t whole : {1, 3}) {
            const FixedFormat format{size - whole, whole};
            AnySquare any(format);
            SCOPED_TRACE(size);
            for (int round = 0; round < 6; ++round)
                any.expect_exact(random_pair(format, random));
            Pair one_small = random_pair(format, random);
            std::fill(one_small.x.limbs.begin() + 7, one_small.x.limbs.end(), mp_limb_t{0});
            any.expect_exact(one_small);
            any.expect_exact({zero(format), one_small.y});
            any.expect_exact({one_small.y, one_small.y});
            any.expect_exact({zero(format), zero(format)});
            if (HasFatalFailure())
                return;
        }
}

// Where the limbs that are cut off are as good as half a unit, those far below decide.
TEST(LongSquare, RoundsByTheLastLimbOfAll) {
    for (const std::size_t fraction : {60, 351}) {
        const FixedFormat format{fraction, 1};
        AnySquare any(format);
        for (const mp_limb_t last : {0, 1, 2, 3}) {
            Pair pair{zero(format), zero(format)};
            pair.x.limbs[fraction - 1] = mp_limb_t{1} << 62U; // 1/4
            pair.x.limbs[0] = 1;                              // x^2 has half a unit, and a unit^2
            pair.y.limbs[0] = last;
            any.expect_exact(pair);
            std::swap(pair.x, pair.y);
            any.expect_exact(pair);
        }
    }
}

// Digits of 2^15 - 1 everywhere: their squares' sum is three times that of random ones.
TEST(LongSquare, IsGmpsWhereTheTransformIsNotProvedExact) {
    const FixedFormat format{5356, 1};
    Pair pair{zero(format), zero(format)};
    for (FixedNumber *number : {&pair.x, &pair.y})
        std::fill_n(number->limbs.begin(), format.fraction, 0x7fff'7fff'7fff'7fffU);
    AnySquare any(format);
    any.expect_exact(pair);
    EXPECT_GT(any.by_gmp(), 0U);

    std::mt19937_64 random(3);
    const std::uint64_t before = any.by_gmp();
    any.expect_exact(random_pair(format, random));
    if (kernels::LimbSquare::make(1)) {
        EXPECT_EQ(any.by_gmp(), before);
    }
}

} // namespace fathom::long_square_test
