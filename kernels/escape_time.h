#pragma once
#include "kernels/formula.h"
#include "kernels/sample.h"
#include "kernels/scalar_ops.h"

namespace fathom::kernels {

/// The state of one pixel's orbit: z_n = x + iy after n steps.
template <class Real> struct Orbit {
    Real x = 0;
    Real y = 0;
    std::uint32_t n = 0;
    bool escaped = false;
};

/// True if |z| > bailout. Written so that the NaN of an overflowed orbit counts as escaped.
template <class Real> FATHOM_INLINE bool is_outside(Real x, Real y, Real bailout_squared) noexcept {
    return !(scalar::norm<ScalarOps<Real>>(x, y) <= bailout_squared);
}

/// Iterates `orbit` until it escapes or n reaches `stop`, testing at every step: the plain loop
/// that defines every other engine's result.
template <class Real>
FATHOM_INLINE void iterate_plain(Orbit<Real> &orbit, Real cx, Real cy, Real bailout_squared,
                                 std::uint32_t stop) noexcept {
    while (orbit.n < stop && !orbit.escaped) {
        scalar::step<ScalarOps<Real>>(orbit.x, orbit.y, cx, cy);
        ++orbit.n;
        orbit.escaped = is_outside(orbit.x, orbit.y, bailout_squared);
    }
}

/// The same result as iterate_plain, testing every `Stride` steps only. With a bailout of at least
/// 2 an orbit that has left stays outside, so the stride in which it left is found at its end,
/// rolled back and replayed plainly.
template <int Stride, class Real>
FATHOM_INLINE void iterate_deferred(Orbit<Real> &orbit, Real cx, Real cy, Real bailout_squared,
                                    std::uint32_t stop) noexcept {
    while (stop - orbit.n >= Stride) {
        Real x = orbit.x;
        Real y = orbit.y;
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
        for (int i = 0; i < Stride; ++i)
            scalar::step<ScalarOps<Real>>(x, y, cx, cy);
        if (is_outside(x, y, bailout_squared))
            break;
        orbit.x = x;
        orbit.y = y;
        orbit.n += Stride;
    }
    iterate_plain(orbit, cx, cy, bailout_squared, stop);
}

} // namespace fathom::kernels
