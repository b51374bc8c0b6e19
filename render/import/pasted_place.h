#pragma once
#include "render/places/location_toml.h"

#include <string_view>

namespace fathom {

/// The place that a text from the clipboard tells: any text of a location file
/// (foreign_location.h), or coordinates as people pass them on, which replace those of `present`:
/// "-0.7436, 0.1318", a third number as the zoom, "-0.7436 + 0.1318i", "re = -0.7436 im = 0.1318
/// zoom = 1e10", "1e10x" and the like. What coordinates don't say stays as it is. Throws InputError
/// where it is neither, in a sentence that says what can be pasted, and where a value is out of
/// range.
ParsedLocation parse_pasted_place(std::string_view text, const Location &present);

} // namespace fathom
