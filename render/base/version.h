#pragma once
#include <string_view>

namespace fathom {

/// The program's version, "MAJOR.MINOR.PATCH", as set in the top CMakeLists.txt.
std::string_view version() noexcept;

/// A commit of the source's history.
struct Commit {
    std::string_view hash; ///< its first twelve digits
    std::string_view date; ///< "YYYY-MM-DD"
};

/// The commit that the program was built from. Both are empty where the source had neither git's
/// history nor the commit that `git archive` writes down.
Commit commit() noexcept;

} // namespace fathom
