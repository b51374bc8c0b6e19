#pragma once
#include "kernels/base/scalar_two_ops.h"
#include "kernels/formulas/orbit-inl.h"

#include <cstdint>

namespace fathom::kernels {

/// Longest cycle that is looked for.
inline constexpr std::uint32_t kLongestCycle = 1024;

/// The period of the cycle that an orbit has come to at `at`: the least p up to kLongestCycle with
/// |z_{n+p} - z_n| below 2^-14 (float and sums of it) or 2^-30 (double), and likewise for the point
/// before where the formula looks back; 0 if there is none.
template <class Formula, class Real>
FATHOM_INLINE std::uint32_t cycle_period(const scalar::Point<Real> &at,
                                         const scalar::Constants<Real> &k) noexcept {
    using Ops = ScalarOps<Real>;
    constexpr double kClose =
        sizeof(Stored<Real>) == sizeof(float) ? 1.0 / (1 << 14) : 1.0 / (1 << 30);
    constexpr auto kCloseSquared = Real(kClose * kClose);
    scalar::Point<Real> next = at;
    for (std::uint32_t period = 1; period <= kLongestCycle; ++period) {
        scalar::advance<Formula, Ops>(next, k);
        const auto is_close = [&](scalar::Complex<Real> p, scalar::Complex<Real> q) {
            return scalar::norm<Ops>(Ops::add(p.x, Ops::neg(q.x)), Ops::add(p.y, Ops::neg(q.y))) <=
                   kCloseSquared;
        };
        if (is_close(next.z, at.z) && (!Formula::kLooksBack || is_close(next.before, at.before)))
            return period;
    }
    return 0;
}

/// An estimate of the distance from c, whose orbit has come to a cycle of `period` at z, to the
/// boundary of its component: (1 - |dz|^2) / |dcdz + dzdz dc / (1 - dz)|, the derivatives being
/// those of `period` steps with respect to z and c (C. Heiland-Allen, "Practical interior distance
/// rendering", mathr.co.uk, 2014). 0 where it cannot be told: other formulas than z^p + c, or an
/// orbit that is not there yet.
template <class Formula, class Real>
FATHOM_INLINE Real interior_distance(scalar::Complex<Real> z, const scalar::Constants<Real> &k,
                                     std::uint32_t period) noexcept {
    if constexpr (Formula::kPower == 0) {
        return 0;
    } else {
        using Ops = ScalarOps<Real>;
        using scalar::multiply;
        using scalar::multiply_add;
        using Number = scalar::Complex<Real>;
        constexpr int kPower = Formula::kPower;
        Number dz{1, 0}, dc{0, 0}, dzdz{0, 0}, dcdz{0, 0};
        for (std::uint32_t i = 0; i < period; ++i) {
            Number second{2, 0}; // F''(z)
            if constexpr (kPower > 2)
                second =
                    scalar::scaled<Ops>(scalar::power<kPower - 2, Ops>(z), kPower * (kPower - 1));
            const Number first = Formula::template slope<Ops>(scalar::Point<Real>{z, {0, 0}}).d;
            const Number bent = multiply<Ops>(second, dz);
            dcdz = multiply_add<Ops>(bent, dc, multiply<Ops>(first, dcdz));
            dzdz = multiply_add<Ops>(bent, dz, multiply<Ops>(first, dzdz));
            dc = multiply_add<Ops>(first, dc, Number{1, 0});
            dz = multiply<Ops>(first, dz);
            z = Formula::template step<Ops>(scalar::Point<Real>{z, {0, 0}}, k);
        }
        const Number left{Ops::add(1, Ops::neg(dz.x)), Ops::neg(dz.y)};
        const Real size = scalar::norm<Ops>(left.x, left.y);
        const Number inverse{Ops::div(left.x, size), Ops::div(Ops::neg(left.y), size)};
        const Number bottom = multiply_add<Ops>(multiply<Ops>(dzdz, dc), inverse, dcdz);
        const Real distance = Ops::div(Ops::add(1, Ops::neg(scalar::norm<Ops>(dz.x, dz.y))),
                                       Ops::sqrt(scalar::norm<Ops>(bottom.x, bottom.y)));
        const bool known =
            Ops::less(Ops::set(0), distance) && Ops::less_equal(distance, Ops::set(kLargest<Real>));
        return known ? distance : Ops::set(0);
    }
}

/// What is stored of an orbit that has stayed within the bailout up to `at`, where that is tracked;
/// `trap` is its distance. In a Julia set there is no component whose boundary could be meant.
template <class Formula, class Real>
FATHOM_INLINE Sample<Stored<Real>> tracked_interior(const scalar::Point<Real> &at,
                                                    const scalar::Constants<Real> &k, bool julia,
                                                    Real trap) noexcept {
    Sample<Stored<Real>> sample;
    sample.trap = stored(trap);
    sample.atom = cycle_period<Formula, Real>(at, k);
    if (sample.atom != 0 && !julia)
        sample.gx = stored(interior_distance<Formula, Real>(at.z, k, sample.atom));
    return sample;
}

} // namespace fathom::kernels
