#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace fathom {

/// The first text called `key` (ASCII) that stands before the pixels of a PNG (tEXt, zTXt or iTXt),
/// as UTF-8; nullopt where there is none. The pixels are neither read nor checked. The file may be
/// hostile: more than 100 texts, 1 MiB in one of them (unpacked) or 64 MiB before the pixels are
/// refused. Throws InputError when it cannot be read, is not a PNG or is broken before its pixels.
[[nodiscard]] std::optional<std::string> read_png_text(const std::filesystem::path &path,
                                                       const std::string &key);

} // namespace fathom
