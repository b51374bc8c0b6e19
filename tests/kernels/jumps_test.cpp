// The arithmetic of perturbation on random input: wide exponents, steps and jumps against MPFR.
#include "kernels/base/scalar_two_ops.h"
#include "kernels/formulas/with_formula.h"
#include "kernels/perturbation/jump_merge.h"
#include "kernels/perturbation/perturbed_orbit-inl.h"
#include "tests/support/exact_formulas.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace fathom::jumps_test {

using kernels::scalar::Complex;
using Ops = kernels::ScalarOps<double>;
using Wide = ExactNumber<4000>; // holds 2^-1500 beside 1, and their products
using WidePair = ExactPair<Wide>;

class Random {
  public:
    double between(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine_);
    }
    /// Anywhere in the square of that half side, to all digits of the type.
    template <class Real> Complex<Real> number(double half) {
        const Complex<double> z = point(half);
        if constexpr (kernels::kIsTwo<Real>) {
            using Parts = kernels::ScalarOps<Real>;
            const Complex<double> rest = point(0x1p-53);
            return {Parts::exact_sum(z.x, z.x * rest.x), Parts::exact_sum(z.y, z.y * rest.y)};
        } else {
            return z;
        }
    }
    int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
    /// Anywhere in the square of that half side.
    Complex<double> point(double half) { return {between(-half, half), between(-half, half)}; }

  private:
    std::mt19937_64 engine_{20261121};
};

/// value 2^exponent.
Wide wide(double value, int exponent) {
    Wide result(value);
    const Wide factor(exponent < 0 ? 0.5 : 2.0);
    Wide power(1);
    Wide square = factor;
    for (int left = std::abs(exponent); left > 0; left /= 2) {
        if (left % 2 == 1)
            power = power * square;
        square = square * square;
    }
    return result * power;
}
Wide wide(kernels::Two<double> value, int exponent) {
    return wide(value.hi, exponent) + wide(value.lo, exponent);
}
template <class Real> WidePair wide(Complex<Real> z, int exponent = 0) {
    return {wide(z.x, exponent), wide(z.y, exponent)};
}

WidePair operator-(const WidePair &a, const WidePair &b) {
    return {a.x - b.x, a.y - b.y};
}

double size(const WidePair &z, int exponent = 0) {
    return std::max(std::fabs((z.x * wide(1, -exponent)).to_double()),
                    std::fabs((z.y * wide(1, -exponent)).to_double()));
}

TEST(WideNumbers, KnowExponentsAndPowersOfTwo) {
    Random random;
    for (int i = 0; i < 10'000; ++i) {
        const int e = random.whole(-1022, 1023);
        EXPECT_EQ(kernels::ScalarOps<double>::power_of_two(e), std::ldexp(1.0, e));
        EXPECT_EQ(Ops::exponent_of(std::ldexp(random.between(1, 2), e)), e);
        const int f = random.whole(-126, 127);
        EXPECT_EQ(kernels::ScalarOps<float>::power_of_two(f), std::ldexp(1.0F, f));
    }
    EXPECT_EQ(Ops::power_of_two(-1023), 0);
    EXPECT_EQ(Ops::power_of_two(kernels::kZeroExponent), 0);
    EXPECT_EQ(Ops::power_of_two(5000), std::ldexp(1.0, 1023));
    EXPECT_EQ(Ops::exponent_of(0), kernels::kZeroExponent);
    EXPECT_EQ(Ops::exponent_of(1e-310), kernels::kZeroExponent) << "below the normal numbers";
}

TEST(WideNumbers, AreNormalisedWithoutLoss) {
    Random random;
    for (int i = 0; i < 10'000; ++i) {
        const Complex<double> z = random.point(1);
        const int scale = random.whole(-400, 400);
        const Complex<double> from{std::ldexp(z.x, scale), std::ldexp(z.y, scale)};
        const int k = random.whole(-100'000, 100'000);
        Complex<double> to = from;
        std::int32_t exponent = k;
        kernels::scalar::normalise<Ops>(to, exponent);
        const double largest = std::max(std::fabs(to.x), std::fabs(to.y));
        EXPECT_GE(largest, 1);
        EXPECT_LT(largest, 2);
        EXPECT_EQ(std::ldexp(to.x, exponent - k), from.x);
        EXPECT_EQ(std::ldexp(to.y, exponent - k), from.y);
    }
    Complex<double> none{0, 0};
    std::int32_t exponent = 17;
    kernels::scalar::normalise<Ops>(none, exponent);
    EXPECT_EQ(exponent, kernels::kZeroExponent);
}

/// F(Z + z) - F(Z), exactly.
WidePair exact_delta(const ExactBody<Wide> &body, const WidePair &from, const WidePair &z) {
    return body(from + z, from) - body(from, from);
}

template <class Use> void with_all_formulas(Use use) {
    const auto bodies = exact_bodies<Wide>();
    for (std::size_t i = 0; i < kernels::formulas().size(); ++i)
        kernels::with_formula(kernels::FormulaId(i), [&]<class Formula>() {
            if constexpr (Formula::kDegree != 0) {
                SCOPED_TRACE(kernels::formulas()[i].id);
                use.template operator()<Formula>(bodies.at(kernels::formulas()[i].id));
            }
        });
}

TEST(WideSteps, FollowExactDifferencesUntilTheyArePlain) {
    with_all_formulas([]<class Formula>(const ExactBody<Wide> &body) {
        using Orbit = kernels::scalar::PerturbedOrbit<Formula, Ops, kernels::Tracks::none>;
        constexpr std::uint32_t kLength = 60;
        Random random;
        for (int run = 0; run < 20; ++run) {
            std::vector<kernels::OrbitPoint<double>> points(kLength);
            for (auto &point : points) {
                const Complex<double> z = random.point(2);
                point = {z.x, z.y};
            }
            // One point is tiny: it has an exponent beside it, and as a plain number is 0.
            const std::uint32_t at = 1 + static_cast<std::uint32_t>(run);
            Complex<double> tiny = random.point(1);
            std::int32_t tiny_exponent = -1100;
            kernels::scalar::normalise<Ops>(tiny, tiny_exponent);
            const kernels::TinyPoint<double> listed{at, {tiny.x, tiny.y, tiny_exponent}};
            points[at] = {0, 0};

            kernels::PerturbedView<double, Orbit::kLinear> view;
            view.tables.orbit = points.data();
            view.tables.tiny = &listed;
            view.tables.tiny_count = 1;
            view.tables.restart = kLength; // nowhere
            view.tables.first_end = view.tables.last = kLength - 1;
            view.limit = 1000;
            view.bailout_squared = 1e300;
            view.wide_exponent = -1000 / Formula::kDegree;
            view.wide_norm = Ops::power_of_two(2 * view.wide_exponent);
            const Complex<double> place = random.point(1);
            Orbit orbit;
            orbit.begin(view, false, place, -1400);
            const WidePair c = wide(place, -1400);
            WidePair exact{0, 0};
            for (std::uint32_t m = 0; m + 1 < kLength && orbit.wide(); ++m) {
                const bool is_tiny = m == at;
                const WidePair from = is_tiny ? wide(tiny, tiny_exponent)
                                              : wide(Complex<double>{points[m].x, points[m].y});
                exact = exact_delta(body, from, exact) + c;
                const auto end = orbit.wide_round(view, true);
                if (end.rebased)
                    break;
                const WidePair error = wide(orbit.z, orbit.k) - exact;
                const int scale = orbit.k;
                ASSERT_LE(size(error, scale), 1e-13 * size(exact, scale)) << "step " << m;
            }
        }
    });
}

template <class Real> class Jumps : public testing::Test {};
using JumpTypes = testing::Types<double, kernels::Two<double>>;
TYPED_TEST_SUITE(Jumps, JumpTypes);

/// A jump along all points but the first.
template <class Formula, class Real>
kernels::DraftOf<Formula, Real> draft_along(const std::vector<Complex<Real>> &points,
                                            double tolerance) {
    using Draft = kernels::DraftOf<Formula, Real>;
    const auto step = kernels::single_step<typename Draft::Linear>;
    Draft draft = step(0);
    for (std::size_t m = 1; m < points.size(); ++m) {
        Complex<Real> z = points[m];
        std::int32_t e = 0;
        kernels::scalar::normalise<kernels::ScalarOps<Real>>(z, e);
        draft = kernels::merged<Formula>(draft, step(static_cast<std::uint32_t>(m)),
                                         kernels::WidePoint<Real>{z.x, z.y, e}, tolerance);
    }
    return draft;
}

/// Where engines end a jump from z~ = z and c.
template <class Ops, class Draft, class From = kernels::scalar::Wide<Ops>>
WidePair landed(const Draft &draft, const From &z, const From &c) {
    namespace scalar = kernels::scalar;
    using Linear = typename Draft::Linear;
    const scalar::JumpMaps<Linear, Ops> maps{draft.a.map, draft.a.exponent, draft.b.map,
                                             draft.b.exponent};
    const scalar::FormsBeside<Linear, Ops> forms{draft.d.map,      draft.e.map,
                                                 draft.f.map,      draft.d.exponent,
                                                 draft.e.exponent, draft.f.exponent};
    const auto end = scalar::end_of<Ops>(scalar::secants<Ops>(maps, forms, z, c), z, c);
    return wide(end.z, end.k);
}

/// Likewise to the third order; what is missing is that of a draft's plain numbers.
template <class Ops, class Draft, class From = kernels::scalar::Wide<Ops>>
WidePair landed_cubic(const Draft &draft, const From &z, const From &c) {
    const auto term = [](const kernels::CubicDraft::Form &form, const auto &...factors) {
        WidePair all = wide(form.map.d, form.exponent);
        const auto times = [&](const WidePair &by) {
            all = {all.x * by.x - all.y * by.y, all.x * by.y + all.y * by.x};
        };
        (times(wide(factors.z, factors.k)), ...);
        return all;
    };
    const auto &[g, h, i, j, limits] = draft.cubic;
    return landed<Ops>(draft, z, c) + term(g, z, z, z) + term(h, z, z, c) + term(i, z, c, c) +
           term(j, c, c, c);
}

template <class Formula, class Real, class Radii, class Landed>
void expect_exact_jumps(const ExactBody<Wide> &body, double tolerance, Radii radii,
                        Landed landed_at) {
    using From = kernels::scalar::Wide<kernels::ScalarOps<Real>>;
    Random random;
    for (int run = 0; run < 60; ++run) {
        const int length = random.whole(2, 40);
        std::vector<Complex<Real>> points;
        for (int m = 0; m < length; ++m)
            points.push_back(random.number<Real>(m % 7 == 3 ? 1e-3 : 1.5));
        const auto draft = draft_along<Formula>(points, tolerance);
        ASSERT_EQ(draft.length, static_cast<std::uint32_t>(length));
        // As large as they may be, with c or z leading.
        const auto [radius, radius_c] = radii(draft);
        const From z{random.number<Real>(radius.a), radius.e - random.whole(0, 4)};
        const From c{random.number<Real>(radius_c.a), radius_c.e - random.whole(0, 4)};
        WidePair exact = wide(z.z, z.k) + wide(c.z, c.k);
        for (int m = 1; m < length; ++m)
            exact = exact_delta(body, wide(points[m]), exact) + wide(c.z, c.k);
        const WidePair error = landed_at(draft, z, c) - exact;
        const int scale = std::max(draft.a.exponent + z.k, draft.b.exponent + c.k);
        const double parts =
            size(wide(z.z, z.k), scale - draft.a.exponent) * kernels::size_of(draft.a.map) +
            size(wide(c.z, c.k), scale - draft.b.exponent) * kernels::size_of(draft.b.map);
        EXPECT_LE(size(error, scale), 4 * tolerance * parts) << "length " << length;
    }
}

TYPED_TEST(Jumps, AreAsExactAsTheirToleranceSays) {
    using Real = TypeParam;
    const double tolerance = kernels::kIsTwo<Real> ? 0x1p-80 : 0x1p-38;
    with_all_formulas([&]<class Formula>(const ExactBody<Wide> &body) {
        expect_exact_jumps<Formula, Real>(
            body, tolerance,
            [](const auto &draft) { return std::pair(draft.radius, draft.radius_c); },
            [](const auto &draft, const auto &z, const auto &c) {
                return landed<kernels::ScalarOps<Real>>(draft, z, c);
            });
    });
}

TYPED_TEST(Jumps, OfTheThirdOrderAreLikewise) {
    using Real = TypeParam;
    const double tolerance = kernels::kIsTwo<Real> ? 0x1p-70 : 0x1p-38;
    with_all_formulas([&]<class Formula>(const ExactBody<Wide> &body) {
        if constexpr (Formula::kPower != 0) {
            int larger = 0; // where it is not the room at a joint that limits both
            expect_exact_jumps<Formula, Real>(
                body, tolerance,
                [&](const auto &draft) {
                    EXPECT_FALSE(draft.cubic.radius() < draft.radius);
                    larger += draft.radius < draft.cubic.radius() ? 1 : 0;
                    return std::pair(draft.cubic.radius(), draft.cubic.radius_c());
                },
                [](const auto &draft, const auto &z, const auto &c) {
                    return landed_cubic<kernels::ScalarOps<Real>>(draft, z, c);
                });
            EXPECT_GE(larger, 50) << "of 60";
        }
    });
}

/// A jump along few steps in plain numbers is the one that is merged with exponents.
TYPED_TEST(Jumps, AlongFewStepsAreTheSame) {
    using Real = TypeParam;
    with_all_formulas([]<class Formula>(const ExactBody<Wide> &) {
        Random random;
        for (int run = 0; run < 20; ++run) {
            std::vector<Complex<Real>> points;
            for (int m = 0; m < random.whole(2, 40); ++m)
                points.push_back(random.number<Real>(1.5));
            const auto draft = draft_along<Formula>(points, 0x1p-42);
            kernels::ShortDraft<Formula, Real> quick(0);
            for (std::size_t m = 1; m < points.size(); ++m)
                ASSERT_TRUE(quick.extend(points[m], 0x1p-42));
            const auto expect_near = [](const kernels::WideReal &a, const kernels::WideReal &b) {
                EXPECT_NEAR(std::ldexp(a.a, a.e - b.e), b.a, 1e-9);
            };
            const auto other = quick.draft();
            expect_near(other.radius, draft.radius);
            expect_near(other.radius_c, draft.radius_c);
            if constexpr (Formula::kPower != 0) {
                expect_near(other.cubic.radius(), draft.cubic.radius());
                expect_near(other.cubic.radius_c(), draft.cubic.radius_c());
                for (const auto &[a, b] : {std::pair(other.cubic.g, draft.cubic.g),
                                           std::pair(other.cubic.h, draft.cubic.h),
                                           std::pair(other.cubic.i, draft.cubic.i),
                                           std::pair(other.cubic.j, draft.cubic.j)}) {
                    EXPECT_NEAR(std::ldexp(a.map.d.x, a.exponent - b.exponent), b.map.d.x, 1e-9);
                    EXPECT_NEAR(std::ldexp(a.map.d.y, a.exponent - b.exponent), b.map.d.y, 1e-9);
                }
            }
        }
    });
}

} // namespace fathom::jumps_test
