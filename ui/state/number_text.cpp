#include "ui/state/number_text.h"

#include "render/base/error.h"
#include "render/numbers/decimal.h"
#include "render/numbers/plain_number.h"
#include "ui/texts/common.h"
#include "ui/texts/errors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace fathom::ui {

std::string short_number(double value) {
    if (value < 9.995)
        return fmt::format("{:.2f}", value);
    if (value < 99.95)
        return fmt::format("{:.1f}", value);
    return grouped(static_cast<std::uint64_t>(std::llround(value)));
}

std::string grouped(std::uint64_t value) {
    const std::string plain = std::to_string(value);
    std::string digits;
    for (std::size_t at = 0; at < plain.size(); ++at) {
        if (at > 0 && (plain.size() - at) % 3 == 0)
            digits += ',';
        digits += plain[at];
    }
    return digits;
}

std::string short_count(double value) {
    constexpr std::array kUnits = {"", " k", " M", " G", " T", " P"};
    std::size_t unit = 0;
    while (value >= 999.5 && unit + 1 < kUnits.size()) {
        value /= 1000;
        ++unit;
    }
    return short_number(value) + kUnits[unit];
}

std::string short_zoom(const Decimal &zoom) {
    const Decimal rounded = zoom.rounded_to_significant(6);
    const long exponent = rounded.exponent10();
    if (exponent >= -2 && exponent <= 3)
        return rounded.to_string();
    const Decimal leading = rounded * Decimal::parse(fmt::format("1e{}", -exponent));
    return fmt::format("{}e{}", leading.to_string(), exponent);
}

std::string coordinate_at(const Decimal &value, const Decimal &zoom) {
    constexpr long kBeyondZoom = 5;   // pictures have fewer than 1e5 rows
    constexpr std::size_t kKept = 30; // at either end
    const long decimals = std::max(3L, zoom.exponent10() + kBeyondZoom);
    const std::string digits =
        (value.decimals() > decimals ? value.rounded_to(decimals) : value).to_string();
    if (digits.size() <= 2 * kKept)
        return digits;
    return digits.substr(0, kKept) + "..." + digits.substr(digits.size() - kKept);
}

std::string duration(double seconds) {
    const auto whole = static_cast<long long>(std::ceil(std::clamp(seconds, 0.0, 1e9)));
    if (whole < 60)
        return fmt::format(texts::common::kSeconds, whole);
    if (whole < 3600)
        return fmt::format(texts::common::kMinutes, whole / 60, whole % 60);
    return fmt::format(texts::common::kHours, whole / 3600, whole / 60 % 60);
}

std::string limit_text(double limit) {
    constexpr double kFirstGrouped = 10000;
    constexpr double kLastWhole = 1e15;
    if (limit != std::floor(limit) || limit < kFirstGrouped || limit > kLastWhole)
        return fmt::format("{}", limit);
    return grouped(static_cast<std::uint64_t>(limit));
}

bool looks_like_number(std::string_view text) {
    return text.find_first_of("0123456789") != std::string_view::npos &&
           text.find_first_not_of(" +-.0123456789eE") == std::string_view::npos;
}

double parse_number(std::string_view text) {
    const std::optional<double> value = read_double(text);
    if (!value)
        throw InputError(texts::errors::kNotANumber);
    return *value;
}

} // namespace fathom::ui
