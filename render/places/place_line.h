#pragma once
#include "render/places/location_toml.h"

#include <string>
#include <string_view>

namespace fathom {

/// A location on one line of printable ASCII, as people pass places on in a chat
/// (docs/reference/location-format.md): 'fathom: RE IM ZOOM KEY=VALUE ...', with only what differs
/// from a location file without that key. parse_place_line gives exactly the same location back.
/// Throws InputError as to_text.
std::string to_line(const Location &location);

/// Whether a text begins as such a line does, after blanks and what mail and chats put around
/// quoted words.
bool is_place_line(std::string_view text);

/// Reads such a line; it may have been wrapped between its words. Its keys are those of location
/// files, and read by the same rules. Throws InputError 'SOURCE:LINE: REASON' for broken text, a
/// value out of range, a missing coordinate, a newer format or more than TomlDocument::kMaxSize.
ParsedLocation parse_place_line(std::string_view text, std::string_view source);

} // namespace fathom
