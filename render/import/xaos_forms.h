#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace fathom {

/// An outermost (NAME ARGUMENT...) of a XaoS file.
struct XaosForm {
    std::string name;
    std::vector<std::string> arguments; ///< words as written, strings without their quotes; what
                                        ///< stands in inner parentheses is left out
    int line = 0;                       ///< of its name
};

/// The forms of a text in their order; ';' begins a comment. Throws InputError
/// 'SOURCE:LINE: REASON' for broken text, more than 1 MiB or more than 4096 forms.
std::vector<XaosForm> xaos_forms(std::string_view text, std::string_view source);

} // namespace fathom
