#pragma once
#include "render/images/png_chunk.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Texts in a JPEG: each is one or several comments (marker COM, ITU-T T.81 B.2.4.5) of at most
// 65,533 bytes, which begin with the text's key and a line feed; what comes behind these, put
// together, is the text.

namespace fathom {

/// Whether a file that begins so is a JPEG.
bool is_jpeg(std::string_view bytes) noexcept;

/// The comments for texts, in their order. Throws std::invalid_argument for a text outside the
/// limits of PngText.
std::vector<std::string> jpeg_comments(const std::vector<PngText> &texts);

/// The text of that key of a JPEG, as a stranger may have made it; nothing if there is none. Pixels
/// are not read. Throws InputError, naming the file, where it cannot be read, its markers are
/// broken or the text has more than kMaxPngTextBytes.
std::optional<std::string> read_jpeg_text(const std::filesystem::path &path,
                                          const std::string &key);

/// All comments of a JPEG, put together as they are; else as read_jpeg_text.
std::optional<std::string> read_jpeg_comments(const std::filesystem::path &path);

} // namespace fathom
