#pragma once
#include <filesystem>
#include <optional>

namespace fathom {

/// The folder with palettes and places: $FATHOM_ASSETS; else, seen from the program's folder,
/// assets/, the installed
/// ../share/fathom/assets, or the assets/ of the source tree that the program was built in. Nothing
/// if there is none. Throws InputError if $FATHOM_ASSETS is set to something that has no palettes
/// folder.
std::optional<std::filesystem::path> find_assets_dir();

/// As above, for a program in the folder `program_dir` and without looking at the environment.
std::optional<std::filesystem::path> find_assets_dir_near(const std::filesystem::path &program_dir);

} // namespace fathom
