#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

namespace fathom {

struct ReferenceOrbit;
struct Survey;

/// Surveys of each level: between those of whole levels colours would be up to five levels of 255
/// from what a frame's own survey gives.
inline constexpr int kSurveysALevel = 2;

/// What is found of a zoom before its frames are made, by levels of its rings (see FilmLooks).
/// Whoever is given it makes the same frames as those who find it themselves.
struct LegFindings {
    std::map<int, std::uint64_t> limits; ///< all of the leg; none where keys give them
    /// What frames' colours are blended from, as far as it is known: a level's own at
    /// kSurveysALevel times its number, then those on the way to the next one. `ranks` may be null
    /// where colours do not go by them.
    std::map<int, std::shared_ptr<const Survey>> surveys;
    std::shared_ptr<const ReferenceOrbit> orbit; ///< of all rings; null: none, or not known
};

/// Of the legs of a film, by their numbers.
using FilmFindings = std::map<std::size_t, LegFindings>;

} // namespace fathom
