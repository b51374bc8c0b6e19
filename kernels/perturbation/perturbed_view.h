#pragma once
#include "kernels/formulas/formula_settings.h"
#include "kernels/perturbation/jump.h"

namespace fathom::kernels {

/// A minibrot's own coordinates, of z^2 + c. Where the reference returns to near 0 after `period`
/// steps, the jump along all of them and the rebasing behind it are z -> A z^2 + (B c + Z_period)
/// for small z; in w = A z that is w -> w^2 + A (B c + Z_period), the set itself, one step a
/// period. (Zhuoran Yu's Imagina has the same, and FractalShark, as the last of LA's stages.)
template <class Real> struct PeriodicCore {
    std::uint32_t period = 0;        ///< 0: there is none
    WidePoint<Real> scale;           ///< A
    WidePoint<Real> inverse;         ///< 1 / A
    WidePoint<Real> of_c;            ///< A B
    WidePoint<Real> constant;        ///< A Z_period
    Stored<Real> radius_squared = 0; ///< below that of |w|^2 nothing else counts
};

/// The beginning that the orbits of all pixels have in common, as a power series of the pixel's
/// place: with s = place 2^-place_exponent they are, after n steps, at
/// Z_m + 2^exponent (b_0 + b_1 s + b_2 s^2 + ...). Of analytic formulas. (K. I. Martin's "series
/// approximation", 2013, but through jumps and returns to near 0.)
template <class Part> struct CommonStart {
    static constexpr int kOrder = 16;
    std::uint64_t n = 0;          ///< 0: there is none
    std::uint32_t m = 0;          ///< index in the reference
    std::uint32_t jump = kNoJump; ///< to try there,
    std::uint32_t wait = 0;       ///< after so many steps
    std::int32_t place_exponent = 0;
    std::int32_t exponent = 0;
    Part b[kOrder + 1][2] = {};
    JumpNotice<Part> left_out; ///< of the points before z_n
};

/// The exponent below which nothing is wide because no number has it, kZeroExponent included.
inline constexpr std::int32_t kNothingWide = -(1 << 29);

/// What all pixels of a picture share.
template <class Real, int kLinear> struct PerturbedView {
    PerturbationTables<Real, kLinear> tables;
    std::uint64_t limit = 0;
    Stored<Real> bailout_squared = 0;
    std::int32_t wide_exponent = kNothingWide; ///< differences below 2^this are wide
    Stored<Real> wide_norm = 0;                ///< |z|^2 of a difference that is: below that
    Stored<Real> c_size = 0; ///< the largest |c| of the picture in the Chebyshev norm; rounded up
    WidePoint<Stored<Real>> wide_c_size; ///< the same: x 2^exponent
    Stored<Real> own = 1;          ///< what c contributes to the derivative: 0 in a Julia set,
    std::int32_t own_exponent = 0; ///< else 2^own_exponent
    Trap<Stored<Real>> trap;
    Real critical_x = 0; ///< the step from 0 leads there, with the reference's c
    Real critical_y = 0;
    PeriodicCore<Real> core; ///< of z^2 + c
    CommonStart<Stored<Real>> start;

    [[nodiscard]] FATHOM_INLINE bool can_be_wide() const noexcept { return wide_norm > 0; }
};

} // namespace fathom::kernels
