#pragma once
#include <filesystem>
#include <string>

namespace fathom::ui {

/// Renames a file of the window's own that cannot be read, so that it is not lost with the next one
/// that is written there. Returns what became of it, as the end of a sentence: "the file was kept
/// as FILE". Throws nothing.
std::string set_aside(const std::filesystem::path &path);

} // namespace fathom::ui
