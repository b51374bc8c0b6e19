#pragma once
#include "kernels/base/portable.h"

namespace fathom::kernels {

/// How far inside the boundary of the main components the closed-form test may answer: the cardioid
/// is shrunk by 1 + margin about 0, the disc by 1 - margin about its centre. There the cycle's
/// multiplier mu has |mu| <= 1 - d, d = margin in the disc and about 3/4 margin in the cardioid,
/// where c = mu / 2 - mu^2 / 4 and Re(1 / (1 - mu)) = 1/2 on |mu| = 1. A disc of radius d / 2
/// about the fixed point a, f(a + w) = a + mu w + w^2, keeps its orbits while each step's rounding
/// error is at most d^2 / 4: that is at least 16 times the error in float, 500 times in double.
/// That every orbit in float comes so close in spite of its errors,
/// tests/kernels/interior_shortcuts_test.cpp proves; in double there is more room.
template <class Real> FATHOM_INLINE constexpr Real shortcut_margin() noexcept {
    return sizeof(Real) == sizeof(float) ? Real(1.0 / 256) : Real(1.0 / (1 << 20));
}

} // namespace fathom::kernels
