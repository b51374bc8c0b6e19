// The perturbed iteration with rebasing, written once for every formula, number type and engine.
// Compiled for single pixels and for every instruction set, as mandelbrot_step-inl.h is.
//
// A pixel's orbit is Z_m + z, Z the reference orbit. Where z is small enough for its type it is
// plain; below that it is wide: z = w 2^k. (Zhuoran Yu's rebasing, described by C. Heiland-Allen,
// "Deep zoom theory and practice (again)", mathr.co.uk/blog/2022-02-21; the scaled step is the
// rescaled iteration of fractalwiki.org/wiki/Rescaled_iterations, docs/explanation/deep-zoom.md has
// it all.)
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

#include "kernels/perturbation/common_start-inl.h"
#include "kernels/perturbation/jump_choice-inl.h"
#include "kernels/perturbation/orbit_stages-inl.h"
#include "kernels/perturbation/perturbed_tracks-inl.h"
#include "kernels/perturbation/reference_place-inl.h"
#include "kernels/perturbation/wide_number-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// One pixel's orbit, or a vector of them. It is in one of four
/// stages: wide; plain, where the difference is followed along the reference; direct, where it is
/// as large as the orbit itself; and in the periodic core.
template <class Formula, PerturbedOps Ops, Tracks kTracks> struct PerturbedOrbit {
    using Real = typename Ops::Real;
    using Value = typename Ops::Value;
    using Mask = typename Ops::Mask;
    using Index = typename Ops::Index;
    using Count = typename Ops::Count;
    using Exponent = typename Ops::Exponent;
    using Number = Complex<Value>;
    using High = HighOps<Ops>; ///< decides, and has the derivatives
    using Size = typename High::Value;
    using Linear = SlopeOf<Formula, Ops>;
    static constexpr int kLinear = Linear::kReals;
    static constexpr Tracks kLevel = kTracks;
    static constexpr bool kHasCore = Formula::kPower == 2;
    static constexpr bool kHasCommonStart = kLinear == 2 && !kIsTwo<Real>;
    using View = PerturbedView<Real, kLinear>;
    using Direct = DirectStage<Formula, Ops>;
    using Core = CoreStage<Ops>;
    using Tracked = typename TracksOf<Formula, High, kTracks>::Type;

    Number z;   ///< plain: the difference; wide: w; or as the stage says
    Exponent k; ///< plain: 0; wide: below 0; or the stage
    PixelC<Ops> c;
    ReferencePlace<Formula::kDegree, Ops> reference;
    JumpChoice<Linear, Ops> jumps;
    Count n;
    Tracked tracks;

    /// Begins lanes: `place` 2^place_exponent is where the pixel lies from the reference point.
    FATHOM_FORMULA_INLINE void begin(const View &view, bool julia, Number place,
                                     Exponent place_exponent) noexcept {
        put_at(julia, place, place_exponent);
        z = julia ? place : Number{Ops::set(0), Ops::set(0)};
        k = julia ? place_exponent : Ops::exponent(kZeroExponent);
        n = Ops::count(0);
        reference.begin(view);
        jumps.begin(view);
        tracks.begin(view, julia);
        if constexpr (kHasCommonStart)
            if (view.start.n != 0)
                return begin_behind(view, Wide<Ops>{place, place_exponent});
        become_plain(view, Ops::every());
        if constexpr (kHasCore)
            if (view.core.period != 0 && view.tables.restart == 0)
                enter_core(view, Ops::every());
    }
    /// The same for what is known of the pixel besides its orbit.
    FATHOM_FORMULA_INLINE void put_at(bool julia, Number &place,
                                      Exponent &place_exponent) noexcept {
        normalise<Ops>(place, place_exponent);
        c.begin(julia, {place, place_exponent});
    }

    /// The lanes whose difference is wide.
    [[nodiscard]] FATHOM_FORMULA_INLINE Mask wide() const noexcept {
        return Ops::less_exponent(k, Ops::exponent(0));
    }
    [[nodiscard]] FATHOM_FORMULA_INLINE Mask is_plain() const noexcept {
        return Ops::equal_exponent(k, Ops::exponent(0));
    }
    [[nodiscard]] FATHOM_FORMULA_INLINE Mask direct() const noexcept {
        return Ops::equal_exponent(k, Ops::exponent(kDirectStage));
    }
    [[nodiscard]] FATHOM_FORMULA_INLINE Mask in_core() const noexcept {
        return Ops::equal_exponent(k, Ops::exponent(kCoreStage));
    }

    /// Takes `active` lanes, none of which is wide, on by a jump or a step.
    FATHOM_FORMULA_INLINE RoundEnd<Ops> plain_round(const View &view, Mask active) noexcept {
        const auto full = high_sum<Ops>(reference.z, z);
        const Number next = Formula::template delta<Ops>(reference.z, z, NoScale{});
        const auto [jumping, length] = jumps.choose(view, active, chebyshev<High>(high(next)));
        const Mask stepping = Ops::but_not(active, jumping);
        Number to = z;
        if (Ops::any(jumping)) {
            const auto forms = jumps.forms(view);
            const auto along = secants<Ops>(jumps.maps(view), forms, next, c.plain);
            put<Ops>(to, end_of<Ops>(along, next, c.plain), jumping);
            tracks.follow_jump(view, full, tangents<Ops>(along, forms, next, c.plain), jumping);
        }
        if (Ops::any(stepping)) {
            put<Ops>(to, sum<Ops>(next, c.plain), stepping);
            tracks.follow_step(view, full, Ops::add_count(n, Ops::index(1)), stepping);
        }
        z = to;
        return conclude(view, active, go_on(view, active, jumping, length));
    }

    /// Ends a round that has brought `active` lanes, none of which was wide, to z_n: tells what
    /// becomes of them. `over` passed the limit.
    FATHOM_FORMULA_INLINE RoundEnd<Ops> conclude(const View &view, Mask active,
                                                 Mask over) noexcept {
        const auto at = high_sum<Ops>(reference.z, z);
        const Size size = norm<High>(at.x, at.y);
        RoundEnd<Ops> end = finish(view, active, over, size, at);
        const Size own = high_norm<Ops>(z);
        end.rebased = to_rebase(view, active, size, own, end);
        const Mask large = Ops::but_not(
            Ops::both(active, Direct::begins(size, High::select(end.rebased, size, own))),
            Ops::either(end.escaped, end.over));
        const Mask moved = Ops::either(end.rebased, large);
        if (Ops::any(moved))
            put<Ops>(z, sum<Ops>(reference.z, z), moved);
        if (Ops::any(end.rebased))
            restart(view, end.rebased, size);
        if (Ops::any(large)) {
            k = Ops::select_exponent(large, Ops::exponent(kDirectStage), k);
            reference.restart(view, large);
        }
        settle_small(view, active, end.rebased);
        return end;
    }
    /// c of the whole orbit, plain.
    [[nodiscard]] FATHOM_FORMULA_INLINE Number full_c(const View &view) const noexcept {
        return sum<Ops>({Ops::set(view.critical_x), Ops::set(view.critical_y)}, c.plain);
    }

    /// Takes `active` lanes, all of which are direct, on by a step. `own` is full_c.
    FATHOM_FORMULA_INLINE RoundEnd<Ops> direct_round(const View &view, Mask active,
                                                     Number own) noexcept {
        tracks.follow_step(view, high(z), Ops::add_count(n, Ops::index(1)), active);
        put<Ops>(z, Formula::template step<Ops>(Point<Value>{z, {}}, Constants<Value>{own, {}}),
                 active);
        n = Ops::add_count(n, Ops::select_index(active, Ops::index(1), Ops::index(0)));
        const Size size = high_norm<Ops>(z);
        RoundEnd<Ops> end = finish(view, active, Ops::none(), size, high(z));
        end.rebased = Ops::but_not(Ops::but_not(active, Direct::goes_on(size)),
                                   Ops::either(end.escaped, end.over));
        if (Ops::any(end.rebased)) {
            k = Ops::select_exponent(end.rebased, Ops::exponent(0), k);
            restart(view, end.rebased, size);
            settle_small(view, end.rebased, end.rebased);
        }
        return end;
    }
    /// c of the periodic core.
    [[nodiscard]] FATHOM_FORMULA_INLINE Number core_c(const View &view) const noexcept {
        return Core::constant(view.core, c.wide);
    }

    /// Takes `active` lanes, all of which are in the core, on by a period. `own` is core_c. As
    /// rebased count those that go on, wherever: what they are is all of their state.
    FATHOM_FORMULA_INLINE RoundEnd<Ops> core_round(const View &view, Mask active,
                                                   Number own) noexcept {
        const Index period = Ops::index(view.core.period);
        RoundEnd<Ops> end;
        end.escaped = Ops::none();
        // Nothing escapes within a period.
        const Count left = Ops::subtract_count(Ops::count(view.limit), n);
        end.over =
            Ops::both(active, Ops::either(Ops::less_count(left, period),
                                          Ops::equal_count(left, Ops::count(view.core.period))));
        end.rebased = Ops::but_not(active, end.over);
        const auto &core = view.core;
        tracks.follow_core(view, high(z), Core::high_of(core.of_c), end.rebased);
        tracks.note_jump(view, n, Ops::index(view.tables.restart_jump), end.rebased);
        put<Ops>(z, Formula::template step<Ops>(Point<Value>{z, {}}, Constants<Value>{own, {}}),
                 end.rebased);
        n = Ops::add_count(n, Ops::select_index(end.rebased, period, Ops::index(0)));
        if constexpr (kTracks == Tracks::all)
            note_in_core(view, end.rebased);
        const Mask leaving = Ops::but_not(end.rebased, Core::holds(core, z));
        if (Ops::any(leaving)) {
            Core::leave(core, leaving, z, k);
            tracks.scale(view, Core::high_of(core.inverse), leaving);
            restart(view, leaving, High::set(0));
            become_plain(view, leaving);
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
        const auto full = sum<High>(high(from), shifted<High>(high(z), down));
        const Scale<Value> scale{Ops::power_of_two(down),
                                 Ops::power_of_two(Ops::subtract_exponent(Ops::exponent(0), down))};
        Number next = Formula::template delta<Ops>(from, z, scale);
        Exponent next_exponent = Ops::add_exponent(k, Ops::times_exponent(t, Formula::kDegree - 1));
        normalise<Ops>(next, next_exponent);
        const auto size = chebyshev<High>(high(next));
        const auto [jumping, length] = jumps.choose(view, active, size, next_exponent);
        const Mask stepping = Ops::but_not(active, jumping);
        Number to = z;
        Exponent to_exponent = k;
        const auto land = [&](const Wide<Ops> &landed, Mask lanes) FATHOM_FORMULA_LAMBDA {
            put<Ops>(to, landed.z, lanes);
            to_exponent = Ops::select_exponent(lanes, landed.k, to_exponent);
        };
        if (Ops::any(jumping)) {
            const auto forms = jumps.wide_forms(view);
            const Wide<Ops> from_here{next, next_exponent};
            const auto along = secants<Ops>(jumps.wide_maps(view), forms, from_here, c.wide);
            land(end_of<Ops>(along, from_here, c.wide), jumping);
            tracks.follow(view, full, t, tangents<Ops>(along, forms, from_here, c.wide), jumping);
        }
        if (Ops::any(stepping)) {
            Wide<Ops> landed;
            landed.z = wide_sum<Ops>(next, next_exponent, c.wide.z, c.wide.k, landed.k);
            land(landed, stepping);
            tracks.follow(view, full, t, maps_of_step<HighLinear<Linear>, High>(), stepping);
        }
        normalise<Ops>(to, to_exponent);
        put<Ops>(z, to, active);
        k = Ops::select_exponent(active, to_exponent, k);
        return conclude_wide(view, active, go_on(view, active, jumping, length));
    }

    /// The lanes for which conclude has nothing to do but go on, unless they are at the limit or
    /// the reference's end: at Z_m + z, within the bailout, neither rebased nor wide.
    static FATHOM_FORMULA_INLINE Mask calm(Number at, Number difference, Size bailout_squared,
                                           bool can_be_wide, Size wide_norm) noexcept {
        const auto point = high_sum<Ops>(at, difference);
        const Size size = norm<High>(point.x, point.y);
        const Size own = high_norm<Ops>(difference);
        // Where a comparison is false for a NaN, the first one is, too.
        Mask stays =
            Ops::both(High::less_equal(size, bailout_squared), High::less_equal(own, size));
        stays = Ops::but_not(stays, Direct::begins(size, own));
        if (can_be_wide)
            stays = Ops::both(stays, High::less_equal(wide_norm, own));
        return stays;
    }

    /// Steps that plain lanes have before a try at a jump, the limit or the reference's end.
    [[nodiscard]] FATHOM_FORMULA_INLINE Index calm_steps(const View &view) const noexcept {
        if constexpr (kTracks == Tracks::all)
            return Ops::index(0); // traps and nearest approaches take whole rounds
        const Index one = Ops::index(1);
        const Index first_end = Ops::index(view.tables.first_end);
        const Index m = Ops::add_index(reference.m, one);
        const Index end = Ops::select_index(Ops::less_index(first_end, m),
                                            Ops::index(view.tables.last), first_end);
        const Index to_end =
            Ops::select_index(Ops::less_index(m, end), Ops::subtract_index(end, m), Ops::index(0));
        const Index to_limit =
            Ops::saturated(Ops::subtract_count(Ops::count(view.limit), Ops::add_count(n, one)));
        return Ops::smaller_index(jumps.wait, Ops::smaller_index(to_end, to_limit));
    }

    /// Takes all lanes on by their step number `step`, from 1, to the reference's point `to`: what
    /// calm_steps allows. Where conclude has something to do behind a step, it is to be called
    /// after count_steps of all the steps made so.
    FATHOM_FORMULA_INLINE void step_along(const View &view, Number to,
                                          std::uint32_t step) noexcept {
        tracks.follow_step(view, high_sum<Ops>(reference.z, z),
                           Ops::add_count(n, Ops::index(step)));
        z = sum<Ops>(Formula::template delta<Ops>(reference.z, z, NoScale{}), c.plain);
        reference.z = to;
    }
    FATHOM_FORMULA_INLINE void count_steps(const View &view, Index steps) noexcept {
        reference.m = Ops::add_index(reference.m, steps);
        n = Ops::add_count(n, steps);
        if (view.tables.start_jump != kNoJump) // else they wait for ever
            jumps.wait = Ops::subtract_index(jumps.wait, steps);
    }
    /// Takes over another orbit in the lanes of the mask, between two rounds.
    FATHOM_FORMULA_INLINE void put_all(const PerturbedOrbit &other, Mask mask) noexcept {
        put<Ops>(z, other.z, mask);
        c.put_all(other.c, mask);
        k = Ops::select_exponent(mask, other.k, k);
        n = Ops::select_count(mask, other.n, n);
        reference.put_all(other.reference, mask);
        jumps.put_all(other.jumps, mask);
        tracks.put_all(other.tracks, mask);
    }
    /// z_n, plain, of orbits that are not in the core.
    [[nodiscard]] FATHOM_FORMULA_INLINE Number point() const noexcept {
        const Exponent plain = Ops::exponent(0);
        const Number own = shifted<Ops>(z, Ops::select_exponent(wide(), k, plain));
        return sum<Ops>(reference.z, own); // of direct ones Z = 0
    }

  private:
    /// Begins lanes behind the common start.
    FATHOM_FORMULA_INLINE void begin_behind(const View &view, const Wide<Ops> &place) noexcept {
        const auto &start = view.start;
        const auto behind = take_common_start<Ops>(start, place);
        z = behind.z;
        k = Ops::exponent(start.exponent);
        normalise<Ops>(z, k);
        become_plain(view, Ops::every());
        n = Ops::count(start.n);
        reference.m = Ops::index(start.m);
        reference.z = reference.load(view, reference.m);
        jumps.next = Ops::index(start.jump);
        jumps.wait = Ops::index(start.wait);
        tracks.begin_behind(view, behind.slope,
                            Ops::exponent(start.exponent - start.place_exponent));
        tracks.note_points(start.left_out, Ops::every());
        const auto at = high_sum<Ops>(reference.z, shifted<Ops>(z, k));
        tracks.note(view, n, norm<High>(at.x, at.y), at, Ops::every());
    }

    /// Counts what a round has done and reads the reference there. Returns the lanes whose jump
    /// passes the limit; nothing escapes inside a jump.
    FATHOM_FORMULA_INLINE Mask go_on(const View &view, Mask active, Mask jumping,
                                     Index length) noexcept {
        length = Ops::select_index(active, length, Ops::index(0));
        Mask over = Ops::none();
        if (Ops::any(jumping)) {
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
    FATHOM_FORMULA_INLINE RoundEnd<Ops> finish(const View &view, Mask active, Mask over, Size size,
                                               Complex<Size> at) noexcept {
        RoundEnd<Ops> end;
        const Mask on = Ops::but_not(active, over);
        const Mask inside = Ops::both(on, High::less_equal(size, High::set(view.bailout_squared)));
        end.escaped = Ops::but_not(on, inside); // the NaN of an overflow is outside, too
        end.over =
            Ops::either(over, Ops::both(inside, Ops::equal_count(n, Ops::count(view.limit))));
        tracks.note(view, n, size, at, inside);
        return end;
    }
    /// The lanes with |z_n|^2 = `size` below their difference's, or whose reference ends.
    FATHOM_FORMULA_INLINE Mask to_rebase(const View &view, Mask active, Size size, Size own,
                                         const RoundEnd<Ops> &end) const noexcept {
        const Mask wanted = Ops::either(High::less(size, own), reference.at_end(view));
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
        const Size size = high_norm<Ops>(at);
        // Where t is not 0 the point is tiny, and t below 0.
        const Size plain = High::power_of_two(t);
        RoundEnd<Ops> end = finish(view, active, over, High::mul(High::mul(size, plain), plain),
                                   shifted<High>(high(at), t));
        end.rebased = to_rebase(view, active, size, high_norm<Ops>(mine), end);
        if (Ops::any(end.rebased)) {
            normalise<Ops>(at, t);
            put<Ops>(z, at, end.rebased);
            k = Ops::select_exponent(end.rebased, t, k);
            restart(view, end.rebased, High::set(0));
        }
        become_plain(view, active);
        settle_small(view, Ops::none(), end.rebased);
        return end;
    }
    /// Begins the critical orbit anew; `size` is |z|^2 or less.
    FATHOM_FORMULA_INLINE void restart(const View &view, Mask lanes, Size size) noexcept {
        reference.restart(view, lanes);
        jumps.restart(view, lanes, size);
    }
    /// Makes `active` lanes wide that have become small, and lets those of the `rebased` lanes that
    /// are small enough enter the core.
    FATHOM_FORMULA_INLINE void settle_small(const View &view, Mask active, Mask rebased) noexcept {
        if (view.can_be_wide()) {
            const Size least = High::set(view.wide_norm);
            const Mask small =
                Ops::both(Ops::both(active, is_plain()), High::less(high_norm<Ops>(z), least));
            if (Ops::any(small)) [[unlikely]]
                enter_wide(small);
        }
        if constexpr (kHasCore)
            if (view.core.period != 0 && Ops::any(rebased))
                enter_core(view, rebased);
    }

    FATHOM_FORMULA_INLINE void enter_core(const View &view, Mask lanes) noexcept {
        const Mask entering = Core::enter(view.core, lanes, z, k);
        tracks.scale(view, Core::high_of(view.core.scale), entering);
    }
    /// Takes z_n into account after a period in the core.
    FATHOM_FORMULA_INLINE void note_in_core(const View &view, Mask lanes) noexcept {
        Number at = z;
        Exponent e = k;
        Core::leave(view.core, Ops::every(), at, e);
        at = shifted<Ops>(at, e);
        tracks.note(view, n, high_norm<Ops>(at), high(at), lanes);
    }

    FATHOM_FORMULA_INLINE void enter_wide(Mask small) noexcept {
        Number at = z;
        Exponent e = Ops::exponent(0);
        normalise<Ops>(at, e);
        put<Ops>(z, at, small);
        k = Ops::select_exponent(small, e, k);
    }
    /// Makes those of plain or wide lanes plain that are large enough.
    FATHOM_FORMULA_INLINE void become_plain(const View &view, Mask lanes) noexcept {
        const Mask large =
            Ops::but_not(lanes, Ops::less_exponent(k, Ops::exponent(view.wide_exponent)));
        put<Ops>(z, shifted<Ops>(z, k), large);
        k = Ops::select_exponent(large, Ops::exponent(0), k);
    }
};

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
