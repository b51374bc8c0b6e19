#pragma once
#include <cstdint>
#include <string>
#include <string_view>

// Numbers for people, the same in every locale.

namespace fathom {
class Decimal;
} // namespace fathom

namespace fathom::ui {

/// "4.52", "12.3", "1,234": three digits or more, of a value from 0 to 1e18.
std::string short_number(double value);
/// "1,234,567".
std::string grouped(std::uint64_t value);
/// As short_number with k, M, G, T for thousands, millions...: "2.41 G".
std::string short_count(double value);
/// "2", "1.5e4", "3.20001e-5": six significant digits of a value above 0, plain from 0.01 to 9999.
std::string short_zoom(const Decimal &zoom);
/// No finer than a pixel of a view at that zoom can tell; the middle of a long one is left out:
/// "-1.4798157772...0356".
std::string coordinate_at(const Decimal &value, const Decimal &zoom);
/// "3 s", "2 min 10 s", "1 h 5 min".
std::string duration(double seconds);

/// An end of a field's range: "0.5", "1,099,511,627,776".
std::string limit_text(double limit);

/// Whether the text has digits and nothing else than numbers have. It may still be too large for
/// one.
bool looks_like_number(std::string_view text);

/// The finite number that the whole text is ("1.5", "-2e3"), as read_double reads it. Throws
/// InputError that says what is wrong.
double parse_number(std::string_view text);

} // namespace fathom::ui
