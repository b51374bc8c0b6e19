#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace fathom::ui {

/// Finds texts by parts of their words: every word of the query has to be somewhere in a text,
/// whatever the case of letters (Latin with accents, Greek and Cyrillic included).
class WordSearch {
  public:
    /// `query` in UTF-8, words apart by blanks; none: every text matches.
    explicit WordSearch(std::string_view query);
    [[nodiscard]] bool matches(std::string_view text) const;
    [[nodiscard]] bool empty() const { return words_.empty(); }

  private:
    std::vector<std::string> words_;
};

} // namespace fathom::ui
