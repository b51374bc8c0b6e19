#pragma once
#include "render/places/palette.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace fathom {

/// Whether `text` ends with `ending`, which is in small letters.
bool ends_with_ignoring_case(std::string_view text, std::string_view ending);

/// What kind of palette file a text is by its content and by how `source`, the file's name, ends:
/// "a GIMP palette"; null where it is none that Fathom reads, or a place (.kfr).
const char *palette_kind(std::string_view text, std::string_view source);

/// Reads a palette's text: Fathom's own (.toml), Fractint's .map, GIMP's .gpl and .ggr, Ultra
/// Fractal's .ugr (the gradient called `gradient`, or the first) or Kalles Fraktaler's .kfp and
/// .kfr. What cannot be taken over is named in `warnings`. Its name is made from the file's. Throws
/// InputError 'SOURCE:LINE: REASON'.
Palette parse_any_palette(std::string_view text, std::string_view source,
                          std::vector<std::string> &warnings, std::string_view gradient = {});

/// Likewise all that the text has: a .ugr's gradients under their names (a single one under the
/// file's), of any other the one palette.
std::vector<Palette> parse_all_palettes(std::string_view text, std::string_view source,
                                        std::vector<std::string> &warnings);

/// As parse_any_palette, of a file of at most 1 MiB. Throws InputError naming the file.
Palette read_palette_file(const std::filesystem::path &path, std::vector<std::string> &warnings,
                          std::string_view gradient = {});

// The single formats. Their palettes have no name but where told.

Palette import_fractint_map(std::string_view text, std::string_view source,
                            std::vector<std::string> &warnings);
Palette import_gimp_palette(std::string_view text, std::string_view source,
                            std::vector<std::string> &warnings);
Palette import_gimp_gradient(std::string_view text, std::string_view source,
                             std::vector<std::string> &warnings);
Palette import_ultra_gradient(std::string_view text, std::string_view source,
                              std::string_view gradient, std::vector<std::string> &warnings);
/// All of them, at least one, with their names as the file has them.
std::vector<Palette> import_ultra_gradients(std::string_view text, std::string_view source,
                                            std::vector<std::string> &warnings);

} // namespace fathom
