#pragma once
#include "kernels/base/reference_point.h"
#include "render/numbers/decimal.h"

#include <cstddef>
#include <gmp.h>
#include <optional>
#include <vector>

namespace fathom {

class Real;

/// Bits of a limb, GMP's word.
inline constexpr int kLimbBits = 64;
static_assert(GMP_NUMB_BITS == kLimbBits, "numbers are laid out in whole 64-bit limbs");

/// How fixed point numbers are laid out: limbs of 64 bits before and behind the point. An orbit's
/// points are bounded, so that fixed point does, and it saves what floating point spends on
/// exponents and on normalising: measured 2 to 3 times faster than MPFR at 256 bits.
struct FixedFormat {
    std::size_t fraction = 1;
    std::size_t whole = 1;

    [[nodiscard]] std::size_t size() const noexcept { return fraction + whole; }
    [[nodiscard]] long fraction_bits() const noexcept {
        return kLimbBits * static_cast<long>(fraction);
    }
    friend bool operator==(const FixedFormat &, const FixedFormat &) = default;
};

/// A number in fixed point: sign and magnitude, least limb first; its format is its owner's.
struct FixedNumber {
    std::vector<mp_limb_t> limbs;
    bool negative = false; ///< zeros have either sign

    friend bool operator==(const FixedNumber &, const FixedNumber &) = default;
};

bool is_zero(const FixedNumber &number) noexcept;

/// The nearest number of that format; |value| must be below 2^(64 whole).
FixedNumber to_fixed(const Decimal &value, FixedFormat format);
/// Likewise, cut off behind the last place.
FixedNumber to_fixed(const Real &value, FixedFormat format);
/// A number of the format, exactly.
Real to_real(const FixedNumber &value, FixedFormat format);

/// The double nearest to limbs x 2^exponent (ties to even, subnormals included); at least 0.
double nearest_double(const mp_limb_t *limbs, std::size_t size, long exponent);

/// nearest_double of all numbers that are within 2^bound of x, a number of the format, signed;
/// nothing where its first bits do not tell.
std::optional<double> sure_double(const FixedNumber &x, FixedFormat format, long bound);

/// x + iy, each part correctly rounded.
kernels::OrbitPoint<double> nearest_point(const FixedNumber &x, const FixedNumber &y,
                                          FixedFormat format);

/// The same, normalised, each part correctly rounded to 53 bits: also where doubles have long
/// ended.
kernels::WidePoint<double> nearest_wide_point(const FixedNumber &x, const FixedNumber &y,
                                              FixedFormat format);

/// What x, a number of the format, is above its nearest double `hi` 2^exponent, in units of
/// 2^exponent: nearest_double's rest, or that of a wide point.
double rest_of(const FixedNumber &x, FixedFormat format, double hi, long exponent = 0);

/// value 2^exponent to twice a double's digits.
kernels::Two<double> nearest_two(const Decimal &value, long exponent = 0);

/// value = fraction x 2^exponent with |fraction| in [1/2, 1), or both 0: a number beyond doubles.
struct WideNumber {
    double fraction = 0;
    long exponent = 0;
};
WideNumber to_wide(const Decimal &value);

} // namespace fathom
