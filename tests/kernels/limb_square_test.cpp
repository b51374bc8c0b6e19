// Squares by the floating-point transform against GMP's, on every instruction set, at digits that
// make its rounding errors as large as they can be.
#include "kernels/simd/limb_square.h"

#include <array>
#include <cstdint>
#include <functional>
#include <gmp.h>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

namespace fathom::kernels::limb_square_test {

/// A whole number of GMP's that frees itself.
class Number {
  public:
    Number() { mpz_init(value_); }
    explicit Number(const std::vector<std::uint64_t> &limbs) : Number() {
        mpz_import(value_, limbs.size(), -1, sizeof(limbs[0]), 0, 0, limbs.data());
    }
    ~Number() { mpz_clear(value_); }
    Number(const Number &) = delete;
    Number &operator=(const Number &) = delete;
    operator mpz_ptr() { return value_; } // NOLINT(google-explicit-constructor)

  private:
    mpz_t value_;
};

std::vector<std::uint64_t> limbs_of(const std::uint64_t *from, std::size_t count) {
    return {from, from + count};
}

/// sum - biases, modulo 2^(64 count).
void set_sum(Number &to, const LimbSquare::Sum &sum, std::size_t count) {
    Number low(limbs_of(sum.low, count)), high(limbs_of(sum.high, count));
    Number bias_low(std::vector<std::uint64_t>(count, LimbSquare::kSumBiasLow));
    Number bias_high(std::vector<std::uint64_t>(count, LimbSquare::kSumBiasHigh));
    mpz_sub(to, high, bias_high);
    mpz_mul_2exp(to, to, 64);
    mpz_add(to, to, low);
    mpz_sub(to, to, bias_low);
    mpz_fdiv_r_2exp(to, to, 64 * count);
}

/// Writes digits + 2^15 as inputs are, and expects the exact square of those digits.
void expect_exact(LimbSquare &square, const std::function<std::uint16_t(std::size_t)> &x_field,
                  const std::function<std::uint16_t(std::size_t)> &y_field, std::size_t limbs,
                  std::size_t parts) {
    const std::size_t size = square.input_limbs();
    for (std::size_t i = 0; i < size; ++i) {
        std::uint64_t x = LimbSquare::kDigitBias, y = LimbSquare::kDigitBias;
        if (i < limbs) {
            x = y = 0;
            for (std::size_t k = 0; k < 4; ++k) {
                x |= std::uint64_t{x_field(4 * i + k)} << (16 * k);
                y |= std::uint64_t{y_field(4 * i + k)} << (16 * k);
            }
        }
        square.x()[i] = x;
        square.y()[i] = y;
    }
    for (std::size_t part = 0; part < parts; ++part)
        square.spread(part, parts);
    ASSERT_LT(square.error_bound(), 0.5);
    ASSERT_LE(square.error_bound(), square.worst_error_bound() * (1 + 1e-9));
    for (std::size_t part = 0; part < parts; ++part)
        square.convolve(part, parts);
    for (std::size_t part = 0; part < parts; ++part)
        square.gather(0, part, parts);

    Number bias(std::vector<std::uint64_t>(size, LimbSquare::kDigitBias));
    Number x(limbs_of(square.x(), size)), y(limbs_of(square.y(), size)), exact, other, told;
    mpz_sub(x, x, bias);
    mpz_sub(y, y, bias);
    mpz_mul(exact, x, x);
    mpz_submul(exact, y, y);
    mpz_fdiv_r_2exp(exact, exact, 128 * size);
    set_sum(told, square.real(), 2 * size);
    ASSERT_EQ(mpz_cmp(told, exact), 0);
    mpz_mul(exact, x, y);
    mpz_mul_2exp(exact, exact, 1);
    mpz_fdiv_r_2exp(exact, exact, 128 * size);
    set_sum(told, square.imaginary(), 2 * size);
    ASSERT_EQ(mpz_cmp(told, exact), 0);
}

TEST(LimbSquare, IsExactAtItsWorstDigits) {
    const auto constant = [](std::uint16_t field) { return [=](std::size_t) { return field; }; };
    const auto lowest = constant(0), highest = constant(0xffff), none = constant(0x8000);
    const auto alternating = [](std::size_t i) -> std::uint16_t { return i % 2 == 0 ? 0 : 0xffff; };
    const auto in_pairs = [](std::size_t i) -> std::uint16_t { return i % 4 < 2 ? 0 : 0xffff; };
    std::mt19937_64 random(1);
    const auto random_ends = [&](std::size_t) -> std::uint16_t {
        return random() % 2 == 0 ? 0 : 0xffff;
    };
    // Every order of radices there is.
    for (const std::size_t limbs : {1,   40,  64,  65,   96,   128,  150,  192,  256,  288, 384,
                                    500, 576, 864, 1000, 1074, 1152, 1728, 3000, 3456, 4096})
        for (const auto &square : LimbSquare::make_all(limbs)) {
            SCOPED_TRACE(limbs);
            expect_exact(*square, lowest, lowest, limbs, 1);
            expect_exact(*square, highest, lowest, limbs, 2);
            expect_exact(*square, highest, none, limbs, 3);
            expect_exact(*square, alternating, alternating, limbs, 4);
            expect_exact(*square, alternating, in_pairs, limbs, 1);
            expect_exact(*square, random_ends, random_ends, limbs, 4);
            if (HasFatalFailure())
                return;
        }
}

TEST(LimbSquare, IsExactForRandomDigits) {
    std::mt19937_64 random(2);
    const auto any = [&](std::size_t) { return static_cast<std::uint16_t>(random()); };
    for (const std::size_t limbs : {48, 100, 352, 1074, 5357, 8000})
        for (const auto &square : LimbSquare::make_all(limbs))
            for (std::size_t parts = 1; parts <= LimbSquare::kMostParts; ++parts) {
                SCOPED_TRACE(limbs);
                expect_exact(*square, any, any, limbs, parts);
                if (HasFatalFailure())
                    return;
            }
}

/// Modulo 2^(64 size): the limbs of +-square from `from` on with that addend, whose limbs begin two
/// below.
void set_next(Number &to, const LimbSquare::Sum &sum, std::size_t from, bool negated,
              const std::vector<std::uint64_t> &addend, std::size_t size) {
    std::vector<std::uint64_t> low = limbs_of(sum.low + from - 1, size + 1);
    std::vector<std::uint64_t> high = limbs_of(sum.high + from - 2, size + 1);
    for (auto *limbs : {&low, &high})
        for (std::uint64_t &limb : *limbs)
            limb = negated ? ~limb : limb;
    Number lows(low), highs(high), addends({addend.begin() + 1, addend.end()});
    mpz_add(to, lows, highs);
    mpz_add(to, to, addends);
    mpz_fdiv_q_2exp(to, to, 64);
    mpz_fdiv_r_2exp(to, to, 64 * size);
}

TEST(LimbSquare, SettlesWithEveryCarry) {
    std::mt19937_64 random(4);
    constexpr std::size_t kLimbs = 200;
    for (const auto &square : LimbSquare::make_all(kLimbs))
        for (int round = 0; round < 64; ++round) {
            const std::size_t size = square->input_limbs();
            for (std::size_t i = 0; i < kLimbs; ++i) {
                square->x()[i] = random();
                square->y()[i] = random();
            }
            square->spread(0, 1);
            square->convolve(0, 1);
            square->gather(kLimbs - 3, 0, 1);
            std::array<std::vector<std::uint64_t>, 2> addends;
            for (auto &addend : addends)
                for (std::size_t i = 0; i < size + 2; ++i)
                    addend.push_back(random());
            const std::size_t parts = 1 + static_cast<std::size_t>(round) % LimbSquare::kMostParts;
            const SquareNext next{kLimbs - 1,
                                  {addends[0].data() + 2, addends[1].data() + 2},
                                  {round % 2 != 0, round % 4 > 1}};
            const bool carries_on = round >= 32;
            if (carries_on) { // a limb of all ones, before its carry, above one that has a carry
                const std::size_t at = random() % (size - 1);
                const std::uint64_t flip = next.negated[0] ? ~std::uint64_t{0} : 0;
                const auto sum = square->real();
                const auto at_limb = [&](std::size_t i) {
                    return (sum.low[next.from + i] ^ flip) + (sum.high[next.from + i - 1] ^ flip);
                };
                addends[0][2 + at] = ~std::uint64_t{0} - (at_limb(at) == 0 ? 1 : 0);
                addends[0][3 + at] = ~std::uint64_t{0} - at_limb(at + 1);
            }
            bool settled = true;
            for (std::size_t part = 0; part < parts; ++part)
                settled = square->settle(next, part, parts) && settled;
            ASSERT_EQ(settled, !carries_on) << round;
            if (carries_on)
                continue;
            Number x(limbs_of(square->x(), size)), y(limbs_of(square->y(), size)), exact;
            set_next(exact, square->real(), next.from, next.negated[0], addends[0], size);
            ASSERT_EQ(mpz_cmp(x, exact), 0) << round;
            set_next(exact, square->imaginary(), next.from, next.negated[1], addends[1], size);
            ASSERT_EQ(mpz_cmp(y, exact), 0) << round;
        }
}

TEST(LimbSquare, BoundsGrowWithTheDigits) {
    const auto square = LimbSquare::make(5000);
    if (!square)
        GTEST_SKIP() << "this processor has no vectors with a fused multiply-add";
    std::fill_n(square->x(), square->input_limbs(), LimbSquare::kDigitBias);
    std::fill_n(square->y(), square->input_limbs(), LimbSquare::kDigitBias);
    square->spread(0, 1);
    EXPECT_EQ(square->error_bound(), 0);
    std::fill_n(square->x(), 5000, std::uint64_t{0});
    std::fill_n(square->y(), 5000, std::uint64_t{0});
    square->spread(0, 1);
    EXPECT_NEAR(square->error_bound() / square->worst_error_bound(), 1, 1e-9);
    for (std::size_t parts = 2; parts <= LimbSquare::kMostParts; ++parts) {
        for (std::size_t part = parts; part-- > 0;) // threads come in any order
            square->spread(part, parts);
        EXPECT_NEAR(square->error_bound() / square->worst_error_bound(), 1, 1e-9);
    }
    EXPECT_GT(LimbSquare::make(9000)->worst_error_bound(), 0.5);
    const auto surely_exact = LimbSquare::make(300); // digits need no look
    surely_exact->spread(0, 1);
    EXPECT_EQ(surely_exact->error_bound(), surely_exact->worst_error_bound());
    EXPECT_LT(surely_exact->error_bound(), LimbSquare::kSurelyExact);
}

} // namespace fathom::kernels::limb_square_test
