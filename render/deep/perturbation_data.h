#pragma once
#include "render/deep/common_start.h"
#include "render/deep/jump_tables.h"
#include "render/deep/reference_orbit.h"
#include "render/places/location.h"
#include "render/places/method.h"
#include "render/places/picture_size.h"

#include <atomic>
#include <memory>

namespace fathom {

/// What a reference orbit and its jumps are wanted for: a picture, whatever its bands, lattices and
/// pixels' type.
struct PerturbationSpec {
    FormulaChoice formula;
    View view;
    Size size; ///< of the whole picture
    std::uint64_t limit = 0;
    double bailout = 256;
    Approximation approximation = Approximation::la;
};

/// All that engines need besides a request to iterate it by perturbation. Immutable.
struct PerturbationData {
    std::shared_ptr<const ReferenceOrbit> orbit;
    std::shared_ptr<const AnyJumpTables> tables;
    TableNeeds needs; ///< what the tables were made for
    /// Where the picture's centre lies from the reference point, and the largest distance of its
    /// pixels from it in the Chebyshev norm; in the request's units, 2^map_exponent.
    double centre_re = 0, centre_im = 0;
    double centre_re_rest = 0, centre_im_rest = 0; ///< what the exact ones are above them
    double c_size = 0;
    AnyCommonStart start;    ///< what the pixels' orbits begin with
    double reference_ms = 0; ///< that making the orbit took; 0 if it was there
    double tables_ms = 0;    ///< and the tables
};

/// How far a preparation is.
struct PerturbationProgress {
    OrbitProgress orbit;
    std::atomic<bool> making_tables = false;
};

} // namespace fathom
