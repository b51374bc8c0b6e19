#pragma once
#include "kernels/base/scalar_two_ops.h"
#include "kernels/formulas/formula_math-inl.h"

#include <cstdint>

namespace fathom::kernels {

/// |F'(w)| at most, for |w| = size: p size^(p-1). Folds do not lengthen differences.
template <class Formula, class Part> FATHOM_INLINE Part steepest(Part size) noexcept {
    Part slope = Formula::kDegree;
    for (int i = 1; i < Formula::kDegree; ++i)
        slope *= size;
    return slope;
}

template <class Part> FATHOM_INLINE Part size_of(scalar::Complex<Part> z) noexcept {
    using Ops = ScalarOps<Part>;
    return Ops::sqrt(scalar::norm<Ops>(z.x, z.y));
}

template <class Part>
inline constexpr Part kLeastRadius = sizeof(Part) == sizeof(float) ? Part(0x1p-16) : Part(0x1p-44);

/// True if `period` steps take the disc about z with that radius into itself, rounded as perturbed
/// and direct steps are, within the bailout.
template <class Formula, class Part>
FATHOM_INLINE bool keeps_disc(scalar::Complex<Part> z, const scalar::Constants<Part> &k,
                              std::uint32_t period, Part radius, Part bailout) noexcept {
    // A jump is off by at most 2^-40 (float 2^-18) of the difference that it ends with, and that is
    // below 2^-8.
    constexpr Part kRounding = sizeof(Part) == sizeof(float) ? Part(0x1p-18) : Part(0x1p-47);
    scalar::Complex<Part> at = z;
    Part size = size_of(at);
    Part reach = radius;
    for (std::uint32_t i = 0; i < period; ++i) {
        at = Formula::template step<ScalarOps<Part>>(scalar::Point<Part>{at, {}}, k);
        reach *= steepest<Formula>(size + reach);
        size = size_of(at);
        reach += kRounding * (1 + size);
        if (!(size + reach < bailout))
            return false;
    }
    const Part off = size_of(scalar::Complex<Part>{at.x - z.x, at.y - z.y});
    return off + reach <= radius * (1 - Part(0x1p-10));
}

/// The point about which a period turns: Newton's from z, which returns to `back`, of analytic
/// formulas, else z.
template <class Formula, class Part>
FATHOM_INLINE scalar::Complex<Part> centre_of_turns(scalar::Complex<Part> z,
                                                    scalar::Complex<Part> back,
                                                    scalar::Complex<Part> multiplier) noexcept {
    if constexpr (Formula::kPower == 0)
        return z;
    const Part x = 1 - multiplier.x;
    const Part size = x * x + multiplier.y * multiplier.y;
    const scalar::Complex<Part> off{(back.x - z.x) / size, (back.y - z.y) / size};
    return {z.x + off.x * x - off.y * multiplier.y, z.y + off.x * multiplier.y + off.y * x};
}

/// F'(z) of analytic formulas; of others a number as large as differences may become.
template <class Formula, class Part>
FATHOM_INLINE scalar::Complex<Part> turn_at(scalar::Complex<Part> z) noexcept {
    using Ops = ScalarOps<Part>;
    if constexpr (Formula::kPower != 0)
        return Formula::template slope<Ops>(scalar::Point<Part>{z, {}}).d;
    else
        return {steepest<Formula>(size_of(z)), 0};
}

/// True only if an orbit at z with that c never escapes, however its steps are rounded: z is in a
/// disc that some steps take into itself. |F(a) - F(b)| is at most p (|w| + r)^(p-1) |a - b| for a
/// and b within r of w, so that a disc's image lies in a disc whose radius is known; what roundings
/// move a point by widens it. The number of steps is sought where z comes back to within the root
/// of `closeness` |z|^2 of itself.
template <class Formula, class Part>
FATHOM_INLINE bool stays_near(scalar::Complex<Part> z, scalar::Complex<Part> c, Part closeness,
                              Part bailout) noexcept {
    using Ops = ScalarOps<Part>;
    constexpr std::uint32_t kLongest = 2048;
    constexpr int kTries = 3;
    constexpr int kRadii = 3;
    const scalar::Constants<Part> k{c, {}};
    const Part near = closeness * scalar::norm<Ops>(z.x, z.y);
    scalar::Complex<Part> at = z;
    scalar::Complex<Part> multiplier{1, 0};
    int tries = 0;
    for (std::uint32_t period = 1; period <= kLongest && tries < kTries; ++period) {
        multiplier = scalar::multiply<Ops>(turn_at<Formula>(at), multiplier);
        at = Formula::template step<Ops>(scalar::Point<Part>{at, {}}, k);
        const scalar::Complex<Part> off{at.x - z.x, at.y - z.y};
        const Part slope = size_of(multiplier);
        if (!(scalar::norm<Ops>(off.x, off.y) <= near && slope < 1))
            continue;
        ++tries;
        const auto centre = centre_of_turns<Formula>(z, at, multiplier);
        const scalar::Complex<Part> from{z.x - centre.x, z.y - centre.y};
        // At least so far that z is in it; where it turns about z itself, so far that it ends in
        // it.
        Part radius = Formula::kPower != 0 ? size_of(from) : 2 * size_of(off) / (1 - slope);
        radius = radius * Part(1.0625) + kLeastRadius<Part>;
        for (int i = 0; i < kRadii; ++i, radius *= 32)
            if (keeps_disc<Formula>(centre, k, period, radius, bailout))
                return true;
    }
    return false;
}

} // namespace fathom::kernels
