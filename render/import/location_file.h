#pragma once
#include "render/places/location_toml.h"

#include <filesystem>

namespace fathom {

/// Reads a location file, Fathom's or another program's (see import/importers.h), or a picture that
/// Fathom wrote: a PNG or OpenEXR by its content, whatever its name. OpenEXRs of Fraktaler-3 and
/// Kalles Fraktaler 2+ hold places, too. Throws InputError naming the file.
ParsedLocation read_location_file(const std::filesystem::path &path);

} // namespace fathom
