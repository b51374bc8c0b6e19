#pragma once
#include "render/base/own_folder.h"
#include "render/deep/reference_orbit.h"

#include <filesystem>
#include <memory>

namespace fathom {

/// Whether such a file holds it: one to twice a double's digits it does not, nor coordinates of
/// more digits than the header takes.
bool fits_orbit_file(const ReferenceOrbit &orbit);

/// Writes a reference orbit with all that its ReferenceMaker said of it: read back, every bit is
/// the same. 16 bytes a point (docs/reference/orbit-format.md). Throws DiskError, and InputError
/// for coordinates of more digits than the header takes.
void write_orbit_file(const OutputName &name, const ReferenceOrbit &orbit);

/// Reads a file that write_orbit_file wrote, as a stranger's: no memory is taken before sizes are
/// known to agree, and each byte counts in a checksum. Of the orbit's spec it gives formula, point
/// and bits. Throws InputError that names the file: cannot be read, no orbit, of a newer format,
/// damaged, too short, or more than `max_bytes` of points.
std::shared_ptr<const ReferenceOrbit>
read_orbit_file(const std::filesystem::path &path, std::uint64_t max_bytes = default_orbit_bytes());

} // namespace fathom
