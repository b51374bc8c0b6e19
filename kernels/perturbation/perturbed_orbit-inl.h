// The perturbed iteration with rebasing, written once for every formula, number type and engine.
// Compiled for single pixels and for every instruction set, as mandelbrot_step-inl.h is.
//
// A pixel's orbit is Z_m + z, Z the reference orbit. Where z is small enough for its type it is
// plain; below that it is wide: z = w 2^k. (Zhuoran Yu's rebasing, described by C. Heiland-Allen,
// "Deep zoom theory and practice (again)", mathr.co.uk/blog/2022-02-21; the scaled step is the
// rescaled iteration of fractalwiki.org/wiki/Rescaled_iterations, docs/deep-zoom.md has it all.)
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_PERTURBATION_PERTURBED_ORBIT_INL_H)) ||    \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_PERTURBATION_PERTURBED_ORBIT_INL_H_TARGET) ==                          \
         defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_PERTURBATION_PERTURBED_ORBIT_INL_H
#elif defined(FATHOM_KERNELS_PERTURBATION_PERTURBED_ORBIT_INL_H_TARGET)
#undef FATHOM_KERNELS_PERTURBATION_PERTURBED_ORBIT_INL_H_TARGET
#else
#define FATHOM_KERNELS_PERTURBATION_PERTURBED_ORBIT_INL_H_TARGET
#endif

#include <type_traits>

#include "kernels/perturbation/jump_choice-inl.h"
#include "kernels/perturbation/perturbed_tracks-inl.h"
#include "kernels/perturbation/reference_place-inl.h"
#include "kernels/perturbation/wide_number-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// One round's outcome, lane by lane.
template <class Ops> struct RoundEnd {
    typename Ops::Mask escaped; ///< beyond the bailout at n
    typename Ops::Mask over;    ///< n came to the limit
    typename Ops::Mask rebased;
};

/// One pixel's orbit, or a vector of them. kWide: the type has wide pixels.
template <class Formula, PerturbedOps Ops, bool kWide, bool kTracked> struct PerturbedOrbit {
    using Real = typename Ops::Real;
    using Value = typename Ops::Value;
    using Mask = typename Ops::Mask;
    using Index = typename Ops::Index;
    using Count = typename Ops::Count;
    using Exponent = typename Ops::Exponent;
    using Number = Complex<Value>;
    using Linear = SlopeOf<Formula, Ops>;
    static constexpr int kLinear = Linear::kReals;
    using View = PerturbedView<Real, kLinear>;
    using Tracks =
        std::conditional_t<kTracked, PerturbedTracks<Formula, Ops>, NoTracks<Formula, Ops>>;

    Number z;      ///< plain: the difference; wide: w
    Exponent k;    ///< plain: 0; wide: below 0
    Number c;      ///< of the pixel, from the reference's; 0 in a Julia set
    Number wide_c; ///< the same, normalised
    Exponent wide_c_exponent;
    ReferencePlace<Formula, Ops> reference;
    JumpChoice<Linear, Ops> jumps;
    Count n;
    Tracks tracks;

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
        n = Ops::count(0);
        reference.begin(view);
        jumps.begin(view);
        tracks.begin(view, julia);
        if constexpr (kWide) {
            leave_wide(Ops::every());
        } else {
            z = shifted<Ops>(z, k);
            k = Ops::exponent(0);
        }
    }

    /// The lanes whose difference is wide.
    [[nodiscard]] FATHOM_FORMULA_INLINE Mask wide() const noexcept {
        return Ops::less_exponent(k, Ops::exponent(0));
    }

    /// Takes `active` lanes, none of which is wide, on by a jump or a step.
    FATHOM_FORMULA_INLINE RoundEnd<Ops> plain_round(const View &view, Mask active) noexcept {
        const Number full = sum<Ops>(reference.z, z);
        const Number next = Formula::template delta<Ops>(reference.z, z, NoScale{});
        const Mask jumping = jumps.choose(view, active, chebyshev<Ops>(next));
        const Mask stepping = Ops::but_not(active, jumping);
        Number to = z;
        if (Ops::any(jumping)) {
            const auto maps = jumps.maps(view);
            put<Ops>(to, sum<Ops>(apply<Ops>(maps.a, next), apply<Ops>(maps.b, c)), jumping);
            tracks.differentiate(view, full, Ops::exponent(0), maps, jumping);
        }
        if (Ops::any(stepping)) {
            put<Ops>(to, sum<Ops>(next, c), stepping);
            tracks.differentiate(view, full, Ops::exponent(0), maps_of_step<Linear, Ops>(),
                                 stepping);
        }
        z = to;
        return conclude(view, active, go_on(view, active, jumping));
    }

    /// Ends a round that has brought `active` lanes, none of which was wide, to z_n: tells what
    /// becomes of them. `over` passed the limit.
    FATHOM_FORMULA_INLINE RoundEnd<Ops> conclude(const View &view, Mask active,
                                                 Mask over) noexcept {
        const Number at = sum<Ops>(reference.z, z);
        const Value size = norm<Ops>(at.x, at.y);
        RoundEnd<Ops> end = finish(view, active, over, size, at);
        end.rebased = to_rebase(view, active, size, norm<Ops>(z.x, z.y), end);
        if (Ops::any(end.rebased)) {
            put<Ops>(z, at, end.rebased);
            restart(view, end.rebased, size);
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
        Number from;
        Exponent t;
        reference.bring_to_scale(view, active, k, from, t);
        const Exponent down = Ops::subtract_exponent(k, t);
        const Number full = sum<Ops>(from, shifted<Ops>(z, down));
        const Scale<Value> scale{Ops::power_of_two(down),
                                 Ops::power_of_two(Ops::subtract_exponent(Ops::exponent(0), down))};
        Number next = Formula::template delta<Ops>(from, z, scale);
        Exponent next_exponent = Ops::add_exponent(k, Ops::times_exponent(t, Formula::kDegree - 1));
        normalise<Ops>(next, next_exponent);
        const Mask jumping = jumps.choose(view, active, chebyshev<Ops>(next), next_exponent);
        const Mask stepping = Ops::but_not(active, jumping);
        Number to = z;
        Exponent to_exponent = k;
        const auto land = [&](Number landed, Exponent e, Mask lanes) FATHOM_FORMULA_LAMBDA {
            put<Ops>(to, landed, lanes);
            to_exponent = Ops::select_exponent(lanes, e, to_exponent);
        };
        Exponent e;
        if (Ops::any(jumping)) {
            const auto maps = jumps.wide_maps(view);
            const Number landed = wide_sum<Ops>(
                apply<Ops>(maps.a, next), Ops::add_exponent(maps.a_exponent, next_exponent),
                apply<Ops>(maps.b, wide_c), Ops::add_exponent(maps.b_exponent, wide_c_exponent), e);
            land(landed, e, jumping);
            tracks.differentiate(view, full, t, maps, jumping);
        }
        if (Ops::any(stepping)) {
            const Number landed = wide_sum<Ops>(next, next_exponent, wide_c, wide_c_exponent, e);
            land(landed, e, stepping);
            tracks.differentiate(view, full, t, maps_of_step<Linear, Ops>(), stepping);
        }
        normalise<Ops>(to, to_exponent);
        put<Ops>(z, to, active);
        k = Ops::select_exponent(active, to_exponent, k);
        return conclude_wide(view, active, go_on(view, active, jumping));
    }

    /// The lanes for which conclude has nothing to do but go on, unless they are at the limit or
    /// the reference's end: at Z_m + z, within the bailout, neither rebased nor wide.
    static FATHOM_FORMULA_INLINE Mask calm(Number at, Number difference,
                                           Value bailout_squared) noexcept {
        const Number point = sum<Ops>(at, difference);
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
            points[i] = reference.load(view, Ops::add_index(reference.m, Ops::index(i + 1)));
        Mask fine = Ops::every();
        for (int i = 0; i < kSteps; ++i) {
            z = sum<Ops>(Formula::template delta<Ops>(reference.z, z, NoScale{}), c);
            reference.z = points[i];
            fine = Ops::both(fine, calm(reference.z, z, Ops::set(view.bailout_squared)));
        }
        reference.m = Ops::add_index(reference.m, Ops::index(kSteps));
        n = Ops::add_count(n, Ops::index(kSteps));
        jumps.wait = Ops::subtract_index(jumps.wait, Ops::index(kSteps));
        return fine;
    }

    /// Takes over another orbit in the lanes of the mask, between two rounds.
    FATHOM_FORMULA_INLINE void put_all(const PerturbedOrbit &other, Mask mask) noexcept {
        put<Ops>(z, other.z, mask);
        put<Ops>(c, other.c, mask);
        put<Ops>(wide_c, other.wide_c, mask);
        k = Ops::select_exponent(mask, other.k, k);
        wide_c_exponent = Ops::select_exponent(mask, other.wide_c_exponent, wide_c_exponent);
        n = Ops::select_count(mask, other.n, n);
        reference.put_all(other.reference, mask);
        jumps.put_all(other.jumps, mask);
        tracks.put_all(other.tracks, mask);
    }

    /// Z_m + z, plain.
    [[nodiscard]] FATHOM_FORMULA_INLINE Number point() const noexcept {
        return sum<Ops>(reference.z, kWide ? shifted<Ops>(z, k) : z);
    }

    /// The gradient of ln|z_n| with respect to the pixel's place in the picture's map; of tracked
    /// orbits.
    [[nodiscard]] FATHOM_FORMULA_INLINE Number gradient_of(Number at) const noexcept {
        return scaled_gradient<Ops>(tracks.derivative, tracks.derivative_exponent, at);
    }

  private:
    /// Counts what a round has done and reads the reference there. Returns the lanes whose jump
    /// passes the limit; nothing escapes inside a jump.
    FATHOM_FORMULA_INLINE Mask go_on(const View &view, Mask active, Mask jumping) noexcept {
        Index length = Ops::select_index(active, Ops::index(1), Ops::index(0));
        Mask over = Ops::none();
        if (Ops::any(jumping)) {
            length = Ops::select_index(jumping, jumps.length(view), length);
            over = Ops::both(
                jumping, Ops::less_count(Ops::subtract_count(Ops::count(view.limit), n), length));
            tracks.note_jump(view, n, jumps.taken, Ops::but_not(jumping, over));
        }
        n = Ops::add_count(n, length);
        reference.go_on(view, length, active);
        return over;
    }

    /// Tells who has escaped or come to the limit, and takes z_n, whose |z_n|^2 is `size`, into
    /// account. `over` passed the limit. Who is rebased is still to be found.
    FATHOM_FORMULA_INLINE RoundEnd<Ops> finish(const View &view, Mask active, Mask over, Value size,
                                               Number at) noexcept {
        RoundEnd<Ops> end;
        const Mask on = Ops::but_not(active, over);
        const Mask inside = Ops::both(on, Ops::less_equal(size, Ops::set(view.bailout_squared)));
        end.escaped = Ops::but_not(on, inside); // the NaN of an overflow is outside, too
        end.over =
            Ops::either(over, Ops::both(inside, Ops::equal_count(n, Ops::count(view.limit))));
        tracks.note(view, n, size, at, inside);
        return end;
    }

    /// The lanes whose z_n, |z_n|^2 = `size`, is smaller than their difference, or whose reference
    /// ends.
    FATHOM_FORMULA_INLINE Mask to_rebase(const View &view, Mask active, Value size, Value own,
                                         const RoundEnd<Ops> &end) const noexcept {
        const Mask wanted = Ops::either(Ops::less(size, own), reference.at_end(view));
        return Ops::but_not(Ops::both(active, wanted), Ops::either(end.escaped, end.over));
    }

    /// As conclude, of lanes that were wide.
    FATHOM_FORMULA_INLINE RoundEnd<Ops> conclude_wide(const View &view, Mask active,
                                                      Mask over) noexcept {
        Number from;
        Exponent t;
        reference.bring_to_scale(view, active, k, from, t);
        const Number mine = shifted<Ops>(z, Ops::subtract_exponent(k, t));
        Number at = sum<Ops>(from, mine);
        const Value size = norm<Ops>(at.x, at.y);
        // Where t is not 0 the point is tiny, and t below 0.
        const Value plain = Ops::power_of_two(t);
        RoundEnd<Ops> end =
            finish(view, active, over, Ops::mul(Ops::mul(size, plain), plain), shifted<Ops>(at, t));
        end.rebased = to_rebase(view, active, size, norm<Ops>(mine.x, mine.y), end);
        if (Ops::any(end.rebased)) {
            normalise<Ops>(at, t);
            put<Ops>(z, at, end.rebased);
            k = Ops::select_exponent(end.rebased, t, k);
            restart(view, end.rebased, Ops::set(0));
        }
        leave_wide(active);
        return end;
    }

    /// Begins the critical orbit anew; `size` is |z|^2 or less.
    FATHOM_FORMULA_INLINE void restart(const View &view, Mask lanes, Value size) noexcept {
        reference.restart(view, lanes);
        jumps.restart(view, lanes, size);
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

#include "kernels/base/target_end-inl.h"

#endif
