#pragma once
#include "render/places/palette.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fathom {

// A person's own palettes, in the folder that save_own_palette writes to.

/// Whether there is one of that name among them.
bool is_own_palette(std::string_view name);

/// Saves palettes from elsewhere, each under its name, or where another palette has that, under the
/// name and a number; one that is there already stays as it is. Returns them with their names now.
/// Throws as save_own_palette.
std::vector<Palette> keep_palettes(const std::optional<std::filesystem::path> &assets_dir,
                                   std::vector<Palette> palettes);

/// Deletes it and returns what it was. Throws InputError if there is none or it cannot be read,
/// DiskError if it cannot be deleted.
Palette delete_own_palette(std::string_view name);

} // namespace fathom
