#pragma once
#include "render/images/png_chunk.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace fathom {

/// Writes a PNG of 8-bit RGB (sRGB) from memory. `rgba`: width x height pixels of 4 bytes, the top
/// row first; alpha is dropped. `text` stands before the pixels. Throws InputError for no pixels or
/// more than 8192 x 8192 of them (PngWriter is for those), DiskError as OutputFile.
void write_screenshot_png(const std::filesystem::path &path, const std::uint8_t *rgba, int width,
                          int height, const std::vector<PngText> &text);

} // namespace fathom
