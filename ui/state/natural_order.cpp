#include "ui/state/natural_order.h"

#include "render/base/error.h"
#include "render/numbers/decimal.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace fathom::ui {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::size_t digits_from(std::string_view text, std::size_t at) {
    while (at < text.size() && is_digit(text[at]))
        ++at;
    return at;
}

/// Takes the number without a sign that the text begins with; there has to be a digit.
Decimal take_number(std::string_view &text) {
    std::size_t end = digits_from(text, 0);
    if (end + 1 < text.size() && text[end] == '.' && is_digit(text[end + 1]))
        end = digits_from(text, end + 1);
    const std::size_t plain = end;
    if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
        const bool sign = end + 1 < text.size() && (text[end + 1] == '+' || text[end + 1] == '-');
        const std::size_t first = end + (sign ? 2 : 1);
        const std::size_t last = digits_from(text, std::min(first, text.size()));
        end = last > first ? last : end;
    }
    Decimal number;
    try {
        number = Decimal::parse(text.substr(0, end));
    } catch (const InputError &) { // an exponent that no zoom has: letters, then
        end = plain;
        number = Decimal::parse(text.substr(0, end));
    }
    text.remove_prefix(end);
    return number;
}

int letter(char c) {
    return std::tolower(static_cast<unsigned char>(c));
}

} // namespace

bool natural_less(std::string_view a, std::string_view b) {
    const std::pair whole(a, b); // which tells apart what is the same otherwise
    while (!a.empty() && !b.empty()) {
        if (is_digit(a.front()) && is_digit(b.front())) {
            const Decimal number_a = take_number(a);
            const Decimal number_b = take_number(b);
            if (number_a != number_b)
                return number_a < number_b;
            continue;
        }
        if (letter(a.front()) != letter(b.front()))
            return letter(a.front()) < letter(b.front());
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    if (a.empty() != b.empty())
        return a.empty();
    return whole.first < whole.second;
}

} // namespace fathom::ui
