#include "render/base/printable.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom {
namespace {

/// Bytes of the UTF-8 character that the text begins with; 0 if that is none.
std::size_t character_length(std::string_view text) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const std::size_t length = byte(0) < 0x80                       ? 1
                               : byte(0) >= 0xc2 && byte(0) < 0xe0  ? 2
                               : byte(0) >= 0xe0 && byte(0) < 0xf0  ? 3
                               : byte(0) >= 0xf0 && byte(0) <= 0xf4 ? 4
                                                                    : 0;
    if (length > text.size())
        return 0;
    for (std::size_t at = 1; at < length; ++at)
        if ((byte(at) & 0xc0U) != 0x80)
            return 0;
    return length;
}

/// Appends a character that is a whole one, or a byte that is none.
void append_legible(std::string &text, std::string_view bytes, bool is_character) {
    const auto first = static_cast<unsigned char>(bytes[0]);
    if (bytes == "\n")
        text += "\\n";
    else if (!is_character || first < ' ' || first == 0x7f)
        text += fmt::format("\\x{:02x}", first);
    else if (bytes.size() == 2 && first == 0xc2 && static_cast<unsigned char>(bytes[1]) < 0xa0)
        text += fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes[1]));
    else if (bytes.size() == 3 &&
             ((bytes >= "\u202a" && bytes <= "\u202e") || (bytes >= "\u2066" && bytes <= "\u2069")))
        text += fmt::format("\\u20{:02x}", ((static_cast<unsigned char>(bytes[1]) & 3U) << 6) |
                                               (static_cast<unsigned char>(bytes[2]) & 0x3fU));
    else
        text += bytes;
}

/// Puts dots in place of the middle of what stands behind `begin`, if it is longer than `most`.
void shorten(std::string &text, std::size_t begin, std::size_t most) {
    if (text.size() - begin <= most)
        return;
    const auto is_inner = [&](std::size_t at) {
        return (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80;
    };
    std::size_t from = begin + most / 2, to = text.size() - most / 3;
    while (from > begin && is_inner(from))
        --from;
    while (to < text.size() && is_inner(to))
        ++to;
    text.replace(from, to - from, "...");
}

} // namespace

std::string printable(std::string_view text, std::size_t max_length) {
    const bool whole = text.size() <= max_length;
    std::string result(text.substr(0, max_length));
    std::replace_if(
        result.begin(), result.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return whole ? result : result + "...";
}

std::string legible(std::string_view sentence) {
    constexpr std::size_t kMostOfWord = 512, kMostOfSentence = 4096;
    std::string text;
    std::size_t word = 0; // where it begins
    for (std::size_t at = 0; at < sentence.size();) {
        const std::size_t length = character_length(sentence.substr(at));
        append_legible(text, sentence.substr(at, std::max<std::size_t>(length, 1)), length > 0);
        at += std::max<std::size_t>(length, 1);
        if (text.back() != ' ')
            continue;
        shorten(text, word, kMostOfWord);
        word = text.size();
    }
    shorten(text, word, kMostOfWord);
    shorten(text, 0, kMostOfSentence);
    return text;
}

std::string in_quotes(std::string_view text) {
    return '"' + printable(text) + '"';
}

} // namespace fathom
