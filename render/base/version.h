#pragma once
#include <string_view>

namespace fathom {

/// The program's version, "MAJOR.MINOR.PATCH", as set in the top CMakeLists.txt.
std::string_view version() noexcept;

} // namespace fathom
