#pragma once
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace fathom {

using Words = std::set<std::string>;
using Row = std::vector<std::string>;

inline const std::filesystem::path kSource = FATHOM_SOURCE_DIR;

/// Of tests of what documents say.
class Docs : public testing::Test {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists(kSource / "README.md"))
            GTEST_SKIP() << "the sources are not on this machine";
    }
};

inline std::string text_of(const std::filesystem::path &path) {
    return read_all(kSource / path);
}

inline std::vector<std::string> matches(const std::string &text, const std::string &pattern,
                                        int group) {
    const std::regex regex(pattern);
    std::vector<std::string> found;
    for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at)
        found.push_back((*at)[group]);
    return found;
}

inline std::string trimmed_cell(const std::string &cell) {
    const std::size_t first = cell.find_first_not_of(' ');
    return first == cell.npos ? "" : cell.substr(first, cell.find_last_not_of(' ') - first + 1);
}

/// The cells of a table's line; a bar behind a backslash is none.
inline Row cells_of(const std::string &line) {
    Row cells;
    std::string cell;
    for (std::size_t at = 1; at < line.size(); ++at) {
        if (line[at] == '|' && line[at - 1] != '\\') {
            cells.push_back(trimmed_cell(cell));
            cell.clear();
        } else {
            cell += line[at];
        }
    }
    return cells;
}

/// The rows below each table's line `head` of a document.
inline std::vector<Row> table(const std::filesystem::path &path, const std::string &head) {
    std::vector<Row> rows;
    std::istringstream lines(text_of(path));
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (line == head)
            inside = true;
        else if (!line.starts_with("|"))
            inside = false;
        else if (inside && !line.starts_with("| ---"))
            rows.push_back(cells_of(line));
    }
    EXPECT_FALSE(rows.empty()) << "no table " << head << " in " << path;
    return rows;
}

/// Without blocks of code, whose fences would pair with what follows.
inline std::vector<std::string> in_backticks(const std::string &text) {
    return matches(std::regex_replace(text, std::regex("```[^`]*```"), ""), "`([^`]+)`", 1);
}

inline std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

inline Words words_of(const std::string &text) {
    const auto found = matches(lower(text), "[a-z0-9]+", 0);
    return {found.begin(), found.end()};
}

/// Every word of the program's own is in the document's.
inline void expect_says(const std::string &documented, const std::string &programs,
                        const std::string &what) {
    const Words there = words_of(documented);
    for (const std::string &word : words_of(programs))
        EXPECT_TRUE(there.contains(word))
            << what << ": \"" << documented << "\" does not say \"" << programs << '"';
}

inline Words difference(const Words &a, const Words &b) {
    Words rest;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::inserter(rest, rest.end()));
    return rest;
}

/// All Markdown of the tree but what builds leave.
inline std::vector<std::filesystem::path> documents() {
    std::vector<std::filesystem::path> found;
    for (auto at = std::filesystem::recursive_directory_iterator(kSource);
         at != std::filesystem::end(at); ++at) {
        const std::filesystem::path path = at->path().lexically_relative(kSource);
        if (at->is_directory() && (path == "build" || path == ".git" || path == "shared"))
            at.disable_recursion_pending();
        else if (path.extension() == ".md")
            found.push_back(path);
    }
    return found;
}

} // namespace fathom
