// Linear maps of the plane, as derivatives and jumps are: a complex factor or a real matrix.
// Compiled for single pixels and for every instruction set, as mandelbrot_step-inl.h is.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_PERTURBATION_LINEAR_MAP_INL_H)) ||         \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_PERTURBATION_LINEAR_MAP_INL_H_TARGET) == defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_PERTURBATION_LINEAR_MAP_INL_H
#elif defined(FATHOM_KERNELS_PERTURBATION_LINEAR_MAP_INL_H_TARGET)
#undef FATHOM_KERNELS_PERTURBATION_LINEAR_MAP_INL_H_TARGET
#else
#define FATHOM_KERNELS_PERTURBATION_LINEAR_MAP_INL_H_TARGET
#endif

#include <utility>

#include "kernels/formulas/orbit-inl.h"
#include "kernels/perturbation/wide_number-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// A map of that type whose reals are read(0), read(1), ... in the order of its members.
template <class Linear, class Read> FATHOM_FORMULA_INLINE Linear read_linear(Read read) noexcept {
    if constexpr (Linear::kReals == 2)
        return {{read(0), read(1)}};
    else
        return {read(0), read(1), read(2), read(3)};
}

template <class Linear, class Ops> FATHOM_FORMULA_INLINE Linear identity() noexcept {
    if constexpr (Linear::kReals == 2)
        return {{Ops::set(1), Ops::set(0)}};
    else
        return {Ops::set(1), Ops::set(0), Ops::set(0), Ops::set(1)};
}

/// The identity times a number.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE void set_to(ComplexSlope<Value> &map, Value value) noexcept {
    map = {{value, Ops::set(0)}};
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE void set_to(MatrixSlope<Value> &map, Value value) noexcept {
    map = {value, Ops::set(0), Ops::set(0), value};
}

template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> apply(const ComplexSlope<Value> &map,
                                           Complex<Value> z) noexcept {
    return multiply<Ops>(map.d, z);
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> apply(const MatrixSlope<Value> &map,
                                           Complex<Value> z) noexcept {
    return {Ops::fma(map.ux, z.x, Ops::mul(map.uy, z.y)),
            Ops::fma(map.vx, z.x, Ops::mul(map.vy, z.y))};
}

/// First `second`, then `first`.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE ComplexSlope<Value> compose(const ComplexSlope<Value> &first,
                                                  const ComplexSlope<Value> &second) noexcept {
    return {multiply<Ops>(first.d, second.d)};
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE MatrixSlope<Value> compose(const MatrixSlope<Value> &first,
                                                 const MatrixSlope<Value> &second) noexcept {
    const Complex<Value> left = apply<Ops>(first, Complex<Value>{second.ux, second.vx});
    const Complex<Value> right = apply<Ops>(first, Complex<Value>{second.uy, second.vy});
    return {left.x, right.x, left.y, right.y};
}

/// a f + b g of numbers f and g.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE ComplexSlope<Value> combine(const ComplexSlope<Value> &a, Value f,
                                                  const ComplexSlope<Value> &b, Value g) noexcept {
    return {{Ops::fma(a.d.x, f, Ops::mul(b.d.x, g)), Ops::fma(a.d.y, f, Ops::mul(b.d.y, g))}};
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE MatrixSlope<Value> combine(const MatrixSlope<Value> &a, Value f,
                                                 const MatrixSlope<Value> &b, Value g) noexcept {
    return {Ops::fma(a.ux, f, Ops::mul(b.ux, g)), Ops::fma(a.uy, f, Ops::mul(b.uy, g)),
            Ops::fma(a.vx, f, Ops::mul(b.vx, g)), Ops::fma(a.vy, f, Ops::mul(b.vy, g))};
}

/// map + the identity times a number.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE ComplexSlope<Value> add_to_diagonal(const ComplexSlope<Value> &map,
                                                          Value value) noexcept {
    return {{Ops::add(map.d.x, value), map.d.y}};
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE MatrixSlope<Value> add_to_diagonal(const MatrixSlope<Value> &map,
                                                         Value value) noexcept {
    return {Ops::add(map.ux, value), map.uy, map.vx, Ops::add(map.vy, value)};
}

/// High parts, see HighOps.
template <class Value> FATHOM_FORMULA_INLINE auto high(const ComplexSlope<Value> &map) noexcept {
    using Part = decltype(high(map.d.x));
    return ComplexSlope<Part>{high(map.d)};
}
template <class Value> FATHOM_FORMULA_INLINE auto high(const MatrixSlope<Value> &map) noexcept {
    using Part = decltype(high(map.ux));
    return MatrixSlope<Part>{high(map.ux), high(map.uy), high(map.vx), high(map.vy)};
}
template <class Linear> using HighLinear = decltype(high(std::declval<const Linear &>()));

/// map + by, which has only high parts.
template <class Ops, class Value = typename Ops::Value, class Part>
FATHOM_FORMULA_INLINE ComplexSlope<Value> add_high(const ComplexSlope<Value> &map,
                                                   const ComplexSlope<Part> &by) noexcept {
    return {{Ops::add_single(map.d.x, by.d.x), Ops::add_single(map.d.y, by.d.y)}};
}
template <class Ops, class Value = typename Ops::Value, class Part>
FATHOM_FORMULA_INLINE MatrixSlope<Value> add_high(const MatrixSlope<Value> &map,
                                                  const MatrixSlope<Part> &by) noexcept {
    return {Ops::add_single(map.ux, by.ux), Ops::add_single(map.uy, by.uy),
            Ops::add_single(map.vx, by.vx), Ops::add_single(map.vy, by.vy)};
}

/// map times a power of two.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE ComplexSlope<Value> shifted(const ComplexSlope<Value> &map,
                                                  typename Ops::Exponent e) noexcept {
    return {shifted<Ops>(map.d, e)};
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE MatrixSlope<Value> shifted(const MatrixSlope<Value> &map,
                                                 typename Ops::Exponent e) noexcept {
    const Value factor = Ops::power_of_two(e);
    return {Ops::mul(map.ux, factor), Ops::mul(map.uy, factor), Ops::mul(map.vx, factor),
            Ops::mul(map.vy, factor)};
}

/// The largest magnitude of its reals.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value largest(const ComplexSlope<Value> &map) noexcept {
    return Ops::larger(Ops::abs(map.d.x), Ops::abs(map.d.y));
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value largest(const MatrixSlope<Value> &map) noexcept {
    return Ops::larger(Ops::larger(Ops::abs(map.ux), Ops::abs(map.uy)),
                       Ops::larger(Ops::abs(map.vx), Ops::abs(map.vy)));
}

/// Its operator norm for the Chebyshev norm: the largest sum of a row.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value operator_norm(const ComplexSlope<Value> &map) noexcept {
    return Ops::add(Ops::abs(map.d.x), Ops::abs(map.d.y));
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value operator_norm(const MatrixSlope<Value> &map) noexcept {
    return Ops::larger(Ops::add(Ops::abs(map.ux), Ops::abs(map.uy)),
                       Ops::add(Ops::abs(map.vx), Ops::abs(map.vy)));
}

/// Brings the largest real of map 2^e into [1, 2); 0 becomes 0 2^kZeroExponent.
template <class Ops, class Linear>
FATHOM_FORMULA_INLINE void normalise_linear(Linear &map, typename Ops::Exponent &e) noexcept {
    const auto zero = Ops::exponent(kZeroExponent);
    const auto own = Ops::exponent_of(largest<Ops>(map));
    const auto vanished = Ops::equal_exponent(own, zero);
    const auto factor = Ops::power_of_two(
        Ops::select_exponent(vanished, zero, Ops::subtract_exponent(Ops::exponent(0), own)));
    map = combine<Ops>(map, factor, map, Ops::set(0));
    e = Ops::select_exponent(vanished, zero, Ops::add_exponent(e, own));
}

/// Takes over `from` in the lanes of the mask.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE void put_linear(ComplexSlope<Value> &to, const ComplexSlope<Value> &from,
                                      typename Ops::Mask mask) noexcept {
    put<Ops>(to.d, from.d, mask);
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE void put_linear(MatrixSlope<Value> &to, const MatrixSlope<Value> &from,
                                      typename Ops::Mask mask) noexcept {
    put_value<Ops>(to.ux, from.ux, mask);
    put_value<Ops>(to.uy, from.uy, mask);
    put_value<Ops>(to.vx, from.vx, mask);
    put_value<Ops>(to.vy, from.vy, mask);
}

/// The linear maps of a jump (see Jump), A 2^a_exponent and B 2^b_exponent.
template <class Linear, class Ops> struct JumpMaps {
    Linear a;
    typename Ops::Exponent a_exponent;
    Linear b;
    typename Ops::Exponent b_exponent;
};
/// High parts, see HighOps.
template <class Linear, class Ops>
FATHOM_FORMULA_INLINE JumpMaps<HighLinear<Linear>, HighOps<Ops>>
high(const JumpMaps<Linear, Ops> &maps) noexcept {
    return {high(maps.a), maps.a_exponent, high(maps.b), maps.b_exponent};
}
/// Those of a single step.
template <class Linear, class Ops>
FATHOM_FORMULA_INLINE JumpMaps<Linear, Ops> maps_of_step() noexcept {
    return {identity<Linear, Ops>(), Ops::exponent(0), identity<Linear, Ops>(), Ops::exponent(0)};
}

/// Zeros, for others to be added to.
template <class Linear, class Ops> FATHOM_FORMULA_INLINE JumpMaps<Linear, Ops> no_maps() noexcept {
    JumpMaps<Linear, Ops> none;
    set_to<Ops>(none.a, Ops::set(0));
    set_to<Ops>(none.b, Ops::set(0));
    none.a_exponent = none.b_exponent = Ops::exponent(kZeroExponent);
    return none;
}

/// The gradient of ln|z| where z's derivative is map 2^e.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> scaled_gradient(const ComplexSlope<Value> &map,
                                                     typename Ops::Exponent e,
                                                     Complex<Value> z) noexcept {
    const Complex<Value> none{Ops::set(0), Ops::set(0)};
    const Complex<Value> unit = gradient<Ops>(ComplexDerivative<Value>{map.d, none}, z);
    const Value factor = Ops::power_of_two(e);
    return {tame<Ops>(Ops::mul(unit.x, factor)), tame<Ops>(Ops::mul(unit.y, factor))};
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> scaled_gradient(const MatrixSlope<Value> &map,
                                                     typename Ops::Exponent e,
                                                     Complex<Value> z) noexcept {
    const Complex<Value> unit =
        gradient<Ops>(MatrixDerivative<Value>{map.ux, map.uy, map.vx, map.vy}, z);
    const Value factor = Ops::power_of_two(e);
    return {tame<Ops>(Ops::mul(unit.x, factor)), tame<Ops>(Ops::mul(unit.y, factor))};
}

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
