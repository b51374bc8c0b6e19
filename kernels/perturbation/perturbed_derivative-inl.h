// How perturbed orbits move with their pixel.
// Compiled for single pixels and for every instruction set, as mandelbrot_step-inl.h is.
#if (!defined(HWY_NAMESPACE) &&                                                                    \
     !defined(FATHOM_KERNELS_PERTURBATION_PERTURBED_DERIVATIVE_INL_H)) ||                          \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_PERTURBATION_PERTURBED_DERIVATIVE_INL_H_TARGET) ==                     \
         defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_PERTURBATION_PERTURBED_DERIVATIVE_INL_H
#elif defined(FATHOM_KERNELS_PERTURBATION_PERTURBED_DERIVATIVE_INL_H_TARGET)
#undef FATHOM_KERNELS_PERTURBATION_PERTURBED_DERIVATIVE_INL_H_TARGET
#else
#define FATHOM_KERNELS_PERTURBATION_PERTURBED_DERIVATIVE_INL_H_TARGET
#endif

#include "kernels/perturbation/linear_map-inl.h"
#include "kernels/perturbation/perturbed_view.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// What c adds to a derivative in a step, beside numbers times 2^e.
template <PerturbedOps Ops, class View>
FATHOM_FORMULA_INLINE typename Ops::Value own_beside(const View &view,
                                                     typename Ops::Exponent e) noexcept {
    return Ops::mul(Ops::set(view.own),
                    Ops::power_of_two(Ops::subtract_exponent(Ops::exponent(view.own_exponent), e)));
}

/// Where a derivative of that size has left the middle of its type, 2^-kSettled to 2^kSettled.
template <int kSettled, PerturbedOps Ops>
FATHOM_FORMULA_INLINE typename Ops::Mask is_far_off(typename Ops::Value size) noexcept {
    using Part = Stored<typename Ops::Real>;
    constexpr Part kLeast = small_power<Part>(-kSettled);
    // Of 0 nothing is left to scale.
    const auto small = Ops::both(Ops::less(size, Ops::set(kLeast)), Ops::less(Ops::set(0), size));
    return Ops::either(small, Ops::less(Ops::set(1 / kLeast), size));
}

/// The derivative of z_n with respect to the pixel's place in the picture's map, d 2^e. It begins
/// at the size of what the map adds to c, so that d stays in the type for long: it needs no
/// exponent a step, and is taken back to the middle of the type every 16 steps, where it has left
/// that.
template <class Formula, PerturbedOps Ops> struct PerturbedDerivative {
    using Real = typename Ops::Real;
    using Value = typename Ops::Value;
    using Mask = typename Ops::Mask;
    using Count = typename Ops::Count;
    using Exponent = typename Ops::Exponent;
    using Number = Complex<Value>;
    using Linear = SlopeOf<Formula, Ops>;
    using Maps = JumpMaps<Linear, Ops>;

    Linear d;
    Exponent e;
    Value own; ///< what c adds in a step: a number 2^e

    template <class View> FATHOM_FORMULA_INLINE void begin(const View &view, bool julia) noexcept {
        set_to<Ops>(d, Ops::set(julia ? 1 : 0));
        e = Ops::exponent(view.own_exponent);
        own = Ops::set(view.own);
    }

    /// Begins behind the common start, where the derivative with respect to what the map makes of
    /// the place is slope 2^exponent.
    template <class View>
    FATHOM_FORMULA_INLINE void begin_behind(const View &view, Number slope,
                                            Exponent exponent) noexcept {
        static_assert(Linear::kReals == 2);
        d.d = slope;
        e = Ops::add_exponent(exponent, Ops::exponent(view.own_exponent));
        normalise_linear<Ops>(d, e);
        set_own(view);
    }

    /// After `lanes` went on by a jump or step with those maps from full 2^t, the exact orbit's
    /// point: A slope(full 2^t) d + B own. The slope is homogeneous.
    template <class View>
    FATHOM_FORMULA_INLINE void follow(const View &view, Number full, Exponent t, const Maps &maps,
                                      Mask lanes) noexcept {
        const Linear through = compose<Ops>(maps.a, compose<Ops>(slope_at(full), d));
        const Exponent e1 = Ops::add_exponent(
            maps.a_exponent, Ops::add_exponent(e, Ops::times_exponent(t, Formula::kDegree - 1)));
        const Exponent e2 = Ops::add_exponent(maps.b_exponent, Ops::exponent(view.own_exponent));
        Exponent to_exponent = view.own == 0 ? e1 : Ops::larger_exponent(e1, e2);
        const Value f1 = Ops::power_of_two(Ops::subtract_exponent(e1, to_exponent));
        const Value f2 = Ops::mul(Ops::set(view.own),
                                  Ops::power_of_two(Ops::subtract_exponent(e2, to_exponent)));
        Linear to = combine<Ops>(through, f1, maps.b, f2);
        normalise_linear<Ops>(to, to_exponent);
        put_linear<Ops>(d, to, lanes);
        e = Ops::select_exponent(lanes, to_exponent, e);
        set_own(view);
    }
    /// The same with maps without exponents, from a plain point.
    template <class View>
    FATHOM_FORMULA_INLINE void follow_jump(const View &view, Number full, const Maps &maps,
                                           Mask lanes) noexcept {
        put_linear<Ops>(
            d, add_own(compose<Ops>(maps.a, compose<Ops>(slope_at(full), d)), maps.b, own), lanes);
        settle(view, lanes);
    }
    /// The same with a step, of all lanes or some, to z_n.
    template <class View>
    FATHOM_FORMULA_INLINE void follow_step(const View &view, Number full, Count n) noexcept {
        d = stepped(full);
        settle(view, is_due(n));
    }
    template <class View>
    FATHOM_FORMULA_INLINE void follow_step(const View &view, Number full, Count n,
                                           Mask lanes) noexcept {
        put_linear<Ops>(d, stepped(full), lanes);
        settle(view, Ops::both(lanes, is_due(n)));
    }
    /// The same where no look at the size is due before the next `look`.
    FATHOM_FORMULA_INLINE void follow_unseen(Number full) noexcept { d = stepped(full); }
    /// Looks where one is due at z_n.
    template <class View> FATHOM_FORMULA_INLINE void look(const View &view, Count n) noexcept {
        settle(view, is_due(n));
    }
    /// Looks are due at multiples of it.
    static constexpr std::uint32_t kStepsALook = sizeof(Stored<Real>) == sizeof(float) ? 4 : 16;

    /// The same in a core, where c adds `of_c` times as much.
    template <class View>
    FATHOM_FORMULA_INLINE void follow_core(const View &view, Number w, const Wide<Ops> &of_c,
                                           Mask lanes) noexcept {
        static_assert(Linear::kReals == 2);
        // At first d is 0, and what c adds may be beyond the type beside it.
        const Exponent adds = Ops::add_exponent(Ops::exponent(view.own_exponent), of_c.k);
        const Exponent larger = view.own == 0 ? e : Ops::larger_exponent(e, adds);
        const Value factor =
            Ops::mul(Ops::set(view.own), Ops::power_of_two(Ops::subtract_exponent(adds, larger)));
        const Linear to = combine<Ops>(compose<Ops>(slope_at(w), d),
                                       Ops::power_of_two(Ops::subtract_exponent(e, larger)),
                                       Linear{of_c.z}, factor);
        put_linear<Ops>(d, to, lanes);
        e = Ops::select_exponent(lanes, larger, e);
        set_own(view);
        settle(view, lanes);
    }

    /// d becomes `factor` times itself.
    template <class View>
    FATHOM_FORMULA_INLINE void scale(const View &view, const Wide<Ops> &factor,
                                     Mask lanes) noexcept {
        static_assert(Linear::kReals == 2);
        put<Ops>(d.d, multiply<Ops>(factor.z, d.d), lanes);
        e = Ops::select_exponent(lanes, Ops::add_exponent(e, factor.k), e);
        set_own(view);
    }

    /// The gradient of ln|z_n| at z_n.
    [[nodiscard]] FATHOM_FORMULA_INLINE Number gradient(Number at) const noexcept {
        return scaled_gradient<Ops>(d, e, at);
    }

    FATHOM_FORMULA_INLINE void put_all(const PerturbedDerivative &other, Mask mask) noexcept {
        put_linear<Ops>(d, other.d, mask);
        e = Ops::select_exponent(mask, other.e, e);
        put_value<Ops>(own, other.own, mask);
    }

  private:
    /// Whether a look at the size is due at z_n: every 16 steps, of floats every 4, since z^8 + c
    /// grows by 2^59 in its last one.
    [[nodiscard]] static FATHOM_FORMULA_INLINE Mask is_due(Count n) noexcept {
        Mask due = Ops::multiple_of_16(n);
        for (std::uint32_t ahead = kStepsALook; ahead < 16; ahead += kStepsALook)
            due = Ops::either(due, Ops::multiple_of_16(Ops::add_count(n, Ops::index(ahead))));
        return due;
    }
    static constexpr int kSettled = sizeof(Stored<Real>) == sizeof(float) ? 30 : 250;

    /// Takes back what has left the middle of the type. All engines look at the same steps, since
    /// what is so small beside the rest that it loses bits may depend on it.
    template <class View> FATHOM_FORMULA_INLINE void settle(const View &view, Mask lanes) noexcept {
        if (!Ops::any(lanes))
            return;
        const Mask far = Ops::both(lanes, is_far_off<kSettled, Ops>(largest<Ops>(d)));
        if (!Ops::any(far))
            return;
        Linear to = d;
        Exponent to_exponent = e;
        normalise_linear<Ops>(to, to_exponent);
        put_linear<Ops>(d, to, far);
        e = Ops::select_exponent(far, to_exponent, e);
        set_own(view);
    }
    [[nodiscard]] FATHOM_FORMULA_INLINE Linear stepped(Number full) const noexcept {
        return add_to_diagonal<Ops>(compose<Ops>(slope_at(full), d), own);
    }
    [[nodiscard]] static FATHOM_FORMULA_INLINE Linear add_own(const Linear &map, const Linear &by_c,
                                                              Value factor) noexcept {
        return combine<Ops>(map, Ops::set(1), by_c, factor);
    }
    [[nodiscard]] static FATHOM_FORMULA_INLINE Linear slope_at(Number full) noexcept {
        return Formula::template slope<Ops>(Point<Value>{full, {}});
    }
    template <class View> FATHOM_FORMULA_INLINE void set_own(const View &view) noexcept {
        own = own_beside<Ops>(view, e);
    }
};

/// The gradient alone.
template <class Formula, PerturbedOps Ops>
struct GradientTracks : PerturbedDerivative<Formula, Ops> {
    using Value = typename Ops::Value;
    using Mask = typename Ops::Mask;
    template <class View>
    FATHOM_FORMULA_INLINE void note(const View &, typename Ops::Count, Value, Complex<Value>,
                                    Mask) noexcept {}
    template <class View>
    FATHOM_FORMULA_INLINE void note_jump(const View &, typename Ops::Count, typename Ops::Index,
                                         Mask) noexcept {}
    FATHOM_FORMULA_INLINE void note_points(const JumpNotice<typename Ops::Real> &, Mask) noexcept {}
};

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
