#include "ui/state/help_search.h"

#include "ui/state/word_search.h"

#include <fmt/format.h>
#include <fstream>

namespace fathom::ui {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20;

// "| `zoom` | **text** |" becomes "zoom  text".
std::string without_marks(std::string_view line) {
    std::string text;
    for (const char c : line) {
        const bool blank = c == ' ' || c == '|' || c == '\t' || c == '\r';
        if (c == '`' || c == '*' || (c == '#' && text.empty()))
            continue;
        if (!blank)
            text += c;
        else if (!text.empty() && !text.ends_with(c == '|' ? "  " : " "))
            text += ' ';
    }
    const bool has_words = text.find_first_not_of("-: ") != std::string::npos;
    return has_words ? text : std::string();
}

} // namespace

std::vector<ManualLine> manual_lines(std::span<const ManualPage> pages) {
    std::vector<ManualLine> lines;
    for (std::size_t page = 0; page < pages.size(); ++page) {
        std::ifstream file(pages[page].path);
        std::size_t bytes = 0;
        for (std::string line; bytes < kMostBytes && std::getline(file, line);) {
            bytes += line.size() + 1;
            if (std::string text = without_marks(line); !text.empty())
                lines.push_back({page, std::move(text)});
        }
    }
    return lines;
}

HelpMatches find_help(std::string_view query, std::span<const ManualLine> manual) {
    const WordSearch search(query);
    HelpMatches matches;
    for (const KeyBinding &binding : key_bindings())
        if (binding.label != nullptr &&
            search.matches(fmt::format("{} {}", binding.label, binding.effect)))
            matches.keys.push_back(&binding);
    for (const MouseGesture &gesture : mouse_gestures())
        if (search.matches(fmt::format("{} {}", gesture.label, gesture.effect)))
            matches.gestures.push_back(&gesture);
    for (const ManualLine &line : manual)
        if (search.matches(line.text))
            matches.lines.push_back(&line);
    return matches;
}

} // namespace fathom::ui
