#include "render/base/text_body.h"

namespace fathom {

std::string_view text_body(std::string_view text) noexcept {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    constexpr std::string_view kFilling("\x1a\0", 2);
    constexpr std::string_view kBlanks("\x1a\0 \t\r\n", 6);
    if (text.starts_with(kByteOrderMark))
        text.remove_prefix(kByteOrderMark.size());
    // Blanks around the fillings go with them; a text without any keeps its last line's end.
    const std::size_t last = text.find_last_not_of(kBlanks);
    const std::size_t filling = text.find_first_of(kFilling, last == text.npos ? 0 : last + 1);
    return text.substr(0, filling);
}

} // namespace fathom
