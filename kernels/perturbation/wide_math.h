#pragma once
#include "kernels/base/scalar_two_ops.h"
#include "kernels/perturbation/wide_number-inl.h"

namespace fathom::kernels {

// Complex numbers with exponents of one pixel, normalised: what derivatives over a whole period
// take, which are beyond any type on the way.

template <class Ops>
FATHOM_INLINE scalar::Wide<Ops> wide(scalar::Complex<typename Ops::Value> z,
                                     std::int32_t exponent = 0) noexcept {
    scalar::normalise<Ops>(z, exponent);
    return {z, exponent};
}

template <class Ops>
FATHOM_APART scalar::Wide<Ops> product(const scalar::Wide<Ops> &a,
                                       const scalar::Wide<Ops> &b) noexcept {
    return wide<Ops>(scalar::multiply<Ops>(a.z, b.z), a.k + b.k);
}

template <class Ops>
FATHOM_APART scalar::Wide<Ops> total(const scalar::Wide<Ops> &a,
                                     const scalar::Wide<Ops> &b) noexcept {
    scalar::Wide<Ops> sum;
    sum.z = scalar::wide_sum<Ops>(a.z, a.k, b.z, b.k, sum.k);
    return wide<Ops>(sum.z, sum.k);
}

template <class Ops> FATHOM_INLINE scalar::Wide<Ops> negative(const scalar::Wide<Ops> &a) noexcept {
    return {{Ops::neg(a.z.x), Ops::neg(a.z.y)}, a.k};
}

/// a - b.
template <class Ops>
FATHOM_INLINE scalar::Wide<Ops> difference(const scalar::Wide<Ops> &a,
                                           const scalar::Wide<Ops> &b) noexcept {
    return total<Ops>(a, negative<Ops>(b));
}

/// a times a number.
template <class Ops>
FATHOM_INLINE scalar::Wide<Ops> times(const scalar::Wide<Ops> &a,
                                      typename Ops::Real factor) noexcept {
    return wide<Ops>(scalar::scaled<Ops>(a.z, factor), a.k);
}

/// 1 / a; not of 0.
template <class Ops> FATHOM_APART scalar::Wide<Ops> inverse(const scalar::Wide<Ops> &a) noexcept {
    const auto size = scalar::norm<Ops>(a.z.x, a.z.y);
    return wide<Ops>({Ops::div(a.z.x, size), Ops::div(Ops::neg(a.z.y), size)}, -a.k);
}

/// a^kPower; 1 for the power 0.
template <int kPower, class Ops>
FATHOM_APART scalar::Wide<Ops> wide_power(const scalar::Wide<Ops> &a) noexcept {
    if constexpr (kPower == 0)
        return wide<Ops>({Ops::set(1), Ops::set(0)});
    else
        return wide<Ops>(scalar::power<kPower, Ops>(a.z), a.k * kPower);
}

/// |a|, or 0 or the largest power of two where that does not fit the type.
template <class Ops>
FATHOM_APART typename Ops::Value plain_size(const scalar::Wide<Ops> &a) noexcept {
    return Ops::mul(Ops::sqrt(scalar::norm<Ops>(a.z.x, a.z.y)), Ops::power_of_two(a.k));
}

/// Whether a is nearer to 0 than b 2^more, in the Chebyshev norm.
template <class Ops>
FATHOM_INLINE bool is_nearer(const scalar::Wide<Ops> &a, const scalar::Wide<Ops> &b,
                             std::int32_t more = 0) noexcept {
    return scalar::wide_less<Ops>(scalar::chebyshev<Ops>(a.z), a.k, scalar::chebyshev<Ops>(b.z),
                                  b.k + more);
}

} // namespace fathom::kernels
