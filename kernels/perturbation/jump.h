#pragma once
#include "kernels/base/reference_point.h"

#include <cstdint>

namespace fathom::kernels {

/// Marks that there is no jump.
inline constexpr std::uint32_t kNoJump = 0xffffffffU;

/// How many reals the second-order forms of a jump take, see quadratic_map-inl.h.
template <int kLinear> inline constexpr int kSquareReals = kLinear == 2 ? 2 : 6;
template <int kLinear> inline constexpr int kMixedReals = kLinear == 2 ? 2 : 8;

/// The reals of the third order, see CubicForms: G, H, I and J of analytic formulas.
template <class Real, int kLinear> struct ThirdOrder {};
template <class Real> struct ThirdOrder<Real, 2> { Real reals[8] = {}; };

/// Several steps of the perturbed iteration at once, from reference index m on: with
/// z~ = F(Z_m + z) - F(Z_m), the exact first step without c, the others are polynomials of z~ and
/// c, kept to the second order, or of analytic formulas the third,
///   z_{m + length} = A z~ + B c + D z~^2 + E z~ c + F c^2 + G z~^3 + H z~^2 c + I z~ c^2 + J c^3,
/// while |z~| < radius and |c| < radius_c in the Chebyshev norm max(|x|, |y|). `kLinear` reals make
/// a linear map: 2 of a complex factor x + iy, 4 of a matrix (ux, uy, vx, vy) otherwise; what D, E
/// and F are then, SquareForm and MixedForm say. What does not fit the type has the radius 0. Only
/// A and B have both parts where Real is a sum of two: the rest is small beside them, or decides.
///
/// Jumps that start at the same place are tried from the longest on. (Zhuoran Yu's bilinear and
/// linear approximations; C. Heiland-Allen, "Deep zoom theory and practice (again)",
/// mathr.co.uk/blog/2022-02-21, has the former.)
template <class Real, int kLinear> struct alignas(2 * sizeof(Stored<Real>)) Jump {
    Stored<Real> radius = 0;
    Stored<Real> radius_c = 0;
    Real a[kLinear] = {};
    Real b[kLinear] = {};
    Stored<Real> d[kSquareReals<kLinear>] = {};
    Stored<Real> e[kMixedReals<kLinear>] = {};
    Stored<Real> f[kSquareReals<kLinear>] = {};
    ThirdOrder<Stored<Real>, kLinear> third;
    std::uint32_t length = 0;
    std::uint32_t after = kNoJump; ///< the longest jump to try behind this one; where the reference
                                   ///< ends there, itself
    std::uint32_t below = kNoJump; ///< the next shorter one that starts here
    std::uint32_t nothing = 0;     ///< links are read in fours
};

/// The same values with exponents, to the second order: wide z~ are so small that the third would
/// add nothing, but where Z is tiny, too. radius 2^radius_exponent and so on; `radius` and
/// `radius_c` in [1, 2) or 0. Its links are those of the plain jump of the same index.
template <class Real, int kLinear> struct alignas(2 * sizeof(Stored<Real>)) WideJump {
    Stored<Real> radius = 0;
    Stored<Real> radius_c = 0;
    Real a[kLinear] = {};
    Real b[kLinear] = {};
    Stored<Real> d[kSquareReals<kLinear>] = {};
    Stored<Real> e[kMixedReals<kLinear>] = {};
    Stored<Real> f[kSquareReals<kLinear>] = {};
    std::int32_t radius_exponent = kZeroExponent;
    std::int32_t radius_c_exponent = kZeroExponent;
    std::int32_t a_exponent = kZeroExponent;
    std::int32_t b_exponent = kZeroExponent;
    std::int32_t d_exponent = kZeroExponent;
    std::int32_t e_exponent = kZeroExponent;
    std::int32_t f_exponent = kZeroExponent;
    std::int32_t nothing = 0; ///< exponents are read in pairs
};

/// What a tracked orbit would have noticed at the points that a jump leaves out, taken from the
/// reference orbit, which is so near: index of the nearest one to 0 behind the jump's start, its
/// |Z|^2, and the least distance to the trap. 0 and the largest values where none is left out.
template <class Real> struct JumpNotice {
    Real nearest = 0;
    Real trap = 0;
    std::uint32_t nearest_after = 0;
};

/// All that is known of a reference orbit, for pixels of one type, in the memory of one device.
template <class Real, int kLinear> struct PerturbationTables {
    const OrbitPoint<Real> *orbit = nullptr;
    const TinyPoint<Real> *tiny = nullptr; ///< by rising index
    std::uint32_t tiny_count = 0;
    std::uint64_t first_end = 0; ///< the last index of what pixels start with
    std::uint64_t restart = 0;   ///< where the critical orbit starts: Z = 0
    std::uint64_t last = 0;      ///< its last index
    const Jump<Real, kLinear> *jumps = nullptr;
    const WideJump<Real, kLinear> *wide_jumps = nullptr; ///< only where pixels can be wide
    const JumpNotice<Stored<Real>> *notices = nullptr;   ///< only where orbits are tracked
    std::uint32_t start_jump = kNoJump;   ///< the longest one at index 0; none: no jumps at all
    std::uint32_t restart_jump = kNoJump; ///< the longest one at `restart`
    std::uint32_t short_jump = kNoJump;   ///< a short one at `restart`
    Stored<Real> restart_size = 0; ///< no jump at `restart` takes an orbit with |z|^2 above that
};

} // namespace fathom::kernels
