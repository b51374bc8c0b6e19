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
#include "kernels/perturbation/perturbed_derivative-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// The derivative, the nearest approach to 0 and the least distance to the trap.
template <class Formula, PerturbedOps Ops>
struct PerturbedTracks : PerturbedDerivative<Formula, Ops> {
    using Derivative = PerturbedDerivative<Formula, Ops>;
    using Real = typename Ops::Real;
    using Value = typename Ops::Value;
    using Mask = typename Ops::Mask;
    using Index = typename Ops::Index;
    using Count = typename Ops::Count;
    using Number = Complex<Value>;

    Value nearest; ///< least |z_n|^2
    Value trap;
    Index atom; ///< index of the nearest approach

    template <class View> FATHOM_FORMULA_INLINE void begin(const View &view, bool julia) noexcept {
        Derivative::begin(view, julia);
        nearest = trap = Ops::set(kLargest<Real>);
        atom = Ops::index(0);
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
        note_points(
            Ops::load(notices, taken, offsetof(Notice, nearest)),
            Ops::add_count(n, Ops::load_index(notices, taken, offsetof(Notice, nearest_after))),
            Ops::load(notices, taken, offsetof(Notice, trap)), jumps);
    }
    /// Likewise those that the common start leaves out.
    FATHOM_FORMULA_INLINE void note_points(const JumpNotice<Real> &left_out, Mask lanes) noexcept {
        note_points(Ops::set(left_out.nearest), Ops::count(left_out.nearest_after),
                    Ops::set(left_out.trap), lanes);
    }

    FATHOM_FORMULA_INLINE void put_all(const PerturbedTracks &other, Mask mask) noexcept {
        Derivative::put_all(other, mask);
        put_value<Ops>(nearest, other.nearest, mask);
        put_value<Ops>(trap, other.trap, mask);
        atom = Ops::select_index(mask, other.atom, atom);
    }

  private:
    FATHOM_FORMULA_INLINE void note_points(Value size, Count at, Value distance,
                                           Mask lanes) noexcept {
        const Mask nearer = Ops::both(lanes, Ops::less(size, nearest));
        nearest = Ops::select(nearer, size, nearest);
        atom = Ops::select_index(nearer, Ops::saturated(at), atom);
        trap = Ops::select(Ops::both(lanes, Ops::less(distance, trap)), distance, trap);
    }
};

/// Used likewise where nothing is tracked.
template <class Formula, PerturbedOps Ops> struct NoTracks {
    using Value = typename Ops::Value;
    using Mask = typename Ops::Mask;
    using Count = typename Ops::Count;
    using Exponent = typename Ops::Exponent;
    using Number = Complex<Value>;
    using Maps = JumpMaps<SlopeOf<Formula, Ops>, Ops>;

    template <class View> FATHOM_FORMULA_INLINE void begin(const View &, bool) noexcept {}
    template <class View>
    FATHOM_FORMULA_INLINE void begin_behind(const View &, Number, Exponent) noexcept {}
    template <class View>
    FATHOM_FORMULA_INLINE void follow(const View &, Number, Exponent, const Maps &, Mask) noexcept {
    }
    template <class View>
    FATHOM_FORMULA_INLINE void follow_jump(const View &, Number, const Maps &, Mask) noexcept {}
    template <class View>
    FATHOM_FORMULA_INLINE void follow_step(const View &, Number, Count) noexcept {}
    template <class View>
    FATHOM_FORMULA_INLINE void follow_step(const View &, Number, Count, Mask) noexcept {}
    FATHOM_FORMULA_INLINE void follow_unseen(Number) noexcept {}
    template <class View> FATHOM_FORMULA_INLINE void look(const View &, Count) noexcept {}
    static constexpr std::uint32_t kStepsALook = 16;
    template <class View>
    FATHOM_FORMULA_INLINE void follow_core(const View &, Number, const Wide<Ops> &, Mask) noexcept {
    }
    template <class View>
    FATHOM_FORMULA_INLINE void scale(const View &, const Wide<Ops> &, Mask) noexcept {}
    template <class View>
    FATHOM_FORMULA_INLINE void note(const View &, typename Ops::Count, Value, Number,
                                    Mask) noexcept {}
    template <class View>
    FATHOM_FORMULA_INLINE void note_jump(const View &, typename Ops::Count, typename Ops::Index,
                                         Mask) noexcept {}
    FATHOM_FORMULA_INLINE void note_points(const JumpNotice<typename Ops::Real> &, Mask) noexcept {}
    FATHOM_FORMULA_INLINE void put_all(const NoTracks &, Mask) noexcept {}
};

/// By level.
template <class Formula, class Ops, Tracks kLevel> struct TracksOf {
    using Type = PerturbedTracks<Formula, Ops>;
};
template <class Formula, class Ops> struct TracksOf<Formula, Ops, Tracks::gradient> {
    using Type = GradientTracks<Formula, Ops>;
};
template <class Formula, class Ops> struct TracksOf<Formula, Ops, Tracks::none> {
    using Type = NoTracks<Formula, Ops>;
};

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
