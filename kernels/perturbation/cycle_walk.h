#pragma once
#include "kernels/perturbation/perturbed_work.h"
#include "kernels/perturbation/wide_math.h"

namespace fathom::kernels {

/// How an orbit of z^p + c that began at some z has moved with that and with c, in numbers with
/// exponents: derivatives of z_n by u = F(z), which is the first step without c, and by c's place
/// in the picture's map.
template <class Ops> struct CycleDerivatives {
    using Number = scalar::Wide<Ops>;
    Number u;  ///< dz_n / du
    Number c;  ///< dz_n / dc
    Number uu; ///< d^2 z_n / du^2
    Number uc; ///< d^2 z_n / du dc
};

/// An orbit's way from a point of a cycle on, by jumps and steps, along the reference or not, with
/// derivatives. (Jumps' polynomials have the second derivatives, too: what they leave out is 2^-42
/// of the first order, and so of the second where that counts as much.)
template <class Formula, class Real> class CycleWalk {
  public:
    using Ops = ScalarOps<Real>;
    using High = scalar::HighOps<Ops>;
    using Orbit = scalar::PerturbedOrbit<Formula, Ops, Tracks::none>;
    using View = typename Orbit::View;
    using Point = scalar::Wide<Ops>;
    using Number = scalar::Wide<High>;
    static constexpr int kPower = Formula::kPower; ///< 0: there are no derivatives

    /// Goes on from where an orbit has come to.
    FATHOM_INLINE CycleWalk(const View &view, const PerturbedState<Real> &state) noexcept
        : view_(view) {
        orbit_.c.wide = {state.c, state.c_exponent};
        orbit_.c.plain = scalar::shifted<Ops>(state.c, state.c_exponent);
        orbit_.z = state.z;
        orbit_.k = state.k;
        orbit_.reference.m = state.m;
        orbit_.reference.z = orbit_.reference.load(view, state.m);
        orbit_.jumps.next = state.next;
        orbit_.jumps.wait = state.wait;
        orbit_.jumps.taken = 0;
        // At the limit an orbit is not rebased.
        const Point point = at();
        const bool along = !orbit_.direct() && !is_core(orbit_);
        if (along &&
            (orbit_.reference.at_end(view) || is_nearer<Ops>(point, wide<Ops>(orbit_.z, orbit_.k))))
            begin_at(point);
        begin_here();
    }

    /// Counts and differentiates from here on.
    FATHOM_INLINE void begin_here() noexcept {
        orbit_.n = 0;
        start_ = at();
    }

    /// Begins at `from`, next to 0, where the critical orbit does.
    FATHOM_APART void begin_at(const Point &from) noexcept {
        orbit_.n = 0;
        start_ = from;
        orbit_.z = from.z;
        orbit_.k = from.k;
        if (from.k >= view_.wide_exponent) {
            orbit_.z = scalar::shifted<Ops>(from.z, from.k);
            orbit_.k = 0;
        }
        orbit_.reference.restart(view_, true);
        orbit_.jumps.restart(view_, true, orbit_.k == 0 ? scalar::high_norm<Ops>(orbit_.z) : 0);
        if constexpr (Orbit::kHasCore)
            if (view_.core.period != 0)
                Orbit::Core::enter(view_.core, true, orbit_.z, orbit_.k);
    }

    /// Goes on by a round, of at most so many steps and not past a point of the reference that is
    /// nearer to 0 than twice the start. False where it escapes or the limit comes before.
    FATHOM_INLINE bool go_on(std::uint64_t most) noexcept {
        const Orbit before = orbit_;
        for (;;) {
            const auto end = go_round(orbit_, view_);
            if (end.escaped || end.over)
                return false;
            if (!has_jumped(before) || (steps_since(before) <= most && !has_passed_near()))
                break;
            const std::uint32_t taken = orbit_.jumps.taken;
            orbit_ = before;
            take_shorter_than(taken);
        }
        if constexpr (kPower != 0)
            follow(before);
        return steps_since(before) <= most;
    }

    [[nodiscard]] FATHOM_INLINE std::uint64_t steps() const noexcept { return orbit_.n; }
    [[nodiscard]] FATHOM_INLINE const Point &start() const noexcept { return start_; }
    /// Where the orbit is.
    [[nodiscard]] FATHOM_INLINE Point at() const noexcept { return full(orbit_); }
    /// Over the steps made; at least one.
    [[nodiscard]] FATHOM_INLINE const CycleDerivatives<High> &derivatives() const noexcept {
        return by_;
    }

    /// F'(z) and F''(z).
    [[nodiscard]] static FATHOM_INLINE Number slope(const Number &z) noexcept {
        return times<High>(wide_power<kPower - 1, High>(z), kPower);
    }
    [[nodiscard]] static FATHOM_INLINE Number bend(const Number &z) noexcept {
        return times<High>(wide_power<kPower - 2, High>(z), kPower * (kPower - 1));
    }

  private:
    /// A round as a map of u and c, and its derivatives.
    using RoundMap = CycleDerivatives<High>;

    [[nodiscard]] FATHOM_INLINE std::uint64_t steps_since(const Orbit &before) const noexcept {
        return orbit_.n - before.n;
    }
    [[nodiscard]] static FATHOM_INLINE bool is_core(const Orbit &orbit) noexcept {
        if constexpr (Orbit::kHasCore)
            return orbit.in_core();
        return false;
    }
    [[nodiscard]] FATHOM_INLINE bool has_jumped(const Orbit &before) const noexcept {
        return steps_since(before) > 1 && !is_core(before);
    }
    /// The pixel's points are within 2^-8 of the reference's in a jump.
    [[nodiscard]] FATHOM_INLINE bool has_passed_near() const noexcept {
        const auto size = High::mul(plain_size<High>(scalar::high(start_)), 2);
        return view_.tables.notices[orbit_.jumps.taken].nearest <= High::mul(size, size);
    }

    /// Tries the next shorter jump, or the steps of this one if there is none.
    FATHOM_INLINE void take_shorter_than(std::uint32_t taken) noexcept {
        const auto &jump = view_.tables.jumps[taken];
        if (jump.below != kNoJump) {
            orbit_.jumps.next = jump.below;
            return;
        }
        orbit_.jumps.next = jump.after;
        orbit_.jumps.wait = jump.length;
    }

    [[nodiscard]] FATHOM_APART Point full(const Orbit &orbit) const noexcept {
        if (is_core(orbit))
            return product<Ops>(wide_of(view_.core.inverse), {orbit.z, 0});
        if (orbit.wide()) {
            scalar::Complex<Real> from;
            std::int32_t t;
            orbit.reference.bring_to_scale(view_, true, orbit.k, from, t);
            return wide<Ops>(scalar::sum<Ops>(from, scalar::shifted<Ops>(orbit.z, orbit.k - t)), t);
        }
        return wide<Ops>(orbit.direct() ? orbit.z : scalar::sum<Ops>(orbit.reference.z, orbit.z));
    }
    [[nodiscard]] static FATHOM_INLINE Point wide_of(const WidePoint<Real> &point) noexcept {
        return {{point.x, point.y}, point.exponent};
    }

    FATHOM_APART void follow(const Orbit &before) noexcept {
        const Number own = wide<High>({view_.own, 0}, view_.own_exponent);
        RoundMap map = map_of_round(before);
        map.c = product<High>(map.c, own);
        map.uc = product<High>(map.uc, own);
        if (before.n == 0) {
            by_ = map;
            return;
        }
        const Number point = scalar::high(full(before));
        const Number first = slope(point);
        const Number z = product<High>(map.u, first);
        const Number zz = total<High>(product<High>(map.uu, product<High>(first, first)),
                                      product<High>(map.u, bend(point)));
        const Number zc = product<High>(map.uc, first);
        const Number by_c = total<High>(product<High>(zz, by_.c), zc);
        by_.uc = total<High>(product<High>(by_c, by_.u), product<High>(z, by_.uc));
        by_.uu =
            total<High>(product<High>(zz, product<High>(by_.u, by_.u)), product<High>(z, by_.uu));
        by_.c = total<High>(product<High>(z, by_.c), map.c);
        by_.u = product<High>(z, by_.u);
    }

    [[nodiscard]] FATHOM_INLINE RoundMap map_of_round(const Orbit &before) const noexcept {
        const Number one = wide<High>({1, 0});
        const Number zero = wide<High>({0, 0});
        if (is_core(before)) {
            const Point of_c = product<Ops>(wide_of(view_.core.of_c), wide_of(view_.core.inverse));
            return {scalar::high(wide_of(view_.core.scale)), scalar::high(of_c), zero, zero};
        }
        if (!has_jumped(before))
            return {one, one, zero, zero};
        return before.wide() ? map_of_wide_jump(before) : map_of_jump(before);
    }

    [[nodiscard]] FATHOM_APART RoundMap map_of_jump(const Orbit &before) const noexcept {
        const auto to =
            Formula::template delta<Ops>(before.reference.z, before.z, scalar::NoScale{});
        const auto c = before.c.plain;
        const auto forms = orbit_.jumps.forms(view_);
        const auto along = scalar::secants<Ops>(orbit_.jumps.maps(view_), forms, to, c);
        const auto maps = scalar::tangents<Ops>(along, forms, to, c);
        const auto &third = forms.cubic;
        const auto z = scalar::high(to);
        const auto by = scalar::high(c);
        const auto bent =
            scalar::multiply_add<High>(scalar::scaled<High>(third.g, 3), z,
                                       scalar::multiply_add<High>(third.h, by, forms.square.d.d));
        const auto mixed = scalar::multiply_add<High>(
            scalar::scaled<High>(third.h, 2), z,
            scalar::multiply_add<High>(scalar::scaled<High>(third.i, 2), by, forms.square.e.d));
        return {wide<High>(maps.a.d), wide<High>(maps.b.d),
                wide<High>(scalar::scaled<High>(bent, 2)), wide<High>(mixed)};
    }

    [[nodiscard]] FATHOM_APART RoundMap map_of_wide_jump(const Orbit &before) const noexcept {
        scalar::Complex<Real> from;
        std::int32_t t;
        before.reference.bring_to_scale(view_, true, before.k, from, t);
        const std::int32_t down = before.k - t;
        const scalar::Scale<Real> scale{Ops::power_of_two(down), Ops::power_of_two(-down)};
        const Point to = wide<Ops>(Formula::template delta<Ops>(from, before.z, scale),
                                   before.k + t * (Formula::kDegree - 1));
        const auto forms = orbit_.jumps.wide_forms(view_);
        const auto along =
            scalar::secants<Ops>(orbit_.jumps.wide_maps(view_), forms, to, before.c.wide);
        const auto maps = scalar::tangents<Ops>(along, forms, to, before.c.wide);
        return {wide<High>(maps.a.d, maps.a_exponent), wide<High>(maps.b.d, maps.b_exponent),
                wide<High>(scalar::scaled<High>(forms.d.d, 2), forms.d_exponent),
                wide<High>(forms.e.d, forms.e_exponent)};
    }

    const View &view_;
    Orbit orbit_;
    Point start_;
    CycleDerivatives<High> by_{};
};

} // namespace fathom::kernels
