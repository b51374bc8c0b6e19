#include "render/deep/sure_rounding.h"

#include <algorithm>
#include <cmath>

namespace fathom {
namespace {

/// More than what some roundings of doubles lose, and what is 2^-100 of a sum.
constexpr double kRoundedUp = 1 + 0x1p-40;
/// Fractions stay within a factor of 2^200 of 1, so that their products are doubles.
constexpr double kFar = 0x1p200;
constexpr long kNothingBeside = 500; ///< in exponents, of such fractions

} // namespace

LengthBound::LengthBound(double fraction, long exponent)
    : fraction_(fraction), exponent_(exponent) {
    settle();
}

void LengthBound::settle() noexcept {
    if (fraction_ == 0 || (fraction_ < kFar && fraction_ > 1 / kFar))
        return;
    const int by = std::ilogb(fraction_);
    fraction_ = std::ldexp(fraction_, -by);
    exponent_ += by;
}

long LengthBound::log2() const noexcept {
    return exponent_ + std::ilogb(fraction_) + 1;
}

void LengthBound::multiply(double factor, long exponent) noexcept {
    fraction_ *= factor * kRoundedUp;
    exponent_ += exponent;
    settle();
}

void LengthBound::add(const LengthBound &other) noexcept {
    if (other.is_zero())
        return;
    const long shift = other.exponent_ - exponent_;
    if (is_zero() || shift > kNothingBeside) {
        fraction_ = other.fraction_;
        exponent_ = other.exponent_;
    } else if (shift == 0) {
        fraction_ += other.fraction_;
    } else if (shift >= -kNothingBeside) {
        fraction_ += std::ldexp(other.fraction_, static_cast<int>(shift));
    }
    fraction_ *= kRoundedUp;
    settle();
}

std::optional<SureRounding::Ends> SureRounding::ends(const FixedNumber &part, bool is_exact) const {
    Ends ends{part, part};
    if (is_exact)
        return ends;
    const long at = std::max(0L, bound_ + format_.fraction_bits());
    const auto limb = static_cast<std::size_t>(at / kLimbBits);
    const auto size = static_cast<mp_size_t>(format_.size());
    if (limb >= format_.size())
        return {};
    const mp_limb_t bit = mp_limb_t{1} << static_cast<unsigned>(at % kLimbBits);
    const auto above = static_cast<std::ptrdiff_t>(limb);
    const mp_size_t rest = size - static_cast<mp_size_t>(above);
    mp_limb_t *low = ends.low.limbs.data() + above;
    mp_limb_t *high = ends.high.limbs.data() + above;
    if (mpn_sub_1(low, low, rest, bit) != 0 || mpn_add_1(high, high, rest, bit) != 0)
        return {};
    return ends;
}

std::optional<double> SureRounding::nearest(const FixedNumber &part, bool is_exact) const {
    const auto round = [this](const FixedNumber &number) {
        return nearest_double(number.limbs.data(), format_.size(), -format_.fraction_bits());
    };
    if (is_exact)
        return part.negative ? -round(part) : round(part);
    if (const auto sure = sure_double(part, format_, bound_))
        return sure;
    const auto between = ends(part, false);
    if (!between)
        return {};
    const double low = round(between->low);
    if (low != round(between->high))
        return {};
    return part.negative ? -low : low;
}

std::optional<kernels::OrbitPoint<double>> SureRounding::point() const {
    const auto x = nearest(x_, false);
    if (!x)
        return {};
    const auto y = nearest(y_, y_exact_);
    if (!y)
        return {};
    return kernels::OrbitPoint<double>{*x, *y};
}

std::optional<kernels::WidePoint<double>> SureRounding::wide_point() const {
    const auto x = ends(x_, false);
    const auto y = ends(y_, y_exact_);
    if (!x || !y)
        return {};
    const auto low = nearest_wide_point(x->low, y->low, format_);
    const auto high = nearest_wide_point(x->high, y->high, format_);
    if (low.x != high.x || low.y != high.y || low.exponent != high.exponent)
        return {};
    return low;
}

std::optional<kernels::OrbitPoint<double>>
SureRounding::rest(const kernels::WidePoint<double> &rounded) const {
    const auto x = ends(x_, false);
    const auto y = ends(y_, y_exact_);
    if (!x || !y)
        return {};
    const auto rest = [&](const Ends &of, double rounded_part) -> std::optional<double> {
        const double low = rest_of(of.low, format_, rounded_part, rounded.exponent);
        if (low != rest_of(of.high, format_, rounded_part, rounded.exponent))
            return {};
        return low;
    };
    const auto rest_x = rest(*x, rounded.x);
    const auto rest_y = rest(*y, rounded.y);
    if (!rest_x || !rest_y)
        return {};
    return kernels::OrbitPoint<double>{*rest_x, *rest_y};
}

} // namespace fathom
