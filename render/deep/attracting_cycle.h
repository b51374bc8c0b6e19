#pragma once
#include "kernels/base/reference_point.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fathom {

/// An attracting cycle that the orbit of 0 under z^p + c has come to, to a double's precision, and
/// how far c may move with it: a hyperbolic component of the set and c's place in it.
struct AttractingCycle {
    std::uint64_t nearest = 0; ///< index of the point of it that is nearest to 0
    std::uint64_t period = 0;
    double multiplier = 0; ///< its size, below 1: what is left of a difference after a period
    /// log2 of a radius about c: all within lie in the same component, and so deep in it that
    /// roundings of orbits next to 0 by 2^-30 of their size do not lead out of it.
    double log2_room = 0;

    /// Steps and jumps that a pixel takes about until its orbit repeats in every bit of a double,
    /// when it begins anew next to 0.
    [[nodiscard]] double rounds_to_repeat() const;
    /// The first index from n >= nearest on at which the orbit is at that point again.
    [[nodiscard]] std::uint64_t next_nearest(std::uint64_t n) const {
        return n + (period - (n - nearest) % period) % period;
    }
};

/// Looks for one in the second half of an orbit's points, of which `tiny` has those that are tiny;
/// its nearest point to 0 and its period have to lie within that half. power: p >= 2.
///
/// With w the (p-1)-th root of the multiplier the component is the unit disc, and w is a conformal
/// map onto it (A. Douady, J. H. Hubbard, "Etude dynamique des polynomes complexes", 1984, for p =
/// 2; D. Eberlein, S. Mukherjee, D. Schleicher, "Rational parameter rays of the multibrot sets",
/// 2016, section 5). By Koebe's theorem of a quarter the edge is at least (1 - |w|^2) / |dw/dc| / 4
/// away, of which the half is taken for the derivatives' roundings. dw/dc follows from derivatives
/// over one period (C. Heiland-Allen, mathr.co.uk/blog/2014-11-02_practical_interior_distance
/// _rendering.html).
std::optional<AttractingCycle>
find_attracting_cycle(std::span<const kernels::OrbitPoint<double>> z,
                      const std::vector<kernels::TinyPoint<double>> &tiny, int power);

} // namespace fathom
