#pragma once
#include <filesystem>
#include <optional>

namespace fathom {

/// Where a person's own palettes and bookmarks are kept: $XDG_DATA_HOME/fathom, or
/// ~/.local/share/fathom. It need not exist. Nothing where there is no home.
std::optional<std::filesystem::path> user_data_folder();

/// Where the program keeps what it was doing: $XDG_STATE_HOME/fathom, or ~/.local/state/fathom.
std::optional<std::filesystem::path> user_state_folder();

} // namespace fathom
