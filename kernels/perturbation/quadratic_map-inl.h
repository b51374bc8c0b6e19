// The second-order parts of jumps: forms of degree two in z~ and c, beside the linear maps of
// linear_map-inl.h. Compiled for single pixels and for every instruction set, as
// mandelbrot_step-inl.h is.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_PERTURBATION_QUADRATIC_MAP_INL_H)) ||      \
    (defined(HWY_NAMESPACE) && defined(FATHOM_KERNELS_PERTURBATION_QUADRATIC_MAP_INL_H_TARGET) ==  \
                                   defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_PERTURBATION_QUADRATIC_MAP_INL_H
#elif defined(FATHOM_KERNELS_PERTURBATION_QUADRATIC_MAP_INL_H_TARGET)
#undef FATHOM_KERNELS_PERTURBATION_QUADRATIC_MAP_INL_H_TARGET
#else
#define FATHOM_KERNELS_PERTURBATION_QUADRATIC_MAP_INL_H_TARGET
#endif

#include "kernels/perturbation/linear_map-inl.h"
#include "kernels/perturbation/wide_number-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// Of analytic formulas: d z^2, or d z c.
template <class Value> struct ComplexForm {
    static constexpr int kReals = 2;
    Complex<Value> d;
};
/// Of others: xx x^2 + xy x y + yy y^2 of one vector,
template <class Value> struct SquareForm {
    static constexpr int kReals = 6;
    Complex<Value> xx, xy, yy;
};
/// and xu x u + xv x v + yu y u + yv y v of two, z = (x, y) and c = (u, v).
template <class Value> struct MixedForm {
    static constexpr int kReals = 8;
    Complex<Value> xu, xv, yu, yv;
};

/// The forms that go with a linear map.
template <class Linear> struct FormsOf;
template <class Value> struct FormsOf<ComplexSlope<Value>> {
    using Square = ComplexForm<Value>;
    using Mixed = ComplexForm<Value>;
};
template <class Value> struct FormsOf<MatrixSlope<Value>> {
    using Square = SquareForm<Value>;
    using Mixed = MixedForm<Value>;
};

/// A form of that type whose reals are read(0), read(1), ... in the order of its members.
template <class Form, class Read> FATHOM_FORMULA_INLINE Form read_form(Read read) noexcept {
    if constexpr (Form::kReals == 2)
        return {{read(0), read(1)}};
    else if constexpr (Form::kReals == 6)
        return {{read(0), read(1)}, {read(2), read(3)}, {read(4), read(5)}};
    else
        return {{read(0), read(1)}, {read(2), read(3)}, {read(4), read(5)}, {read(6), read(7)}};
}

/// map + the form's secant at z: what gives form(z, z) when it is applied to z.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE ComplexSlope<Value> add_secant(const ComplexSlope<Value> &map,
                                                     const ComplexForm<Value> &form,
                                                     Complex<Value> z) noexcept {
    return {multiply_add<Ops>(form.d, z, map.d)};
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE MatrixSlope<Value> add_secant(const MatrixSlope<Value> &map,
                                                    const SquareForm<Value> &form,
                                                    Complex<Value> z) noexcept {
    return {Ops::fma(form.xx.x, z.x, Ops::fma(form.xy.x, z.y, map.ux)),
            Ops::fma(form.yy.x, z.y, map.uy),
            Ops::fma(form.xx.y, z.x, Ops::fma(form.xy.y, z.y, map.vx)),
            Ops::fma(form.yy.y, z.y, map.vy)};
}

/// secant + what makes a form's derivative at z of its secant there.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE ComplexSlope<Value> add_rest(const ComplexSlope<Value> &secant,
                                                   const ComplexForm<Value> &form,
                                                   Complex<Value> z) noexcept {
    return {multiply_add<Ops>(form.d, z, secant.d)};
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE MatrixSlope<Value> add_rest(const MatrixSlope<Value> &secant,
                                                  const SquareForm<Value> &form,
                                                  Complex<Value> z) noexcept {
    return {Ops::fma(form.xx.x, z.x, secant.ux),
            Ops::fma(form.xy.x, z.x, Ops::fma(form.yy.x, z.y, secant.uy)),
            Ops::fma(form.xx.y, z.x, secant.vx),
            Ops::fma(form.xy.y, z.x, Ops::fma(form.yy.y, z.y, secant.vy))};
}

/// map + the mixed form as a linear map of z, c being given.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE ComplexSlope<Value> add_given_c(const ComplexSlope<Value> &map,
                                                      const ComplexForm<Value> &form,
                                                      Complex<Value> c) noexcept {
    return {multiply_add<Ops>(form.d, c, map.d)};
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE MatrixSlope<Value> add_given_c(const MatrixSlope<Value> &map,
                                                     const MixedForm<Value> &form,
                                                     Complex<Value> c) noexcept {
    return {Ops::fma(form.xu.x, c.x, Ops::fma(form.xv.x, c.y, map.ux)),
            Ops::fma(form.yu.x, c.x, Ops::fma(form.yv.x, c.y, map.uy)),
            Ops::fma(form.xu.y, c.x, Ops::fma(form.xv.y, c.y, map.vx)),
            Ops::fma(form.yu.y, c.x, Ops::fma(form.yv.y, c.y, map.vy))};
}

/// The form with its two vectors in turn.
template <class Value>
FATHOM_FORMULA_INLINE ComplexForm<Value> transposed(const ComplexForm<Value> &form) noexcept {
    return form;
}
template <class Value>
FATHOM_FORMULA_INLINE MixedForm<Value> transposed(const MixedForm<Value> &form) noexcept {
    return {form.xu, form.yu, form.xv, form.yv};
}

/// map + the mixed form as a linear map of c, z being given.
template <class Ops, class Linear, class Form>
FATHOM_FORMULA_INLINE Linear add_given_z(const Linear &map, const Form &form,
                                         Complex<typename Ops::Value> z) noexcept {
    return add_given_c<Ops>(map, transposed(form), z);
}

/// The second-order part of a jump, see Jump: D 2^d_exponent and so on.
template <class Linear, class Ops> struct JumpForms {
    typename FormsOf<Linear>::Square d;
    typename FormsOf<Linear>::Mixed e;
    typename FormsOf<Linear>::Square f;
    typename Ops::Exponent d_exponent, e_exponent, f_exponent;
};

/// The forms of jumps whose maps are in those operations: the second order is small beside the
/// first, so that of sums of two high parts suffice.
template <class Linear, class Ops> using FormsBeside = JumpForms<HighLinear<Linear>, HighOps<Ops>>;

/// Linear maps with which a jump from z~ = z and c ends at a z + b c; none has an exponent.
template <class Ops, class Linear>
FATHOM_FORMULA_INLINE JumpMaps<Linear, Ops>
secants(const JumpMaps<Linear, Ops> &maps, const FormsBeside<Linear, Ops> &forms,
        Complex<typename Ops::Value> z, Complex<typename Ops::Value> c) noexcept {
    if constexpr (kIsTwo<typename Ops::Real>) {
        using High = HighOps<Ops>;
        const auto by = secants<High>(no_maps<HighLinear<Linear>, High>(), forms, high(z), high(c));
        return {add_high<Ops>(maps.a, by.a), Ops::exponent(0), add_high<Ops>(maps.b, by.b),
                Ops::exponent(0)};
    } else {
        return {add_given_c<Ops>(add_secant<Ops>(maps.a, forms.d, z), forms.e, c), Ops::exponent(0),
                add_secant<Ops>(maps.b, forms.f, c), Ops::exponent(0)};
    }
}
/// Where it ends, by the secants.
template <class Ops, class Linear>
FATHOM_FORMULA_INLINE Complex<typename Ops::Value> end_of(const JumpMaps<Linear, Ops> &secants,
                                                          Complex<typename Ops::Value> z,
                                                          Complex<typename Ops::Value> c) noexcept {
    return sum<Ops>(apply<Ops>(secants.a, z), apply<Ops>(secants.b, c));
}
/// Its derivatives by z~ and by c there, of the secants; high parts.
template <class Ops, class Linear>
FATHOM_FORMULA_INLINE JumpMaps<HighLinear<Linear>, HighOps<Ops>>
tangents(const JumpMaps<Linear, Ops> &secants, const FormsBeside<Linear, Ops> &forms,
         Complex<typename Ops::Value> z, Complex<typename Ops::Value> c) noexcept {
    using High = HighOps<Ops>;
    const auto by_z = add_rest<High>(high(secants.a), forms.d, high(z));
    const auto by_c = add_rest<High>(high(secants.b), forms.f, high(c));
    return {by_z, Ops::exponent(0), add_given_z<High>(by_c, forms.e, high(z)), Ops::exponent(0)};
}

/// form(z) as `add` adds it to no map, and map 2^e: their sum, whose exponent e becomes.
template <class Ops, class Linear, class Form, class Add>
FATHOM_FORMULA_INLINE void add_wide(Linear &map, typename Ops::Exponent &e, const Form &form,
                                    typename Ops::Exponent form_exponent, const Wide<Ops> &at,
                                    Add add) noexcept {
    const auto own = Ops::add_exponent(form_exponent, at.k);
    const auto larger = Ops::larger_exponent(e, own);
    Linear none;
    set_to<Ops>(none, Ops::set(0));
    map =
        combine<Ops>(map, Ops::power_of_two(Ops::subtract_exponent(e, larger)),
                     add(none, form, at.z), Ops::power_of_two(Ops::subtract_exponent(own, larger)));
    e = larger;
}

/// map 2^e + by 2^by_exponent, whose exponent e becomes; `by` has only high parts.
template <class Ops, class Linear>
FATHOM_FORMULA_INLINE void add_wide_high(Linear &map, typename Ops::Exponent &e,
                                         const HighLinear<Linear> &by,
                                         typename Ops::Exponent by_exponent) noexcept {
    const auto larger = Ops::larger_exponent(e, by_exponent);
    map = add_high<Ops>(shifted<Ops>(map, Ops::subtract_exponent(e, larger)),
                        shifted<HighOps<Ops>>(by, Ops::subtract_exponent(by_exponent, larger)));
    e = larger;
}

/// As the functions for plain numbers.
template <class Ops, class Linear>
FATHOM_FORMULA_INLINE JumpMaps<Linear, Ops>
secants(JumpMaps<Linear, Ops> maps, const FormsBeside<Linear, Ops> &forms, const Wide<Ops> &z,
        const Wide<Ops> &c) noexcept {
    if constexpr (kIsTwo<typename Ops::Real>) {
        using High = HighOps<Ops>;
        const auto by = secants<High>(no_maps<HighLinear<Linear>, High>(), forms, high(z), high(c));
        add_wide_high<Ops>(maps.a, maps.a_exponent, by.a, by.a_exponent);
        add_wide_high<Ops>(maps.b, maps.b_exponent, by.b, by.b_exponent);
        return maps;
    } else {
        const auto secant = [](const auto &...of)
                                FATHOM_FORMULA_LAMBDA { return add_secant<Ops>(of...); };
        const auto given_c = [](const auto &...of)
                                 FATHOM_FORMULA_LAMBDA { return add_given_c<Ops>(of...); };
        add_wide<Ops>(maps.a, maps.a_exponent, forms.d, forms.d_exponent, z, secant);
        add_wide<Ops>(maps.a, maps.a_exponent, forms.e, forms.e_exponent, c, given_c);
        add_wide<Ops>(maps.b, maps.b_exponent, forms.f, forms.f_exponent, c, secant);
        return maps;
    }
}
template <class Ops, class Linear>
FATHOM_FORMULA_INLINE Wide<Ops> end_of(const JumpMaps<Linear, Ops> &secants, const Wide<Ops> &z,
                                       const Wide<Ops> &c) noexcept {
    Wide<Ops> end;
    end.z = wide_sum<Ops>(apply<Ops>(secants.a, z.z), Ops::add_exponent(secants.a_exponent, z.k),
                          apply<Ops>(secants.b, c.z), Ops::add_exponent(secants.b_exponent, c.k),
                          end.k);
    return end;
}
template <class Ops, class Linear>
FATHOM_FORMULA_INLINE JumpMaps<HighLinear<Linear>, HighOps<Ops>>
tangents(const JumpMaps<Linear, Ops> &secants, const FormsBeside<Linear, Ops> &forms,
         const Wide<Ops> &z, const Wide<Ops> &c) noexcept {
    using High = HighOps<Ops>;
    const auto rest = [](const auto &...of) FATHOM_FORMULA_LAMBDA { return add_rest<High>(of...); };
    const auto given_z = [](const auto &...of)
                             FATHOM_FORMULA_LAMBDA { return add_given_z<High>(of...); };
    auto maps = high(secants);
    add_wide<High>(maps.a, maps.a_exponent, forms.d, forms.d_exponent, high(z), rest);
    add_wide<High>(maps.b, maps.b_exponent, forms.f, forms.f_exponent, high(c), rest);
    add_wide<High>(maps.b, maps.b_exponent, forms.e, forms.e_exponent, high(z), given_z);
    return maps;
}

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
