#include "render/import/location_file.h"

#include "render/base/error.h"
#include "render/images/exr_header.h"
#include "render/images/jpeg_metadata.h"
#include "render/images/png_chunk.h"
#include "render/images/png_metadata.h"
#include "render/import/foreign_location.h"
#include "render/places/toml_document.h"

#include <fmt/format.h>
#include <optional>
#include <string>

namespace fathom {
namespace {

constexpr const char *kOwnKey = "Fathom";
/// Under which Fraktaler-3 and Kalles Fraktaler 2+ keep a location file in an OpenEXR (image_raw.cc
/// of the former, exr.cc of the latter).
constexpr const char *kForeignKeys[] = {"Fraktaler3", "KallesFraktaler2+"};

ParsedLocation read_exr_place(const std::filesystem::path &path) {
    const ExrHeader header = read_exr_header(path);
    if (const auto own = header.texts.find(kOwnKey); own != header.texts.end())
        return parse_location(own->second, path.string());
    for (const char *key : kForeignKeys)
        if (const auto text = header.texts.find(key); text != header.texts.end())
            return parse_any_location(text->second, path.string());
    throw InputError(fmt::format("{} holds no location: neither Fathom nor Fraktaler-3 nor Kalles "
                                 "Fraktaler 2+ wrote it, or it lost its text on the way",
                                 path.string()));
}

} // namespace

ParsedLocation read_location_file(const std::filesystem::path &path) {
    const std::string text = TomlDocument::read_file(path);
    const bool jpeg = is_jpeg(text);
    if (jpeg || is_png(text)) {
        const std::optional<std::string> inside =
            jpeg ? read_jpeg_text(path, kOwnKey) : read_png_text(path, kOwnKey);
        if (!inside) {
            throw InputError(fmt::format(
                "{} holds no Fathom location: it was not exported by Fathom, or lost its text on "
                "the way",
                path.string()));
        }
        return parse_location(*inside, path.string());
    }
    if (is_exr(text))
        return read_exr_place(path);
    return parse_any_location(text, path.string());
}

} // namespace fathom
