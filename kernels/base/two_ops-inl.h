// The arithmetic of unevaluated sums of two numbers (see Two), over any class of operations.
// Compiled for single pixels and for every instruction set, as mandelbrot_step-inl.h is.
//
// With u half a unit in the last place of 1 (2^-53 of doubles, 2^-24 of floats), relative errors
// are at most
//   add 3 u^2 + 13 u^3     mul 4 u^2     div 9.8 u^2     sqrt 25/8 u^2
// and of a sum with a single number 2 u^2; a fused operation is a product and a sum. Sums of
// opposite signs have that bound, too. Sources: T. J. Dekker, "A floating-point technique for
// extending the available precision", 1971; D. E. Knuth, "The Art of Computer Programming" 2, 4.2.2
// (the sum's error in six operations); M. Joldes, J.-M. Muller, V. Popescu, "Tight and rigorous
// error bounds for basic building blocks of double-word arithmetic", ACM TOMS 44, 2017 (algorithms
// 4, 6, 12 and 18); J.-M. Muller, L. Rideau, "Formalization of double-word arithmetic, and comments
// on [the former]", ACM TOMS 48, 2022 (the product's 4 u^2); V. Lefevre, N. Louvet, J.-M. Muller,
// J. Picot, L. Rideau, "Accurate calculation of Euclidean norms using double-word arithmetic", ACM
// TOMS 49, 2023 (the root). They hold where nothing overflows, and where the parts of a product are
// above the least normal number by the type's digits. What overflows is an infinity or a NaN,
// neither of which is less than or equal to anything.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_BASE_TWO_OPS_INL_H)) ||                    \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_BASE_TWO_OPS_INL_H_TARGET) == defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_BASE_TWO_OPS_INL_H
#elif defined(FATHOM_KERNELS_BASE_TWO_OPS_INL_H_TARGET)
#undef FATHOM_KERNELS_BASE_TWO_OPS_INL_H_TARGET
#else
#define FATHOM_KERNELS_BASE_TWO_OPS_INL_H_TARGET
#endif

#include <cstddef>

#include "kernels/base/reference_point.h"
#include "kernels/base/two.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// As `Base`, with sums of two of its values as values; masks and whole numbers are Base's.
template <class Base> struct TwoOps : Base {
    using High = Base; ///< see HighOps
    using Part = typename Base::Value;
    using Real = Two<typename Base::Real>;
    using Value = Two<Part>;
    using typename Base::Exponent;
    using typename Base::Index;
    using typename Base::Mask;

    static FATHOM_FORMULA_INLINE Value set(Real value) noexcept {
        return {Base::set(value.hi), Base::set(value.lo)};
    }

    /// a + b and the error of that sum, exactly.
    static FATHOM_FORMULA_INLINE Value exact_sum(Part a, Part b) noexcept {
        const Part sum = Base::add(a, b);
        const Part of_b = Base::sub(sum, a);
        const Part of_a = Base::sub(sum, of_b);
        return {sum, Base::add(Base::sub(a, of_a), Base::sub(b, of_b))};
    }
    /// Likewise where |a| >= |b|, or a = 0.
    static FATHOM_FORMULA_INLINE Value exact_sum_of_ordered(Part a, Part b) noexcept {
        const Part sum = Base::add(a, b);
        return {sum, Base::sub(b, Base::sub(sum, a))};
    }
    /// a b and its error.
    static FATHOM_FORMULA_INLINE Value exact_product(Part a, Part b) noexcept {
        const Part product = Base::mul(a, b);
        return {product, Base::fma_minus(a, b, product)};
    }

    static FATHOM_FORMULA_INLINE Value add(Value a, Value b) noexcept {
        const Value high = exact_sum(a.hi, b.hi);
        const Value low = exact_sum(a.lo, b.lo);
        const Value sum = exact_sum_of_ordered(high.hi, Base::add(high.lo, low.hi));
        return exact_sum_of_ordered(sum.hi, Base::add(low.lo, sum.lo));
    }
    static FATHOM_FORMULA_INLINE Value add_single(Value a, Part b) noexcept {
        const Value high = exact_sum(a.hi, b);
        return exact_sum_of_ordered(high.hi, Base::add(a.lo, high.lo));
    }
    static FATHOM_FORMULA_INLINE Value sub(Value a, Value b) noexcept { return add(a, neg(b)); }
    static FATHOM_FORMULA_INLINE Value mul(Value a, Value b) noexcept {
        const Value high = exact_product(a.hi, b.hi);
        const Part low = Base::fma(a.lo, b.hi, Base::fma(a.hi, b.lo, Base::mul(a.lo, b.lo)));
        return exact_sum_of_ordered(high.hi, Base::add(high.lo, low));
    }
    /// a b + c, a b + c d, and that with e added: what complex products are made of. Errors are
    /// relative to the sum of the terms' magnitudes, at most 18 u^2 of it: of products u^2 of those
    /// of lower parts, which are left out, 2 u^2 and 3 u^2 in the fused operations, on numbers
    /// below 2 u and 3 u, and of four sums of such 3 u^2, 2 u^2, 2 u^2 and 5 u^2. That takes half
    /// of the operations of products and sums.
    static FATHOM_FORMULA_INLINE Value product_plus(Value a, Value b, Value c) noexcept {
        const Value product = exact_product(a.hi, b.hi);
        const Value high = exact_sum(product.hi, c.hi);
        return exact_sum(high.hi, Base::add(rest(a, b, product.lo), Base::add(high.lo, c.lo)));
    }
    static FATHOM_FORMULA_INLINE Value sum_of_products(Value a, Value b, Value c,
                                                       Value d) noexcept {
        const Value first = exact_product(a.hi, b.hi);
        const Value second = exact_product(c.hi, d.hi);
        const Value high = exact_sum(first.hi, second.hi);
        const Part low = Base::add(Base::add(rest(a, b, first.lo), rest(c, d, second.lo)), high.lo);
        return exact_sum(high.hi, low);
    }
    static FATHOM_FORMULA_INLINE Value sum_of_products(Value a, Value b, Value c, Value d,
                                                       Value e) noexcept {
        const Value first = exact_product(a.hi, b.hi);
        const Value second = exact_product(c.hi, d.hi);
        const Value products = exact_sum(first.hi, second.hi);
        const Value high = exact_sum(products.hi, e.hi);
        const Part low = Base::add(Base::add(rest(a, b, first.lo), rest(c, d, second.lo)),
                                   Base::add(Base::add(products.lo, high.lo), e.lo));
        return exact_sum(high.hi, low);
    }
    static FATHOM_FORMULA_INLINE Value div(Value a, Value b) noexcept {
        // A first guess of 1 / b, a step of Newton's method, and the product.
        const Part one = Base::set(1);
        const Part guess = Base::div(one, b.hi);
        const Part rest = Base::negative_fma(b.hi, guess, one);
        const Part of_low = Base::mul(b.lo, guess);
        const Value error = exact_sum_of_ordered(rest, Base::neg(of_low));
        const Value correction = mul(error, Value{guess, Base::set(0)});
        const Value inverse = add(correction, Value{guess, Base::set(0)});
        return mul(a, inverse);
    }
    static FATHOM_FORMULA_INLINE Value sqrt(Value a) noexcept {
        const Part zero = Base::set(0);
        const Part root = Base::sqrt(a.hi);
        const Part rest = Base::add(Base::negative_fma(root, root, a.hi), a.lo);
        const Value value = exact_sum_of_ordered(root, Base::div(rest, Base::add(root, root)));
        return select(Base::less(zero, a.hi), value, Value{root, zero});
    }
    static FATHOM_FORMULA_INLINE Value fma(Value a, Value b, Value c) noexcept {
        return add(mul(a, b), c);
    }
    static FATHOM_FORMULA_INLINE Value negative_fma(Value a, Value b, Value c) noexcept {
        return add(neg(mul(a, b)), c);
    }
    static FATHOM_FORMULA_INLINE Value fma_minus(Value a, Value b, Value c) noexcept {
        return sub(mul(a, b), c);
    }
    static FATHOM_FORMULA_INLINE Value fma_twice(Value a, Value b, Value c) noexcept {
        return add(twice(mul(a, b)), c);
    }

    static FATHOM_FORMULA_INLINE Value twice(Value a) noexcept {
        return {Base::twice(a.hi), Base::twice(a.lo)};
    }
    static FATHOM_FORMULA_INLINE Value neg(Value a) noexcept {
        return {Base::neg(a.hi), Base::neg(a.lo)};
    }
    static FATHOM_FORMULA_INLINE Value abs(Value a) noexcept {
        return {Base::abs(a.hi), with_sign_of(a.lo, a.hi)};
    }
    static FATHOM_FORMULA_INLINE Value with_sign(Value a, Value b) noexcept {
        const Value size = abs(a);
        return {Base::with_sign(size.hi, b.hi), with_sign_of(size.lo, b.hi)};
    }
    static FATHOM_FORMULA_INLINE Value flip_sign(Value a, Value b) noexcept {
        return {Base::flip_sign(a.hi, b.hi), Base::flip_sign(a.lo, b.hi)};
    }
    static FATHOM_FORMULA_INLINE Mask less(Value a, Value b) noexcept {
        return Base::either(Base::less(a.hi, b.hi),
                            Base::both(Base::less_equal(a.hi, b.hi), Base::less(a.lo, b.lo)));
    }
    static FATHOM_FORMULA_INLINE Mask less_equal(Value a, Value b) noexcept {
        return Base::either(Base::less(a.hi, b.hi),
                            Base::both(Base::less_equal(a.hi, b.hi), Base::less_equal(a.lo, b.lo)));
    }
    static FATHOM_FORMULA_INLINE Value larger(Value a, Value b) noexcept {
        return select(less(b, a), a, b);
    }
    static FATHOM_FORMULA_INLINE Value select(Mask mask, Value a, Value b) noexcept {
        return {Base::select(mask, a.hi, b.hi), Base::select(mask, a.lo, b.lo)};
    }

    static FATHOM_FORMULA_INLINE Value power_of_two(Exponent e) noexcept {
        return {Base::power_of_two(e), Base::set(0)};
    }
    /// That of the high part: of a number just below a power of two it may be one more.
    static FATHOM_FORMULA_INLINE Exponent exponent_of(Value a) noexcept {
        return Base::exponent_of(a.hi);
    }
    template <class Struct>
    static FATHOM_FORMULA_INLINE Value load(const Struct *structs, Index i,
                                            std::size_t offset) noexcept {
        Value value;
        Base::load_pair(structs, i, offset, value.hi, value.lo);
        return value;
    }
    template <class Struct>
    static FATHOM_FORMULA_INLINE void load_pair(const Struct *structs, Index i, std::size_t offset,
                                                Value &first, Value &second) noexcept {
        first = load(structs, i, offset);
        second = load(structs, i, offset + sizeof(Real));
    }

  private:
    /// What a b is above the product of the high parts, whose error is `error`.
    static FATHOM_FORMULA_INLINE Part rest(Value a, Value b, Part error) noexcept {
        return Base::fma(a.hi, b.lo, Base::fma(a.lo, b.hi, error));
    }
    /// a, negative where b is and a was not.
    static FATHOM_FORMULA_INLINE Part with_sign_of(Part a, Part b) noexcept {
        return Base::flip_sign(a, b);
    }
};

/// The operations on the high parts of values: of sums of two those of their parts, of others the
/// same. What only decides, or is small beside a value, is computed in them.
template <class Ops> struct HighOpsOf { using Type = Ops; };
template <class Ops>
requires requires {
    typename Ops::High;
}
struct HighOpsOf<Ops> {
    using Type = typename Ops::High;
};
template <class Ops> using HighOps = typename HighOpsOf<Ops>::Type;

/// A value's high part.
template <class Value> FATHOM_FORMULA_INLINE Value high(Value value) noexcept {
    return value;
}
template <class Part> FATHOM_FORMULA_INLINE Part high(Two<Part> value) noexcept {
    return value.hi;
}

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
