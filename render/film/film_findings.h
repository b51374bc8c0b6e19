#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

namespace fathom {
struct ReferenceOrbit;
struct Survey;
} // namespace fathom

namespace fathom::film {

/// What is found of a zoom before its frames are made, by levels of its rings (see FilmLooks).
/// Whoever is given it makes the same frames as those who find it themselves.
struct LegFindings {
    std::map<int, std::uint64_t> limits; ///< all of the leg; none where keys give them
    std::map<int, int> densities; ///< see RingDensities, all of the leg; none where all are 1
    /// What frames' colours are blended from, as far as it is known: of the coarsest view of each
    /// level, or on the way of a leg that turns and does not zoom. `ranks` may be null where
    /// colours do not go by them.
    std::map<int, std::shared_ptr<const Survey>> surveys;
    std::shared_ptr<const ReferenceOrbit> orbit; ///< of all rings; null: none, or not known
};

/// Of the legs of a film, by their numbers.
using FilmFindings = std::map<std::size_t, LegFindings>;

} // namespace fathom::film
