// The stages of a pixel's orbit besides the one along the reference: directly, and in the periodic
// core. Compiled for single pixels and for every instruction set, as mandelbrot_step-inl.h is.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_PERTURBATION_ORBIT_STAGES_INL_H)) ||       \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_PERTURBATION_ORBIT_STAGES_INL_H_TARGET) == defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_PERTURBATION_ORBIT_STAGES_INL_H
#elif defined(FATHOM_KERNELS_PERTURBATION_ORBIT_STAGES_INL_H_TARGET)
#undef FATHOM_KERNELS_PERTURBATION_ORBIT_STAGES_INL_H_TARGET
#else
#define FATHOM_KERNELS_PERTURBATION_ORBIT_STAGES_INL_H_TARGET
#endif

#include "kernels/formulas/formula_math-inl.h"
#include "kernels/perturbation/perturbed_view.h"
#include "kernels/perturbation/wide_number-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// One round's outcome, lane by lane.
template <class Ops> struct RoundEnd {
    typename Ops::Mask escaped; ///< beyond the bailout at n
    typename Ops::Mask over;    ///< n came to the limit
    typename Ops::Mask rebased;
};

/// A pixel's c, from the reference's: 0 in a Julia set.
template <class Ops> struct PixelC {
    Complex<typename Ops::Value> plain;
    Wide<Ops> wide; ///< normalised

    FATHOM_FORMULA_INLINE void begin(bool julia, const Wide<Ops> &place) noexcept {
        const auto zero = Ops::set(0);
        wide = julia ? Wide<Ops>{{zero, zero}, Ops::exponent(kZeroExponent)} : place;
        plain = shifted<Ops>(wide.z, wide.k);
    }
    FATHOM_FORMULA_INLINE void put_all(const PixelC &other, typename Ops::Mask mask) noexcept {
        put<Ops>(plain, other.plain, mask);
        put<Ops>(wide.z, other.wide.z, mask);
        wide.k = Ops::select_exponent(mask, other.wide.k, wide.k);
    }
};

/// What an orbit's z is where its k is above 0.
inline constexpr int kDirectStage = 1; ///< z_n itself
inline constexpr int kCoreStage = 2;   ///< w of the periodic core

/// Where an orbit's difference from the reference is nearly as large as the orbit, it goes on
/// directly, z' = F(z) + c in plain numbers: that takes the fewest instructions, no memory, and is
/// as exact. A step is rounded to 2^-53 (of doubles); a pixel moved by d of its distance from the
/// reference changes it by d |F'(z)| times the difference. So the product of |z|^(p-1) and the
/// difference is to be 2^-8 at least, which keeps d below 2^-45. Of sums of two doubles, rounded to
/// 2^-102, it is to be 2^-22, and of two floats (2^-46) 2^-6.
template <class Formula, class Ops> struct DirectStage {
    using High = HighOps<Ops>;
    using Size = typename High::Value;
    using Mask = typename Ops::Mask;
    /// log2 of the least product, squared.
    static constexpr bool kIsFloat = sizeof(typename High::Real) == sizeof(float);
    static constexpr int kExponent =
        kIsTwo<typename Ops::Real> ? (kIsFloat ? -12 : -44) : (kIsFloat ? -8 : -16);

    /// Whether orbits may begin to: `size` is |z_n|^2, `own` that of the difference.
    static FATHOM_FORMULA_INLINE Mask begins(Size size, Size own) noexcept {
        Size product = own;
        for (int i = 1; i < Formula::kDegree; ++i)
            product = High::mul(product, size);
        return High::less_equal(High::set(small_power<typename High::Real>(kExponent)), product);
    }
    /// Whether they may go on to. The difference is taken for z itself, which begins the critical
    /// orbit anew.
    static FATHOM_FORMULA_INLINE Mask goes_on(Size size) noexcept {
        constexpr auto kLeast = small_power<typename High::Real>(kExponent / Formula::kDegree);
        return High::less_equal(High::set(kLeast), size);
    }
};

/// The coordinates of a PeriodicCore.
template <class Ops> struct CoreStage {
    using Value = typename Ops::Value;
    using Mask = typename Ops::Mask;
    using Exponent = typename Ops::Exponent;
    using Number = Complex<Value>;
    using High = HighOps<Ops>;
    using Core = PeriodicCore<typename Ops::Real>;

    /// What is added once a period, of a pixel with that c.
    [[nodiscard]] static FATHOM_FORMULA_INLINE Number constant(const Core &core,
                                                               const Wide<Ops> &c) noexcept {
        Exponent sum_exponent;
        const Number sum = wide_sum<Ops>(multiply<Ops>(number_of(core.of_c), c.z),
                                         Ops::add_exponent(c.k, Ops::exponent(core.of_c.exponent)),
                                         number_of(core.constant),
                                         Ops::exponent(core.constant.exponent), sum_exponent);
        return shifted<Ops>(sum, sum_exponent);
    }

    /// Those of the lanes, at Z = 0 with the difference z 2^k and k up to 0, that are small enough
    /// enter the core, and are returned.
    static FATHOM_FORMULA_INLINE Mask enter(const Core &core, Mask lanes, Number &z,
                                            Exponent &k) noexcept {
        const Number w = shifted<Ops>(multiply<Ops>(number_of(core.scale), z),
                                      Ops::add_exponent(k, Ops::exponent(core.scale.exponent)));
        const Mask enters =
            Ops::both(Ops::but_not(lanes, Ops::less_exponent(Ops::exponent(0), k)), holds(core, w));
        put<Ops>(z, w, enters);
        k = Ops::select_exponent(enters, Ops::exponent(kCoreStage), k);
        return enters;
    }

    /// Whether w is small enough.
    [[nodiscard]] static FATHOM_FORMULA_INLINE Mask holds(const Core &core, Number w) noexcept {
        return High::less(norm<High>(high(w.x), high(w.y)), High::set(core.radius_squared));
    }

    /// Makes w of the lanes the difference z 2^k again.
    static FATHOM_FORMULA_INLINE void leave(const Core &core, Mask lanes, Number &z,
                                            Exponent &k) noexcept {
        Number at = multiply<Ops>(number_of(core.inverse), z);
        Exponent e = Ops::exponent(core.inverse.exponent);
        normalise<Ops>(at, e);
        put<Ops>(z, at, lanes);
        k = Ops::select_exponent(lanes, e, k);
    }

    [[nodiscard]] static FATHOM_FORMULA_INLINE Number
    number_of(const WidePoint<typename Ops::Real> &point) noexcept {
        return {Ops::set(point.x), Ops::set(point.y)};
    }
    [[nodiscard]] static FATHOM_FORMULA_INLINE Wide<High>
    high_of(const WidePoint<typename Ops::Real> &point) noexcept {
        return {high(number_of(point)), Ops::exponent(point.exponent)};
    }
};

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
