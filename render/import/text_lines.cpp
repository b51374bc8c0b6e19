#include "render/import/text_lines.h"

#include "render/base/error.h"
#include "render/base/text_body.h"
#include "render/numbers/plain_number.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom {
namespace {

constexpr std::string_view kSpaces = " \t";

void check_characters(std::string_view line, std::string_view source, int number) {
    for (const char c : line)
        if ((static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f)
            refuse_line(source, number, "a control character; this is not a text file");
}

} // namespace

std::vector<TextLine> text_lines(std::string_view text, std::string_view source) {
    if (text.size() > kMaxForeignText)
        throw InputError(
            fmt::format("{} is larger than 1 MiB, too large for a location or palette", source));
    text = text_body(text);
    std::vector<TextLine> lines;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        const std::string_view line = text.substr(0, end);
        check_characters(line, source, number);
        if (const std::size_t first = line.find_first_not_of(kSpaces); first != line.npos)
            lines.push_back({trimmed(line), number, first});
        const bool two_bytes = text.substr(end).starts_with("\r\n");
        text.remove_prefix(std::min(end + (two_bytes ? 2 : 1), text.size()));
    }
    return lines;
}

OwnText own_text(std::string_view text) {
    text = text_body(text);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        const std::string_view line = text.substr(0, end);
        if (const std::size_t equals = line.find('='); equals != line.npos) {
            const std::string_view key = trimmed(line.substr(0, equals));
            if (key == "fathom")
                return OwnText::location;
            if (key == "fathom-palette")
                return OwnText::palette;
            if (key == "fathom-film")
                return OwnText::film;
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return OwnText::none;
}

void refuse_line(std::string_view source, int line, std::string_view reason) {
    throw InputError(fmt::format("{}:{}: {}", source, line, reason));
}

std::string_view take_word(std::string_view &text) {
    constexpr std::string_view kBetween = " \t,";
    text.remove_prefix(std::min(text.find_first_not_of(kBetween), text.size()));
    const std::size_t end = std::min(text.find_first_of(kBetween), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
}

} // namespace fathom
