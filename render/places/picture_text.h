#pragma once
#include "render/images/png_chunk.h"

#include <vector>

namespace fathom {

struct Location;

/// The texts that every PNG of ours carries before its pixels: "Fathom" is the location (palette
/// included), with which read_location_file restores exactly this view; "Software" is the program
/// and its version.
std::vector<PngText> picture_text(const Location &location);

} // namespace fathom
