#include "render/import/location_file.h"

#include "render/base/error.h"
#include "render/images/exr_header.h"
#include "render/images/jpeg_metadata.h"
#include "render/images/png_chunk.h"
#include "render/images/png_metadata.h"
#include "render/import/foreign_location.h"
#include "render/import/importers.h"
#include "render/places/toml_document.h"

#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>

namespace fathom {
namespace {

constexpr const char *kOwnKey = "Fathom";
/// Under which Fraktaler-3 and Kalles Fraktaler 2+ keep a location file in an OpenEXR (image_raw.cc
/// of the former, exr.cc of the latter).
constexpr const char *kForeignKeys[] = {"Fraktaler3", "KallesFraktaler2+"};

/// Likewise in a PNG; ImageMagick makes it the other one.
constexpr const char *kForeignPngKeys[] = {"Comment", "comment"};

[[noreturn]] void refuse_without_place(const std::filesystem::path &path) {
    throw InputError(
        fmt::format("{} is not a picture made by Fathom, Fraktaler-3, Kalles Fraktaler "
                    "2+ or XaoS, or its location was removed",
                    path.string()));
}

ParsedLocation read_exr_place(const std::filesystem::path &path) {
    const ExrHeader header = read_exr_header(path);
    if (const auto own = header.texts.find(kOwnKey); own != header.texts.end())
        return parse_location(own->second, path.string());
    for (const char *key : kForeignKeys)
        if (const auto text = header.texts.find(key); text != header.texts.end())
            return parse_any_location(text->second, path.string(), PlaceSource::picture);
    refuse_without_place(path);
}

/// Whether a picture's comment, which may say anything, is a location file of those programs.
bool is_foreign_place(std::string_view comment) {
    return is_kfr(comment) || comment.find("\"fraktaler-3\"") != comment.npos;
}

ParsedLocation read_foreign_comment(const std::filesystem::path &path,
                                    const std::optional<std::string> &comment) {
    if (!comment || !is_foreign_place(*comment))
        refuse_without_place(path);
    return parse_any_location(*comment, path.string(), PlaceSource::picture);
}

/// XaoS keeps a position as it saves them (its writepng).
std::optional<std::string> xaos_text(const std::filesystem::path &path) {
    std::optional<std::string> text = read_png_text(path, "Metadata");
    return text && is_xaos(*text) ? std::move(text) : std::nullopt;
}

ParsedLocation read_png_place(const std::filesystem::path &path) {
    if (const auto own = read_png_text(path, kOwnKey))
        return parse_location(*own, path.string());
    std::optional<std::string> comment;
    for (const char *key : kForeignPngKeys)
        if (!comment)
            comment = read_png_text(path, key);
    if (const auto position = xaos_text(path))
        return parse_any_location(*position, path.string(), PlaceSource::picture);
    return read_foreign_comment(path, comment);
}

/// Both programs cut a location file into comments and say nothing else in them.
ParsedLocation read_jpeg_place(const std::filesystem::path &path) {
    if (const auto own = read_jpeg_text(path, kOwnKey))
        return parse_location(*own, path.string());
    return read_foreign_comment(path, read_jpeg_comments(path));
}

} // namespace

ParsedLocation read_location_file(const std::filesystem::path &path) {
    const std::string text = TomlDocument::read_file(path);
    if (is_png(text))
        return read_png_place(path);
    if (is_jpeg(text))
        return read_jpeg_place(path);
    if (is_exr(text))
        return read_exr_place(path);
    return parse_any_location(text, path.string());
}

} // namespace fathom
