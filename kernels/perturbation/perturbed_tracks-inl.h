// What is tracked of perturbed orbits besides where they are.
// Compiled for single pixels and for every instruction set, as mandelbrot_step-inl.h is.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_PERTURBATION_PERTURBED_TRACKS_INL_H)) ||   \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_PERTURBATION_PERTURBED_TRACKS_INL_H_TARGET) ==                         \
         defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_PERTURBATION_PERTURBED_TRACKS_INL_H
#elif defined(FATHOM_KERNELS_PERTURBATION_PERTURBED_TRACKS_INL_H_TARGET)
#undef FATHOM_KERNELS_PERTURBATION_PERTURBED_TRACKS_INL_H_TARGET
#else
#define FATHOM_KERNELS_PERTURBATION_PERTURBED_TRACKS_INL_H_TARGET
#endif

#include <cstddef>

#include "kernels/perturbation/jump.h"
#include "kernels/perturbation/linear_map-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// The derivative, the nearest approach to 0 and the least distance to the trap.
template <class Formula, PerturbedOps Ops> struct PerturbedTracks {
    using Real = typename Ops::Real;
    using Value = typename Ops::Value;
    using Mask = typename Ops::Mask;
    using Index = typename Ops::Index;
    using Count = typename Ops::Count;
    using Exponent = typename Ops::Exponent;
    using Number = Complex<Value>;
    using Linear = SlopeOf<Formula, Ops>;

    Linear derivative; ///< of z_n with respect to the pixel's place in the picture's map
    Value nearest;     ///< least |z_n|^2
    Value trap;
    Exponent derivative_exponent;
    Index atom; ///< index of the nearest approach

    template <class View> FATHOM_FORMULA_INLINE void begin(const View &view, bool julia) noexcept {
        set_to<Ops>(derivative, Ops::set(julia ? 1 : 0));
        derivative_exponent = Ops::exponent(julia ? view.own_exponent : kZeroExponent);
        nearest = trap = Ops::set(kLargest<Real>);
        atom = Ops::index(0);
    }

    /// The derivative after `lanes` went on by a jump or step with those maps from full 2^t, the
    /// exact orbit's point: A slope(full 2^t) derivative + B own. The slope is homogeneous.
    template <class View>
    FATHOM_FORMULA_INLINE void differentiate(const View &view, Number full, Exponent t,
                                             const JumpMaps<Linear, Ops> &maps,
                                             Mask lanes) noexcept {
        const Linear slope = Formula::template slope<Ops>(Point<Value>{full, {}});
        const Linear through = compose<Ops>(maps.a, compose<Ops>(slope, derivative));
        const Exponent e1 = Ops::add_exponent(
            maps.a_exponent,
            Ops::add_exponent(derivative_exponent, Ops::times_exponent(t, Formula::kDegree - 1)));
        const Exponent own = Ops::exponent(view.own_exponent);
        const Exponent e2 = Ops::add_exponent(maps.b_exponent, own);
        Exponent e = view.own == 0 ? e1 : Ops::larger_exponent(e1, e2);
        const Value f1 = Ops::power_of_two(Ops::subtract_exponent(e1, e));
        const Value f2 =
            Ops::mul(Ops::set(view.own), Ops::power_of_two(Ops::subtract_exponent(e2, e)));
        Linear next = combine<Ops>(through, f1, maps.b, f2);
        normalise_linear<Ops>(next, e);
        put_linear<Ops>(derivative, next, lanes);
        derivative_exponent = Ops::select_exponent(lanes, e, derivative_exponent);
    }

    /// Takes z_n into account where it is inside the bailout; `size` is its |z_n|^2.
    template <class View>
    FATHOM_FORMULA_INLINE void note(const View &view, Count n, Value size, Number z,
                                    Mask inside) noexcept {
        const Mask nearer = Ops::both(inside, Ops::less(size, nearest));
        nearest = Ops::select(nearer, size, nearest);
        atom = Ops::select_index(nearer, Ops::saturated(n), atom);
        const Trap<Value> to{view.trap.shape, Ops::set(view.trap.re), Ops::set(view.trap.im),
                             Ops::set(view.trap.radius)};
        const Value distance = trap_distance<Ops>(z, to);
        trap = Ops::select(Ops::both(inside, Ops::less(distance, trap)), distance, trap);
    }

    /// Takes the points into account that the jumps `taken` leave out; n is where they start.
    template <class View>
    FATHOM_FORMULA_INLINE void note_jump(const View &view, Count n, Index taken,
                                         Mask jumps) noexcept {
        using Notice = JumpNotice<Real>;
        const Notice *notices = view.tables.notices;
        const Value size = Ops::load(notices, taken, offsetof(Notice, nearest));
        const Mask nearer = Ops::both(jumps, Ops::less(size, nearest));
        nearest = Ops::select(nearer, size, nearest);
        const Index after = Ops::load_index(notices, taken, offsetof(Notice, nearest_after));
        atom = Ops::select_index(nearer, Ops::saturated(Ops::add_count(n, after)), atom);
        const Value distance = Ops::load(notices, taken, offsetof(Notice, trap));
        trap = Ops::select(Ops::both(jumps, Ops::less(distance, trap)), distance, trap);
    }

    FATHOM_FORMULA_INLINE void put_all(const PerturbedTracks &other, Mask mask) noexcept {
        put_linear<Ops>(derivative, other.derivative, mask);
        derivative_exponent =
            Ops::select_exponent(mask, other.derivative_exponent, derivative_exponent);
        put_value<Ops>(nearest, other.nearest, mask);
        put_value<Ops>(trap, other.trap, mask);
        atom = Ops::select_index(mask, other.atom, atom);
    }
};

/// Used likewise where nothing is tracked.
template <class Formula, PerturbedOps Ops> struct NoTracks {
    using Value = typename Ops::Value;
    using Mask = typename Ops::Mask;
    using Exponent = typename Ops::Exponent;
    using Number = Complex<Value>;
    using Linear = SlopeOf<Formula, Ops>;

    template <class View> FATHOM_FORMULA_INLINE void begin(const View &, bool) noexcept {}
    template <class View>
    FATHOM_FORMULA_INLINE void differentiate(const View &, Number, Exponent,
                                             const JumpMaps<Linear, Ops> &, Mask) noexcept {}
    template <class View>
    FATHOM_FORMULA_INLINE void note(const View &, typename Ops::Count, Value, Number,
                                    Mask) noexcept {}
    template <class View>
    FATHOM_FORMULA_INLINE void note_jump(const View &, typename Ops::Count, typename Ops::Index,
                                         Mask) noexcept {}
    FATHOM_FORMULA_INLINE void put_all(const NoTracks &, Mask) noexcept {}
};

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
