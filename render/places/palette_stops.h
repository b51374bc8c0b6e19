#pragma once
#include "render/places/palette.h"

#include <string>
#include <string_view>
#include <vector>

namespace fathom {

class TomlDocument;
struct TomlValue;

// The colours of a palette as TOML has them, in palette files and in locations alike.

/// A colour 0xRRGGBB from "#rrggbb". Throws InputError naming `path` and its line for any other
/// value.
std::uint32_t read_rgb(const TomlDocument &document, std::string_view path, const TomlValue &value);
/// As read_rgb reads it.
std::string rgb_text(std::uint32_t rgb);

/// The stops at `path`: an array of 1 to 256 [position, "#rrggbb"], positions rising from 0 to
/// below 1 and stops_apart. Throws InputError 'SOURCE:LINE: REASON', also where there are none.
std::vector<Palette::Stop> read_stops(TomlDocument &document, std::string_view path);
/// The stops as read_stops reads them, exactly the same: an array of one line for each.
std::string stops_text(const std::vector<Palette::Stop> &stops);

/// The blend at `path` by its id (kPaletteBlends), OKLab where there is none. Throws InputError.
Palette::Blend read_blend(TomlDocument &document, std::string_view path);

} // namespace fathom
