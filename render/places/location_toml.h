#pragma once
#include "render/base/complaint.h"
#include "render/places/location.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace fathom {

class TomlDocument;
struct TomlValue;

/// The newest format of locations, which this version reads as all before it.
inline constexpr std::int64_t kLocationFormat = 4;

/// The location as Fathom's own TOML (docs/reference/location-format.md): printable ASCII, decimals
/// as strings, every digit. For files, the clipboard and the text of pictures; parse_location gives
/// exactly the same location back. Throws InputError if a value is out of range (see
/// check_location).
std::string to_text(const Location &location);

/// A location read from a stranger.
struct ParsedLocation {
    Location location;
    /// A sentence for each key that was not known, and for each thing that a file of another
    /// program asks for and Fathom lacks.
    std::vector<Complaint> warnings;
};

/// Reads a location's text; line ends of any kind, spaces around and comments are welcome. `source`
/// names the text in messages. Throws InputError 'SOURCE:LINE: REASON' for broken text, a value out
/// of range, a missing coordinate, a newer format or more than 1 MiB.
ParsedLocation parse_location(std::string_view text, std::string_view source);

/// Likewise of a document that has been parsed.
ParsedLocation read_location(TomlDocument &document);

/// The tables of a location's text: where, what is iterated, and how it is coloured.
enum class LocationTable { view, iteration, colour };
inline constexpr LocationTable kLocationTables[] = {LocationTable::view, LocationTable::iteration,
                                                    LocationTable::colour};

/// "view", "iteration", "colour".
std::string_view name_of(LocationTable table);
/// A table's lines without its name; check_location() has let the location pass.
std::string lines_of(const Location &location, LocationTable table);
/// Reads the table's keys ("view.re") into the location. Throws InputError as parse_location.
void read_table(TomlDocument &document, LocationTable table, Location &location);

/// A view's matrix [a, b, c, d]. Throws InputError naming `path` and its line for any other value.
PlaneMatrix read_matrix(const TomlDocument &document, std::string_view path,
                        const TomlValue &value);

/// Writes to_text to a file, whole or not at all. Throws InputError for a value out of range,
/// DiskError otherwise.
void write_location_file(const std::filesystem::path &path, const Location &location);

} // namespace fathom
