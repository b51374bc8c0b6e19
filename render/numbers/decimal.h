#pragma once
#include <compare>
#include <gmp.h>
#include <string>
#include <string_view>
#include <utility>

namespace fathom {

/// log2(10), the bits of a decimal digit.
inline constexpr double kLog2Of10 = 3.32192809488736234787;

/// An exact decimal number n * 10^-k, n and k integers: the shape in which a place's coordinates
/// and zoom are kept, because every step between text, pan and zoom stays exact at any depth. Sums,
/// differences and products are exact; what rounds says so in its name. Costs grow like GMP's
/// multiplication, never quadratically.
class Decimal {
  public:
    /// The most significant digits that `parse` takes and the largest power of ten, of either sign,
    /// at which it takes a digit: room for a centre at zoom 1e100000. Sums and products may leave
    /// these bounds; their text is then not parsed back.
    static constexpr long kMaxDigits = 101'000;

    Decimal() noexcept { mpz_init(n_); } ///< Zero.
    Decimal(const Decimal &other) : decimals_(other.decimals_) { mpz_init_set(n_, other.n_); }
    Decimal(Decimal &&other) noexcept : Decimal() { swap(other); }
    Decimal &operator=(const Decimal &other) {
        mpz_set(n_, other.n_);
        decimals_ = other.decimals_;
        return *this;
    }
    Decimal &operator=(Decimal &&other) noexcept {
        swap(other);
        return *this;
    }
    ~Decimal() { mpz_clear(n_); }

    /// Reads an optional sign, digits with an optional point, and an optional exponent ("-0.75",
    /// ".5", "4e-50"), with nothing but blanks around. The value is exact. Throws InputError naming
    /// the text (shortened) and the reason; see `kMaxDigits` for the bounds.
    static Decimal parse(std::string_view text);

    /// The number with the fewest digits that rounds to `value`: 0.1 gives 0.1, and to_double gives
    /// `value` back. Throws InputError for an infinity or a NaN.
    static Decimal from_double(double value);

    /// The one text of this value, without superfluous digits: plain ("-0.75") for magnitudes from
    /// 1e-5 to 1e16, else with an exponent ("2.5e-30"). `parse` gives the same value back.
    [[nodiscard]] std::string to_string() const;

    /// The nearest double (ties to even, subnormals included); beyond the largest an infinity, zero
    /// is +0.
    [[nodiscard]] double to_double() const;

    /// result = value 2^bits, rounded to nearest, ties to even: what arithmetic in binary starts
    /// from. `bits` may be negative.
    void round_to_binary(mpz_ptr result, long bits) const;

    [[nodiscard]] bool is_zero() const noexcept { return sign() == 0; }
    /// -1, 0 or 1.
    [[nodiscard]] int sign() const noexcept { return mpz_sgn(n_); }

    /// The power of ten of the leading digit, floor(log10 |value|); 0 for zero.
    [[nodiscard]] long exponent10() const;
    /// log10 |value|, to about 1e-15 relative, also where the value is beyond any double; -infinity
    /// for zero.
    [[nodiscard]] double log10() const;

    /// A number of decimals that holds the value exactly; not always the smallest.
    [[nodiscard]] long decimals() const noexcept { return decimals_; }
    /// Rounded to a multiple of 10^-decimals, ties to even. `decimals` may be negative.
    [[nodiscard]] Decimal rounded_to(long decimals) const;
    /// Rounded to `digits` >= 1 significant digits, ties to even.
    [[nodiscard]] Decimal rounded_to_significant(long digits) const;

    [[nodiscard]] Decimal operator-() const;
    friend Decimal operator+(const Decimal &a, const Decimal &b);
    friend Decimal operator-(const Decimal &a, const Decimal &b);
    friend Decimal operator*(const Decimal &a, const Decimal &b);

    /// a / b to `digits` >= 1 significant digits, correctly rounded, ties to even. Throws
    /// InputError if b is zero.
    friend Decimal divide(const Decimal &a, const Decimal &b, long digits);

    /// Compares the values: 1.50 equals 1.5.
    friend std::strong_ordering operator<=>(const Decimal &a, const Decimal &b);
    friend bool operator==(const Decimal &a, const Decimal &b) { return std::is_eq(a <=> b); }

    void swap(Decimal &other) noexcept {
        mpz_swap(n_, other.n_);
        std::swap(decimals_, other.decimals_);
    }

  private:
    [[nodiscard]] double nearest(int significand_bits, int min_exponent2) const;

    mpz_t n_;
    long decimals_ = 0;
};

Decimal divide(const Decimal &a, const Decimal &b, long digits);

} // namespace fathom
