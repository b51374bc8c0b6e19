// Where orbits are behind the beginning that they have in common.
// Compiled for single pixels and for every instruction set, as mandelbrot_step-inl.h is.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_PERTURBATION_COMMON_START_INL_H)) ||       \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_PERTURBATION_COMMON_START_INL_H_TARGET) == defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_PERTURBATION_COMMON_START_INL_H
#elif defined(FATHOM_KERNELS_PERTURBATION_COMMON_START_INL_H_TARGET)
#undef FATHOM_KERNELS_PERTURBATION_COMMON_START_INL_H_TARGET
#else
#define FATHOM_KERNELS_PERTURBATION_COMMON_START_INL_H_TARGET
#endif

#include "kernels/perturbation/perturbed_view.h"
#include "kernels/perturbation/wide_number-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// An orbit's difference behind the common start, in units of 2^exponent, and its derivative with
/// respect to the place, in units of 2^(exponent - place_exponent).
template <class Ops> struct BehindStart {
    Complex<typename Ops::Value> z;
    Complex<typename Ops::Value> slope;
};

/// Of pixels at that place; by Horner's rule.
template <class Ops>
FATHOM_FORMULA_INLINE BehindStart<Ops>
take_common_start(const CommonStart<typename Ops::Real> &start, const Wide<Ops> &place) noexcept {
    using Number = Complex<typename Ops::Value>;
    constexpr int kOrder = CommonStart<typename Ops::Real>::kOrder;
    const auto term = [&](int i) FATHOM_FORMULA_LAMBDA {
        return Number{Ops::set(start.b[i][0]), Ops::set(start.b[i][1])};
    };
    const Number s =
        shifted<Ops>(place.z, Ops::subtract_exponent(place.k, Ops::exponent(start.place_exponent)));
    BehindStart<Ops> behind{term(kOrder), {Ops::set(0), Ops::set(0)}};
    for (int i = kOrder - 1; i >= 0; --i) {
        behind.slope = multiply_add<Ops>(behind.slope, s, behind.z);
        behind.z = multiply_add<Ops>(behind.z, s, term(i));
    }
    return behind;
}

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
