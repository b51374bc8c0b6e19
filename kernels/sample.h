#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>

namespace fathom::kernels {

/// Escape index of a sample that stayed within the bailout up to the iteration limit. (A real
/// escape index is at least 1, because z_0 is never tested.)
inline constexpr std::uint32_t kInterior = 0;
/// Marks a sample that is not finished. Its z is then the state of the iteration, not a result.
inline constexpr std::uint32_t kPending = 0xffffffffU;
/// Largest iteration limit that the escape index can carry.
inline constexpr std::uint32_t kMaxIterationLimit = 4'000'000'000U;

/// What stands for values that are not finite.
template <class Real> inline constexpr Real kLargest = std::numeric_limits<Real>::max();

/// The samples of a picture, as planes of width * height values, row by row from the top, without
/// padding.
///   n       escape index: the first n >= 1 with |z_n| > bailout, or kInterior, or kPending
///   zx, zy  z_n where it escaped; 0 for interior samples, so that shortcuts need not know the last
///           z. Both null where only n is kept.
/// Where a request tracks its orbits (see Tracking), else null:
///   gx, gy  escaped: the gradient of ln|z_n| with respect to the pixel's place in the plane, so
///           that ln|z_n| / |gradient| estimates the distance to the set; interior: (b, 0), b an
///           estimate of the distance to the boundary, or 0
///   trap    the orbit's least distance to the trap, of the z_1, z_2, ... within the bailout
///   atom    escaped: the index of the orbit's nearest approach to 0 (its atom domain); interior:
///           the period of the cycle that it ends in; 0 where there is none
/// What is not finite is stored as the largest finite value: engines need not agree on NaNs.
/// `Real` is float or double, the type that was iterated in. The memory belongs to an engine.
template <class Real> struct SamplePlanes {
    std::uint32_t *n = nullptr;
    Real *zx = nullptr;
    Real *zy = nullptr;
    int width = 0;
    int height = 0;
    Real *gx = nullptr;
    Real *gy = nullptr;
    Real *trap = nullptr;
    std::uint32_t *atom = nullptr;
};

/// The values of one sample, see SamplePlanes.
template <class Real> struct Sample {
    std::uint32_t n = kInterior;
    Real zx = 0;
    Real zy = 0;
    Real gx = 0;
    Real gy = 0;
    Real trap = 0;
    std::uint32_t atom = 0;
};

} // namespace fathom::kernels
