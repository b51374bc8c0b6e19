#pragma once
#include "render/places/location_toml.h"
#include "render/places/palette.h"

#include <filesystem>
#include <string>
#include <vector>

namespace fathom {

/// What a file holds that a person wants to open: a place, or palettes.
struct AnyFile {
    std::optional<ParsedLocation> place;
    bool exr = false;                  ///< an OpenEXR, which may hold a picture's samples, too
    std::vector<Palette> palettes;     ///< at least one where there is no place; each has a name
    std::vector<std::string> warnings; ///< about the palettes
};

/// Reads what read_location_file reads as a place, and what palette_kind knows as palettes. Throws
/// InputError as these.
AnyFile read_any_file(const std::filesystem::path &path);

/// Likewise, but a file that has both, such as a .kfr, gives its palette.
AnyFile read_palettes(const std::filesystem::path &path);

} // namespace fathom
