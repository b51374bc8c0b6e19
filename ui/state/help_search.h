#pragma once
#include "ui/state/input.h"
#include "ui/state/key_bindings.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fathom::ui {

/// A page of the manual.
struct ManualPage {
    std::string title;
    std::filesystem::path path;
};

/// A line of it, without the marks of Markdown.
struct ManualLine {
    std::size_t page = 0; ///< its position among the pages
    std::string text;
};

/// The lines of those pages that have words, each page up to its first MiB; nothing of one that
/// cannot be read.
std::vector<ManualLine> manual_lines(std::span<const ManualPage> pages);

/// What of the help has all words of a query, as WordSearch has it. Points into what was searched.
struct HelpMatches {
    std::vector<const KeyBinding *> keys; ///< those with a label
    std::vector<const MouseGesture *> gestures;
    std::vector<const ManualLine *> lines;
};
HelpMatches find_help(std::string_view query, std::span<const ManualLine> manual);

} // namespace fathom::ui
