#pragma once
#include "render/engines/render_request.h"
#include "render/numbers/decimal.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fathom::app {

// Values of options as typed. The whole text counts but for blanks around a number, whatever the
// locale; each function throws an InputError that names the option and says what it takes.

/// A decimal number of any length, as Decimal::parse.
Decimal parse_decimal(std::string_view option, std::string_view text);

/// The nearest double to a decimal number.
double parse_double(std::string_view option, std::string_view text);

/// A whole number from `low` to `high` (at most 2^53), plain or with an exponent: 1000000 or 1e6.
std::int64_t parse_whole(std::string_view option, std::string_view text, std::int64_t low,
                         std::int64_t high);

/// Likewise, of numbers that an int holds.
int parse_int(std::string_view option, std::string_view text, int low, int high);

/// A number of bytes, at least 1 KiB: whole, or with K, M, G or T for powers of 1,000.
std::uint64_t parse_bytes(std::string_view option, std::string_view text);

/// RE,IM: two decimal numbers.
std::pair<Decimal, Decimal> parse_pair(std::string_view option, std::string_view text);

/// The formula of that id.
kernels::FormulaId parse_formula(std::string_view option, std::string_view text);

/// The ids of all formulas.
std::vector<std::string> formula_list();

/// What stands between commas; at least one part.
std::vector<std::string> split_at_commas(std::string_view text);

/// "a, b or c"
std::string in_a_row(const std::vector<std::string> &words);

/// WIDTHxHEIGHT in pixels, each side 1 to kMaxSide.
Size parse_size(std::string_view option, std::string_view text);

/// The names of all of kPrecisions, and auto.
std::vector<std::string> precision_list();
/// One of kPrecisions; nothing for auto.
std::optional<Precision> parse_precision(std::string_view option, std::string_view text);

/// none, bla or la; nothing for auto.
std::optional<Approximation> parse_approximation(std::string_view option, std::string_view text);

} // namespace fathom::app
