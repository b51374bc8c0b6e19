#pragma once
#include "render/places/location_toml.h"

#include <string_view>

namespace fathom {

/// What a location's text was found in.
enum class PlaceSource { file, picture };

/// Reads a location's text, Fathom's own, which own_text and is_place_line tell, or another
/// program's, told by what it holds or by how `source`, the file's name, ends. Throws InputError
/// 'SOURCE:LINE: REASON', also for files that are something else, such as pictures and palettes.
ParsedLocation parse_any_location(std::string_view text, std::string_view source,
                                  PlaceSource found_in = PlaceSource::file);

} // namespace fathom
