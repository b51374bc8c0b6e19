#pragma once
#include <string>
#include <vector>

namespace fathom::app {

/// The candidate that `word` was probably meant to be: it differs by at most two letters that are
/// added, left out or changed, and by fewer than half of them. "" where there is none.
std::string nearest_word(const std::string &word, const std::vector<std::string> &candidates);

} // namespace fathom::app
