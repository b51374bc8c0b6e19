#include "render/numbers/decimal.h"

#include "render/base/error.h"
#include "render/base/integer.h"
#include "render/base/printable.h"
#include "render/numbers/plain_number.h"
#include "render/numbers/rounded.h"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>

namespace fathom {
namespace {

// Plain notation for leading digits at these powers of ten, exponent notation elsewhere.
constexpr long kPlainFrom = -5;
constexpr long kPlainTo = 15;

/// Text longer than this is refused unread: every digit that counts, and as many zeros before it.
constexpr std::size_t kMaxText = 2 * Decimal::kMaxDigits + 16;

[[noreturn]] void refuse(std::string_view text, std::string_view reason) {
    throw InputError(fmt::format("{} is not a usable decimal number: {}", in_quotes(text), reason));
}

/// result = 10^exponent, exponent >= 0.
void set_power_of_ten(mpz_ptr result, long exponent) {
    mpz_ui_pow_ui(result, 10, static_cast<unsigned long>(exponent));
}

/// Rounds quotient q of a division with the given remainder and positive divisor to nearest, ties
/// to even. `sign` is that of the dividend, as q may be zero.
void round_quotient(mpz_ptr q, mpz_ptr remainder, mpz_srcptr divisor, int sign) {
    mpz_mul_2exp(remainder, remainder, 1);
    const int half = mpz_cmpabs(remainder, divisor);
    if (half > 0 || (half == 0 && mpz_odd_p(q))) {
        sign < 0 ? mpz_sub_ui(q, q, 1) : mpz_add_ui(q, q, 1);
    }
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// The three parts of a number's text.
struct Parts {
    bool negative = false;
    std::string digits; ///< those before and after the point
    long decimals = 0;  ///< how many of them are after it
    long exponent = 0;
};

long parse_exponent(std::string_view whole, std::string_view text) {
    if (text.starts_with('+') && !text.starts_with("+-")) {
        text.remove_prefix(1);
    }
    long exponent = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
    if (error == std::errc::result_out_of_range) {
        refuse(whole, "its exponent is too large");
    }
    if (error != std::errc() || end != text.data() + text.size()) {
        refuse(whole, "an exponent is a whole number after the e");
    }
    // Far beyond any use, and no sum with a count of digits overflows.
    if (std::abs(exponent) > 4 * Decimal::kMaxDigits) {
        refuse(whole, "its exponent is too large");
    }
    return exponent;
}

Parts split(std::string_view whole) {
    Parts parts;
    std::string_view text = whole;
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
        parts.negative = text[0] == '-';
        text.remove_prefix(1);
    }
    bool after_point = false;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        if (is_digit(text[at])) {
            parts.digits += text[at];
            parts.decimals += after_point ? 1 : 0;
        } else if (text[at] == '.' && !after_point) {
            after_point = true;
        } else {
            break;
        }
    }
    if (parts.digits.empty()) {
        refuse(whole, "it has no digits");
    }
    if (at < text.size()) {
        if (text[at] != 'e' && text[at] != 'E') {
            refuse(whole, fmt::format("{} is not part of a number", in_quotes(text.substr(at, 1))));
        }
        parts.exponent = parse_exponent(whole, text.substr(at + 1));
    }
    return parts;
}

} // namespace

Decimal Decimal::parse(std::string_view text) {
    text = trimmed(text);
    if (text.size() > kMaxText) {
        refuse(text, "it is too long");
    }
    Parts parts = split(text);
    const std::size_t first = parts.digits.find_first_not_of('0');
    if (first == std::string::npos) {
        return {};
    }
    const std::size_t last = parts.digits.find_last_not_of('0');
    const long trailing = static_cast<long>(parts.digits.size() - 1 - last);
    const std::string digits = parts.digits.substr(first, last - first + 1);
    const long count = static_cast<long>(digits.size());

    Decimal result;
    result.decimals_ = parts.decimals - parts.exponent - trailing;
    if (count > kMaxDigits) {
        refuse(text, fmt::format("it has more than {} digits", kMaxDigits));
    }
    if (result.decimals_ > kMaxDigits || count - 1 - result.decimals_ > kMaxDigits) {
        refuse(text, fmt::format("its digits reach beyond the power of ten {}", kMaxDigits));
    }
    mpz_set_str(result.n_, digits.c_str(), 10);
    if (parts.negative) {
        mpz_neg(result.n_, result.n_);
    }
    return result;
}

Decimal Decimal::from_double(double value) {
    if (!std::isfinite(value)) {
        throw InputError("a decimal number cannot be made from an infinity or a NaN");
    }
    char text[32];
    const auto [end, error] = std::to_chars(text, text + sizeof text, value);
    return parse(std::string_view(text, static_cast<std::size_t>(end - text)));
}

std::string Decimal::to_string() const {
    if (is_zero()) {
        return "0";
    }
    std::string digits(mpz_sizeinbase(n_, 10) + 2, '\0');
    mpz_get_str(digits.data(), 10, n_);
    digits.resize(digits.find('\0'));
    const std::string minus = sign() < 0 ? "-" : "";
    digits.erase(0, minus.size());

    const long exponent = static_cast<long>(digits.size()) - 1 - decimals_;
    digits.erase(digits.find_last_not_of('0') + 1);
    const long count = static_cast<long>(digits.size());
    if (exponent < kPlainFrom || exponent > kPlainTo) {
        if (count > 1) {
            digits.insert(1, 1, '.');
        }
        return minus + digits + fmt::format("e{}", exponent);
    }
    if (exponent < 0) {
        return minus + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
    }
    if (count <= exponent + 1) {
        return minus + digits + std::string(static_cast<std::size_t>(exponent + 1 - count), '0');
    }
    digits.insert(static_cast<std::size_t>(exponent + 1), 1, '.');
    return minus + digits;
}

/// The nearest number with that many bits of significand, whose last bit is worth at least
/// 2^min_exponent2.
double Decimal::nearest(int significand_bits, int min_exponent2) const {
    if (is_zero()) {
        return 0.0;
    }
    constexpr long kFarOutside = 400;
    const long exponent = exponent10();
    if (exponent > kFarOutside) {
        return sign() * std::numeric_limits<double>::infinity();
    }
    if (exponent < -kFarOutside) {
        return sign() * 0.0;
    }
    Integer numerator;
    Integer denominator;
    Integer quotient;
    mpz_abs(numerator, n_);
    mpz_set_ui(denominator, 1);
    set_power_of_ten(quotient, std::abs(decimals_));
    if (decimals_ < 0) {
        mpz_mul(numerator, numerator, quotient);
    } else {
        mpz_swap(denominator, quotient);
    }
    // value = numerator / denominator has its leading bit at `top` or `top - 1`; lay the last bit
    // to keep at 2^last.
    long top = static_cast<long>(mpz_sizeinbase(numerator, 2)) -
               static_cast<long>(mpz_sizeinbase(denominator, 2));
    Integer aligned;
    if (top >= 0) {
        mpz_mul_2exp(aligned, denominator, static_cast<unsigned long>(top));
        top -= mpz_cmp(numerator, aligned) < 0 ? 1 : 0;
    } else {
        mpz_mul_2exp(aligned, numerator, static_cast<unsigned long>(-top));
        top -= mpz_cmp(aligned, denominator) < 0 ? 1 : 0;
    }
    const long last = std::max<long>(top - significand_bits + 1, min_exponent2);
    if (last < 0) {
        mpz_mul_2exp(numerator, numerator, static_cast<unsigned long>(-last));
    } else {
        mpz_mul_2exp(denominator, denominator, static_cast<unsigned long>(last));
    }
    mpz_tdiv_qr(quotient, numerator, numerator, denominator);
    round_quotient(quotient, numerator, denominator, 1);
    return sign() * std::ldexp(mpz_get_d(quotient), static_cast<int>(last));
}

double Decimal::to_double() const {
    using Limits = std::numeric_limits<double>;
    return nearest(Limits::digits, Limits::min_exponent - Limits::digits);
}

void Decimal::round_to_binary(mpz_ptr result, long bits) const {
    Integer divisor;
    Integer power;
    Integer remainder;
    mpz_set(result, n_);
    set_power_of_ten(power, std::abs(decimals_));
    if (decimals_ < 0) {
        mpz_mul(result, result, power);
        mpz_set_ui(divisor, 1);
    } else {
        mpz_swap(divisor, power);
    }
    if (bits < 0) {
        mpz_mul_2exp(divisor, divisor, static_cast<unsigned long>(-bits));
    } else {
        mpz_mul_2exp(result, result, static_cast<unsigned long>(bits));
    }
    mpz_tdiv_qr(result, remainder, result, divisor);
    round_quotient(result, remainder, divisor, sign());
}

long Decimal::exponent10() const {
    if (is_zero()) {
        return 0;
    }
    // GMP's estimate is exact or one too many.
    long digits = static_cast<long>(mpz_sizeinbase(n_, 10));
    Integer power;
    set_power_of_ten(power, digits - 1);
    digits -= mpz_cmpabs(n_, power) < 0 ? 1 : 0;
    return digits - 1 - decimals_;
}

double Decimal::log10() const {
    if (is_zero()) {
        return -std::numeric_limits<double>::infinity();
    }
    long exponent2 = 0;
    const double significand = std::fabs(mpz_get_d_2exp(&exponent2, n_));
    constexpr double kLog10Of2 = 0.30102999566398119521;
    return rounded::log10(significand) +
           (static_cast<double>(exponent2) * kLog10Of2 - static_cast<double>(decimals_));
}

Decimal Decimal::rounded_to(long decimals) const {
    if (decimals >= decimals_) {
        return *this;
    }
    Decimal result;
    const long dropped = decimals_ - decimals;
    // More digits dropped than there are: the value is below a tenth of the last place, and the
    // power stays unbuilt.
    if (dropped > static_cast<long>(mpz_sizeinbase(n_, 10)) + 1) {
        return result;
    }
    Integer power;
    Integer remainder;
    set_power_of_ten(power, dropped);
    mpz_tdiv_qr(result.n_, remainder, n_, power);
    round_quotient(result.n_, remainder, power, sign());
    result.decimals_ = result.is_zero() ? 0 : decimals;
    return result;
}

Decimal Decimal::rounded_to_significant(long digits) const {
    return rounded_to(digits - 1 - exponent10());
}

Decimal Decimal::operator-() const {
    Decimal result = *this;
    mpz_neg(result.n_, result.n_);
    return result;
}

Decimal operator+(const Decimal &a, const Decimal &b) {
    const Decimal &fine = a.decimals_ >= b.decimals_ ? a : b;
    const Decimal &coarse = a.decimals_ >= b.decimals_ ? b : a;
    if (coarse.is_zero()) {
        return fine;
    }
    Decimal result;
    Integer power;
    set_power_of_ten(power, fine.decimals_ - coarse.decimals_);
    mpz_mul(result.n_, coarse.n_, power);
    mpz_add(result.n_, result.n_, fine.n_);
    result.decimals_ = fine.decimals_;
    return result;
}

Decimal operator-(const Decimal &a, const Decimal &b) {
    return a + -b;
}

Decimal operator*(const Decimal &a, const Decimal &b) {
    Decimal result;
    mpz_mul(result.n_, a.n_, b.n_);
    result.decimals_ = result.is_zero() ? 0 : a.decimals_ + b.decimals_;
    return result;
}

Decimal divide(const Decimal &a, const Decimal &b, long digits) {
    if (b.is_zero()) {
        throw InputError("a decimal number cannot be divided by zero");
    }
    if (a.is_zero()) {
        return {};
    }
    // Scale so that the whole quotient has at least two digits more than asked for; a remainder
    // then only says whether the quotient is exact, which one more digit records for the rounding.
    const long surplus =
        static_cast<long>(mpz_sizeinbase(a.n_, 10)) - static_cast<long>(mpz_sizeinbase(b.n_, 10));
    const long scale = std::max<long>(0, digits + 4 - surplus);
    Decimal result;
    Integer remainder;
    Integer numerator;
    set_power_of_ten(numerator, scale);
    mpz_mul(numerator, numerator, a.n_);
    mpz_tdiv_qr(result.n_, remainder, numerator, b.n_);
    result.decimals_ = a.decimals_ - b.decimals_ + scale;
    if (mpz_sgn(static_cast<mpz_ptr>(remainder)) != 0) {
        mpz_mul_ui(result.n_, result.n_, 10);
        result.sign() < 0 ? mpz_sub_ui(result.n_, result.n_, 1)
                          : mpz_add_ui(result.n_, result.n_, 1);
        ++result.decimals_;
    }
    return result.rounded_to_significant(digits);
}

std::strong_ordering operator<=>(const Decimal &a, const Decimal &b) {
    if (a.sign() != b.sign()) {
        return a.sign() <=> b.sign();
    }
    // Far apart in magnitude: decided without writing out 10^100000. The estimates are at most one
    // too many.
    const long a_size = static_cast<long>(mpz_sizeinbase(a.n_, 10)) - a.decimals_;
    const long b_size = static_cast<long>(mpz_sizeinbase(b.n_, 10)) - b.decimals_;
    if (!a.is_zero() && std::abs(a_size - b_size) > 1) {
        return (a_size - b_size) * a.sign() <=> 0;
    }
    return (a - b).sign() <=> 0;
}

} // namespace fathom
