#include "render/import/hexadecimal.h"

#include "render/base/error.h"
#include "render/numbers/plain_number.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fmt/format.h>
#include <string>
#include <system_error>

namespace fathom {
namespace {

/// n 2^exponent2, in magnitude.
struct Binary {
    std::string digits; ///< hexadecimal, of n
    long exponent2 = 0;
};

bool is_hexadecimal(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

std::optional<long> read_exponent(std::string_view text) {
    if (text.starts_with('+') && !text.starts_with("+-"))
        text.remove_prefix(1);
    long exponent = 0;
    const char *last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, exponent);
    constexpr long kMost = 10L * Decimal::kMaxDigits;
    if (error != std::errc() || end != last || exponent < -kMost || exponent > kMost)
        return std::nullopt;
    return exponent;
}

std::optional<Binary> read_binary(std::string_view text) {
    Binary number;
    if (text.starts_with("0x") || text.starts_with("0X"))
        text.remove_prefix(2);
    if (const std::size_t at = text.find_first_of("pP@"); at != text.npos) {
        const std::optional<long> exponent = read_exponent(text.substr(at + 1));
        if (!exponent)
            return std::nullopt;
        number.exponent2 = text[at] == '@' ? 4 * *exponent : *exponent;
        text = text.substr(0, at);
    }
    if (const std::size_t point = text.find('.'); point != text.npos) {
        number.exponent2 -= 4 * static_cast<long>(text.size() - point - 1);
        number.digits = text.substr(0, point);
        text = text.substr(point + 1);
    }
    number.digits += text;
    if (number.digits.empty() || number.digits.size() > std::size_t{Decimal::kMaxDigits} ||
        !std::all_of(number.digits.begin(), number.digits.end(), is_hexadecimal))
        return std::nullopt;
    return number;
}

/// GMP's number, which is freed.
class Natural {
  public:
    explicit Natural(const std::string &hexadecimal) {
        mpz_init_set_str(value_, hexadecimal.c_str(), 16);
    }
    ~Natural() { mpz_clear(value_); }
    Natural(const Natural &) = delete;
    Natural &operator=(const Natural &) = delete;

    /// Times base^exponent.
    void multiply(unsigned long base, unsigned long exponent) {
        mpz_t factor;
        mpz_init(factor);
        mpz_ui_pow_ui(factor, base, exponent);
        mpz_mul(value_, value_, factor);
        mpz_clear(factor);
    }
    [[nodiscard]] std::string digits() const {
        std::string text(mpz_sizeinbase(value_, 10) + 2, '\0');
        mpz_get_str(text.data(), 10, value_);
        text.resize(text.find('\0'));
        return text;
    }

  private:
    mpz_t value_;
};

} // namespace

std::optional<Decimal> parse_hexadecimal(std::string_view text) {
    text = trimmed(text);
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+'))
        text.remove_prefix(1);
    const std::optional<Binary> number = read_binary(text);
    if (!number)
        return std::nullopt;
    // n 2^-k = n 5^k 10^-k
    Natural natural(number->digits);
    const long exponent2 = number->exponent2;
    natural.multiply(exponent2 < 0 ? 5 : 2, static_cast<unsigned long>(std::labs(exponent2)));
    try {
        return Decimal::parse(
            fmt::format("{}{}e{}", negative ? "-" : "", natural.digits(), std::min(exponent2, 0L)));
    } catch (const InputError &) {
        return std::nullopt;
    }
}

} // namespace fathom
