#include "render/places/named_place.h"

#include "render/places/location_toml.h"
#include "render/places/toml_document.h"

#include <cstdint>
#include <fmt/format.h>
#include <optional>

namespace fathom {
namespace {

/// A character of UTF-8 and how many bytes it takes.
struct Character {
    std::uint32_t code = 0;
    std::size_t length = 0;
};

/// The character that `text`, which is not empty, begins with; nothing if that is not UTF-8
/// (RFC 3629: no overlong forms, no surrogates, nothing beyond U+10FFFF).
std::optional<Character> first_character(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text[0]);
    if (lead < 0x80)
        return Character{lead, 1};
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < length)
        return std::nullopt;
    std::uint32_t code = lead & (0xffU >> (length + 1));
    for (std::size_t at = 1; at < length; ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if ((byte & 0xc0) != 0x80)
            return std::nullopt;
        code = code << 6 | (byte & 0x3fU);
    }
    constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < kLeast[length] || surrogate || code > 0x10ffff)
        return std::nullopt;
    return Character{code, length};
}

bool is_control(std::uint32_t code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

std::string text_at(TomlDocument &document, std::string_view path) {
    const TomlValue *value = document.find(path);
    if (value == nullptr)
        return "";
    if (const auto *text = std::get_if<std::string>(&value->data))
        return *text;
    document.refuse(path, *value, "a text in quotes");
}

} // namespace

std::string tidied_text(std::string_view text, std::size_t max_bytes, bool lines) {
    std::string tidied;
    while (!text.empty()) {
        const std::optional<Character> character = first_character(text);
        const std::size_t length = character ? character->length : 1;
        const bool kept =
            character && (!is_control(character->code) || (lines && character->code == '\n'));
        const std::string_view piece =
            kept ? text.substr(0, length) : std::string_view(character ? " " : "?");
        if (tidied.size() + piece.size() > max_bytes)
            break;
        tidied += piece;
        text.remove_prefix(length);
    }
    return tidied;
}

std::string toml_string(std::string_view text) {
    std::string written = "\"";
    while (!text.empty()) {
        const Character character = first_character(text).value_or(Character{'?', 1});
        if (character.code == '"' || character.code == '\\')
            written += {'\\', static_cast<char>(character.code)};
        else if (character.code == '\n')
            written += "\\n";
        else if (character.code >= 0x20 && character.code < 0x7f)
            written += static_cast<char>(character.code);
        else
            written += fmt::format("\\U{:08X}", character.code);
        text.remove_prefix(character.length);
    }
    return written + '"';
}

std::string to_text(const NamedPlace &place) {
    return fmt::format("{}\n[about]\nname = {}\nnote = {}\n", to_text(place.location),
                       toml_string(tidied_text(place.name, NamedPlace::kMaxName, false)),
                       toml_string(tidied_text(place.note, NamedPlace::kMaxNote, true)));
}

NamedPlace parse_named_place(std::string_view text, std::string_view source) {
    NamedPlace place;
    place.location = parse_location(text, source).location;
    TomlDocument document = TomlDocument::parse(text, source);
    place.name = tidied_text(text_at(document, "about.name"), NamedPlace::kMaxName, false);
    place.note = tidied_text(text_at(document, "about.note"), NamedPlace::kMaxNote, true);
    return place;
}

} // namespace fathom
