// The perturbed iteration of formulas that look back, written once for every number type and
// engine. Compiled for single pixels and for every instruction set, as mandelbrot_step-inl.h is.
//
// The state of such an orbit is the pair (z_n, z_{n-1}), Z_m + z and Z_{m-1} + y. Differences obey
// z' = (2 Z + z) z + p y + c, y' = z. Where they are small they are wide: z 2^k and y 2^k.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_PERTURBATION_PAIR_ORBIT_INL_H)) ||         \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_PERTURBATION_PAIR_ORBIT_INL_H_TARGET) == defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_PERTURBATION_PAIR_ORBIT_INL_H
#elif defined(FATHOM_KERNELS_PERTURBATION_PAIR_ORBIT_INL_H_TARGET)
#undef FATHOM_KERNELS_PERTURBATION_PAIR_ORBIT_INL_H_TARGET
#else
#define FATHOM_KERNELS_PERTURBATION_PAIR_ORBIT_INL_H_TARGET
#endif

#include "kernels/perturbation/orbit_stages-inl.h"
#include "kernels/perturbation/pair_derivative-inl.h"
#include "kernels/perturbation/perturbed_view.h"
#include "kernels/perturbation/reference_place-inl.h"
#include "kernels/perturbation/wide_number-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// One pixel's orbit, or a vector of them, along the reference: by single steps, wide or plain.
///
/// It is rebased to the beginning of the critical orbit, where Z and the point before are 0, as
/// soon as what the next step sees of the whole pair, max(|z_n|, |p z_{n-1}|), is smaller than of
/// the pair's difference; and where the reference ends. With that no difference is larger than what
/// it belongs to: an orbit as far from the reference as from 0 needs no other stage.
template <class Formula, PerturbedOps Ops, Tracks kTracks> struct PairOrbit {
    using Real = typename Ops::Real;
    using Value = typename Ops::Value;
    using Mask = typename Ops::Mask;
    using Index = typename Ops::Index;
    using Count = typename Ops::Count;
    using Exponent = typename Ops::Exponent;
    using Number = Complex<Value>;
    using High = HighOps<Ops>; ///< decides, and has the derivatives
    using Size = typename High::Value;
    using View = PerturbedView<Real, 2>;
    using Tracked = typename TracksOf<Formula, High, kTracks>::Type;
    static constexpr Tracks kLevel = kTracks;
    static constexpr int kDegree = 2; ///< of the step's part that hangs on z

    Number z;      ///< the difference; plain, or times 2^k
    Number y;      ///< of the point before, likewise
    Number before; ///< that point itself, z_{n-1}
    Exponent k;    ///< plain: 0; wide: below
    PixelC<Ops> c;
    ReferencePlace<kDegree, Ops> reference;
    Count n;
    Tracked tracks;
    Number parameter;
    Size weight; ///< of it: what counts of the point before

    /// Begins lanes: `place` 2^place_exponent is where the pixel lies from the reference point.
    FATHOM_FORMULA_INLINE void begin(const View &view, const FormulaSettings<Real> &settings,
                                     Number place, Exponent place_exponent) noexcept {
        const bool julia = settings.julia;
        put_at(settings, place, place_exponent);
        const Number zero{Ops::set(0), Ops::set(0)};
        z = julia ? place : zero;
        y = before = zero;
        k = julia ? place_exponent : Ops::exponent(kZeroExponent);
        n = Ops::count(0);
        reference.begin(view);
        tracks.begin(view, julia);
        become_plain(view, Ops::every());
    }
    /// The same for what is known of the pixel besides its orbit.
    FATHOM_FORMULA_INLINE void put_at(const FormulaSettings<Real> &settings, Number &place,
                                      Exponent &place_exponent) noexcept {
        normalise<Ops>(place, place_exponent);
        c.begin(settings.julia, {place, place_exponent});
        parameter = {Ops::set(settings.parameter_re), Ops::set(settings.parameter_im)};
        weight = chebyshev<High>(high(parameter));
    }

    /// The lanes whose difference is wide.
    [[nodiscard]] FATHOM_FORMULA_INLINE Mask wide() const noexcept {
        return Ops::less_exponent(k, Ops::exponent(0));
    }

    /// Takes `active` lanes, none of which is wide, on by a step.
    FATHOM_FORMULA_INLINE RoundEnd<Ops> plain_round(const View &view, Mask active) noexcept {
        const Number from = sum<Ops>(reference.z, z);
        const Number next = sum<Ops>(Formula::template delta<Ops>(reference.z, z, NoScale{}),
                                     multiply_add<Ops>(parameter, y, c.plain));
        put<Ops>(y, z, active);
        put<Ops>(z, next, active);
        go_on(view, active, from);
        const Number at = sum<Ops>(reference.z, z);
        const Size whole = pair_size(at, before);
        const Size own = pair_size(z, y);
        RoundEnd<Ops> end = finish(view, active, high(at));
        end.rebased = to_rebase(view, active, High::less(whole, own), end);
        if (Ops::any(end.rebased)) {
            put<Ops>(z, at, end.rebased);
            put<Ops>(y, seen_before(), end.rebased);
            reference.restart(view, end.rebased);
        }
        if (view.can_be_wide()) {
            const Size largest = High::larger(chebyshev<High>(high(z)), chebyshev<High>(high(y)));
            const Mask small = Ops::both(
                active, High::less(High::mul(largest, largest), High::set(view.wide_norm)));
            if (Ops::any(small)) [[unlikely]]
                settle(z, y, Ops::exponent(0), small);
        }
        return end;
    }

    /// Takes `active` lanes, all of which are wide, on by a step. z^2 is scaled by 2^-t, where t =
    /// 0 unless the reference is tiny, too.
    FATHOM_FORMULA_INLINE RoundEnd<Ops> wide_round(const View &view, Mask active) noexcept {
        Number scaled;
        Exponent t;
        reference.bring_to_scale(view, active, k, scaled, t);
        Exponent down = Ops::subtract_exponent(k, t);
        const Scale<Value> scale{Ops::power_of_two(down),
                                 Ops::power_of_two(Ops::subtract_exponent(Ops::exponent(0), down))};
        const Number from = shifted<Ops>(sum<Ops>(scaled, shifted<Ops>(z, down)), t);
        const Number square = Formula::template delta<Ops>(scaled, z, scale);
        Exponent with_before, e;
        const Number linear = wide_sum<Ops>(square, Ops::add_exponent(k, t),
                                            multiply<Ops>(parameter, y), k, with_before);
        const Number next = wide_sum<Ops>(linear, with_before, c.wide.z, c.wide.k, e);
        const Exponent shared = Ops::larger_exponent(e, k);
        settle(shifted<Ops>(next, Ops::subtract_exponent(e, shared)),
               shifted<Ops>(z, Ops::subtract_exponent(k, shared)), shared, active);
        go_on(view, active, from);

        reference.bring_to_scale(view, active, k, scaled, t);
        down = Ops::subtract_exponent(k, t);
        const Number at = sum<Ops>(scaled, shifted<Ops>(z, down));
        RoundEnd<Ops> end = finish(view, active, high(shifted<Ops>(at, t)));
        end.rebased = to_rebase(view, active, is_nearer_to_0(at, t), end);
        if (Ops::any(end.rebased)) {
            settle_whole(at, t, end.rebased);
            reference.restart(view, end.rebased);
        }
        become_plain(view, active);
        return end;
    }

    /// Takes over another orbit of the same picture in the lanes of the mask, between two rounds.
    FATHOM_FORMULA_INLINE void put_all(const PairOrbit &other, Mask mask) noexcept {
        put<Ops>(z, other.z, mask);
        put<Ops>(y, other.y, mask);
        put<Ops>(before, other.before, mask);
        c.put_all(other.c, mask);
        k = Ops::select_exponent(mask, other.k, k);
        n = Ops::select_count(mask, other.n, n);
        reference.put_all(other.reference, mask);
        tracks.put_all(other.tracks, mask);
    }
    /// z_n, plain.
    [[nodiscard]] FATHOM_FORMULA_INLINE Number point() const noexcept {
        return sum<Ops>(reference.z, shifted<Ops>(z, k));
    }

  private:
    /// What the next step sees of a pair.
    [[nodiscard]] FATHOM_FORMULA_INLINE Size pair_size(Number now, Number last) const noexcept {
        return High::larger(chebyshev<High>(high(now)),
                            High::mul(weight, chebyshev<High>(high(last))));
    }
    /// The point before, or 0 where no step looks at it.
    [[nodiscard]] FATHOM_FORMULA_INLINE Number seen_before() const noexcept {
        const Value zero = Ops::set(0);
        const Mask looks = High::less(High::set(0), weight);
        return {Ops::select(looks, before.x, zero), Ops::select(looks, before.y, zero)};
    }

    /// Counts a step from `from`, and reads the reference behind it.
    FATHOM_FORMULA_INLINE void go_on(const View &view, Mask active, Number from) noexcept {
        const Index length = Ops::select_index(active, Ops::index(1), Ops::index(0));
        n = Ops::add_count(n, length);
        if constexpr (kTracks != Tracks::none)
            tracks.follow_step(view, high(from), high(parameter), n, active);
        put<Ops>(before, from, active);
        reference.go_on(view, length, active);
    }
    /// Tells who has escaped or come to the limit, and takes z_n = `at` into account.
    FATHOM_FORMULA_INLINE RoundEnd<Ops> finish(const View &view, Mask active,
                                               Complex<Size> at) noexcept {
        const Size size = norm<High>(at.x, at.y);
        RoundEnd<Ops> end;
        const Mask inside =
            Ops::both(active, High::less_equal(size, High::set(view.bailout_squared)));
        end.escaped = Ops::but_not(active, inside); // the NaN of an overflow is outside, too
        end.over = Ops::both(inside, Ops::equal_count(n, Ops::count(view.limit)));
        tracks.note(view, n, size, at, inside);
        return end;
    }
    FATHOM_FORMULA_INLINE Mask to_rebase(const View &view, Mask active, Mask nearer,
                                         const RoundEnd<Ops> &end) const noexcept {
        return Ops::but_not(Ops::both(active, Ops::either(nearer, reference.at_end(view))),
                            Ops::either(end.escaped, end.over));
    }

    /// Whether at 2^t and the point before count less than their differences.
    [[nodiscard]] FATHOM_FORMULA_INLINE Mask is_nearer_to_0(Number at, Exponent t) const noexcept {
        const auto compare = [&](Size size, Exponent e) FATHOM_FORMULA_LAMBDA {
            Size own = pair_size(z, y);
            Exponent own_exponent = k;
            normalise_size(own, own_exponent);
            normalise_size(size, e);
            return wide_less<High>(size, e, own, own_exponent);
        };
        const Size last = High::mul(weight, chebyshev<High>(high(before)));
        return Ops::both(compare(chebyshev<High>(high(at)), t), compare(last, Ops::exponent(0)));
    }
    static FATHOM_FORMULA_INLINE void normalise_size(Size &size, Exponent &e) noexcept {
        Complex<Size> number{size, High::set(0)};
        normalise<High>(number, e);
        size = number.x;
    }

    /// The differences of `lanes` become now 2^e and last 2^e, the larger one in [1, 2), or both 0.
    FATHOM_FORMULA_INLINE void settle(Number now, Number last, Exponent e, Mask lanes) noexcept {
        const Size size = High::larger(chebyshev<High>(high(now)), chebyshev<High>(high(last)));
        const Exponent of_size = High::exponent_of(size);
        const Exponent zero = Ops::exponent(kZeroExponent);
        const Mask vanished = Ops::equal_exponent(of_size, zero);
        const Exponent down =
            Ops::select_exponent(vanished, zero, Ops::subtract_exponent(Ops::exponent(0), of_size));
        put<Ops>(z, shifted<Ops>(now, down), lanes);
        put<Ops>(y, shifted<Ops>(last, down), lanes);
        k = Ops::select_exponent(
            lanes, Ops::select_exponent(vanished, zero, Ops::add_exponent(e, of_size)), k);
    }
    /// Those of a rebased orbit at at 2^t become the whole pair.
    FATHOM_FORMULA_INLINE void settle_whole(Number at, Exponent t, Mask lanes) noexcept {
        Wide<Ops> now{at, t};
        Wide<Ops> last{seen_before(), Ops::exponent(0)};
        normalise<Ops>(now.z, now.k);
        normalise<Ops>(last.z, last.k);
        const Exponent shared = Ops::larger_exponent(now.k, last.k);
        settle(shifted<Ops>(now.z, Ops::subtract_exponent(now.k, shared)),
               shifted<Ops>(last.z, Ops::subtract_exponent(last.k, shared)), shared, lanes);
    }
    /// Makes those of the lanes plain that are large enough.
    FATHOM_FORMULA_INLINE void become_plain(const View &view, Mask lanes) noexcept {
        const Mask large =
            Ops::but_not(lanes, Ops::less_exponent(k, Ops::exponent(view.wide_exponent)));
        put<Ops>(z, shifted<Ops>(z, k), large);
        put<Ops>(y, shifted<Ops>(y, k), large);
        k = Ops::select_exponent(large, Ops::exponent(0), k);
    }
};

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
