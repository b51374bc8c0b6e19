#pragma once
#include "kernels/formulas/formula_settings.h"
#include "kernels/perturbation/jump.h"

namespace fathom::kernels {

/// What all pixels of a picture share.
template <class Real, int kLinear> struct PerturbedView {
    PerturbationTables<Real, kLinear> tables;
    std::uint64_t limit = 0;
    Real bailout_squared = 0;
    Real c_size = 0; ///< the largest |c| of the picture in the Chebyshev norm; rounded up
    WidePoint<Real> wide_c_size;   ///< the same: x 2^exponent
    Real own = 1;                  ///< what c contributes to the derivative: 0 in a Julia set,
    std::int32_t own_exponent = 0; ///< else 2^own_exponent
    Trap<Real> trap;
};

} // namespace fathom::kernels
