#pragma once
#include "kernels/perturbation/jump.h"
#include "kernels/perturbation/jump_draft.h"

namespace fathom::kernels {

template <class Linear> Linear identity_of() noexcept {
    return scalar::identity<Linear, ScalarOps<RealOf<Linear>>>();
}

/// The jump of one step at reference index m.
template <class Linear> JumpDraft<Linear> single_step(std::uint64_t m) noexcept {
    JumpDraft<Linear> draft;
    draft.a = draft.b = {identity_of<Linear>(), 0};
    draft.first = m;
    draft.length = 1;
    return draft;
}

/// A step without c from a point of the reference, as far as no fold lies between: slope z +
/// bend(z), higher powers left out.
template <class Linear> struct StepMaps {
    Linear slope{};
    typename JumpDraft<Linear>::Square bend{};
};

/// What is behind the bend of a step of z^p + c from Z: F'''/6 = (p - 2) bend / (3 Z).
template <class Formula>
scalar::ComplexForm<double> step_twist(const scalar::ComplexForm<double> &bend,
                                       scalar::Complex<double> z) noexcept {
    using Ops = ScalarOps<double>;
    const double over = (Formula::kPower - 2) / (3 * scalar::norm<Ops>(z.x, z.y));
    return {scalar::multiply<Ops>(bend.d, {z.x * over, -z.y * over})};
}

/// F is homogeneous, F(t z) = t^p F(z), so that a formula's slope tells its second derivative: of
/// z^p + c it is (p - 1) slope / z (Euler). Others are real forms of degree two with signs that do
/// not change between folds: their slopes at two points of the same signs tell them.
template <class Formula, class Linear, class Real>
StepMaps<Linear> step_maps(scalar::Complex<Real> exact) noexcept {
    using Ops = ScalarOps<double>;
    const auto slope_at = []<class Number>(scalar::Complex<Number> point) {
        return Formula::template slope<ScalarOps<Number>>(scalar::Point<Number>{point, {}});
    };
    const Linear slope = slope_at(exact);
    const scalar::Complex<double> z = scalar::high(exact);
    if constexpr (Formula::kPower == 2) {
        return {slope, {{1, 0}}};
    } else if constexpr (Formula::kPower != 0) {
        const double over = 0.5 * (Formula::kPower - 1) / scalar::norm<Ops>(z.x, z.y);
        return {slope, {scalar::multiply<Ops>(scalar::high(slope.d), {z.x * over, -z.y * over})}};
    } else {
        // Two points with the signs of z and of |x| - |y|: the slope is linear there.
        const bool steep = Ops::abs(z.x) < Ops::abs(z.y);
        const double x = Ops::with_sign(steep ? 1 : 3, z.x);
        const double y = Ops::with_sign(steep ? 3 : 1, z.y);
        using Point = scalar::Complex<double>;
        const auto here = slope_at(Point{x, y});
        const auto there = steep ? slope_at(Point{x, y + y}) : slope_at(Point{x + x, y});
        // What doubling the longer coordinate added belongs to it, the rest to the other one.
        const auto parts = [&](double value, double doubled) {
            const double of_longer = (doubled - value) / (steep ? y : x);
            const double of_shorter = (value - (doubled - value)) / (steep ? x : y);
            return steep ? scalar::Complex<double>{of_shorter, of_longer}
                         : scalar::Complex<double>{of_longer, of_shorter};
        };
        // By x the derivative of xx x^2 + xy x y + yy y^2 is 2 xx x + xy y, by y xy x + 2 yy y.
        const auto ux = parts(here.ux, there.ux);
        const auto uy = parts(here.uy, there.uy);
        const auto vx = parts(here.vx, there.vx);
        const auto vy = parts(here.vy, there.vy);
        return {slope, {{0.5 * ux.x, 0.5 * vx.x}, {ux.y, vx.y}, {0.5 * uy.y, 0.5 * vy.y}}};
    }
}

/// How large z may be at a joint, the reference's point `at`: below 2^-10 |Z|, so that what is left
/// out stays small, where powers beyond the second, or the third if `cubic`, count below the
/// tolerance's share, and away from folds.
template <class Formula>
double joint_room(scalar::Complex<double> z, double tolerance, bool cubic = false) noexcept {
    using Ops = ScalarOps<double>;
    constexpr double kDegree = Formula::kDegree;
    double share = 0x1p-10;
    if (kDegree > 2 && !cubic)
        share = smaller(share, std::sqrt(6 * tolerance / ((kDegree - 1) * (kDegree - 2))));
    if (kDegree > 3 && cubic)
        share = smaller(
            share, std::cbrt(24 * tolerance / ((kDegree - 1) * (kDegree - 2) * (kDegree - 3))));
    const double straight = share * scalar::chebyshev<Ops>(z);
    const double fold = 0.25 * Formula::template fold<Ops>(z);
    return fold < straight ? fold : straight;
}

/// y's first step, and with it y.
struct MergingStep {
    CubicDraft::Form slope, bend, twist; ///< F', F''/2 and F'''/6
    CubicDraft::Form a, d, e;            ///< A', D' and E' of y
};

/// The third order of first x and then y, whose first step is given; `room` is how large z may be
/// at the joint.
template <class Linear>
CubicDraft merged_cubic(const JumpDraft<Linear> &x, const JumpDraft<Linear> &y,
                        const MergingStep &step, const WideReal &room, double tolerance) noexcept {
    using Form = CubicDraft::Form;
    const auto by = [](const Form &first, const auto &...others) {
        Form all = first;
        ((all = {{scalar::multiply<ScalarOps<double>>(all.map.d, others.map.d)},
                 all.exponent + others.exponent}),
         ...);
        return normalised(all);
    };
    const auto sum = [](const Form &first, const auto &...others) {
        Form all = first;
        ((all = sum_of(all, others)), ...);
        return all;
    };
    const auto twice = [](Form form) {
        ++form.exponent;
        return form;
    };
    const auto thrice = [&](const Form &form) { return sum(form, twice(form)); };
    const auto &[s, k, m, a_, d_, e_] = step;
    const Form g_ = sum(by(number_of(y.a), m), twice(by(y.d, s, k)), by(y.cubic.g, s, s, s));
    const Form h_ = sum(by(y.e, k), by(y.cubic.h, s, s));
    const Form i_ = by(y.cubic.i, s);
    const Form a = number_of(x.a);
    const Form b = number_of(x.b);
    const Form &d = x.d, &e = x.e, &f = x.f;

    CubicDraft draft;
    draft.g = sum(by(a_, x.cubic.g), twice(by(d_, a, d)), by(g_, a, a, a));
    draft.h = sum(by(a_, x.cubic.h), twice(by(d_, sum(by(a, e), by(b, d)))),
                  thrice(by(g_, a, a, b)), by(e_, d), by(h_, a, a));
    draft.i = sum(by(a_, x.cubic.i), twice(by(d_, sum(by(a, f), by(b, e)))),
                  thrice(by(g_, a, b, b)), by(e_, e), twice(by(h_, a, b)), by(i_, a));
    draft.j = sum(by(a_, x.cubic.j), twice(by(d_, b, f)), by(g_, b, b, b), by(e_, f), by(h_, b, b),
                  by(i_, b), y.cubic.j);
    draft.limits = x.cubic.limits;
    draft.limits.c = smaller(draft.limits.c, y.cubic.limits.c);
    draft.limits.ccc = smaller(draft.limits.ccc, y.cubic.limits.ccc);
    limit(draft.limits,
          {norm_of(a), norm_of(b), norm_of(d), norm_of(e), norm_of(f), norm_of(x.cubic.g),
           norm_of(x.cubic.h), norm_of(x.cubic.i), norm_of(x.cubic.j)},
          norm_of(d_), norm_of(g_), room, times(norm_of(a_), tolerance));
    return draft;
}

/// First `x`, then `y`, which starts where x ends, at the reference's point `at`. What that loses
/// are terms of the third order, the largest of them 2 D times x's first and second order, where D
/// is y's with the step before it; they stay below `tolerance` times |A| of the first. Two radii
/// are found, one for z~ and one for c, so that tables serve all views: each gets half of what both
/// may do together.
template <class Formula, class Linear, class Real>
JumpDraft<Linear> merged(const JumpDraft<Linear> &x, const JumpDraft<Linear> &y,
                         const WidePoint<Real> &at, double tolerance) noexcept {
    const scalar::Complex<Real> point{at.x, at.y};
    const StepMaps<Linear> step = step_maps<Formula, Linear>(point);
    // F is homogeneous. The powers of 0 are its only wide numbers that would leave their type.
    const bool zero = at.exponent == kZeroExponent;
    const auto slope =
        normalised(WideMap{step.slope, zero ? 0 : (Formula::kDegree - 1) * at.exponent});
    const auto bend =
        normalised(WideMap{step.bend, zero ? 0 : (Formula::kDegree - 2) * at.exponent});
    // y with its first step.
    const auto a = composed(y.a, slope);
    const auto d = sum_of(composed(high(y.a), bend), substituted(y.d, high(slope)));
    const auto e = with_z(y.e, high(slope));

    JumpDraft<Linear> draft;
    draft.first = x.first;
    draft.length = x.length + y.length;
    draft.a = composed(a, x.a);
    draft.b = sum_of(composed(a, x.b), y.b);
    const auto after = high(a);
    const auto of_z = high(x.a);
    const auto of_c = high(x.b);
    draft.d = sum_of(composed(after, x.d), substituted(d, of_z));
    draft.e = sum_of(sum_of(composed(after, x.e), substituted(d, of_z, of_c)), with_z(e, of_z));
    draft.f = sum_of(sum_of(composed(after, x.f), substituted(d, of_c)),
                     sum_of(with_z_of_c(e, of_c), y.f));

    // Merged once a level, a fold's margin would wear off by the other half of the sum.
    constexpr double kShare = Formula::kPower != 0 ? 1.0 : 0.5;
    const auto room_at = [&](const WideReal &radius, bool cubic) {
        const double own = joint_room<Formula>(scalar::high(point), tolerance, cubic);
        return times(
            smaller(wide_real(own, at.exponent), quotient(times(radius, kShare), norm_of(slope))),
            0.5);
    };
    const WideReal room = room_at(y.radius, false);
    const WideReal second = quotient(times(norm_of(a), 0.5 * tolerance), norm_of(d));
    const WideReal quarter = times(second, 0.25);
    draft.radius_c = smaller(smaller(smaller(x.radius_c, y.radius_c), quotient(room, norm_of(x.b))),
                             square_root(quotient(quarter, norm_of(x.f))));
    draft.radius = smaller(smaller(x.radius, quotient(room, norm_of(x.a))),
                           square_root(quotient(quarter, norm_of(x.d))));
    const WideReal of_both = product(norm_of(x.e), draft.radius_c);
    draft.radius = smaller(draft.radius, quotient(times(second, 0.5), of_both));
    if constexpr (Linear::kReals == 2) {
        CubicDraft::Form twist;
        if (Formula::kPower > 2 && !zero)
            twist = normalised(WideMap{step_twist<Formula>(step.bend, scalar::high(point)),
                                       (Formula::kDegree - 3) * at.exponent});
        draft.cubic = merged_cubic(x, y, {number_of(slope), bend, twist, number_of(a), d, e},
                                   room_at(y.cubic.radius(), true), tolerance);
    }
    return draft;
}

/// A jump along few steps, each behind the others, as `merged` has it, whose numbers all fit
/// doubles: most do, and that takes a tenth of the time.
template <class Formula, class Real> class ShortDraft {
    using Draft = DraftOf<Formula, Real>;
    using Linear = typename Draft::Linear;

  public:
    explicit ShortDraft(std::uint64_t first) noexcept : first_(first) {}

    /// Goes on by a step from the reference's point Z. False, with nothing changed that counts,
    /// where numbers leave the range that is safe: then this jump is to be merged with exponents.
    bool extend(scalar::Complex<Real> z, double tolerance) noexcept {
        using namespace merging;
        const double size = scalar::chebyshev<ScalarOps<double>>(scalar::high(z));
        if (!(size > kLeast) || !(size_of(a_) < kMost) || !(size_of(b_) < kMost))
            return false;
        const StepMaps<Linear> step = step_maps<Formula, Linear>(z);
        const double steep = size_of(step.slope);
        const double room = 0.5 * joint_room<Formula>(scalar::high(z), tolerance);
        const double quarter = 0.125 * tolerance * steep / size_of(step.bend);
        const auto squared = [](double value) { return value * value; };
        const auto limit = [](double &value, double most) { value = most < value ? most : value; };
        limit(radius_squared_, squared(room / size_of(a_)));
        limit(radius_c_squared_, squared(room / size_of(b_)));
        if (length_ > 1) {
            limit(radius_squared_, quarter / size_of(d_));
            limit(radius_c_squared_, quarter / size_of(f_));
            limit(radius_squared_, squared(2 * quarter / size_of(e_)) / radius_c_squared_);
        }
        const auto slope = scalar::high(step.slope);
        const auto of_z = scalar::high(a_);
        const auto of_c = scalar::high(b_);
        if constexpr (Linear::kReals == 2)
            extend_cubic(scalar::high(z), slope, step.bend, tolerance);
        f_ = add(compose(slope, f_), substitute(step.bend, of_c));
        e_ = add(compose(slope, e_), substitute(step.bend, of_z, of_c));
        d_ = add(compose(slope, d_), substitute(step.bend, of_z));
        a_ = compose(step.slope, a_);
        b_ = add(compose(step.slope, b_), identity_of<Linear>());
        ++length_;
        return true;
    }

    [[nodiscard]] Draft draft() const noexcept {
        Draft draft = single_step<Linear>(first_);
        if (length_ == 1)
            return draft;
        draft.a = normalised(WideMap{a_, 0});
        draft.b = normalised(WideMap{b_, 0});
        draft.d = normalised(WideMap{d_, 0});
        draft.e = normalised(WideMap{e_, 0});
        draft.f = normalised(WideMap{f_, 0});
        draft.radius = wide_real(std::sqrt(radius_squared_), 0);
        draft.radius_c = wide_real(std::sqrt(radius_c_squared_), 0);
        draft.length = length_;
        if constexpr (Linear::kReals == 2) {
            const auto form = [](Number number) {
                return normalised(WideMap{scalar::ComplexForm<double>{number}, 0});
            };
            const auto wide = [](double bound) { return wide_real(smaller(bound, 0x1p1000), 0); };
            const auto &[z, c, zzz, zzc, zcc, ccc] = limits_;
            draft.cubic = {form(g_),
                           form(h_),
                           form(i_),
                           form(j_),
                           {wide(z), wide(c), wide(zzz), wide(zzc), wide(zcc), wide(ccc)}};
        }
        return draft;
    }

  private:
    static constexpr double kLeast = 0x1p-60;
    static constexpr double kMost = 0x1p150;
    using Number = scalar::Complex<double>;

    /// As merged_cubic, y being one step; to be called before the lower orders go on.
    void extend_cubic(Number z, const scalar::ComplexSlope<double> &slope,
                      const scalar::ComplexForm<double> &bend, double tolerance) noexcept {
        using Ops = ScalarOps<double>;
        const auto by = [](Number p, Number q) { return scalar::multiply<Ops>(p, q); };
        const auto plus = [](Number p, Number q) { return scalar::sum<Ops>(p, q); };
        const auto twice = [&](Number p) { return plus(p, p); };
        const auto norm = [](Number p) { return std::fabs(p.x) + std::fabs(p.y); };
        const Number a = scalar::high(a_).d;
        const Number b = scalar::high(b_).d;
        const Number d = d_.d, e = e_.d, f = f_.d, s = slope.d, k = bend.d;
        const Number m = Formula::kPower > 2 ? step_twist<Formula>(bend, z).d : Number{0, 0};
        const double room = 0.5 * joint_room<Formula>(z, tolerance, true);
        if (length_ == 1) {
            limits_.z = smaller(limits_.z, room / norm(a));
            limits_.c = smaller(limits_.c, room / norm(b));
        } else {
            limit(limits_,
                  {norm(a), norm(b), norm(d), norm(e), norm(f), norm(g_), norm(h_), norm(i_),
                   norm(j_)},
                  norm(k), norm(m), room, tolerance * norm(s));
        }
        const Number bent = twice(k);
        g_ = plus(by(s, g_), by(bent, by(a, d)));
        h_ = plus(by(s, h_), by(bent, plus(by(a, e), by(b, d))));
        i_ = plus(by(s, i_), by(bent, plus(by(a, f), by(b, e))));
        j_ = plus(by(s, j_), by(bent, by(b, f)));
        if constexpr (Formula::kPower > 2) {
            const auto thrice = [&](Number p) { return plus(p, twice(p)); };
            const Number aa = by(a, a);
            const Number bb = by(b, b);
            g_ = plus(g_, by(m, by(aa, a)));
            h_ = plus(h_, thrice(by(m, by(aa, b))));
            i_ = plus(i_, thrice(by(m, by(a, bb))));
            j_ = plus(j_, by(m, by(bb, b)));
        }
    }

    Linear a_ = identity_of<Linear>();
    Linear b_ = a_;
    typename Draft::Square d_{}, f_{};
    typename Draft::Mixed e_{};
    double radius_squared_ = 0x1p1000;
    double radius_c_squared_ = 0x1p1000;
    Number g_{}, h_{}, i_{}, j_{}; ///< of analytic formulas
    CubicLimits<double> limits_{0x1p1000, 0x1p1000, 0x1p1000, 0x1p1000, 0x1p1000, 0x1p1000};
    std::uint64_t first_;
    std::uint32_t length_ = 1;
};

/// Reads points of a reference orbit with their exponents. All tiny points are listed, zeros too.
template <class Real> struct OrbitReader {
    const OrbitPoint<double> *points = nullptr;
    const OrbitPoint<double> *rest = nullptr; ///< of sums of two: what they are above `points`
    const TinyPoint<Real> *tiny = nullptr;
    std::uint32_t tiny_count = 0;

    /// Plain.
    [[nodiscard]] FATHOM_INLINE scalar::Complex<Real> point(std::uint64_t m) const noexcept {
        if constexpr (kIsTwo<Real>)
            return {{points[m].x, rest[m].x}, {points[m].y, rest[m].y}};
        else
            return {points[m].x, points[m].y};
    }
    [[nodiscard]] FATHOM_INLINE WidePoint<Real> at(std::uint64_t m) const noexcept {
        using Ops = ScalarOps<Real>;
        scalar::Complex<Real> z = point(m);
        std::int32_t e = 0;
        if (scalar::chebyshev<ScalarOps<double>>(scalar::high(z)) < 0x1p-400)
            Ops::find_tiny(tiny, tiny_count, m, true, z.x, z.y, e);
        scalar::normalise<Ops>(z, e);
        return {z.x, z.y, e};
    }
    /// Its high parts.
    [[nodiscard]] FATHOM_INLINE WidePoint<double> high_at(std::uint64_t m) const noexcept {
        const WidePoint<Real> z = at(m);
        return {scalar::high(z.x), scalar::high(z.y), z.exponent};
    }
};

} // namespace fathom::kernels
