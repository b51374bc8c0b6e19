#pragma once
#include "kernels/base/reference_point.h"
#include "kernels/base/two.h"

#include <concepts>
#include <cstddef>
#include <cstdint>

// What the classes provide that formulas and orbits are written in: ScalarOps for one pixel,
// VectorOps for a vector of them in each of Highway's targets, TwoOps over either. Its types:
//   Real      float or double, or a sum of two of them
//   Value     a Real for each pixel ("lane")
//   Mask      true or false for each
//   Index     a whole number for each: at least 32 bits, without a sign
//   Count     of steps, at least as many bits as Index
//   Exponent  of two, a whole number of at least 32 bits with a sign
// All functions are static, work on each lane by itself and give the same bits in all classes.

namespace fathom::kernels {

/// The arithmetic that formulas are written in. Each operation is rounded once, as IEEE 754 says;
/// sums of two have the errors of two_ops-inl.h.
template <class Ops>
concept FormulaOps = requires(typename Ops::Real real, typename Ops::Value a,
                              typename Ops::Mask mask, typename Ops::Index i) {
    requires RealNumber<typename Ops::Real>;
    { Ops::set(real) } -> std::same_as<typename Ops::Value>;
    { Ops::add(a, a) } -> std::same_as<typename Ops::Value>;
    { Ops::sub(a, a) } -> std::same_as<typename Ops::Value>;
    { Ops::mul(a, a) } -> std::same_as<typename Ops::Value>;
    { Ops::div(a, a) } -> std::same_as<typename Ops::Value>;
    { Ops::sqrt(a) } -> std::same_as<typename Ops::Value>;
    { Ops::fma(a, a, a) } -> std::same_as<typename Ops::Value>;          // a b + c
    { Ops::negative_fma(a, a, a) } -> std::same_as<typename Ops::Value>; // -a b + c
    { Ops::fma_minus(a, a, a) } -> std::same_as<typename Ops::Value>;    // a b - c
    { Ops::fma_twice(a, a, a) } -> std::same_as<typename Ops::Value>;    // 2 a b + c
    { Ops::twice(a) } -> std::same_as<typename Ops::Value>;              // 2 a
    { Ops::abs(a) } -> std::same_as<typename Ops::Value>;
    { Ops::neg(a) } -> std::same_as<typename Ops::Value>;
    { Ops::with_sign(a, a) } -> std::same_as<typename Ops::Value>; // |a| with the sign of b
    { Ops::flip_sign(a, a) } -> std::same_as<typename Ops::Value>; // -a where b has a minus, else a
    { Ops::larger(a, a) } -> std::same_as<typename Ops::Value>;    // b if that cannot be told
    { Ops::less(a, a) } -> std::same_as<typename Ops::Mask>;       // false for a NaN
    { Ops::less_equal(a, a) } -> std::same_as<typename Ops::Mask>;
    { Ops::both(mask, mask) } -> std::same_as<typename Ops::Mask>;
    { Ops::select(mask, a, a) } -> std::same_as<typename Ops::Value>; // mask ? a : b
    { Ops::select_index(mask, i, i) } -> std::same_as<typename Ops::Index>;
};

/// And what orbits by perturbation need besides: masks, whole numbers, exponents, and reading from
/// an array of structs, each lane from its own: structs, index, offset in bytes.
template <class Ops>
concept PerturbedOps = FormulaOps<Ops> &&
    requires(typename Ops::Value a, typename Ops::Mask mask, typename Ops::Index i,
             typename Ops::Count n, typename Ops::Exponent e) {
    { Ops::none() } -> std::same_as<typename Ops::Mask>;
    { Ops::every() } -> std::same_as<typename Ops::Mask>;
    { Ops::any(mask) } -> std::same_as<bool>;
    { Ops::either(mask, mask) } -> std::same_as<typename Ops::Mask>;
    { Ops::but_not(mask, mask) } -> std::same_as<typename Ops::Mask>; // a and not b

    { Ops::index(std::uint64_t{}) } -> std::same_as<typename Ops::Index>;
    { Ops::add_index(i, i) } -> std::same_as<typename Ops::Index>; // modulo 2^32 or more
    { Ops::subtract_index(i, i) } -> std::same_as<typename Ops::Index>;
    { Ops::less_index(i, i) } -> std::same_as<typename Ops::Mask>;
    { Ops::equal_index(i, i) } -> std::same_as<typename Ops::Mask>;
    { Ops::smaller_index(i, i) } -> std::same_as<typename Ops::Index>;

    { Ops::count(std::uint64_t{}) } -> std::same_as<typename Ops::Count>;
    { Ops::add_count(n, i) } -> std::same_as<typename Ops::Count>;
    { Ops::subtract_count(n, n) } -> std::same_as<typename Ops::Count>;
    { Ops::less_count(n, i) } -> std::same_as<typename Ops::Mask>;
    { Ops::equal_count(n, n) } -> std::same_as<typename Ops::Mask>;
    { Ops::select_count(mask, n, n) } -> std::same_as<typename Ops::Count>;
    { Ops::multiple_of_16(n) } -> std::same_as<typename Ops::Mask>;
    { Ops::saturated(n) } -> std::same_as<typename Ops::Index>; // at most 2^32 - 1

    { Ops::exponent(std::int32_t{}) } -> std::same_as<typename Ops::Exponent>;
    { Ops::add_exponent(e, e) } -> std::same_as<typename Ops::Exponent>;
    { Ops::subtract_exponent(e, e) } -> std::same_as<typename Ops::Exponent>;
    { Ops::times_exponent(e, int{}) } -> std::same_as<typename Ops::Exponent>; // by a small number
    { Ops::larger_exponent(e, e) } -> std::same_as<typename Ops::Exponent>;
    { Ops::less_exponent(e, e) } -> std::same_as<typename Ops::Mask>;
    { Ops::equal_exponent(e, e) } -> std::same_as<typename Ops::Mask>;
    { Ops::select_exponent(mask, e, e) } -> std::same_as<typename Ops::Exponent>;
    // 2^e; 0 where that is below the normal numbers, the largest power where it is beyond.
    { Ops::power_of_two(e) } -> std::same_as<typename Ops::Value>;
    // floor(log2 a) of a finite a > 0; kZeroExponent for 0 or what is below the normal numbers.
    { Ops::exponent_of(a) } -> std::same_as<typename Ops::Exponent>;
} && requires(typename Ops::Value &a, typename Ops::Index &i, typename Ops::Exponent &e,
              typename Ops::Mask mask, const OrbitPoint<typename Ops::Real> *structs,
              const TinyPoint<typename Ops::Real> *points) {
    { Ops::load(structs, i, std::size_t{}) } -> std::same_as<typename Ops::Value>;
    { Ops::load_index(structs, i, std::size_t{}) } -> std::same_as<typename Ops::Index>;
    // Two that lie behind each other.
    { Ops::load_pair(structs, i, std::size_t{}, a, a) } -> std::same_as<void>;
    { Ops::load_indices(structs, i, std::size_t{}, i, i) } -> std::same_as<void>;
    { Ops::load_indices(structs, i, std::size_t{}, i, i, i, i) } -> std::same_as<void>;
    { Ops::load_exponents(structs, i, std::size_t{}, e, e) } -> std::same_as<void>;
    // Of the lanes of the mask: the listed point of that index, which has to be there.
    { Ops::find_tiny(points, std::uint32_t{}, i, mask, a, a, e) } -> std::same_as<void>;
};

} // namespace fathom::kernels
