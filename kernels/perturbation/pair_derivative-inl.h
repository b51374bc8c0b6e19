// How perturbed orbits of formulas that look back move with their pixel.
// Compiled for single pixels and for every instruction set, as mandelbrot_step-inl.h is.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_PERTURBATION_PAIR_DERIVATIVE_INL_H)) ||    \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_PERTURBATION_PAIR_DERIVATIVE_INL_H_TARGET) ==                          \
         defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_PERTURBATION_PAIR_DERIVATIVE_INL_H
#elif defined(FATHOM_KERNELS_PERTURBATION_PAIR_DERIVATIVE_INL_H_TARGET)
#undef FATHOM_KERNELS_PERTURBATION_PAIR_DERIVATIVE_INL_H_TARGET
#else
#define FATHOM_KERNELS_PERTURBATION_PAIR_DERIVATIVE_INL_H_TARGET
#endif

#include "kernels/perturbation/perturbed_tracks-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// Of analytic formulas that look back: the derivatives of z_n and of z_{n-1} with respect to the
/// pixel's place in the picture's map, both times 2^e. As the primary template otherwise.
template <class Formula, PerturbedOps Ops>
requires(Formula::kLooksBack) struct PerturbedDerivative<Formula, Ops> {
    using Real = typename Ops::Real;
    using Value = typename Ops::Value;
    using Mask = typename Ops::Mask;
    using Count = typename Ops::Count;
    using Exponent = typename Ops::Exponent;
    using Number = Complex<Value>;

    ComplexDerivative<Value> d;
    Exponent e;
    Value own; ///< what c adds in a step: a number 2^e

    template <class View> FATHOM_FORMULA_INLINE void begin(const View &view, bool julia) noexcept {
        set_scalar<Ops>(d, Ops::set(julia ? 1 : 0));
        e = Ops::exponent(view.own_exponent);
        own = Ops::set(view.own);
    }

    /// After `lanes` went on by a step from `at`, the exact orbit's point, to z_n.
    template <class View>
    FATHOM_FORMULA_INLINE void follow_step(const View &view, Number at, Number parameter, Count n,
                                           Mask lanes) noexcept {
        ComplexDerivative<Value> to = d;
        advance<Formula, Ops>(to, Point<Value>{at, {}}, Constants<Value>{{}, parameter}, own);
        put<Formula, Ops>(d, to, lanes);
        settle(view, Ops::both(lanes, Ops::multiple_of_16(n)));
    }

    /// The gradient of ln|z_n| at z_n.
    [[nodiscard]] FATHOM_FORMULA_INLINE Number gradient(Number at) const noexcept {
        return scaled_gradient<Ops>(ComplexSlope<Value>{d.d}, e, at);
    }

    FATHOM_FORMULA_INLINE void put_all(const PerturbedDerivative &other, Mask mask) noexcept {
        put<Formula, Ops>(d, other.d, mask);
        e = Ops::select_exponent(mask, other.e, e);
        put_value<Ops>(own, other.own, mask);
    }

  private:
    static constexpr int kSettled = 250; ///< in 16 steps it grows to less than 2^200 times itself

    /// Takes back what has left the middle of the type.
    template <class View> FATHOM_FORMULA_INLINE void settle(const View &view, Mask lanes) noexcept {
        if (!Ops::any(lanes))
            return;
        const Value size = Ops::larger(chebyshev<Ops>(d.d), chebyshev<Ops>(d.before));
        const Mask far = Ops::both(lanes, is_far_off<kSettled, Ops>(size));
        if (!Ops::any(far))
            return;
        const Exponent of_size = Ops::exponent_of(size);
        const Exponent down = Ops::subtract_exponent(Ops::exponent(0), of_size);
        put<Ops>(d.d, shifted<Ops>(d.d, down), far);
        put<Ops>(d.before, shifted<Ops>(d.before, down), far);
        e = Ops::select_exponent(far, Ops::add_exponent(e, of_size), e);
        own = own_beside<Ops>(view, e);
    }
};

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
