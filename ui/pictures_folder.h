#pragma once
#include <filesystem>
#include <string>

namespace fathom {

/// Where the desktop keeps pictures: $XDG_PICTURES_DIR, else as the XDG user directories file says,
/// else the current folder.
std::filesystem::path pictures_folder();

/// A path in that folder that does not exist yet: fathom-YYYYMMDD-HHMMSS.png in local time.
std::filesystem::path new_picture_path();

} // namespace fathom
