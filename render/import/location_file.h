#pragma once
#include "render/places/location_toml.h"

#include <filesystem>

namespace fathom {

/// Reads a location file, Fathom's or another program's (see import/importers.h), or a picture that
/// Fathom, Fraktaler-3, Kalles Fraktaler 2+ or XaoS wrote: a PNG, JPEG or OpenEXR by its content,
/// whatever its name. Throws InputError naming the file.
ParsedLocation read_location_file(const std::filesystem::path &path);

} // namespace fathom
