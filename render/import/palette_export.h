#pragma once
#include "render/places/palette.h"

#include <filesystem>
#include <string>

namespace fathom {

/// The palette as GIMP's .gpl: 256 colours of its cycle, the first at phase 0. Throws InputError as
/// check_palette.
std::string to_gimp_palette(const Palette &palette);

/// Likewise as Fractint's .map: a line 'red green blue' for each of 256.
std::string to_fractint_map(const Palette &palette);

/// Writes a palette in the format that the path's ending tells: .toml (Fathom's own, all of it),
/// .gpl or .map. Throws InputError for another ending, DiskError.
void export_palette(const std::filesystem::path &path, const Palette &palette);

} // namespace fathom
