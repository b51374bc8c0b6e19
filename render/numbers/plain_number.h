#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

// Numbers as people type them and files hold them: the same in every locale, and blanks around them
// do not matter. Every reader of numbers goes through these or through Decimal::parse.

namespace fathom {

/// Without spaces and tabs at both ends.
std::string_view trimmed(std::string_view text) noexcept;

/// The nearest double to the number that all of the text is ("1.5", "+2", "-2e3"), finite; nothing
/// where it is something else.
std::optional<double> read_double(std::string_view text) noexcept;

/// The whole number in decimal digits that all of the text is ("12", "+2", "-3"); nothing where it
/// is something else or beyond 64 bits.
std::optional<std::int64_t> read_whole(std::string_view text) noexcept;

/// 0xRRGGBB of the six hexadecimal digits that all of the text is ("ff8800", no #); nothing where
/// it is something else.
std::optional<std::uint32_t> read_rgb_digits(std::string_view text) noexcept;

} // namespace fathom
