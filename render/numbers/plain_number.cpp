#include "render/numbers/plain_number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

namespace fathom {
namespace {

constexpr std::string_view kBlanks = " \t";

/// What `std::from_chars` makes of the whole text; `base` as that takes it.
template <class Number, class... Base>
std::optional<Number> read(std::string_view text, Base... base) noexcept {
    Number number{};
    const char *last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, number, base...);
    if (error != std::errc() || end != last)
        return std::nullopt;
    return number;
}

/// Trimmed and without a plus, which `std::from_chars` does not take.
std::string_view unsigned_if_positive(std::string_view text) noexcept {
    text = trimmed(text);
    if (text.starts_with('+') && !text.starts_with("+-"))
        text.remove_prefix(1);
    return text;
}

} // namespace

std::string_view trimmed(std::string_view text) noexcept {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

std::optional<double> read_double(std::string_view text) noexcept {
    const auto number = read<double>(unsigned_if_positive(text));
    return number && std::isfinite(*number) ? number : std::nullopt;
}

std::optional<std::int64_t> read_whole(std::string_view text) noexcept {
    return read<std::int64_t>(unsigned_if_positive(text));
}

std::optional<std::uint32_t> read_rgb_digits(std::string_view text) noexcept {
    text = trimmed(text);
    return text.size() == 6 ? read<std::uint32_t>(text, 16) : std::nullopt;
}

} // namespace fathom
