#pragma once
#include "kernels/base/scalar_ops.h"
#include "kernels/formulas/mandelbrot_step-inl.h"

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

} // namespace fathom::kernels
