// The perturbed iteration with rebasing, written once for every formula, number type and engine.
// Compiled for single pixels and for every instruction set, as formula.h is.
//
// A pixel's orbit is Z_m + z, Z the reference orbit. Where z is small enough for its type it is
// plain; below that it is wide: z = w 2^k. (Zhuoran Yu's rebasing, described by C. Heiland-Allen,
// "Deep zoom theory and practice (again)", mathr.co.uk/blog/2022-02-21; the scaled step is the
// rescaled iteration of fractalwiki.org/wiki/Rescaled_iterations, docs/deep-zoom.md has it all.)
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_PERTURBATION_PERTURBATION_INL_H)) ||       \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_PERTURBATION_PERTURBATION_INL_H_TARGET) == defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_PERTURBATION_PERTURBATION_INL_H
#elif defined(FATHOM_KERNELS_PERTURBATION_PERTURBATION_INL_H_TARGET)
#undef FATHOM_KERNELS_PERTURBATION_PERTURBATION_INL_H_TARGET
#else
#define FATHOM_KERNELS_PERTURBATION_PERTURBATION_INL_H_TARGET
#endif

#include <cstddef>

#include "kernels/formulas/orbit-inl.h"
#include "kernels/perturbation/jump.h"
#include "kernels/perturbation/linear_map-inl.h"
#include "kernels/perturbation/perturbed_view.h"

#ifdef HWY_NAMESPACE
#define FATHOM_FORMULA_NAMESPACE HWY_NAMESPACE
#define FATHOM_FORMULA_INLINE HWY_INLINE
#define FATHOM_LAMBDA HWY_ATTR
HWY_BEFORE_NAMESPACE();
#else
#define FATHOM_FORMULA_NAMESPACE scalar
#define FATHOM_FORMULA_INLINE FATHOM_INLINE
#define FATHOM_LAMBDA
#endif

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

using kernels::PerturbedView;

/// One round's outcome, lane by lane.
template <class Ops> struct RoundEnd {
    typename Ops::Mask escaped; ///< beyond the bailout at n
    typename Ops::Mask over;    ///< n came to the limit
    typename Ops::Mask rebased;
};

/// Below this exponent a pixel's difference is wide: its powers would be too small for the type.
template <class Real, int kDegree>
inline constexpr int kWideExponent = (sizeof(Real) == sizeof(float) ? -120 : -1000) / kDegree;

/// 2^exponent; the exponent is 0 or below.
template <class Real> constexpr FATHOM_FORMULA_INLINE Real small_power(int exponent) noexcept {
    Real value = 1;
    for (; exponent < 0; ++exponent)
        value *= Real(0.5);
    return value;
}
/// Plain differences with |z|^2 below that become wide.
template <class Real, int kDegree>
inline constexpr Real kWideNorm = small_power<Real>(2 * kWideExponent<Real, kDegree>);

template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value chebyshev(Complex<Value> z) noexcept {
    return Ops::larger(Ops::abs(z.x), Ops::abs(z.y));
}

/// z 2^e.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> shifted(Complex<Value> z, typename Ops::Exponent e) noexcept {
    const Value factor = Ops::power_of_two(e);
    return {Ops::mul(z.x, factor), Ops::mul(z.y, factor)};
}

/// Brings the larger part of z 2^k into [1, 2); 0 becomes 0 2^kZeroExponent.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE void normalise(Complex<Value> &z, typename Ops::Exponent &k) noexcept {
    using Exponent = typename Ops::Exponent;
    const Exponent e = Ops::exponent_of(chebyshev<Ops>(z));
    const Exponent zero = Ops::exponent(kZeroExponent);
    const auto vanished = Ops::equal_exponent(e, zero);
    // Of 0 there is nothing to shift.
    z = shifted<Ops>(
        z, Ops::select_exponent(vanished, zero, Ops::subtract_exponent(Ops::exponent(0), e)));
    k = Ops::select_exponent(vanished, zero, Ops::add_exponent(k, e));
}

/// One pixel's orbit, or a vector of them. kWide: the type has wide pixels.
template <class Formula, class Ops, bool kWide, bool kTracked> struct PerturbedOrbit {
    using Real = typename Ops::Real;
    using Value = typename Ops::Value;
    using Mask = typename Ops::Mask;
    using Index = typename Ops::Index;
    using Count = typename Ops::Count;
    using Exponent = typename Ops::Exponent;
    using Number = Complex<Value>;
    using Linear = decltype(Formula::template slope<Ops>(Point<Value>{}));
    static constexpr int kLinear = Linear::kReals;
    using View = PerturbedView<Real, kLinear>;
    using Entry = Jump<Real, kLinear>;
    using WideEntry = WideJump<Real, kLinear>;
    using Notice = JumpNotice<Real>;

    Number z;      ///< plain: the difference; wide: w
    Exponent k;    ///< plain: 0; wide: below 0
    Number c;      ///< of the pixel, from the reference's; 0 in a Julia set
    Number wide_c; ///< the same, normalised
    Exponent wide_c_exponent;
    Number reference; ///< Z_m, plain
    Index m;
    Index jump; ///< to try
    Index wait; ///< steps before it may be tried
    Count n;
    // Tracked only:
    Linear derivative; ///< of z_n with respect to the pixel's place in the picture's map
    Exponent derivative_exponent;
    Value nearest;
    Value trap;
    Index atom;

    /// Begins lanes: `place` 2^place_exponent is where the pixel lies from the reference point.
    FATHOM_FORMULA_INLINE void begin(const View &view, bool julia, Number place,
                                     Exponent place_exponent) noexcept {
        const Number none{Ops::set(0), Ops::set(0)};
        const Exponent zero = Ops::exponent(kZeroExponent);
        normalise<Ops>(place, place_exponent);
        wide_c = julia ? none : place;
        wide_c_exponent = julia ? zero : place_exponent;
        c = shifted<Ops>(wide_c, wide_c_exponent);
        z = julia ? place : none;
        k = julia ? place_exponent : zero;
        m = Ops::index(0);
        n = Ops::count(0);
        const std::uint32_t first = view.tables.start_jump;
        jump = Ops::index(first == kNoJump ? 0 : first);
        wait = Ops::index(first == kNoJump ? kNoJump : 0);
        reference = load_orbit(view, m);
        if constexpr (kWide) {
            leave_wide(Ops::every());
        } else {
            z = shifted<Ops>(z, k);
            k = Ops::exponent(0);
        }
        if constexpr (kTracked) {
            set_to<Ops>(derivative, Ops::set(julia ? 1 : 0));
            derivative_exponent = julia ? Ops::exponent(view.own_exponent) : zero;
            nearest = trap = Ops::set(kLargest<Real>);
            atom = Ops::index(0);
        }
    }

    /// The lanes whose difference is wide.
    [[nodiscard]] FATHOM_FORMULA_INLINE Mask wide() const noexcept {
        return Ops::less_exponent(k, Ops::exponent(0));
    }

    /// Takes `active` lanes, none of which is wide, on by a jump or a step.
    FATHOM_FORMULA_INLINE RoundEnd<Ops> plain_round(const View &view, Mask active) noexcept {
        const Number full = sum(reference, z);
        const Number next = Formula::template delta<Ops>(reference, z, NoScale{});
        const Value size = chebyshev<Ops>(next);
        const auto fits = [&](Index at) FATHOM_LAMBDA {
            Value radius, radius_c;
            Ops::load_pair(view.tables.jumps, at, offsetof(Entry, radius), radius, radius_c);
            return Ops::both(Ops::less(size, radius), Ops::less(Ops::set(view.c_size), radius_c));
        };
        const auto hopeless = [&](Index at) FATHOM_LAMBDA {
            const Value radius = Ops::load(view.tables.jumps, at, offsetof(Entry, radius));
            return Ops::less_equal(Ops::mul(radius, Ops::set(kHopeless)), size);
        };
        const Mask jumps = choose(view, active, fits, hopeless);
        const Mask steps = Ops::but_not(active, jumps);
        Number to = z;
        if (Ops::any(jumps)) {
            const Linear a = load_linear(view.tables.jumps, offsetof(Entry, a));
            const Linear b = load_linear(view.tables.jumps, offsetof(Entry, b));
            put<Ops>(to, sum(apply<Ops>(a, next), apply<Ops>(b, c)), jumps);
            if constexpr (kTracked)
                differentiate(view, full, Ops::exponent(0), a, Ops::exponent(0), b,
                              Ops::exponent(0), jumps);
        }
        if (Ops::any(steps)) {
            put<Ops>(to, sum(next, c), steps);
            if constexpr (kTracked)
                differentiate(view, full, Ops::exponent(0), identity<Linear, Ops>(),
                              Ops::exponent(0), identity<Linear, Ops>(), Ops::exponent(0), steps);
        }
        z = to;
        return conclude(view, active, go_on(view, active, jumps));
    }

    /// Ends a round that has brought `active` lanes, none of which was wide, to z_n: tells what
    /// becomes of them. `over` passed the limit.
    FATHOM_FORMULA_INLINE RoundEnd<Ops> conclude(const View &view, Mask active,
                                                 Mask over) noexcept {
        RoundEnd<Ops> end;
        end.over = over;
        const Number point = sum(reference, z);
        const Value norm_of_point = norm<Ops>(point.x, point.y);
        finish(view, active, norm_of_point, point, end);
        end.rebased = Ops::either(Ops::less(norm_of_point, norm<Ops>(z.x, z.y)), at_end(view));
        end.rebased =
            Ops::but_not(Ops::both(active, end.rebased), Ops::either(end.escaped, end.over));
        if (Ops::any(end.rebased)) {
            put<Ops>(z, point, end.rebased);
            restart(view, end.rebased, norm_of_point);
        }
        if constexpr (kWide) {
            const Mask small =
                Ops::both(active, Ops::less(norm<Ops>(z.x, z.y),
                                            Ops::set(kWideNorm<Real, Formula::kDegree>)));
            if (Ops::any(small))
                enter_wide(small);
        }
        return end;
    }

    /// Takes `active` lanes, all of which are wide, on by a jump or a step. Numbers are scaled by
    /// 2^-t, where t = 0 unless the reference is tiny, too; F is homogeneous.
    FATHOM_FORMULA_INLINE RoundEnd<Ops> wide_round(const View &view, Mask active) noexcept {
        constexpr int kDegree = Formula::kDegree;
        Number from;
        Exponent t;
        bring_to_scale(view, active, from, t);
        const Number full = scaled_sum(from, t);
        const Exponent down = Ops::subtract_exponent(k, t);
        const Scale<Value> scale{Ops::power_of_two(down),
                                 Ops::power_of_two(Ops::subtract_exponent(Ops::exponent(0), down))};
        Number next = Formula::template delta<Ops>(from, z, scale);
        Exponent next_exponent = Ops::add_exponent(k, Ops::times_exponent(t, kDegree - 1));
        normalise<Ops>(next, next_exponent);
        const Value size = chebyshev<Ops>(next);
        const Value c_size = Ops::set(view.wide_c_size.x);
        const Exponent c_exponent = Ops::exponent(view.wide_c_size.exponent);
        const auto fits = [&](Index at) FATHOM_LAMBDA {
            Value radius, radius_c;
            Exponent e, e_c;
            const WideEntry *entries = view.tables.wide_jumps;
            Ops::load_pair(entries, at, offsetof(WideEntry, radius), radius, radius_c);
            Ops::load_exponents(entries, at, offsetof(WideEntry, radius_exponent), e, e_c);
            return Ops::both(wide_less(size, next_exponent, radius, e),
                             wide_less(c_size, c_exponent, radius_c, e_c));
        };
        const Mask jumps =
            choose(view, active, fits, [](Index) FATHOM_LAMBDA { return Ops::none(); });
        const Mask steps = Ops::but_not(active, jumps);
        Number to = z;
        Exponent to_exponent = k;
        if (Ops::any(jumps)) {
            const WideEntry *entries = view.tables.wide_jumps;
            const Linear a = load_linear(entries, offsetof(WideEntry, a));
            const Linear b = load_linear(entries, offsetof(WideEntry, b));
            Exponent e, ea, eb;
            Ops::load_exponents(entries, taken, offsetof(WideEntry, a_exponent), ea, eb);
            const Number landed =
                wide_sum(apply<Ops>(a, next), Ops::add_exponent(ea, next_exponent),
                         apply<Ops>(b, wide_c), Ops::add_exponent(eb, wide_c_exponent), e);
            put<Ops>(to, landed, jumps);
            to_exponent = Ops::select_exponent(jumps, e, to_exponent);
            if constexpr (kTracked)
                differentiate(view, full, t, a, ea, b, eb, jumps);
        }
        if (Ops::any(steps)) {
            Exponent e;
            const Number landed = wide_sum(next, next_exponent, wide_c, wide_c_exponent, e);
            put<Ops>(to, landed, steps);
            to_exponent = Ops::select_exponent(steps, e, to_exponent);
            if constexpr (kTracked)
                differentiate(view, full, t, identity<Linear, Ops>(), Ops::exponent(0),
                              identity<Linear, Ops>(), Ops::exponent(0), steps);
        }
        normalise<Ops>(to, to_exponent);
        put<Ops>(z, to, active);
        k = Ops::select_exponent(active, to_exponent, k);

        RoundEnd<Ops> end;
        end.over = go_on(view, active, jumps);
        bring_to_scale(view, active, from, t);
        const Number mine = shifted<Ops>(z, Ops::subtract_exponent(k, t));
        const Number point = sum(from, mine);
        const Value norm_of_point = norm<Ops>(point.x, point.y);
        // Where t is not 0 the point is tiny, and t below 0.
        const Value plain = Ops::power_of_two(t);
        finish(view, active, Ops::mul(Ops::mul(norm_of_point, plain), plain),
               shifted<Ops>(point, t), end);
        end.rebased =
            Ops::either(Ops::less(norm_of_point, norm<Ops>(mine.x, mine.y)), at_end(view));
        end.rebased =
            Ops::but_not(Ops::both(active, end.rebased), Ops::either(end.escaped, end.over));
        if (Ops::any(end.rebased)) {
            Number at = point;
            Exponent e = t;
            normalise<Ops>(at, e);
            put<Ops>(z, at, end.rebased);
            k = Ops::select_exponent(end.rebased, e, k);
            restart(view, end.rebased, Ops::set(0));
        }
        leave_wide(active);
        return end;
    }

    /// The lanes for which conclude has nothing to do but go on, unless they are at the limit or
    /// the reference's end: at Z_m + z, within the bailout, neither rebased nor wide.
    static FATHOM_FORMULA_INLINE Mask calm(Number at, Number difference,
                                           Value bailout_squared) noexcept {
        const Number point = sum(at, difference);
        const Value size = norm<Ops>(point.x, point.y);
        const Value own = norm<Ops>(difference.x, difference.y);
        // Where a comparison is false for a NaN, the first one is, too.
        Mask stays = Ops::both(Ops::less_equal(size, bailout_squared), Ops::less_equal(own, size));
        if constexpr (kWide)
            stays =
                Ops::both(stays, Ops::less_equal(Ops::set(kWideNorm<Real, Formula::kDegree>), own));
        return stays;
    }

    /// Takes all lanes, none of which is wide, on by `kSteps` steps, whose points of the reference
    /// are loaded together. True where each was calm: else this orbit is to be thrown away and
    /// plain_round asked. All have to wait for at least as many, with limit and reference beyond.
    /// Not of tracked orbits.
    template <int kSteps> FATHOM_FORMULA_INLINE Mask steps_ahead(const View &view) noexcept {
        static_assert(!kTracked);
        Number points[kSteps];
        for (int i = 0; i < kSteps; ++i)
            points[i] = load_orbit(view, Ops::add_index(m, Ops::index(i + 1)));
        Mask fine = Ops::every();
        for (int i = 0; i < kSteps; ++i) {
            z = sum(Formula::template delta<Ops>(reference, z, NoScale{}), c);
            reference = points[i];
            fine = Ops::both(fine, calm(reference, z, Ops::set(view.bailout_squared)));
        }
        m = Ops::add_index(m, Ops::index(kSteps));
        n = Ops::add_count(n, Ops::index(kSteps));
        wait = Ops::subtract_index(wait, Ops::index(kSteps));
        return fine;
    }

    /// Takes over another orbit in the lanes of the mask.
    FATHOM_FORMULA_INLINE void put_all(const PerturbedOrbit &other, Mask mask) noexcept {
        put<Ops>(z, other.z, mask);
        put<Ops>(c, other.c, mask);
        put<Ops>(wide_c, other.wide_c, mask);
        put<Ops>(reference, other.reference, mask);
        k = Ops::select_exponent(mask, other.k, k);
        wide_c_exponent = Ops::select_exponent(mask, other.wide_c_exponent, wide_c_exponent);
        m = Ops::select_index(mask, other.m, m);
        jump = Ops::select_index(mask, other.jump, jump);
        wait = Ops::select_index(mask, other.wait, wait);
        n = Ops::select_count(mask, other.n, n);
        if constexpr (kTracked) {
            put_linear<Ops>(derivative, other.derivative, mask);
            derivative_exponent =
                Ops::select_exponent(mask, other.derivative_exponent, derivative_exponent);
            put_value<Ops>(nearest, other.nearest, mask);
            put_value<Ops>(trap, other.trap, mask);
            atom = Ops::select_index(mask, other.atom, atom);
        }
    }

    /// Steps that the reference still has.
    [[nodiscard]] FATHOM_FORMULA_INLINE Index end_after(const View &view) const noexcept {
        const Index first = Ops::index(view.tables.first_end);
        const Index last = Ops::index(view.tables.last);
        return Ops::subtract_index(Ops::select_index(Ops::less_index(first, m), last, first), m);
    }

    /// Z_m + z, plain.
    [[nodiscard]] FATHOM_FORMULA_INLINE Number point() const noexcept {
        return sum(reference, kWide ? shifted<Ops>(z, k) : z);
    }

    /// The gradient of ln|z_n| with respect to the pixel's place in the picture's map.
    [[nodiscard]] FATHOM_FORMULA_INLINE Number gradient_of(Number at) const noexcept {
        return scaled_gradient<Ops>(derivative, derivative_exponent, at);
    }

  private:
    Index taken; ///< the jump that this round takes

    /// So many times its radius, a difference is not soon small enough again for a jump.
    static constexpr Real kHopeless = 4096;

    static FATHOM_FORMULA_INLINE Number sum(Number a, Number b) noexcept {
        return {Ops::add(a.x, b.x), Ops::add(a.y, b.y)};
    }

    // a 2^ea + b 2^eb = result 2^e
    static FATHOM_FORMULA_INLINE Number wide_sum(Number a, Exponent ea, Number b, Exponent eb,
                                                 Exponent &e) noexcept {
        e = Ops::larger_exponent(ea, eb);
        return sum(shifted<Ops>(a, Ops::subtract_exponent(ea, e)),
                   shifted<Ops>(b, Ops::subtract_exponent(eb, e)));
    }

    /// a 2^ea < b 2^eb of normalised numbers not below 0.
    static FATHOM_FORMULA_INLINE Mask wide_less(Value a, Exponent ea, Value b,
                                                Exponent eb) noexcept {
        return Ops::either(Ops::less_exponent(ea, eb),
                           Ops::both(Ops::equal_exponent(ea, eb), Ops::less(a, b)));
    }

    static FATHOM_FORMULA_INLINE Number load_orbit(const View &view, Index at) noexcept {
        Number z;
        Ops::load_pair(view.tables.orbit, at, 0, z.x, z.y);
        return z;
    }
    /// The map of the jump taken.
    template <class Struct>
    FATHOM_FORMULA_INLINE Linear load_linear(const Struct *structs,
                                             std::size_t offset) const noexcept {
        Value reals[kLinear];
        for (int i = 0; i < kLinear; i += 2)
            Ops::load_pair(structs, taken, offset + static_cast<std::size_t>(i) * sizeof(Real),
                           reals[i], reals[i + 1]);
        return read_linear<Linear>([&](int i) FATHOM_LAMBDA { return reals[i]; });
    }

    /// Finds the longest jump that `fits` for each active lane that may try one, puts it into
    /// `taken`, and returns the lanes that jump; for all it is settled what they try next.
    template <class Fits, class Hopeless>
    FATHOM_FORMULA_INLINE Mask choose(const View &view, Mask active, Fits fits,
                                      Hopeless hopeless) noexcept {
        if (view.tables.start_jump == kNoJump)
            return Ops::none();
        const Index zero = Ops::index(0);
        const Mask tries = Ops::both(active, Ops::equal_index(wait, zero));
        Mask jumps = Ops::none();
        taken = jump;
        Index longer = jump; // the two tried before
        Index longest = jump;
        Mask open = tries;
        while (Ops::any(open)) {
            const Mask fit = Ops::both(open, fits(taken));
            jumps = Ops::either(jumps, fit);
            const Index below = Ops::load_index(view.tables.jumps, taken, offsetof(Entry, below));
            open =
                Ops::but_not(Ops::but_not(open, fit), Ops::equal_index(below, Ops::index(kNoJump)));
            longest = Ops::select_index(open, longer, longest);
            longer = Ops::select_index(open, taken, longer);
            taken = Ops::select_index(open, below, taken);
        }
        // The shortest one failed: its steps are taken one by one, this round the first. Where it
        // failed by far, those behind it would fail, too: then all steps of a longer one.
        const Mask failed = Ops::but_not(tries, jumps);
        Index next = taken;
        if (Ops::any(failed))
            next = Ops::select_index(Ops::both(failed, hopeless(taken)), longest, taken);
        const Index one = Ops::index(1);
        Index waits = Ops::subtract_index(wait, one);
        if (Ops::any(tries)) {
            Index length, after;
            Ops::load_indices(view.tables.jumps, next, offsetof(Entry, length), length, after);
            waits = Ops::select_index(tries, Ops::subtract_index(length, one), waits);
            jump = Ops::select_index(tries, after, jump);
        }
        wait = Ops::select_index(active, Ops::select_index(jumps, zero, waits), wait);
        return jumps;
    }

    /// Counts what a round has done and reads the reference there. Returns the lanes whose jump
    /// passes the limit; nothing escapes inside a jump.
    FATHOM_FORMULA_INLINE Mask go_on(const View &view, Mask active, Mask jumps) noexcept {
        Index length = Ops::select_index(active, Ops::index(1), Ops::index(0));
        Mask over = Ops::none();
        if (Ops::any(jumps)) {
            length = Ops::select_index(
                jumps, Ops::load_index(view.tables.jumps, taken, offsetof(Entry, length)), length);
            over = Ops::both(
                jumps, Ops::less_count(Ops::subtract_count(Ops::count(view.limit), n), length));
            if constexpr (kTracked)
                notice(view, Ops::but_not(jumps, over));
        }
        n = Ops::add_count(n, length);
        m = Ops::add_index(m, length);
        put<Ops>(reference, load_orbit(view, m), active);
        return over;
    }

    /// Tells who has escaped or come to the limit, and takes z_n into account.
    FATHOM_FORMULA_INLINE void finish(const View &view, Mask active, Value size, Number at,
                                      RoundEnd<Ops> &end) noexcept {
        const Mask on = Ops::but_not(active, end.over);
        const Mask inside = Ops::both(on, Ops::less_equal(size, Ops::set(view.bailout_squared)));
        end.escaped = Ops::but_not(on, inside); // the NaN of an overflow is outside, too
        end.over =
            Ops::either(end.over, Ops::both(inside, Ops::equal_count(n, Ops::count(view.limit))));
        if constexpr (kTracked) {
            const Mask nearer = Ops::both(inside, Ops::less(size, nearest));
            nearest = Ops::select(nearer, size, nearest);
            atom = Ops::select_index(nearer, Ops::saturated(n), atom);
            const Value distance = trap_distance<Ops>(at, trap_of(view));
            trap = Ops::select(Ops::both(inside, Ops::less(distance, trap)), distance, trap);
        } else {
            static_cast<void>(at);
        }
    }

    static FATHOM_FORMULA_INLINE Trap<Value> trap_of(const View &view) noexcept {
        return {view.trap.shape, Ops::set(view.trap.re), Ops::set(view.trap.im),
                Ops::set(view.trap.radius)};
    }

    /// Takes the points into account that jumps leave out; n is still where they start.
    FATHOM_FORMULA_INLINE void notice(const View &view, Mask jumps) noexcept {
        const Notice *notices = view.tables.notices;
        const Value size = Ops::load(notices, taken, offsetof(Notice, nearest));
        const Mask nearer = Ops::both(jumps, Ops::less(size, nearest));
        nearest = Ops::select(nearer, size, nearest);
        const Index after = Ops::load_index(notices, taken, offsetof(Notice, nearest_after));
        atom = Ops::select_index(nearer, Ops::saturated(Ops::add_count(n, after)), atom);
        const Value distance = Ops::load(notices, taken, offsetof(Notice, trap));
        trap = Ops::select(Ops::both(jumps, Ops::less(distance, trap)), distance, trap);
    }

    /// The lanes where the reference has no next point.
    FATHOM_FORMULA_INLINE Mask at_end(const View &view) const noexcept {
        return Ops::either(Ops::equal_index(m, Ops::index(view.tables.first_end)),
                           Ops::equal_index(m, Ops::index(view.tables.last)));
    }

    /// Begins the critical orbit anew; `size` is |z|^2 or less.
    FATHOM_FORMULA_INLINE void restart(const View &view, Mask lanes, Value size) noexcept {
        const auto &tables = view.tables;
        const Value zero = Ops::set(0);
        put<Ops>(reference, Number{zero, zero}, lanes);
        m = Ops::select_index(lanes, Ops::index(tables.restart), m);
        if (tables.restart_jump == kNoJump)
            return;
        // Most rebasing is far from 0, where no jump begins: do not try them all.
        const Mask near = Ops::less_equal(size, Ops::set(tables.restart_size));
        const Index first =
            Ops::select_index(near, Ops::index(tables.restart_jump), Ops::index(tables.short_jump));
        jump = Ops::select_index(lanes, first, jump);
        wait = Ops::select_index(lanes, Ops::index(0), wait);
    }

    /// The derivative after `lanes` went on: (A slope(full 2^t) derivative + B own), each with its
    /// exponent. The slope is homogeneous, too.
    FATHOM_FORMULA_INLINE void differentiate(const View &view, Number full, Exponent t,
                                             const Linear &a, Exponent ea, const Linear &b,
                                             Exponent eb, Mask lanes) noexcept {
        const Linear slope = Formula::template slope<Ops>(Point<Value>{full, {}});
        const Linear through = compose<Ops>(a, compose<Ops>(slope, derivative));
        const Exponent e1 =
            Ops::add_exponent(ea, Ops::add_exponent(derivative_exponent,
                                                    Ops::times_exponent(t, Formula::kDegree - 1)));
        const Exponent own = Ops::exponent(view.own_exponent);
        const Exponent e2 = Ops::add_exponent(eb, own);
        Exponent e = view.own == 0 ? e1 : Ops::larger_exponent(e1, e2);
        const Value f1 = Ops::power_of_two(Ops::subtract_exponent(e1, e));
        const Value f2 =
            Ops::mul(Ops::set(view.own), Ops::power_of_two(Ops::subtract_exponent(e2, e)));
        Linear next = combine<Ops>(through, f1, b, f2);
        normalise_linear<Ops>(next, e);
        put_linear<Ops>(derivative, next, lanes);
        derivative_exponent = Ops::select_exponent(lanes, e, derivative_exponent);
    }

    /// Z_m 2^-t, t being 0 unless Z_m is tiny: then the larger of its exponent and z's.
    FATHOM_FORMULA_INLINE void bring_to_scale(const View &view, Mask active, Number &from,
                                              Exponent &t) const noexcept {
        from = reference;
        t = Ops::exponent(0);
        constexpr Real kTiny = small_power<Real>(tiny_exponent<Real>(Formula::kDegree));
        const Mask tiny = Ops::both(active, Ops::less(chebyshev<Ops>(reference), Ops::set(kTiny)));
        if (!Ops::any(tiny))
            return;
        Number exact = reference;
        Exponent e = Ops::exponent(kZeroExponent);
        const Mask listed =
            Ops::but_not(tiny, Ops::equal_index(m, Ops::index(view.tables.restart)));
        if (Ops::any(listed))
            Ops::find_tiny(view.tables.tiny, view.tables.tiny_count, m, listed, exact.x, exact.y,
                           e);
        // Beyond any exponent that is not 0's, sums stay in their type.
        const Exponent larger =
            Ops::larger_exponent(Ops::larger_exponent(e, k), Ops::exponent(kLeastScale));
        put<Ops>(from, shifted<Ops>(exact, Ops::subtract_exponent(e, larger)), tiny);
        t = Ops::select_exponent(tiny, larger, t);
    }
    static constexpr int kLeastScale = -(1 << 24);

    FATHOM_FORMULA_INLINE Number scaled_sum(Number from, Exponent t) const noexcept {
        return sum(from, shifted<Ops>(z, Ops::subtract_exponent(k, t)));
    }

    FATHOM_FORMULA_INLINE void enter_wide(Mask small) noexcept {
        Number at = z;
        Exponent e = Ops::exponent(0);
        normalise<Ops>(at, e);
        put<Ops>(z, at, small);
        k = Ops::select_exponent(small, e, k);
    }

    /// Makes those of the lanes plain that are large enough.
    FATHOM_FORMULA_INLINE void leave_wide(Mask lanes) noexcept {
        const Mask large = Ops::but_not(
            lanes, Ops::less_exponent(k, Ops::exponent(kWideExponent<Real, Formula::kDegree>)));
        put<Ops>(z, shifted<Ops>(z, k), large);
        k = Ops::select_exponent(large, Ops::exponent(0), k);
    }
};

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#ifdef HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
#undef FATHOM_FORMULA_NAMESPACE
#undef FATHOM_FORMULA_INLINE
#undef FATHOM_LAMBDA

#endif
