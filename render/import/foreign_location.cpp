#include "render/import/foreign_location.h"

#include "render/base/error.h"
#include "render/base/text_body.h"
#include "render/import/importers.h"
#include "render/import/other_kinds.h"
#include "render/import/palette_import.h"
#include "render/import/text_lines.h"
#include "render/places/place_line.h"
#include "render/places/toml_document.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace fathom {
namespace {

void refuse_what_is_no_place(std::string_view text, std::string_view source) {
    refuse_other_kinds(text, source, "place");
    if (own_text(text) == OwnText::film)
        throw InputError(fmt::format("{} is a film, not a place; open it in the window, or make it "
                                     "with the film command",
                                     source));
    if (const char *what = palette_kind(text, source))
        throw InputError(fmt::format("{} is {}, not a place", source, what),
                         {Remedy::Kind::palette_import});
}

/// A place of another program: where it says nothing of colours, they come by themselves. Filtered
/// and dithered in any case, as its own program would mean a pixel's colours.
ParsedLocation foreign(ParsedLocation parsed) {
    Location &location = parsed.location;
    const Location usual;
    if (location.colour == usual.colour && location.palette == usual.palette &&
        !location.own_palette)
        take_automatic_look(location);
    location.colour.filter = kernels::ColourFilter::footprint;
    location.colour.dither = kernels::ColourDither::ordered;
    return parsed;
}

[[noreturn]] void refuse_unknown(std::string_view source) {
    constexpr std::array<std::string_view, 4> kPictures = {".png", ".jpg", ".jpeg", ".exr"};
    const bool picture = std::ranges::any_of(kPictures, [source](std::string_view ending) {
        return ends_with_ignoring_case(source, ending);
    });
    throw InputError(picture ? fmt::format("{} is not a picture made by Fathom", source)
                             : fmt::format("{}: Fathom cannot open this kind of file", source));
}

/// Whether a line of the text begins as TOML's do: "[table" or "key =".
bool looks_like_toml(std::string_view text) {
    constexpr std::string_view kOfKeys =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.\"";
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        const std::string_view key = trimmed(line.substr(0, line.find('=')));
        const bool has_key =
            key.size() < line.size() && !key.empty() && key.find_first_not_of(kOfKeys) == key.npos;
        if (line.starts_with('[') || has_key)
            return true;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return false;
}

/// Of a text that no program's marks tell from others.
TomlDocument read_toml(std::string_view text, std::string_view source) {
    try {
        return TomlDocument::parse(text, source);
    } catch (const InputError &) {
        const bool is_text = text.find('\0') == text.npos;
        if (text.size() > TomlDocument::kMaxSize || (is_text && looks_like_toml(text)))
            throw;
        refuse_unknown(source);
    }
}

ParsedLocation parse_toml(std::string_view text, std::string_view source, PlaceSource found_in) {
    const TomlDocument document = read_toml(text, source);
    if (document.empty())
        throw InputError(fmt::format("{} holds no place: there is no key in it", source));
    if (document.has("fathom"))
        return parse_location(text, source);
    if (is_fraktaler(document) || ends_with_ignoring_case(source, ".f3.toml"))
        return foreign(import_fraktaler(document, source, found_in));
    if (document.has("real") || document.has("imag"))
        return foreign(import_rust_fractal(document, source));
    if (!document.has("view"))
        refuse_unknown(source);
    return parse_location(text, source);
}

} // namespace

ParsedLocation parse_any_location(std::string_view text, std::string_view source,
                                  PlaceSource found_in) {
    const std::string_view content = text_body(text);
    if (own_text(content) == OwnText::location)
        return parse_location(content, source);
    if (is_place_line(content))
        return parse_place_line(content, source);
    if (ends_with_ignoring_case(source, ".kfr") || is_kfr(content))
        return foreign(import_kfr(text, source));
    refuse_what_is_no_place(content, source);
    if (ends_with_ignoring_case(source, ".xpf") || is_xaos(content))
        return foreign(import_xaos(text, source));
    if (ends_with_ignoring_case(source, ".ini") || is_deepdrill(content))
        return foreign(import_deepdrill(text, source));
    if (ends_with_ignoring_case(source, ".imt") || is_imagina(text))
        return foreign(import_imagina(text, source));
    return parse_toml(text, source, found_in);
}

} // namespace fathom
