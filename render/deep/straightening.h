#pragma once
#include "render/deep/newton.h"
#include "render/places/plane_matrix.h"

#include <atomic>
#include <cstdint>
#include <optional>

namespace fathom {

/// A view's matrix without the skew that its surroundings have in the plane.
struct Straightening {
    PlaneMatrix matrix; ///< symmetric, of determinant 1; the identity for z^p + c
    std::uint64_t period =
        0; ///< of the minibrot that it is of; 0: of the centre, whose orbit escapes
};

/// What straightens the minibrot about the centre of the location's view. Its period is the first n
/// of at most the location's iterations with |J^-1 z_n| below half the view's height, measured on
/// the screen, J being dz_n/dc; Newton's method on z_n(c) = 0 leads to the nucleus, and where it
/// does not the centre stands for it. About the nucleus z_period is L f(z) + J (c - nucleus), f
/// being the first step without c and L the product of the slopes after it, so that c appears as in
/// the plane of the whole set where L^-1 J times the matrix is a turn: the matrix is the inverse of
/// that product's symmetric part in the polar decomposition. Where the orbit escapes before, J
/// alone is taken at the escape, so that distances to the set are the same in all directions.
/// Sources: C. Heiland-Allen, mathr.co.uk/blog/2018-08-27_unskewing_the_burning_ship.html (whose B
/// is L^-1 J), and Fraktaler-3's hybrid_period.
/// Nothing if `stop` became true. Throws InputError for a Julia set or a formula that cannot be
/// perturbed, where there is no period within the iterations, and where the skew is beyond what a
/// view can have.
std::optional<Straightening> find_straightening(const Location &location,
                                                const std::atomic<bool> &stop,
                                                SearchProgress *progress = nullptr);

} // namespace fathom
