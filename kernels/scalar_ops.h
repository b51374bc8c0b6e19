#pragma once
#include "kernels/portable.h"

#include <cmath>
#include <cstdint>

namespace fathom::kernels {

/// The arithmetic that formula.h is written in, for one pixel: `float` or `double` on the host and
/// in CUDA. fma is the correctly rounded one of IEEE 754 everywhere: the instruction where there is
/// one, libm's exact routine where there is none.
template <class Real> struct ScalarOps;

template <> struct ScalarOps<float> {
    using Real = float;
    using Value = float;
    using Mask = bool;
    using Index = std::uint32_t; ///< a whole number beside each value
    static FATHOM_INLINE float set(float value) noexcept { return value; }
    static FATHOM_INLINE float fma(float a, float b, float c) noexcept { return ::fmaf(a, b, c); }
    static FATHOM_INLINE float negative_fma(float a, float b, float c) noexcept {
        return ::fmaf(-a, b, c);
    }
    /// fma(2a, b, c). Doubling b gives the same bits, and lets a GPU that runs two orbits a thread
    /// read x once for two operations: 86 instead of 78 % of an H100's FMA rate.
    static FATHOM_INLINE float fma_twice(float a, float b, float c) noexcept {
        return ::fmaf(a, b + b, c);
    }
    static FATHOM_INLINE float add(float a, float b) noexcept { return a + b; }
    static FATHOM_INLINE float mul(float a, float b) noexcept { return a * b; }
    static FATHOM_INLINE float div(float a, float b) noexcept { return a / b; }
    static FATHOM_INLINE float abs(float a) noexcept { return ::fabsf(a); }
    static FATHOM_INLINE float neg(float a) noexcept { return -a; }
    static FATHOM_INLINE float sqrt(float a) noexcept { return ::sqrtf(a); }
    /// |a| with the sign of b.
    static FATHOM_INLINE float with_sign(float a, float b) noexcept { return ::copysignf(a, b); }
    static FATHOM_INLINE bool less(float a, float b) noexcept { return a < b; }
    static FATHOM_INLINE bool less_equal(float a, float b) noexcept { return a <= b; }
    static FATHOM_INLINE bool both(bool a, bool b) noexcept { return a && b; }
    static FATHOM_INLINE float select(bool mask, float a, float b) noexcept { return mask ? a : b; }
    static FATHOM_INLINE Index select_index(bool mask, Index a, Index b) noexcept {
        return mask ? a : b;
    }
};

template <> struct ScalarOps<double> {
    using Real = double;
    using Value = double;
    using Mask = bool;
    using Index = std::uint32_t; ///< a whole number beside each value
    static FATHOM_INLINE double set(double value) noexcept { return value; }
    static FATHOM_INLINE double fma(double a, double b, double c) noexcept {
        return ::fma(a, b, c);
    }
    static FATHOM_INLINE double negative_fma(double a, double b, double c) noexcept {
        return ::fma(-a, b, c);
    }
    static FATHOM_INLINE double fma_twice(double a, double b, double c) noexcept {
        return ::fma(a + a, b, c);
    }
    static FATHOM_INLINE double add(double a, double b) noexcept { return a + b; }
    static FATHOM_INLINE double mul(double a, double b) noexcept { return a * b; }
    static FATHOM_INLINE double div(double a, double b) noexcept { return a / b; }
    static FATHOM_INLINE double abs(double a) noexcept { return ::fabs(a); }
    static FATHOM_INLINE double neg(double a) noexcept { return -a; }
    static FATHOM_INLINE double sqrt(double a) noexcept { return ::sqrt(a); }
    /// |a| with the sign of b.
    static FATHOM_INLINE double with_sign(double a, double b) noexcept { return ::copysign(a, b); }
    static FATHOM_INLINE bool less(double a, double b) noexcept { return a < b; }
    static FATHOM_INLINE bool less_equal(double a, double b) noexcept { return a <= b; }
    static FATHOM_INLINE bool both(bool a, bool b) noexcept { return a && b; }
    static FATHOM_INLINE double select(bool mask, double a, double b) noexcept {
        return mask ? a : b;
    }
    static FATHOM_INLINE Index select_index(bool mask, Index a, Index b) noexcept {
        return mask ? a : b;
    }
};

} // namespace fathom::kernels
