#pragma once
#include <string_view>

namespace fathom {

/// The text without what editors put around it: a byte order mark at its front, and the ^Z and NUL
/// bytes with which DOS programs end or fill a file.
std::string_view text_body(std::string_view text) noexcept;

} // namespace fathom
