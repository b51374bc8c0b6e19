#pragma once
#include "render/places/location_toml.h"

#include <optional>
#include <string_view>

namespace fathom {

/// The place that coordinates tell, as people pass them on, which replace those of `present`:
/// "-0.7436, 0.1318", a third number as the zoom, "-0.7436 + 0.1318i", "re = -0.7436 im = 0.1318
/// zoom = 1e10", "1e10x" and the like. What they don't say stays as it is. Nothing where the text
/// is something else. Throws InputError where a value is out of range.
std::optional<Location> coordinates_in(std::string_view text, const Location &present);

/// The place that a text from the clipboard tells: any text of a location file
/// (foreign_location.h), or coordinates. Throws InputError where it is neither, in a sentence that
/// says what can be pasted, and where a value is out of range.
ParsedLocation parse_pasted_place(std::string_view text, const Location &present);

} // namespace fathom
