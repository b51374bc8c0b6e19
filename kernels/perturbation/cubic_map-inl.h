// The third order of jumps of analytic formulas. Compiled for single pixels and for every
// instruction set, as mandelbrot_step-inl.h is.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_PERTURBATION_CUBIC_MAP_INL_H)) ||          \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_PERTURBATION_CUBIC_MAP_INL_H_TARGET) == defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_PERTURBATION_CUBIC_MAP_INL_H
#elif defined(FATHOM_KERNELS_PERTURBATION_CUBIC_MAP_INL_H_TARGET)
#undef FATHOM_KERNELS_PERTURBATION_CUBIC_MAP_INL_H_TARGET
#else
#define FATHOM_KERNELS_PERTURBATION_CUBIC_MAP_INL_H_TARGET
#endif

#include "kernels/perturbation/quadratic_map-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// G z^3 + H z^2 c + I z c^2 + J c^3. Formulas that are not analytic have none.
template <class Linear> struct CubicForms {};
template <class Value> struct CubicForms<ComplexSlope<Value>> {
    static constexpr int kReals = 8;
    Complex<Value> g, h, i, j;
};

/// All that is behind the first order of a plain jump whose maps are in those operations.
template <class Linear, class Ops> struct PlainForms {
    FormsBeside<Linear, Ops> square;
    CubicForms<HighLinear<Linear>> cubic;
};

/// Square forms that have the secants, or the derivatives, of both orders at z and c.
template <class Linear, class Ops>
FATHOM_FORMULA_INLINE JumpForms<Linear, Ops>
with_cubic_secant(JumpForms<Linear, Ops> forms, const CubicForms<Linear> &cubic,
                  Complex<typename Ops::Value> z, Complex<typename Ops::Value> c) noexcept {
    if constexpr (Linear::kReals == 2) {
        forms.d.d = multiply_add<Ops>(cubic.g, z, multiply_add<Ops>(cubic.h, c, forms.d.d));
        forms.e.d = multiply_add<Ops>(cubic.i, c, forms.e.d);
        forms.f.d = multiply_add<Ops>(cubic.j, c, forms.f.d);
    }
    return forms;
}
template <class Linear, class Ops>
FATHOM_FORMULA_INLINE JumpForms<Linear, Ops>
with_cubic_rest(JumpForms<Linear, Ops> forms, const CubicForms<Linear> &cubic,
                Complex<typename Ops::Value> z, Complex<typename Ops::Value> c) noexcept {
    if constexpr (Linear::kReals == 2) {
        const Complex<typename Ops::Value> zz = sum<Ops>(z, z);
        const Complex<typename Ops::Value> cc = sum<Ops>(c, c);
        forms.d.d = multiply_add<Ops>(cubic.g, zz, multiply_add<Ops>(cubic.h, c, forms.d.d));
        forms.e.d = multiply_add<Ops>(cubic.h, z, multiply_add<Ops>(cubic.i, cc, forms.e.d));
        forms.f.d = multiply_add<Ops>(cubic.j, cc, forms.f.d);
    }
    return forms;
}

/// As of the second order alone.
template <class Ops, class Linear>
FATHOM_FORMULA_INLINE JumpMaps<Linear, Ops>
secants(const JumpMaps<Linear, Ops> &maps, const PlainForms<Linear, Ops> &forms,
        Complex<typename Ops::Value> z, Complex<typename Ops::Value> c) noexcept {
    return secants<Ops>(maps, with_cubic_secant(forms.square, forms.cubic, high(z), high(c)), z, c);
}
template <class Ops, class Linear>
FATHOM_FORMULA_INLINE JumpMaps<HighLinear<Linear>, HighOps<Ops>>
tangents(const JumpMaps<Linear, Ops> &secants, const PlainForms<Linear, Ops> &forms,
         Complex<typename Ops::Value> z, Complex<typename Ops::Value> c) noexcept {
    return tangents<Ops>(secants, with_cubic_rest(forms.square, forms.cubic, high(z), high(c)), z,
                         c);
}

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
