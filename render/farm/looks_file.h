#pragma once
#include "render/film/film_rings.h"

#include <filesystem>

namespace fathom::farm {

/// Writes limits and surveys, every bit, without the orbits (docs/reference/farm-format.md). Throws
/// DiskError.
void write_looks(const std::filesystem::path &path, const film::FilmFindings &found);

/// Reads such a file as a stranger's: of the legs of `wanted` the limits, and the surveys that
/// frames of these levels need. Throws InputError that names the file: cannot be read, of a newer
/// format, damaged, or what no film has.
film::FilmFindings read_looks(const std::filesystem::path &path, const film::FilmLevels &wanted);

} // namespace fathom::farm
