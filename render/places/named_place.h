#pragma once
#include "render/places/location.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace fathom {

/// A location that somebody gave a name, such as a bookmark.
struct NamedPlace {
    static constexpr std::size_t kMaxName = 200;  ///< bytes
    static constexpr std::size_t kMaxNote = 4000; ///< bytes

    std::string name; ///< for people: UTF-8 on one line
    std::string note; ///< likewise, of any number of lines
    Location location;

    friend bool operator==(const NamedPlace &, const NamedPlace &) = default;
};

/// `text` as such a name or note may be: valid UTF-8 (what is not becomes '?'), no control
/// characters but, if `lines`, line feeds, at most `max_bytes` long, cut between characters.
std::string tidied_text(std::string_view text, std::size_t max_bytes, bool lines);

/// `text` between double quotes as TOML has it, in printable ASCII. Of UTF-8.
std::string toml_string(std::string_view text);

/// The place as a location file with a table [about] of name and note
/// (docs/reference/location-format.md): every reader of locations can go there. Throws InputError
/// as to_text(Location).
std::string to_text(const NamedPlace &place);

/// Reads it; name and note may be missing. Unknown keys are ignored. Throws InputError as
/// parse_location.
NamedPlace parse_named_place(std::string_view text, std::string_view source);

} // namespace fathom
