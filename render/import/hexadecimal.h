#pragma once
#include "render/numbers/decimal.h"

#include <optional>
#include <string_view>

namespace fathom {

/// A hexadecimal number, exactly: an optional sign, 0x if it likes, digits with an optional point,
/// and an optional exponent: 'p' and a power of 2 in decimal digits, as C writes it, or '@' and a
/// power of 16 in decimal digits, as GMP does. Nothing for another text, or for a number whose
/// decimal digits are beyond Decimal::kMaxDigits. Blanks around it do not matter.
std::optional<Decimal> parse_hexadecimal(std::string_view text);

} // namespace fathom
