#pragma once
#include "kernels/portable.h"

#include <cmath>

namespace fathom::kernels {

/// The arithmetic that formula.h is written in, for one pixel: `float` or `double` on the host and
/// in CUDA. fma is the correctly rounded one of IEEE 754 everywhere: the instruction where there is
/// one, libm's exact routine where there is none.
template <class Real> struct ScalarOps;

template <> struct ScalarOps<float> {
    using Value = float;
    static FATHOM_INLINE float set(float value) noexcept { return value; }
    static FATHOM_INLINE float fma(float a, float b, float c) noexcept { return ::fmaf(a, b, c); }
    static FATHOM_INLINE float negative_fma(float a, float b, float c) noexcept {
        return ::fmaf(-a, b, c);
    }
    static FATHOM_INLINE float add(float a, float b) noexcept { return a + b; }
    static FATHOM_INLINE float mul(float a, float b) noexcept { return a * b; }
};

template <> struct ScalarOps<double> {
    using Value = double;
    static FATHOM_INLINE double set(double value) noexcept { return value; }
    static FATHOM_INLINE double fma(double a, double b, double c) noexcept {
        return ::fma(a, b, c);
    }
    static FATHOM_INLINE double negative_fma(double a, double b, double c) noexcept {
        return ::fma(-a, b, c);
    }
    static FATHOM_INLINE double add(double a, double b) noexcept { return a + b; }
    static FATHOM_INLINE double mul(double a, double b) noexcept { return a * b; }
};

} // namespace fathom::kernels
