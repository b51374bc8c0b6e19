#pragma once
#include "kernels/portable.h"

namespace fathom::kernels {

/// How far inside the boundary of the main components the closed-form test may answer, relative to
/// |c|. An attracting cycle of multiplier 1 - d pulls an orbit that is off by one rounding error e
/// back to within about e / d, and its basin reaches at least about d; so d^2 has to be much larger
/// than e. Here d^2 / e is 256 in float and 8,192 in double.
template <class Real> FATHOM_INLINE constexpr Real shortcut_margin() noexcept {
    return sizeof(Real) == sizeof(float) ? Real(1.0 / 256) : Real(1.0 / (1 << 20));
}

} // namespace fathom::kernels
