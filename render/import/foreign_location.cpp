#include "render/import/foreign_location.h"

#include "render/base/error.h"
#include "render/import/importers.h"
#include "render/import/palette_import.h"
#include "render/import/text_lines.h"
#include "render/places/place_line.h"
#include "render/places/toml_document.h"

#include <array>
#include <fmt/format.h>

namespace fathom {
namespace {

using namespace std::string_view_literals;

/// How files begin that are no places; a text that begins so is nothing else.
constexpr std::array kOtherKinds = {
    std::pair{"\x76\x2f\x31\x01"sv, "an OpenEXR picture"},
    std::pair{"\xff\xd8\xff"sv, "a JPEG picture"},
    std::pair{"II*\0"sv, "a TIFF picture"},
    std::pair{"MM\0*"sv, "a TIFF picture"},
    std::pair{"GIF8"sv, "a GIF picture"},
    std::pair{"PK\x03\x04"sv, "a ZIP archive"},
    std::pair{"\x1f\x8b"sv, "a gzip archive"},
};

void refuse_other_kinds(std::string_view text, std::string_view source) {
    for (const auto &[start, what] : kOtherKinds)
        if (text.starts_with(start))
            throw InputError(fmt::format("{} is {}, which holds no place that Fathom reads; open "
                                         "the location file or PNG that it was made with",
                                         source, what));
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

ParsedLocation parse_toml(std::string_view text, std::string_view source, PlaceSource found_in) {
    const TomlDocument document = TomlDocument::parse(text, source);
    if (document.has("fathom"))
        return parse_location(text, source);
    if (is_fraktaler(document) || ends_with_ignoring_case(source, ".f3.toml"))
        return foreign(import_fraktaler(document, source, found_in));
    if (document.has("real") || document.has("imag"))
        return foreign(import_rust_fractal(document, source));
    return parse_location(text, source);
}

} // namespace

ParsedLocation parse_any_location(std::string_view text, std::string_view source,
                                  PlaceSource found_in) {
    if (own_text(text) == OwnText::location)
        return parse_location(text, source);
    if (is_place_line(text))
        return parse_place_line(text, source);
    const std::string_view content = text.starts_with("\xef\xbb\xbf") ? text.substr(3) : text;
    if (ends_with_ignoring_case(source, ".kfr") || is_kfr(content))
        return foreign(import_kfr(text, source));
    refuse_other_kinds(content, source);
    if (ends_with_ignoring_case(source, ".xpf") || is_xaos(content))
        return foreign(import_xaos(text, source));
    if (ends_with_ignoring_case(source, ".ini") || is_deepdrill(content))
        return foreign(import_deepdrill(text, source));
    if (ends_with_ignoring_case(source, ".imt") || is_imagina(content))
        return foreign(import_imagina(text, source));
    return parse_toml(text, source, found_in);
}

} // namespace fathom
