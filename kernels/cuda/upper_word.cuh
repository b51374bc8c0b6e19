// Numbers judged by the upper words of their bits: whole numbers, compared beside the units that
// compute with doubles, which the exact tests of an orbit's end would keep busy half of the time.
#pragma once
#include "kernels/base/scalar_two_ops.h"

namespace fathom::kernels::cuda {

/// What of a number's bits is looked at: without the sign, whole numbers in the order of the
/// numbers, and, less that of 1, their logarithms to base 2 in units of `kOctave`, too small by at
/// most 0.0861 of them and a unit (1 + f is at most 2^(f + 0.0861) for 0 <= f < 1).
template <class Part> struct UpperWord;
template <> struct UpperWord<double> {
    static constexpr int kOctave = 1 << 20;
    static constexpr int kOne = 1023 * kOctave;
    static __device__ __forceinline__ int of(double value) {
        return __float_as_int(fabsf(__int_as_float(__double2hiint(value))));
    }
};
template <> struct UpperWord<float> {
    static constexpr int kOctave = 1 << 23;
    static constexpr int kOne = 127 * kOctave;
    static __device__ __forceinline__ int of(float value) { return __float_as_int(fabsf(value)); }
};

/// The word of the larger part of z, |z| being up to kWordSlack above its logarithm: 1/2, 0.0861
/// and what a sum of squares is rounded by. Of numbers that are none it is above all others.
template <class Number> __device__ __forceinline__ int larger_word(Number z) {
    using Part = decltype(stored(z.x));
    const int x = UpperWord<Part>::of(stored(z.x));
    const int y = UpperWord<Part>::of(stored(z.y));
#if __CUDA_ARCH__ >= 800
    // As floats, whose bits have the same order: one instruction instead of three.
    float larger;
    asm("max.NaN.f32 %0, %1, %2;" : "=f"(larger) : "f"(__int_as_float(x)), "f"(__int_as_float(y)));
    return __float_as_int(larger);
#else
    return max(x, y);
#endif
}
template <class Part> inline constexpr int kWordSlack = 6 * (UpperWord<Part>::kOctave / 10 + 1);

/// The largest word of a z that is certain to be inside the bailout.
template <class View> __device__ __forceinline__ int most_inside(const View &view) {
    using Part = decltype(stored(view.bailout_squared));
    return UpperWord<Part>::of(ScalarOps<Part>::sqrt(stored(view.bailout_squared))) -
           kWordSlack<Part>;
}

} // namespace fathom::kernels::cuda
