#pragma once
#include "kernels/base/portable.h"
#include "kernels/base/two.h"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace fathom::kernels {

/// Escape index of a sample that stayed within the bailout up to the iteration limit. (A real
/// escape index is at least 1, because z_0 is never tested.)
inline constexpr std::uint32_t kInterior = 0;
/// Marks a sample that is not finished, in every word of its escape index. Its z is then the state
/// of the iteration, not a result.
inline constexpr std::uint32_t kPending = 0xffffffffU;
/// Largest iteration limit that one word can carry, which is also the direct loops' limit.
inline constexpr std::uint32_t kMaxIterationLimit = 4'000'000'000U;
/// Largest iteration limit at all: what exceeds one word takes a second one, and perturbation.
inline constexpr std::uint64_t kLargestIterationLimit = std::uint64_t{1} << 40;

/// True if escape indices up to this limit need a second word, see SamplePlanes::n_high.
FATHOM_INLINE constexpr bool counts_in_64_bits(std::uint64_t limit) noexcept {
    return limit > kMaxIterationLimit;
}

/// What stands for values that are not finite.
template <class Real>
inline constexpr Real kLargest = Real(std::numeric_limits<Stored<Real>>::max());

/// The samples of a picture, as planes of width * height values, row by row from the top, without
/// padding.
///   n       escape index: the first n >= 1 with |z_n| > bailout, or kInterior, or kPending
///   n_high  its bits from the 32nd on, where the limit counts_in_64_bits; else null. See index_at
///   zx, zy  z_n where it escaped; 0 for interior samples, so that shortcuts need not know the last
///           z. Both null where only n is kept.
/// Where a request tracks its orbits (see Tracks), else null:
///   gx, gy  escaped: the gradient of ln|z_n| with respect to the pixel's place in the plane, so
///           that ln|z_n| / |gradient| estimates the distance to the set; interior: (b, 0), b an
///           estimate of the distance to the boundary, or 0
///   trap    the orbit's least distance to the trap, of the z_1, z_2, ... within the bailout
///   atom    escaped: the index of the orbit's nearest approach to 0 (its atom domain); interior:
///           the period of the cycle that it ends in; 0 where there is none; what is too large
///           for it is 0xffffffff
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
    std::uint32_t *n_high = nullptr;
};

/// The whole escape index of a finished sample: kInterior or up to kLargestIterationLimit.
template <class Real>
FATHOM_INLINE std::uint64_t index_at(const SamplePlanes<Real> &planes, std::size_t at) noexcept {
    const std::uint64_t low = planes.n[at];
    return planes.n_high == nullptr ? low : low | std::uint64_t{planes.n_high[at]} << 32;
}

/// True if sample `at` is not finished.
template <class Real>
FATHOM_INLINE bool is_pending(const SamplePlanes<Real> &planes, std::size_t at) noexcept {
    return planes.n[at] == kPending && (planes.n_high == nullptr || planes.n_high[at] == kPending);
}

/// Declares that sample `at` is not finished.
template <class Real>
FATHOM_INLINE void mark_pending(const SamplePlanes<Real> &planes, std::size_t at) noexcept {
    planes.n[at] = kPending;
    if (planes.n_high != nullptr)
        planes.n_high[at] = kPending;
}

/// Stores the escape index of a finished sample; without n_high it has to fit one word.
template <class Real>
FATHOM_INLINE void set_index(const SamplePlanes<Real> &planes, std::size_t at,
                             std::uint64_t n) noexcept {
    planes.n[at] = static_cast<std::uint32_t>(n);
    if (planes.n_high != nullptr)
        planes.n_high[at] = static_cast<std::uint32_t>(n >> 32);
}

/// The values of one sample, see SamplePlanes.
template <class Real> struct Sample {
    std::uint64_t n = kInterior;
    Real zx = 0;
    Real zy = 0;
    Real gx = 0;
    Real gy = 0;
    Real trap = 0;
    std::uint32_t atom = 0;
};

} // namespace fathom::kernels
