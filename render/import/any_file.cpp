#include "render/import/any_file.h"

#include "render/images/exr_header.h"
#include "render/images/jpeg_metadata.h"
#include "render/images/png_chunk.h"
#include "render/import/location_file.h"
#include "render/import/palette_import.h"
#include "render/places/toml_document.h"

namespace fathom {

AnyFile read_any_file(const std::filesystem::path &path) {
    AnyFile file;
    const std::string text = TomlDocument::read_file(path);
    if (!is_jpeg(text) && !is_png(text) && palette_kind(text, path.string()) != nullptr)
        return read_palettes(path);
    file.place = read_location_file(path);
    file.exr = is_exr(text);
    return file;
}

AnyFile read_palettes(const std::filesystem::path &path) {
    AnyFile file;
    file.palettes = parse_all_palettes(TomlDocument::read_file(path), path.string(), file.warnings);
    return file;
}

} // namespace fathom
