#pragma once
#include <string_view>
#include <vector>

namespace fathom {

/// Texts of other programs beyond this size are refused, which bounds memory and time.
inline constexpr std::size_t kMaxForeignText = std::size_t{1} << 20;

/// A line without its end and the spaces around it.
struct TextLine {
    std::string_view text;
    int number = 0;         ///< from 1
    std::size_t indent = 0; ///< spaces and tabs before the text
};

/// The lines of a stranger's text that are not empty, with ends of any kind (LF, CRLF, CR) and
/// without what text_body leaves out; they point into `text`. Throws InputError 'SOURCE:LINE:
/// REASON' for more than kMaxForeignText bytes or a control character, which no text has.
std::vector<TextLine> text_lines(std::string_view text, std::string_view source);

/// What a text of Fathom's own is.
enum class OwnText { none, location, palette, film };

/// Told by the first line that gives the key `fathom`, `fathom-palette` or `fathom-film`, which no
/// other program's file has, whatever the text's strings look like.
OwnText own_text(std::string_view text);

/// Throws InputError 'SOURCE:LINE: REASON'.
[[noreturn]] void refuse_line(std::string_view source, int line, std::string_view reason);

/// Takes the first word, of anything but spaces, tabs and commas, from the front of `text`; empty
/// where there is none.
std::string_view take_word(std::string_view &text);

} // namespace fathom
