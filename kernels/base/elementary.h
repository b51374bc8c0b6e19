#pragma once
#include "kernels/base/portable.h"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace fathom::kernels {

/// A whole number below 2^52 as a double, exactly: as the last bits of 2^52 + value. Vector units
/// of AVX2 can do this, but cannot convert 64-bit or unsigned integers.
FATHOM_INLINE double to_double(std::uint64_t value) noexcept {
    constexpr std::uint64_t kTwoTo52 = 0x4330000000000000ULL;
    const std::uint64_t bits = kTwoTo52 | value;
    double sum = 0;
    std::memcpy(&sum, &bits, sizeof sum);
    return sum - 4503599627370496.0;
}

/// log2(v) for finite normal v > 0, within 4e-16 of the exact value relative to max(1, |log2 v|).
/// Made of IEEE operations only, so that host and device agree in every bit, which libm's log does
/// not promise; and without branches, so that compilers can do several at once. v = 2^e m with m in
/// [sqrt(1/2), sqrt(2)); ln m = 2 atanh(s), s = (m - 1) / (m + 1), |s| <= 0.1716, by its Taylor
/// series to s^19 (Abramowitz & Stegun 4.1.27); the remainder is below 1e-17.
FATHOM_INLINE double log2_positive(double v) noexcept {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &v, sizeof bits);
    // Adding the distance from sqrt(1/2) to 1 in bits makes the exponent field round at sqrt(1/2)
    // instead of 1.
    constexpr std::uint64_t kSqrtHalf = 0x3fe6a09e667f3bcdULL;
    constexpr std::uint64_t kOne = 0x3ff0000000000000ULL;
    const std::uint64_t shifted = bits + (kOne - kSqrtHalf);
    const double exponent = to_double(shifted >> 52) - 1023.0;
    bits = (shifted & 0xfffffffffffffULL) + kSqrtHalf;
    double m = 0;
    std::memcpy(&m, &bits, sizeof m);
    const double s = (m - 1.0) / (m + 1.0);
    const double t = s * s;
    double sum = 1.0 / 19;
    sum = ::fma(sum, t, 1.0 / 17);
    sum = ::fma(sum, t, 1.0 / 15);
    sum = ::fma(sum, t, 1.0 / 13);
    sum = ::fma(sum, t, 1.0 / 11);
    sum = ::fma(sum, t, 1.0 / 9);
    sum = ::fma(sum, t, 1.0 / 7);
    sum = ::fma(sum, t, 1.0 / 5);
    sum = ::fma(sum, t, 1.0 / 3);
    sum = ::fma(sum, t, 1.0);
    constexpr double kTwoOverLn2 = 2.8853900817779268;
    return ::fma(s * sum, kTwoOverLn2, exponent);
}

/// exponent + log2(1 + f) for 1 + f in [sqrt(1/2), sqrt(2)), without a division: log2(1 + f) =
/// f P(f). P of degree 7 has the least largest error of f P(f), 4.9e-8, by Remez' exchange
/// algorithm (E. W. Cheney, "Introduction to Approximation Theory", chapter 3).
FATHOM_INLINE float log2_of_mantissa(float f, float exponent) noexcept {
    float sum = -0.145742924F;
    sum = ::fmaf(sum, f, 0.236889983F);
    sum = ::fmaf(sum, f, -0.250069488F);
    sum = ::fmaf(sum, f, 0.286707555F);
    sum = ::fmaf(sum, f, -0.360087176F);
    sum = ::fmaf(sum, f, 0.480939438F);
    sum = ::fmaf(sum, f, -0.721357150F);
    sum = ::fmaf(sum, f, 1.44269477F);
    return ::fmaf(sum, f, exponent);
}

/// The same in float, for colours: log2(v) for finite normal v > 0, within 1e-7 where v is in
/// [sqrt(1/2), sqrt(2)), elsewhere within 1e-7 and the rounding of the result. Finite whatever v
/// is, NaN included.
FATHOM_INLINE float log2_positive(float v) noexcept {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &v, sizeof bits);
    constexpr std::uint32_t kSqrtHalf = 0x3f3504f3U;
    constexpr std::uint32_t kOne = 0x3f800000U;
    const std::uint32_t shifted = bits + (kOne - kSqrtHalf);
    // A whole number below 2^23 as a float: the last bits of 2^23 + value, as in to_double.
    const std::uint32_t exponent_bits = 0x4b000000U | (shifted >> 23);
    float exponent = 0;
    std::memcpy(&exponent, &exponent_bits, sizeof exponent);
    exponent -= 8388608.0F + 127.0F;
    bits = (shifted & 0x7fffffU) + kSqrtHalf;
    float m = 0;
    std::memcpy(&m, &bits, sizeof m);
    return log2_of_mantissa(m - 1.0F, exponent);
}

/// log2 in float of any finite double v > 0, and finite whatever v is: as above, and within the
/// same bounds, with the exponent of a double.
FATHOM_INLINE float log2_of_double(double v) noexcept {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &v, sizeof bits);
    constexpr std::uint64_t kSqrtHalf = 0x3fe6a09e667f3bcdULL;
    constexpr std::uint64_t kOne = 0x3ff0000000000000ULL;
    const std::uint64_t shifted = bits + (kOne - kSqrtHalf);
    const auto exponent = static_cast<float>(to_double(shifted >> 52) - 1023.0);
    bits = (shifted & 0xfffffffffffffULL) + kSqrtHalf;
    double m = 0;
    std::memcpy(&m, &bits, sizeof m);
    return log2_of_mantissa(static_cast<float>(m - 1.0), exponent);
}

/// 2^v for |v| up to 1000, within 4 units in the last place: a power of 2 times the series of e^x
/// for the rest of at most 1/2, to the first term that double does not see.
FATHOM_INLINE double power_of_2(double v) noexcept {
    constexpr double kLn2 = 0.69314718055994531;
    const double whole = ::floor(v + 0.5);
    const double x = (v - whole) * kLn2;
    double sum = 1;
    for (int term = 14; term > 0; --term)
        sum = ::fma(sum, x / term, 1.0);
    const std::uint64_t bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(whole) + 1023)
                               << 52;
    double power = 0;
    std::memcpy(&power, &bits, sizeof power);
    return sum * power;
}

/// The cube root of a finite normal v > 0, within 1e-14 of it. A third of its bits, taken as a
/// number, gives a guess within 3.2 %; two of Halley's steps, each of which cubes the error
/// (W. Kahan, "Computing a real cube root", 1991), do the rest.
FATHOM_INLINE double cube_root(double v) noexcept {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &v, sizeof bits);
    // The upper 32 bits over 3, in double because vector units lack the division; adding 2^52 puts
    // the whole part into the last bits.
    const double third = ::fma(to_double(bits >> 32), 1.0 / 3, 715'094'000.0 + 4503599627370496.0);
    std::memcpy(&bits, &third, sizeof bits);
    bits <<= 32;
    double root = 0;
    std::memcpy(&root, &bits, sizeof root);
    for (int i = 0; i < 2; ++i) {
        const double cube = root * root * root;
        root *= ::fma(2.0, v, cube) / ::fma(2.0, cube, v);
    }
    return root;
}

/// The angle of (x, y), each finite, in turns counter-clockwise from the right: in [0, 1], within
/// 1.2e-7 of the exact one round the circle where |(x, y)| > 1e-9; 0 for (0, 0). atan(t) / (2 pi) =
/// t P(t^2) on [0, 1]; P of degree 7 has the least largest error, 6.0e-9, by Remez' exchange
/// algorithm (as above). Without branches.
template <class Real> FATHOM_INLINE float turns(Real x, Real y) noexcept {
    constexpr auto kTiny = static_cast<Real>(1e-30); // keeps 0 / 0 away, and changes no other sum
    const Real across = ::fabs(x);
    const Real up = ::fabs(y);
    const bool steep = up > across;
    const Real high = steep ? up : across;
    const Real low = steep ? across : up;
    const auto t = static_cast<float>(low / (high + kTiny));
    const float square = t * t;
    float sum = -0.000645305729F;
    sum = ::fmaf(sum, square, 0.00347960251F);
    sum = ::fmaf(sum, square, -0.00889872946F);
    sum = ::fmaf(sum, square, 0.0153460382F);
    sum = ::fmaf(sum, square, -0.0221362729F);
    sum = ::fmaf(sum, square, 0.0317459442F);
    sum = ::fmaf(sum, square, -0.0530461222F);
    sum = ::fmaf(sum, square, 0.159154832F);
    float turn = sum * t;
    turn = steep ? 0.25F - turn : turn;
    turn = x < 0 ? 0.5F - turn : turn;
    return y < 0 ? 1.0F - turn : turn;
}

/// Sine and cosine of an angle in degrees (any finite value), exact at multiples of 90, otherwise
/// within 2e-16. IEEE operations only, as above; Taylor series on [-45, 45] degrees (Abramowitz &
/// Stegun 4.3.65-66).
struct SineCosine {
    double sine;
    double cosine;
};
inline SineCosine sine_cosine_degrees(double degrees) noexcept {
    const double turn = std::fmod(degrees, 360.0); // exact
    const double quarter = std::nearbyint(turn / 90.0);
    const double r = (turn - 90.0 * quarter) * 0.017453292519943295;
    const double t = r * r;
    double sine = 1.0 / 355687428096000.0;              // 1 / 17!
    double cosine = 1.0 / 20922789888000.0;             // 1 / 16!
    sine = std::fma(-sine, t, 1.0 / 1307674368000.0);   // 15!
    cosine = std::fma(-cosine, t, 1.0 / 87178291200.0); // 14!
    sine = std::fma(-sine, t, 1.0 / 6227020800.0);      // 13!
    cosine = std::fma(-cosine, t, 1.0 / 479001600.0);   // 12!
    sine = std::fma(-sine, t, 1.0 / 39916800.0);        // 11!
    cosine = std::fma(-cosine, t, 1.0 / 3628800.0);     // 10!
    sine = std::fma(-sine, t, 1.0 / 362880.0);          // 9!
    cosine = std::fma(-cosine, t, 1.0 / 40320.0);       // 8!
    sine = std::fma(-sine, t, 1.0 / 5040.0);            // 7!
    cosine = std::fma(-cosine, t, 1.0 / 720.0);         // 6!
    sine = std::fma(-sine, t, 1.0 / 120.0);             // 5!
    cosine = std::fma(-cosine, t, 1.0 / 24.0);          // 4!
    sine = std::fma(-sine, t, 1.0 / 6.0);               // 3!
    cosine = std::fma(-cosine, t, 0.5);                 // 2!
    sine = std::fma(-sine * t, r, r);
    cosine = std::fma(-cosine, t, 1.0);
    switch ((static_cast<int>(quarter) % 4 + 4) % 4) {
    case 0:
        return {sine, cosine};
    case 1:
        return {cosine, -sine};
    case 2:
        return {-sine, -cosine};
    default:
        return {-cosine, sine};
    }
}

} // namespace fathom::kernels
