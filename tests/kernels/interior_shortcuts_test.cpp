// What the shortcuts promise: a point that they call interior never escapes in the plain loop,
// whose rounding is part of the definition.
#include "kernels/formulas/interior_shortcuts.h"
#include "kernels/formulas/mandelbrot_orbit.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <limits>
#include <mpfr.h>
#include <random>
#include <vector>

namespace fathom::kernels::interior_shortcuts_test {

constexpr double kPi = 3.14159265358979323846;

template <class Real> struct Point { Real x, y; };

/// Without the checks for infinities of std::complex's operators.
struct Complex {
    double x = 0, y = 0;
};
Complex operator+(Complex a, Complex b) {
    return {a.x + b.x, a.y + b.y};
}
Complex operator-(Complex a, Complex b) {
    return {a.x - b.x, a.y - b.y};
}
Complex operator*(Complex a, Complex b) {
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
Complex operator*(double a, Complex b) {
    return {a * b.x, a * b.y};
}
Complex operator/(Complex a, Complex b) {
    const double norm = b.x * b.x + b.y * b.y;
    return {(a.x * b.x + a.y * b.y) / norm, (a.y * b.x - a.x * b.y) / norm};
}
double abs(Complex a) {
    return std::sqrt(a.x * a.x + a.y * a.y);
}
/// With the real part at least 0.
Complex sqrt(Complex a) {
    const double r = abs(a);
    const double x = std::sqrt(std::max(0.0, (r + a.x) / 2));
    const double y = std::sqrt(std::max(0.0, (r - a.x) / 2));
    return {x, a.y < 0 ? -y : y};
}

/// The c of the main cardioid whose fixed point has the multiplier r e^(i angle).
Complex cardioid_point(double r, double angle) {
    const Complex mu{r * std::cos(angle), r * std::sin(angle)};
    return 0.5 * mu - 0.25 * (mu * mu);
}

/// The c of the period-2 disc whose cycle has the multiplier r e^(i angle).
Complex disc_point(double r, double angle) {
    return {-1 + 0.25 * r * std::cos(angle), 0.25 * r * std::sin(angle)};
}

enum class Component { cardioid, disc };

/// The last point that in_main_components accepts on the way from the component's centre to its
/// boundary, along multipliers of one angle.
template <class Real> Point<Real> last_accepted(Component component, double angle) {
    const auto at = [&](double r) {
        const Complex c =
            component == Component::cardioid ? cardioid_point(r, angle) : disc_point(r, angle);
        return Point<Real>{static_cast<Real>(c.x), static_cast<Real>(c.y)};
    };
    double inside = 0.5;
    double outside = 1;
    for (int i = 0; i < 60; ++i) {
        const double r = 0.5 * (inside + outside);
        const Point<Real> c = at(r);
        (in_main_components(c.x, c.y) ? inside : outside) = r;
    }
    return at(inside);
}

/// Angles all round, densely and at the parabolic points of small denominators, near which orbits
/// take longest to settle; those of multiplier near 1 (the cusp) most densely.
std::vector<double> angles(int count) {
    std::vector<double> result;
    for (int i = 0; i < count; ++i)
        result.push_back(2 * kPi * (i + 0.5) / count);
    for (int q = 1; q <= 9; ++q)
        for (int p = 0; p < q; ++p)
            for (const double beside : {0.0, 1e-6, 1e-4, 3e-3})
                result.push_back(2 * kPi * p / q + beside);
    return result;
}

/// In long double, whose rounding is far below every margin.
long double multiplier(Component component, long double x, long double y) {
    if (component == Component::disc)
        return 4 * std::hypot(x + 1, y);
    // s = sqrt(1 - 4c) with Re s >= 0: the attracting fixed point has the multiplier 1 - s.
    const long double u = 1 - 4 * x;
    const long double v = -4 * y;
    const long double r = std::hypot(u, v);
    const long double s = std::sqrt(std::max(0.0L, (r + u) / 2));
    const long double t = std::sqrt(std::max(0.0L, (r - u) / 2));
    return std::hypot(1 - s, t);
}

template <class Real> class ClosedForm : public ::testing::Test {};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(ClosedForm, Reals);

TYPED_TEST(ClosedForm, KeepsItsDistanceFromTheBoundary) {
    const long double margin = shortcut_margin<TypeParam>();
    for (const double angle : angles(20'000)) {
        const auto c = last_accepted<TypeParam>(Component::cardioid, angle);
        EXPECT_LE(multiplier(Component::cardioid, c.x, c.y), 1 - 0.74L * margin) << angle;
        const auto d = last_accepted<TypeParam>(Component::disc, angle);
        EXPECT_LE(multiplier(Component::disc, d.x, d.y), 1 - 0.99L * margin) << angle;
    }
}

TYPED_TEST(ClosedForm, CoversNearlyAllOfTheComponents) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<TypeParam> re(TypeParam(-1.25), TypeParam(0.375));
    std::uniform_real_distribution<TypeParam> im(0, TypeParam(0.65));
    int inside = 0;
    int accepted = 0;
    for (int i = 0; i < 300'000; ++i) {
        const TypeParam x = re(random);
        const TypeParam y = im(random);
        const bool in =
            multiplier(Component::cardioid, x, y) < 1 || multiplier(Component::disc, x, y) < 1;
        inside += in;
        accepted += in_main_components(x, y);
        ASSERT_TRUE(in || !in_main_components(x, y)) << x << ' ' << y;
    }
    EXPECT_GT(accepted, 0.98 * inside);
    EXPECT_LT(accepted, inside);
}

/// A number that must come out exactly: enough bits for the eighth powers of doubles below.
class Exact {
  public:
    explicit Exact(double value) {
        mpfr_init2(value_, kBits);
        mpfr_set_d(value_, value, MPFR_RNDN);
    }
    ~Exact() { mpfr_clear(value_); }
    Exact(const Exact &other) : Exact(0) { mpfr_set(value_, other.value_, MPFR_RNDN); }
    Exact &operator=(const Exact &) = delete;

    friend Exact operator+(const Exact &a, const Exact &b) { return apply(mpfr_add, a, b); }
    friend Exact operator-(const Exact &a, const Exact &b) { return apply(mpfr_sub, a, b); }
    friend Exact operator*(const Exact &a, const Exact &b) { return apply(mpfr_mul, a, b); }
    [[nodiscard]] bool negative() const { return mpfr_sgn(value_) < 0; }

  private:
    static constexpr mpfr_prec_t kBits = 2000;
    template <class Function>
    static Exact apply(Function function, const Exact &a, const Exact &b) {
        Exact result(0);
        EXPECT_EQ(function(result.value_, a.value_, b.value_, MPFR_RNDN), 0) << "inexact";
        return result;
    }

    mpfr_t value_;
};

/// The two inequalities in exact arithmetic, the cardioid and the disc shrunk by `margin`.
bool exactly_inside(double cx, double cy, double margin) {
    const Exact scale = Exact(1) + Exact(margin);
    const Exact x = Exact(cx) * scale - Exact(0.25);
    const Exact y = Exact(cy) * scale;
    const Exact q = x * x + y * y;
    if ((q * (q + x) - Exact(0.25) * y * y).negative())
        return true;
    const Exact u = Exact(cx) + Exact(1);
    const Exact r = Exact(0.25) * (Exact(1) - Exact(margin));
    return (u * u + Exact(cy) * Exact(cy) - r * r).negative();
}

TYPED_TEST(ClosedForm, AgreesWithExactArithmeticUpToAThousandthOfItsMargin) {
    const double margin = shortcut_margin<TypeParam>();
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> angle(0, 2 * kPi);
    std::uniform_real_distribution<double> beside(0.99, 1.01);
    int accepted = 0;
    for (int i = 0; i < 20'000; ++i) {
        // Up to 1 % of the margin on either side of the line that the test draws.
        const double shrink = 1 + margin * beside(random);
        const Complex c = i % 2 == 0 ? (1 / shrink) * cardioid_point(1, angle(random))
                                     : disc_point(2 - shrink, angle(random));
        const auto x = static_cast<TypeParam>(c.x);
        const auto y = static_cast<TypeParam>(c.y);
        const bool answer = in_main_components(x, y);
        accepted += answer;
        if (answer)
            EXPECT_TRUE(exactly_inside(x, y, 0.999 * margin)) << x << ' ' << y;
        else
            EXPECT_FALSE(exactly_inside(x, y, 1.001 * margin)) << x << ' ' << y;
    }
    EXPECT_GT(accepted, 5'000);
    EXPECT_LT(accepted, 15'000);
}

TYPED_TEST(ClosedForm, AcceptsNothingThatIsNoPoint) {
    const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
    const TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
    for (const TypeParam odd : {nan, infinity, -infinity})
        for (const TypeParam plain : {TypeParam(0), TypeParam(-1), odd}) {
            EXPECT_FALSE(in_main_components(odd, plain));
            EXPECT_FALSE(in_main_components(plain, odd));
        }
}

TYPED_TEST(ClosedForm, OrbitsJustInsideStayInThePlainLoop) {
    for (const double angle : angles(60)) {
        for (const Component component : {Component::cardioid, Component::disc}) {
            const auto c = last_accepted<TypeParam>(component, angle);
            Orbit<TypeParam> orbit;
            iterate_plain(orbit, c.x, c.y, TypeParam(4), 100'000);
            EXPECT_FALSE(orbit.escaped) << c.x << ' ' << c.y << ' ' << orbit.n;
        }
    }
}

// --- Proof that no orbit of an accepted c escapes, whatever its length
//
// For all c within h of c0 at once, z_n(c) = z_n + D_n (c - c0) + (at most rho_n), D_n = dz_n/dc,
// every step off by at most `error`. Close to its cycle, an orbit is in a disc of radius r that
// f (or f^2) maps into itself with as much room as the errors need; there it stays. In the
// cardioid f(a + w) = a + mu w + w^2, so that (1 - d) r + r^2 + error <= r is enough for
// |mu| <= 1 - d, and similarly for f^2 in the disc. The proof's own rounding, 1e-16 a step, is
// nothing against the errors of float that it allows for.

/// A disc about a point of the cycle that the orbits cannot leave, for all c within h of c0.
struct Trap {
    Complex centre;     ///< for c0
    Complex derivative; ///< of the centre by c
    double bend = 0;    ///< bound for the rest of the centre's motion
    double radius = 0;  ///< 0: there is none
};

Trap cardioid_trap(Complex c, double h, double error) {
    const Complex s = sqrt(Complex{1, 0} - 4 * c);
    const double norm = s.x * s.x + s.y * s.y;
    if (norm < 16 * h)
        return {};
    const double least = std::sqrt(norm - 4 * h); // |s| within h of c0
    const Complex mu = Complex{1, 0} - s;
    const double d = 1 - abs(mu) - 2 * h / least;
    const double room = d * d - 4 * error;
    if (d <= 0 || room <= 0)
        return {};
    return {0.5 * mu, Complex{1, 0} / s, h * h / (least * least * least),
            (d + std::sqrt(room)) / 2};
}

Trap disc_trap(Complex c, double h, double error) {
    const Complex q = sqrt(Complex{-3, 0} - 4 * c);
    const double norm = q.x * q.x + q.y * q.y;
    const double d = 1 - 4 * abs(c + Complex{1, 0}) - 4 * h;
    if (norm < 16 * h || d <= 0)
        return {};
    const double least = std::sqrt(norm - 4 * h);
    const double motion = h / least; // of both points of the cycle
    Trap best;
    for (const double sign : {1.0, -1.0}) {
        const Complex a{(-1 + sign * q.x) / 2, sign * q.y / 2};
        const Complex b = Complex{-1, 0} - a;
        const double size_a = abs(a) + motion;
        const double size_b = abs(b) + motion;
        // f^2(a + w) = a + mu w + (2b + 4a^2) w^2 + 4a w^3 + w^4
        const double square = abs(2 * b + 4 * (a * a)) + (2 + 8 * size_a) * motion;
        const auto holds = [&](double r) {
            const double first = 2 * size_a * r + r * r; // distance from b after one step
            const double errors = error * (1 + 2 * (size_b + first) + error);
            return (1 - d) * r + r * r * (square + r * (4 * size_a + r)) + errors <= r;
        };
        double r = 0.3;
        while (r > 1e-9 && !holds(r))
            r *= 0.9;
        if (r > 1e-9 && r > best.radius)
            best = {a, Complex{-sign, 0} / q, h * h / (least * least * least), r};
    }
    return best;
}

Trap trap_for(Component component, Complex c, double h, double error) {
    return component == Component::cardioid ? cardioid_trap(c, h, error) : disc_trap(c, h, error);
}

/// The largest error of one step while c - y^2 and both parts of z' are below 2: half a unit in the
/// last place for each of its three roundings.
template <class Real> double step_error() {
    return std::sqrt(5.0) * std::numeric_limits<Real>::epsilon() / 2;
}

/// True if the plain loop at c itself comes into a trap.
template <class Real> bool is_trapped(Component component, Point<Real> c) {
    const Trap trap = trap_for(component, {c.x, c.y}, 0, step_error<Real>());
    if (trap.radius == 0)
        return false;
    Orbit<Real> orbit;
    const auto longest = static_cast<std::uint32_t>(100 / shortcut_margin<Real>());
    while (!orbit.escaped && orbit.n < longest) {
        if (abs(Complex{orbit.x, orbit.y} - trap.centre) <= 0.999 * trap.radius)
            return true;
        iterate_plain(orbit, c.x, c.y, Real(4), orbit.n + 1);
    }
    return false;
}

TEST(ClosedFormProof, OrbitsOnTheLineItselfAreTrapped) {
    for (const double angle : angles(1000)) {
        for (const Component component : {Component::cardioid, Component::disc}) {
            const auto c = last_accepted<float>(component, angle);
            EXPECT_TRUE(is_trapped(component, c)) << c.x << ' ' << c.y;
        }
    }
    for (const double angle : {2 * kPi * 0.4999, kPi / 3, 2 * kPi * 0.2763932}) {
        for (const Component component : {Component::cardioid, Component::disc}) {
            const auto c = last_accepted<double>(component, angle);
            EXPECT_TRUE(is_trapped(component, c)) << c.x << ' ' << c.y;
        }
    }
}

/// True if the float orbits of all c within h of c0 are shown to end in a trap.
bool never_escape(Component component, Complex c, double h) {
    const double error = step_error<float>();
    const Trap trap = trap_for(component, c, h, error);
    if (trap.radius == 0)
        return false;
    Complex z, derivative;
    double rho = 0;
    for (int n = 0; n < 1'000'000; ++n) {
        const double off = abs(derivative) * h + rho;
        const double y = std::fabs(z.y) + off;
        if (abs(z) + off > 1.9 || std::fabs(c.x) + h + y * y > 1.9) // see step_error
            return false;
        if (abs(z - trap.centre) + abs(derivative - trap.derivative) * h + rho + trap.bend <=
            trap.radius)
            return true;
        rho = 2 * abs(z) * rho + off * off + error;
        derivative = 2 * (z * derivative) + Complex{1, 0};
        z = z * z + c;
    }
    return false;
}

/// Whether a c within h of c0 may be accepted (errs towards yes).
bool may_be_accepted(Component component, Complex c, double h) {
    const double margin = 0.999 * shortcut_margin<float>();
    if (component == Component::disc)
        return abs(c + Complex{1, 0}) - h < 0.25 * (1 - margin);
    const Complex square = Complex{1, 0} - 4 * (1 + margin) * c;
    const double norm = abs(square);
    const double reach = (1 + margin) * h;
    return norm <= 8 * reach ||
           abs(Complex{1, 0} - sqrt(square)) - 2 * reach / std::sqrt(norm - 4 * reach) < 1;
}

/// Covers what in_main_components accepts in float with squares, each proven as a whole. The lower
/// half plane is the upper one's mirror image, roundings included.
class Cover {
  public:
    /// Proves one in `share` of the squares of half a side 1/512 (1: all).
    explicit Cover(Component component, int share) : component_(component), share_(share) {}

    void prove(Complex c, double half) {
        if (c.y + half < 0 || !may_be_accepted(component_, c, std::sqrt(2.0001) * half))
            return;
        if (half == kSampled && random_() % static_cast<unsigned>(share_) != 0)
            return;
        if (half <= kLargest && never_escape(component_, c, std::sqrt(2.0001) * half)) {
            ++proven;
        } else if (half < kSmallest) {
            ++open;
        } else {
            for (const double x : {-0.5, 0.5})
                for (const double y : {-0.5, 0.5})
                    prove({c.x + x * half, c.y + y * half}, half / 2);
        }
    }

    int proven = 0;
    int open = 0;

  private:
    static constexpr double kLargest = 1.0 / 16;
    static constexpr double kSampled = 1.0 / 512;
    static constexpr double kSmallest = 1e-8;

    const Component component_;
    const int share_;
    std::mt19937 random_{3};
};

// All of it takes a minute: with FATHOM_FULL_PROOF in the environment. Else a sample is proven.
TEST(ClosedFormProof, NoAcceptedFloatEverEscapes) {
    const bool full = std::getenv("FATHOM_FULL_PROOF") != nullptr;
    for (const Component component : {Component::cardioid, Component::disc}) {
        Cover cover(component, full ? 1 : 200);
        const bool is_disc = component == Component::disc;
        cover.prove(is_disc ? Complex{-1, 0.25} : Complex{-0.25, 0.5}, is_disc ? 0.5 : 1);
        EXPECT_EQ(cover.open, 0);
        EXPECT_GT(cover.proven, 100);
        std::printf("PROOF float %s%s: %d squares proven, %d open\n",
                    is_disc ? "period-2 disc" : "cardioid", full ? "" : " (a sample)", cover.proven,
                    cover.open);
    }
}

// --- Exact repetition

TEST(RepetitionSearch, FindsEveryCycleSoon) {
    // z_i of an orbit of `tail` numbers before a cycle of `period` ones; all different, none 0.
    for (std::uint32_t tail = 0; tail < 70; ++tail) {
        for (std::uint32_t period = 1; period < 70; ++period) {
            Repetition<double> repetition;
            std::uint32_t looks = 0;
            for (std::uint32_t i = 0;; ++i) {
                const double z = i < tail ? i + 1 : tail + (i - tail) % period + 1;
                ++looks;
                if (repetition.seen(z, -z))
                    break;
                ASSERT_LT(looks, 1000u);
            }
            EXPECT_GT(looks, tail + period) << "nothing had come back yet";
            EXPECT_LE(looks, 3 * std::max(tail + 1, period) + 1) << tail << ' ' << period;
        }
    }
}

TEST(RepetitionSearch, TakesZerosOfEitherSignForEqual) {
    Repetition<float> repetition; // knows z_0 = 0 from the start
    EXPECT_TRUE(repetition.seen(-0.0F, 0.0F));
    EXPECT_FALSE(repetition.seen(1, -0.0F));
    EXPECT_TRUE(repetition.seen(1, 0.0F));
}

TEST(RepetitionSearch, ComparesBothParts) {
    Repetition<double> repetition;
    EXPECT_FALSE(repetition.seen(1, 2));
    EXPECT_FALSE(repetition.seen(1, 3));
    EXPECT_FALSE(repetition.seen(2, 3));
    EXPECT_FALSE(repetition.seen(1, 3 + 1e-15));
    EXPECT_FALSE(repetition.seen(std::nan(""), std::nan("")));
    EXPECT_FALSE(repetition.seen(std::nan(""), std::nan("")));
}

template <class Real> class RepetitionInOrbits : public ::testing::Test {};
TYPED_TEST_SUITE(RepetitionInOrbits, Reals);

/// The plain loop with a look at every `stride` steps: the step at which z had been seen before;
/// 0 if it escaped or the limit came first.
template <class Real>
std::uint32_t step_of_repetition(Orbit<Real> &orbit, Point<Real> c, std::uint32_t stride,
                                 std::uint32_t limit) {
    Repetition<Real> repetition;
    while (orbit.n < limit) {
        iterate_plain(orbit, c.x, c.y, Real(4), orbit.n + stride);
        if (orbit.escaped)
            return 0;
        if (repetition.seen(orbit.x, orbit.y))
            return orbit.n;
    }
    return 0;
}

TYPED_TEST(RepetitionInOrbits, WhatRepeatsNeverEscapes) {
    std::mt19937_64 random(4);
    std::uniform_real_distribution<double> re(-2, 0.5);
    std::uniform_real_distribution<double> im(-1.1, 1.1);
    std::uniform_real_distribution<double> angle(0, 2 * kPi);
    std::uniform_real_distribution<double> radius(0.97, 1.001);
    int repeating = 0;
    int escaping = 0;
    for (int i = 0; i < 1200; ++i) {
        // A third anywhere, the rest about the boundary, where orbits take long.
        Complex where{re(random), im(random)};
        if (i % 3 != 0)
            where = i % 3 == 1 ? cardioid_point(radius(random), angle(random))
                               : disc_point(radius(random), angle(random));
        const Point<TypeParam> c{static_cast<TypeParam>(where.x), static_cast<TypeParam>(where.y)};
        for (const std::uint32_t stride : {1u, 12u}) {
            Orbit<TypeParam> orbit;
            const std::uint32_t n = step_of_repetition(orbit, c, stride, 12'000);
            if (n == 0) {
                escaping += orbit.escaped;
                continue;
            }
            ++repeating;
            // Once round and exactly here again: then for ever.
            const Orbit<TypeParam> seen = orbit;
            bool back = false;
            for (std::uint32_t step = 0; step < n && !back && !orbit.escaped; ++step) {
                iterate_plain(orbit, c.x, c.y, TypeParam(4), orbit.n + 1);
                back = orbit.x == seen.x && orbit.y == seen.y;
            }
            EXPECT_TRUE(back) << c.x << ' ' << c.y << ' ' << n;
            EXPECT_FALSE(orbit.escaped);
        }
    }
    EXPECT_GT(repeating, 300);
    EXPECT_GT(escaping, 300);
}

// --- What the deferred tests rest on

template <class Real> class Departure : public ::testing::Test {};
TYPED_TEST_SUITE(Departure, Reals);

/// Whether an orbit that is outside once is so ever after, with the least bailout there is.
template <class Real> bool stays_outside(Point<Real> c) {
    Orbit<Real> orbit;
    iterate_plain(orbit, c.x, c.y, Real(4), 400);
    for (int i = 0; orbit.escaped && i < 400; ++i) {
        scalar::step<ScalarOps<Real>>(orbit.x, orbit.y, c.x, c.y);
        if (!is_outside(orbit.x, orbit.y, Real(4)))
            return false;
    }
    return true;
}

TYPED_TEST(Departure, IsForEverEvenWhereRoundingDecides) {
    using Real = TypeParam;
    std::mt19937_64 random(5);
    std::uniform_real_distribution<Real> share(-1, 1);
    const Real ulp = std::numeric_limits<Real>::epsilon(); // of numbers just below 2
    // Near -2 orbits pass the bailout by less than a unit in the last place.
    for (int steps = -3; steps <= 6; ++steps)
        for (int exponent = 0; exponent < 2 * std::numeric_limits<Real>::digits; ++exponent)
            for (int i = 0; i < 60; ++i) {
                const Point<Real> c{-2 + steps * ulp, std::ldexp(share(random), -exponent)};
                ASSERT_TRUE(stays_outside(c)) << c.x << ' ' << c.y;
            }
    for (int i = 0; i < 30'000; ++i) {
        const Real angle = static_cast<Real>(kPi) * share(random);
        const Real r = i % 2 == 0 ? 2 + 8 * ulp * share(random) : 2 * share(random);
        const Point<Real> c{r * std::cos(angle), r * std::sin(angle)};
        ASSERT_TRUE(stays_outside(c)) << c.x << ' ' << c.y;
    }
}

} // namespace fathom::kernels::interior_shortcuts_test
