#include "render/deep/fixed_point.h"

#include "render/base/integer.h"
#include "render/numbers/real.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace fathom {
namespace {

/// Bits of a limb beyond a double's 53.
constexpr int kSpareBits = kLimbBits - std::numeric_limits<double>::digits;
constexpr long kLeastNormal = -1022;
constexpr long kLeastBit = -1074;

/// The leading 64 bits of a magnitude, the uppermost being set, and whether any bit follows.
struct Leading {
    mp_limb_t bits = 0;
    bool more = false;
    long exponent = 0; ///< of the uppermost
};

std::size_t without_leading_zeros(const mp_limb_t *limbs, std::size_t size) {
    while (size > 0 && limbs[size - 1] == 0)
        --size;
    return size;
}

/// size >= 1, the last limb not 0; exponent is that of the lowest bit.
Leading leading_bits(const mp_limb_t *limbs, std::size_t size, long exponent) {
    const int shift = std::countl_zero(limbs[size - 1]);
    Leading result;
    result.bits = limbs[size - 1] << shift;
    result.exponent = exponent + kLimbBits * static_cast<long>(size) - 1 - shift;
    if (size == 1)
        return result;
    const mp_limb_t next = limbs[size - 2];
    if (shift > 0)
        result.bits |= next >> (kLimbBits - shift);
    // What follows matters only between two doubles, or where a subnormal is cut higher up.
    constexpr mp_limb_t kSpare = (mp_limb_t{1} << kSpareBits) - 1;
    constexpr mp_limb_t kTie = mp_limb_t{1} << (kSpareBits - 1);
    if ((result.bits & kSpare) == kTie || result.exponent < kLeastNormal)
        result.more = (next << shift) != 0 || without_leading_zeros(limbs, size - 2) > 0;
    return result;
}

/// Rounded where the last bit of subnormals is.
double subnormal(const Leading &leading) {
    const long drop = kLeastBit + kLimbBits - 1 - leading.exponent;
    if (drop > kLimbBits)
        return 0;
    const mp_limb_t kept = drop == kLimbBits ? 0 : leading.bits >> drop;
    const mp_limb_t cut = leading.bits << (kLimbBits - drop);
    constexpr mp_limb_t kHalf = mp_limb_t{1} << (kLimbBits - 1);
    const bool up = cut > kHalf || (cut == kHalf && (leading.more || kept % 2 == 1));
    return std::ldexp(static_cast<double>(kept + (up ? 1 : 0)), kLeastBit);
}

/// Rounded where it has all of a double's bits.
double normal(const Leading &leading) {
    // The conversion rounds to nearest, ties to even; a bit at the end tells it of those that
    // follow.
    const auto rounded = static_cast<double>(leading.bits | (leading.more ? 1 : 0));
    const long scale = leading.exponent - (kLimbBits - 1);
    constexpr long kBias = 1023;
    if (scale < kLeastNormal || scale > kBias - kLimbBits)
        return std::ldexp(rounded, static_cast<int>(std::min<long>(scale, 2 * kBias)));
    return rounded * std::bit_cast<double>(static_cast<std::uint64_t>(scale + kBias) << 52U);
}

/// What number 2^exponent is above `hi`, its nearest double, itself rounded to the nearest.
double rest_above(mpz_srcptr number, long exponent, double hi) {
    int hi_exponent = 0;
    constexpr int kDigits = 53;
    const double mantissa = std::ldexp(std::frexp(hi, &hi_exponent), kDigits);
    const long shift = hi_exponent - kDigits - exponent;
    if (hi == 0 || shift < 0)
        return 0; // a number of fewer digits than a double
    Integer rest;
    mpz_set_d(rest, mantissa);
    mpz_mul_2exp(rest, rest, static_cast<mp_bitcnt_t>(shift));
    mpz_sub(rest, number, rest);
    const double size = nearest_double(mpz_limbs_read(rest), mpz_size(rest), exponent);
    return mpz_sgn(static_cast<mpz_srcptr>(rest)) < 0 ? -size : size;
}

} // namespace

bool is_zero(const FixedNumber &number) noexcept {
    return std::all_of(number.limbs.begin(), number.limbs.end(),
                       [](mp_limb_t limb) { return limb == 0; });
}

FixedNumber to_fixed(const Decimal &value, FixedFormat format) {
    Integer scaled;
    value.round_to_binary(scaled, format.fraction_bits());
    FixedNumber result{std::vector<mp_limb_t>(format.size()), value.sign() < 0};
    const mp_limb_t *limbs = mpz_limbs_read(scaled);
    std::copy_n(limbs, std::min(mpz_size(scaled), format.size()), result.limbs.begin());
    return result;
}

FixedNumber to_fixed(const Real &value, FixedFormat format) {
    Real scaled(value.bits());
    mpfr_mul_2si(scaled.get(), value.get(), format.fraction_bits(), MPFR_RNDN); // exact
    Integer whole;
    mpfr_get_z(whole, scaled.get(), MPFR_RNDZ);
    FixedNumber result{std::vector<mp_limb_t>(format.size()),
                       mpz_sgn(static_cast<mpz_srcptr>(whole)) < 0};
    const mp_limb_t *limbs = mpz_limbs_read(whole);
    std::copy_n(limbs, std::min(mpz_size(whole), format.size()), result.limbs.begin());
    return result;
}

Real to_real(const FixedNumber &value, FixedFormat format) {
    Real result(kLimbBits * static_cast<long>(format.size()));
    mpz_t limbs;
    mpfr_set_z(result.get(),
               mpz_roinit_n(limbs, value.limbs.data(), static_cast<mp_size_t>(format.size())),
               MPFR_RNDN);
    mpfr_div_2si(result.get(), result.get(), format.fraction_bits(), MPFR_RNDN);
    if (value.negative)
        mpfr_neg(result.get(), result.get(), MPFR_RNDN);
    return result;
}

double nearest_double(const mp_limb_t *limbs, std::size_t size, long exponent) {
    size = without_leading_zeros(limbs, size);
    if (size == 0)
        return 0;
    const Leading leading = leading_bits(limbs, size, exponent);
    if (leading.exponent < kLeastNormal)
        return subnormal(leading);
    return normal(leading);
}

std::optional<double> sure_double(const FixedNumber &x, FixedFormat format, long bound) {
    const std::size_t count = without_leading_zeros(x.limbs.data(), format.size());
    if (count == 0)
        return {};
    const Leading leading = leading_bits(x.limbs.data(), count, -format.fraction_bits());
    // In units of the last leading bit the number is in [bits, bits + 1), those around it within
    // one more.
    constexpr mp_limb_t kSpare = (mp_limb_t{1} << kSpareBits) - 1;
    constexpr mp_limb_t kTie = mp_limb_t{1} << (kSpareBits - 1);
    const mp_limb_t spare = leading.bits & kSpare;
    if (bound > leading.exponent - (kLimbBits - 1) || leading.exponent < kLeastNormal ||
        (spare >= kTie - 1 && spare <= kTie + 1))
        return {};
    const double size = normal(leading);
    return x.negative ? -size : size;
}

kernels::OrbitPoint<double> nearest_point(const FixedNumber &x, const FixedNumber &y,
                                          FixedFormat format) {
    const double re = nearest_double(x.limbs.data(), format.size(), -format.fraction_bits());
    const double im = nearest_double(y.limbs.data(), format.size(), -format.fraction_bits());
    return {x.negative ? -re : re, y.negative ? -im : im};
}

kernels::WidePoint<double> nearest_wide_point(const FixedNumber &x, const FixedNumber &y,
                                              FixedFormat format) {
    const std::size_t x_size = without_leading_zeros(x.limbs.data(), format.size());
    const std::size_t y_size = without_leading_zeros(y.limbs.data(), format.size());
    if (x_size == 0 && y_size == 0)
        return {0, 0, kernels::kZeroExponent};
    const auto top_bit = [](const FixedNumber &number, std::size_t size) {
        return size == 0 ? -1
                         : kLimbBits * static_cast<long>(size) - 1 -
                               std::countl_zero(number.limbs[size - 1]);
    };
    const long top = std::max(top_bit(x, x_size), top_bit(y, y_size));
    double re = nearest_double(x.limbs.data(), x_size, -top);
    double im = nearest_double(y.limbs.data(), y_size, -top);
    auto exponent = static_cast<std::int32_t>(top - format.fraction_bits());
    if (std::max(re, im) >= 2) { // rounded up
        re /= 2;
        im /= 2;
        ++exponent;
    }
    return {x.negative ? -re : re, y.negative ? -im : im, exponent};
}

double rest_of(const FixedNumber &x, FixedFormat format, double hi, long exponent) {
    mpz_t size;
    const mpz_srcptr exact =
        mpz_roinit_n(size, x.limbs.data(), static_cast<mp_size_t>(format.size()));
    const double rest = rest_above(exact, -format.fraction_bits() - exponent, std::fabs(hi));
    return x.negative ? -rest : rest;
}

kernels::Two<double> nearest_two(const Decimal &value, long exponent) {
    if (value.is_zero())
        return 0;
    constexpr long kKept = 200; // more than two doubles hold, whatever the estimate's error
    const long bits = kKept - std::lround(value.log10() * kLog2Of10);
    Integer scaled;
    value.round_to_binary(scaled, bits);
    const double sign = value.sign();
    mpz_abs(scaled, scaled);
    const double hi = nearest_double(mpz_limbs_read(scaled), mpz_size(scaled), exponent - bits);
    return {sign * hi, sign * rest_above(scaled, exponent - bits, hi)};
}

WideNumber to_wide(const Decimal &value) {
    if (value.is_zero())
        return {};
    constexpr long kKept = 80; // enough for a double, whatever the estimate's error
    const long bits = kKept - std::lround(value.log10() * kLog2Of10);
    Integer scaled;
    value.round_to_binary(scaled, bits);
    WideNumber result;
    result.fraction = mpz_get_d_2exp(&result.exponent, scaled);
    result.exponent -= bits;
    return result;
}

} // namespace fathom
