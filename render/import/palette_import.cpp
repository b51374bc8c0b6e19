#include "render/import/palette_import.h"

#include "render/base/error.h"
#include "render/base/text_body.h"
#include "render/import/foreign_keys.h"
#include "render/import/gradient.h"
#include "render/import/importers.h"
#include "render/import/kfr_colours.h"
#include "render/import/other_kinds.h"
#include "render/import/text_lines.h"
#include "render/numbers/plain_number.h"
#include "render/places/toml_document.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom {
namespace {

constexpr const char *kOwn = "a palette of Fathom";
constexpr const char *kMap = "a Fractint colour map";
constexpr const char *kGimpPalette = "a GIMP palette";
constexpr const char *kGimpGradient = "a GIMP gradient";
constexpr const char *kUltra = "an Ultra Fractal gradient";
constexpr const char *kKalles = "a palette of Kalles Fraktaler";

bool has_line_starting(std::string_view text, std::string_view start) {
    for (std::size_t at = text.find(start); at != text.npos; at = text.find(start, at + 1))
        if (at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r')
            return true;
    return false;
}

bool is_ultra_gradient(std::string_view text) {
    const std::size_t section = text.find("gradient:");
    return section != text.npos && text.find('{') < section;
}

/// Whether the first line is three numbers, as of a .map without its ending.
bool begins_with_three_bytes(std::string_view text) {
    text = text.substr(0, std::min({text.find_first_of("\r\n"), text.size(), std::size_t{80}}));
    for (int i = 0; i < 3; ++i)
        if (const auto number = read_whole(take_word(text));
            !number || *number < 0 || *number > 256)
            return false;
    return true;
}

Palette import_kalles(std::string_view text, std::string_view source,
                      std::vector<std::string> &warnings) {
    ForeignKeys keys = kfr_keys(text, source);
    Palette palette = kfr_palette(keys, source);
    if (keys.ignore_rest())
        keys.warn("only its colours were taken, not how they are applied");
    for (const Complaint &warning : keys.warnings())
        warnings.push_back(warning.what);
    return palette;
}

Palette import_kind(const char *kind, std::string_view text, std::string_view source,
                    std::vector<std::string> &warnings, std::string_view gradient) {
    if (kind == kGimpGradient)
        return import_gimp_gradient(text, source, warnings);
    if (kind == kGimpPalette)
        return import_gimp_palette(text, source, warnings);
    if (kind == kUltra)
        return import_ultra_gradient(text, source, gradient, warnings);
    if (kind == kKalles)
        return import_kalles(text, source, warnings);
    if (kind == kMap)
        return import_fractint_map(text, source, warnings);
    return parse_palette(text, source, "");
}

} // namespace

bool ends_with_ignoring_case(std::string_view text, std::string_view ending) {
    if (text.size() < ending.size())
        return false;
    text.remove_prefix(text.size() - ending.size());
    return std::equal(text.begin(), text.end(), ending.begin(), [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
    });
}

const char *palette_kind(std::string_view text, std::string_view source) {
    text = text_body(text);
    if (const OwnText own = own_text(text); own != OwnText::none)
        return own == OwnText::palette ? kOwn : nullptr;
    if (ends_with_ignoring_case(source, ".kfr") || is_kfr(text))
        return nullptr;
    if (text.starts_with("GIMP Gradient") || ends_with_ignoring_case(source, ".ggr"))
        return kGimpGradient;
    if (text.starts_with("GIMP Palette") || ends_with_ignoring_case(source, ".gpl"))
        return kGimpPalette;
    if (ends_with_ignoring_case(source, ".ugr") || is_ultra_gradient(text))
        return kUltra;
    if (ends_with_ignoring_case(source, ".kfp") || has_line_starting(text, "Colors:"))
        return kKalles;
    if (ends_with_ignoring_case(source, ".map") || begins_with_three_bytes(text))
        return kMap;
    return nullptr;
}

Palette parse_any_palette(std::string_view text, std::string_view source,
                          std::vector<std::string> &warnings, std::string_view gradient) {
    const std::string_view content = text_body(text);
    const bool kfr = own_text(content) == OwnText::none &&
                     (ends_with_ignoring_case(source, ".kfr") || is_kfr(content));
    const char *kind = kfr ? kKalles : palette_kind(content, source);
    if (!gradient.empty() && kind != kUltra)
        throw InputError(
            fmt::format("{} has no gradients with names; only .ugr files have", source));
    if (kind == nullptr)
        refuse_other_kinds(content, source, "palette");
    Palette palette = import_kind(kind, text, source, warnings, gradient);
    palette.name = palette_name_from(
        gradient.empty() ? std::filesystem::path(source).stem().string() : std::string(gradient));
    check_palette(palette);
    return palette;
}

std::vector<Palette> parse_all_palettes(std::string_view text, std::string_view source,
                                        std::vector<std::string> &warnings) {
    const std::string_view content = text_body(text);
    if (palette_kind(content, source) != kUltra)
        return {parse_any_palette(text, source, warnings)};
    std::vector<Palette> palettes = import_ultra_gradients(text, source, warnings);
    for (Palette &palette : palettes) {
        palette.name = palette_name_from(
            palettes.size() > 1 ? palette.name : std::filesystem::path(source).stem().string());
        check_palette(palette);
    }
    return palettes;
}

Palette read_palette_file(const std::filesystem::path &path, std::vector<std::string> &warnings,
                          std::string_view gradient) {
    return parse_any_palette(TomlDocument::read_file(path), path.string(), warnings, gradient);
}

} // namespace fathom
