#pragma once
#include "kernels/base/portable.h"
#include "kernels/base/two.h"

#include <cstdint>
#include <limits>

namespace fathom::kernels {

/// A point of a reference orbit, rounded to the pixels' type.
template <class Real> struct alignas(2 * sizeof(Real)) OrbitPoint {
    Real x = 0;
    Real y = 0;
};

/// (x + iy) 2^exponent, normalised: the larger of |x| and |y| lies in [1, 2), or both are 0 and the
/// exponent is kZeroExponent. Numbers with an exponent of their own are called wide, and only they
/// (elsewhere: floatexp): they go on where a Real is 0 or loses bits, at the price of exponents to
/// add and compare. What is not wide is plain.
template <class Real> struct WidePoint {
    Real x = 0;
    Real y = 0;
    std::int32_t exponent = 0;
};

/// Exponent of 0: below that of every number that a view can bring forth, and far enough from the
/// ends of the type that sums and doubles of exponents stay in it.
inline constexpr std::int32_t kZeroExponent = -(1 << 28);

/// Points of a reference orbit with max(|x|, |y|) below 2^this need their exponents: a plain
/// number's power of degree - 1, as derivatives and differences have it, would lose bits.
template <class Real> FATHOM_INLINE constexpr int tiny_exponent(int degree) noexcept {
    constexpr bool kIsFloat = sizeof(Stored<Real>) == sizeof(float);
    const int most = kIsFloat ? -50 : -400;
    const int of_power = (kIsFloat ? -100 : -900) / (degree - 1);
    return most > of_power ? most : of_power;
}

/// A point of a reference orbit that is tiny in its type, beside its plain value.
template <class Real> struct TinyPoint {
    std::uint64_t at = 0; ///< index in the orbit
    WidePoint<Real> z;
};

/// The longest reference orbit that is kept as it is: a GPU's indices fit 32 bits, and jumps.
inline constexpr std::uint32_t kLongestOrbit = 4'000'000'000U;
/// And the longest one whose points are packed.
inline constexpr std::uint64_t kLongestPackedOrbit = std::uint64_t{1} << 36U;

} // namespace fathom::kernels
