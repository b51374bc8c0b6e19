#pragma once
#include "render/deep/reference_orbit.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fathom {

/// What the text at the beginning of an orbit's file says: all but the points.
struct OrbitFileHeader {
    /// Without points; its formula, point, bits, ends and `restart` are set.
    ReferenceOrbit orbit;
    std::uint64_t points = 0; ///< of both parts, at least 2 a part and at most kLongestOrbit
    /// Of a packed orbit, which may have kLongestPackedOrbit points: those kept beside waypoints.
    std::optional<std::uint64_t> corrections;
    std::uint64_t tiny = 0; ///< of them those with an exponent of their own, at least 1 a part
};

/// TOML of one key a line. The ends must not be kTooFewBits.
std::string to_text(const OrbitFileHeader &header);

/// Reads it from `source`, which messages name. Throws InputError for what no orbit can have.
OrbitFileHeader parse_orbit_file_header(std::string_view text, std::string_view source);

} // namespace fathom
