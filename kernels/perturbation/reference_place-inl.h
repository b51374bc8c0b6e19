// Where pixels' orbits are along the reference orbit.
// Compiled for single pixels and for every instruction set, as mandelbrot_step-inl.h is.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_PERTURBATION_REFERENCE_PLACE_INL_H)) ||    \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_PERTURBATION_REFERENCE_PLACE_INL_H_TARGET) ==                          \
         defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_PERTURBATION_REFERENCE_PLACE_INL_H
#elif defined(FATHOM_KERNELS_PERTURBATION_REFERENCE_PLACE_INL_H_TARGET)
#undef FATHOM_KERNELS_PERTURBATION_REFERENCE_PLACE_INL_H_TARGET
#else
#define FATHOM_KERNELS_PERTURBATION_REFERENCE_PLACE_INL_H_TARGET
#endif

#include "kernels/perturbation/perturbed_view.h"
#include "kernels/perturbation/wide_number-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// A point of the reference for each pixel. It is passed the view each time, whose tables hold the
/// orbit: the start that pixels have in common, up to the index `first_end`, and behind that the
/// critical orbit, from `restart` to `last`. kDegree is that of the formula's step.
template <int kDegree, PerturbedOps Ops> struct ReferencePlace {
    using Real = typename Ops::Real;
    using Value = typename Ops::Value;
    using Mask = typename Ops::Mask;
    using Index = typename Ops::Index;
    using Exponent = typename Ops::Exponent;
    using Number = Complex<Value>;

    Number z; ///< Z_m, plain
    Index m;

    template <class View> FATHOM_FORMULA_INLINE void begin(const View &view) noexcept {
        m = Ops::index(0);
        z = load(view, m);
    }

    /// Z of that index, plain.
    template <class View>
    static FATHOM_FORMULA_INLINE Number load(const View &view, Index at) noexcept {
        Number z;
        Ops::load_pair(view.tables.orbit, at, 0, z.x, z.y);
        return z;
    }

    /// Goes on by `length` points, which is 0 in lanes that are not active.
    template <class View>
    FATHOM_FORMULA_INLINE void go_on(const View &view, Index length, Mask active) noexcept {
        m = Ops::add_index(m, length);
        put<Ops>(z, load(view, m), active);
    }

    /// Begins the critical orbit.
    template <class View>
    FATHOM_FORMULA_INLINE void restart(const View &view, Mask lanes) noexcept {
        const Value zero = Ops::set(0);
        put<Ops>(z, Number{zero, zero}, lanes);
        m = Ops::select_index(lanes, Ops::index(view.tables.restart), m);
    }

    /// The lanes where the reference has no next point.
    template <class View>
    [[nodiscard]] FATHOM_FORMULA_INLINE Mask at_end(const View &view) const noexcept {
        return Ops::either(Ops::equal_index(m, Ops::index(view.tables.first_end)),
                           Ops::equal_index(m, Ops::index(view.tables.last)));
    }

    /// Steps that the reference still has.
    template <class View>
    [[nodiscard]] FATHOM_FORMULA_INLINE Index end_after(const View &view) const noexcept {
        const Index first = Ops::index(view.tables.first_end);
        const Index last = Ops::index(view.tables.last);
        return Ops::subtract_index(Ops::select_index(Ops::less_index(first, m), last, first), m);
    }

    /// Z_m 2^-t, t being 0 unless Z_m is tiny: then the larger of its exponent and k, which is the
    /// difference's.
    template <class View>
    FATHOM_FORMULA_INLINE void bring_to_scale(const View &view, Mask active, Exponent k,
                                              Number &scaled, Exponent &t) const noexcept {
        scaled = z;
        t = Ops::exponent(0);
        constexpr Real kTiny = small_power<Real>(tiny_exponent<Real>(kDegree));
        const Mask tiny = Ops::both(active, Ops::less(chebyshev<Ops>(z), Ops::set(kTiny)));
        if (!Ops::any(tiny))
            return;
        Number exact = z;
        Exponent e = Ops::exponent(kZeroExponent);
        const Mask listed =
            Ops::but_not(tiny, Ops::equal_index(m, Ops::index(view.tables.restart)));
        if (Ops::any(listed))
            Ops::find_tiny(view.tables.tiny, view.tables.tiny_count, m, listed, exact.x, exact.y,
                           e);
        // Beyond any exponent that is not 0's, sums stay in their type.
        const Exponent larger =
            Ops::larger_exponent(Ops::larger_exponent(e, k), Ops::exponent(kLeastScale));
        put<Ops>(scaled, shifted<Ops>(exact, Ops::subtract_exponent(e, larger)), tiny);
        t = Ops::select_exponent(tiny, larger, t);
    }

    FATHOM_FORMULA_INLINE void put_all(const ReferencePlace &other, Mask mask) noexcept {
        put<Ops>(z, other.z, mask);
        m = Ops::select_index(mask, other.m, m);
    }

  private:
    static constexpr int kLeastScale = -(1 << 24);
};

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
