#include "render/base/printable.h"

#include <algorithm>

namespace fathom {

std::string printable(std::string_view text, std::size_t max_length) {
    const bool whole = text.size() <= max_length;
    std::string result(text.substr(0, max_length));
    std::replace_if(
        result.begin(), result.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return whole ? result : result + "...";
}

std::string in_quotes(std::string_view text) {
    return '"' + printable(text) + '"';
}

} // namespace fathom
