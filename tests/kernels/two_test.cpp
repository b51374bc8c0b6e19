// Sums of two numbers against MPFR: each operation's error bound, on random operands and on those
// that cancel, carry or lie at the ends of what is allowed.
#include "kernels/base/scalar_two_ops.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <mpfr.h>
#include <random>
#include <vector>

namespace fathom::kernels::two_test {

/// A number of so many bits that sums and products of operands are exact.
class Exact {
  public:
    Exact() {
        mpfr_init2(value_, kBits);
        mpfr_set_zero(value_, 1);
    }
    template <class Part> explicit Exact(Two<Part> value) : Exact() {
        mpfr_set_d(value_, static_cast<double>(value.hi), MPFR_RNDN);
        mpfr_add_d(value_, value_, static_cast<double>(value.lo), MPFR_RNDN);
    }
    Exact(const Exact &) = delete;
    Exact &operator=(const Exact &) = delete;
    ~Exact() { mpfr_clear(value_); }

    mpfr_ptr get() noexcept { return value_; }
    [[nodiscard]] mpfr_srcptr get() const noexcept { return value_; }

  private:
    static constexpr int kBits = 5000; // sums of doubles of any exponents
    mpfr_t value_;
};

/// |computed - exact| / |exact|, rounded upwards; 0 where both are 0.
template <class Part> double relative_error(Two<Part> computed, const Exact &exact) {
    Exact error(computed);
    mpfr_sub(error.get(), error.get(), exact.get(), MPFR_RNDA);
    if (mpfr_zero_p(error.get()) != 0)
        return 0;
    mpfr_div(error.get(), error.get(), exact.get(), MPFR_RNDA);
    return std::fabs(mpfr_get_d(error.get(), MPFR_RNDA));
}

template <class Part> class TwoSum : public testing::Test {
  protected:
    using Tested = Two<Part>;
    using TestedOps = ScalarOps<Tested>;
    static constexpr double kUnit = std::numeric_limits<Part>::epsilon() / 2;

    /// A number of full length with an exponent from -most to most.
    Tested random(int most) {
        std::uniform_real_distribution<double> mantissa(1, 2);
        std::uniform_int_distribution<int> exponent(-most, most);
        std::uniform_int_distribution<int> gap(0, 6);
        const auto hi = static_cast<Part>((random_() % 2 == 0 ? 1 : -1) *
                                          std::ldexp(mantissa(random_), exponent(random_)));
        // Down to nothing, and up to half a unit of hi.
        const double lo = std::ldexp(mantissa(random_) - 1.5, -gap(random_)) * kUnit;
        return TestedOps::exact_sum(hi, static_cast<Part>(hi * lo));
    }

    /// Pairs that are hard on sums and products.
    std::vector<std::pair<Tested, Tested>> worst() {
        std::vector<std::pair<Tested, Tested>> pairs;
        const auto one = Part(1);
        const auto u = static_cast<Part>(kUnit);
        const Tested above{one, u};                                   // 1 + u, a tie
        const Tested below{one, -u / 2};                              // just below 1
        const Tested longest{2 - 2 * u, u * (1 - 2 * u)};             // all bits set
        const Tested gap{one, static_cast<Part>(std::ldexp(u, -40))}; // hi and lo far apart
        const std::vector<Tested> all{above, below, longest, gap, Tested(0), Tested(3)};
        for (const Tested &a : all) {
            for (const Tested &b : all) {
                pairs.emplace_back(a, b);
                pairs.emplace_back(a, TestedOps::neg(b)); // cancels, wholly or to the last bit
            }
        }
        return pairs;
    }

    template <class Check> void for_pairs(int most, Check check) {
        for (const auto &[a, b] : worst())
            check(a, b);
        for (int i = 0; i < 20'000; ++i) {
            const Tested a = random(most);
            check(a, random(most));
            // As large, of either sign, and nearly its negative.
            check(a, TestedOps::add(TestedOps::neg(a),
                                    Tested(static_cast<Part>(a.hi * kUnit * (i % 7)))));
        }
    }

    static void expect_normal(Tested value) {
        EXPECT_EQ(static_cast<Part>(value.hi + value.lo), value.hi) << "hi is the nearest number";
    }

    std::mt19937_64 random_{14};
};

using Parts = testing::Types<float, double>;
TYPED_TEST_SUITE(TwoSum, Parts);

TYPED_TEST(TwoSum, SumsAndProductsOfSinglesAreExact) {
    using Ops = typename TestFixture::TestedOps;
    this->for_pairs(30, [](auto a, auto b) {
        Exact sum(decltype(a){a.hi, b.hi});
        EXPECT_EQ(relative_error(Ops::exact_sum(a.hi, b.hi), sum), 0);
        Exact product(decltype(a)(a.hi));
        mpfr_mul_d(product.get(), product.get(), static_cast<double>(b.hi), MPFR_RNDN);
        EXPECT_EQ(relative_error(Ops::exact_product(a.hi, b.hi), product), 0);
    });
}

TYPED_TEST(TwoSum, AddsWithin3UnitsSquared) {
    using Ops = typename TestFixture::TestedOps;
    const double unit = this->kUnit;
    const double bound = 3 * unit * unit + 13 * unit * unit * unit;
    this->for_pairs(30, [&](auto a, auto b) {
        const auto sum = Ops::add(a, b);
        Exact exact(a);
        mpfr_add(exact.get(), exact.get(), Exact(b).get(), MPFR_RNDN);
        EXPECT_LE(relative_error(sum, exact), bound) << a.hi << ' ' << b.hi;
        this->expect_normal(sum);
    });
}

TYPED_TEST(TwoSum, AddsASingleNumberWithin2UnitsSquared) {
    using Ops = typename TestFixture::TestedOps;
    const double unit = this->kUnit;
    this->for_pairs(30, [&](auto a, auto b) {
        const auto sum = Ops::add_single(a, b.hi);
        Exact exact(a);
        mpfr_add(exact.get(), exact.get(), Exact(decltype(a)(b.hi)).get(), MPFR_RNDN);
        EXPECT_LE(relative_error(sum, exact), 2 * unit * unit) << a.hi << ' ' << b.hi;
        this->expect_normal(sum);
    });
}

TYPED_TEST(TwoSum, MultipliesWithin4UnitsSquared) {
    using Ops = typename TestFixture::TestedOps;
    const double unit = this->kUnit;
    this->for_pairs(15, [&](auto a, auto b) {
        const auto product = Ops::mul(a, b);
        Exact exact(a);
        mpfr_mul(exact.get(), exact.get(), Exact(b).get(), MPFR_RNDN);
        EXPECT_LE(relative_error(product, exact), 4 * unit * unit) << a.hi << ' ' << b.hi;
        this->expect_normal(product);
    });
}

TYPED_TEST(TwoSum, DividesWithin10UnitsSquared) {
    using Ops = typename TestFixture::TestedOps;
    const double unit = this->kUnit;
    this->for_pairs(15, [&](auto a, auto b) {
        if (b.hi == 0)
            return;
        Exact exact(a);
        mpfr_div(exact.get(), exact.get(), Exact(b).get(), MPFR_RNDN);
        EXPECT_LE(relative_error(Ops::div(a, b), exact), 9.8 * unit * unit) << a.hi << ' ' << b.hi;
    });
}

TYPED_TEST(TwoSum, RootsAreWithin25EighthsOfAUnitSquared) {
    using Ops = typename TestFixture::TestedOps;
    const double unit = this->kUnit;
    this->for_pairs(30, [&](auto a, auto) {
        a = Ops::abs(a);
        Exact exact(a);
        mpfr_sqrt(exact.get(), exact.get(), MPFR_RNDN);
        EXPECT_LE(relative_error(Ops::sqrt(a), exact), 25.0 / 8 * unit * unit * (1 + 16 * unit));
    });
    EXPECT_EQ(Ops::sqrt(0), typename TestFixture::Tested(0));
}

TYPED_TEST(TwoSum, FusedOperationsAreProductAndSum) {
    using Ops = typename TestFixture::TestedOps;
    this->for_pairs(15, [&](auto a, auto b) {
        const auto c = this->random(15);
        const auto product = Ops::mul(a, b);
        EXPECT_EQ(Ops::fma(a, b, c), Ops::add(product, c));
        EXPECT_EQ(Ops::negative_fma(a, b, c), Ops::add(Ops::neg(product), c));
        EXPECT_EQ(Ops::fma_twice(a, b, c), Ops::add(Ops::add(product, product), c));
    });
}

/// The sum of products of pairs of numbers, and of their magnitudes.
template <class Number>
void add_products(const std::vector<Number> &factors, Exact &sum, Exact &sizes) {
    for (std::size_t i = 0; i < factors.size(); i += 2) {
        Exact product(factors[i]);
        mpfr_mul(product.get(), product.get(), Exact(factors[i + 1]).get(), MPFR_RNDN);
        mpfr_add(sum.get(), sum.get(), product.get(), MPFR_RNDN);
        mpfr_abs(product.get(), product.get(), MPFR_RNDN);
        mpfr_add(sizes.get(), sizes.get(), product.get(), MPFR_RNDN);
    }
}

TYPED_TEST(TwoSum, SumsOfProductsAreWithin18UnitsSquaredOfTheirTerms) {
    using Ops = typename TestFixture::TestedOps;
    using Number = typename TestFixture::Tested;
    const double unit = this->kUnit;
    const auto check = [&](Number computed, const std::vector<Number> &factors) {
        Exact sum;
        Exact sizes;
        add_products(factors, sum, sizes);
        Exact error(computed);
        mpfr_sub(error.get(), error.get(), sum.get(), MPFR_RNDA);
        mpfr_div(error.get(), error.get(), sizes.get(), MPFR_RNDA);
        if (mpfr_zero_p(sizes.get()) == 0) {
            EXPECT_LE(std::fabs(mpfr_get_d(error.get(), MPFR_RNDA)), 18 * unit * unit);
        }
        this->expect_normal(computed);
    };
    int i = 0;
    this->for_pairs(7, [&](Number a, Number b) {
        // Terms of all sizes, alike, and nearly each other's negative.
        const Number one(1);
        const Number c = i % 3 == 0 ? this->random(7) : i % 3 == 1 ? Ops::neg(a) : a;
        const Number d = i % 2 == 0 ? b : this->random(3);
        const Number e = i % 5 == 0 ? Ops::neg(Ops::mul(a, b)) : this->random(9);
        ++i;
        check(Ops::product_plus(a, b, e), {a, b, e, one});
        check(Ops::sum_of_products(a, b, c, d), {a, b, c, d});
        check(Ops::sum_of_products(a, b, c, d, e), {a, b, c, d, e, one});
    });
}

TYPED_TEST(TwoSum, PowersOfTwoScaleExactly) {
    using Ops = typename TestFixture::TestedOps;
    for (int i = 0; i < 1000; ++i) {
        const auto a = this->random(20);
        const int e = i % 60 - 30;
        const auto scaled = Ops::mul(a, Ops::power_of_two(e));
        EXPECT_EQ(scaled.hi, std::ldexp(a.hi, e));
        EXPECT_EQ(scaled.lo, std::ldexp(a.lo, e));
    }
}

TYPED_TEST(TwoSum, ComparesAndSignsByTheWholeNumber) {
    using Ops = typename TestFixture::TestedOps;
    using Number = typename TestFixture::Tested;
    this->for_pairs(10, [&](Number a, Number b) {
        Exact x(a);
        Exact y(b);
        const int order = mpfr_cmp(x.get(), y.get());
        EXPECT_EQ(Ops::less(a, b), order < 0);
        EXPECT_EQ(Ops::less_equal(a, b), order <= 0);
        EXPECT_EQ(a < b, order < 0);
        EXPECT_EQ(a == b, order == 0);
        EXPECT_EQ(Ops::larger(a, b), order > 0 ? a : b);
        EXPECT_TRUE(Number(0) <= Ops::abs(a));
        EXPECT_TRUE(Ops::abs(a) == a || Ops::abs(a) == Ops::neg(a));
        EXPECT_EQ(std::signbit(Ops::with_sign(a, b).hi), std::signbit(b.hi));
        EXPECT_EQ(Ops::abs(Ops::with_sign(a, b)), Ops::abs(a));
    });
}

TYPED_TEST(TwoSum, WhatOverflowsIsOutsideOfEverything) {
    using Ops = typename TestFixture::TestedOps;
    using Number = typename TestFixture::Tested;
    const Number most(std::numeric_limits<TypeParam>::max());
    for (const Number &large : {Ops::mul(most, most), Ops::add(most, most)}) {
        EXPECT_FALSE(Ops::less_equal(large, most));
        EXPECT_FALSE(Ops::less(large, most));
    }
}

TEST(Two, TakesADoublesBitsInTwoFloats) {
    const double third = 1.0 / 3;
    const Two<float> value(third);
    EXPECT_EQ(value.hi, static_cast<float>(third));
    EXPECT_NEAR(static_cast<double>(value), third, third * 0x1p-48);
    EXPECT_EQ(static_cast<double>(Two<double>(third)), third);
    EXPECT_EQ(static_cast<float>(Two<double>(third)), static_cast<float>(third));
}

} // namespace fathom::kernels::two_test
