#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace fathom {

/// A wide number (see kernels::WidePoint), (x + iy) 2^exponent with a double's significand and an
/// exponent that nothing in a deep view leaves: derivatives of orbits grow as the zoom does.
/// Normalised: the larger of |x| and |y| lies in [1, 2), or both are 0.
struct WideComplex {
    double x = 0;
    double y = 0;
    std::int64_t exponent = 0;
};

/// The same number, normalised. x and y have to be finite.
inline WideComplex normalised(WideComplex a) noexcept {
    const double largest = std::max(std::fabs(a.x), std::fabs(a.y));
    if (largest == 0)
        return {};
    const int field = static_cast<int>(std::bit_cast<std::uint64_t>(largest) >> 52U);
    constexpr int kBias = 1023;
    if (field > 1 && field < 2 * kBias) { // neither this nor its reciprocal is subnormal
        const int shift = field - kBias;
        const double scale =
            std::bit_cast<double>(static_cast<std::uint64_t>(kBias - shift) << 52U);
        return {a.x * scale, a.y * scale, a.exponent + shift};
    }
    const int shift = std::ilogb(largest);
    return {std::ldexp(a.x, -shift), std::ldexp(a.y, -shift), a.exponent + shift};
}

/// x + iy. Both have to be finite.
inline WideComplex wide(double x, double y = 0) noexcept {
    return normalised({x, y, 0});
}

inline WideComplex operator*(const WideComplex &a, const WideComplex &b) noexcept {
    return normalised({a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x, a.exponent + b.exponent});
}

inline WideComplex operator+(const WideComplex &a, const WideComplex &b) noexcept {
    if (a.x == 0 && a.y == 0)
        return b;
    if (b.x == 0 && b.y == 0)
        return a;
    const WideComplex &large = a.exponent >= b.exponent ? a : b;
    const WideComplex &small = a.exponent >= b.exponent ? b : a;
    const std::int64_t apart = small.exponent - large.exponent;
    if (apart < -200) // far below the last bit
        return large;
    return normalised({large.x + std::ldexp(small.x, static_cast<int>(apart)),
                       large.y + std::ldexp(small.y, static_cast<int>(apart)), large.exponent});
}

inline WideComplex operator-(const WideComplex &a) noexcept {
    return {-a.x, -a.y, a.exponent};
}

inline WideComplex operator-(const WideComplex &a, const WideComplex &b) noexcept {
    return a + -b;
}

/// 1 / a; a has not to be 0.
inline WideComplex inverse(const WideComplex &a) noexcept {
    const double size = a.x * a.x + a.y * a.y;
    return normalised({a.x / size, -a.y / size, -a.exponent});
}

/// a^n, n >= 0.
inline WideComplex power(const WideComplex &a, int n) noexcept {
    WideComplex result = wide(1);
    for (int i = 0; i < n; ++i)
        result = result * a;
    return result;
}

/// log2 |a|, to about 1e-15 (or one part in 2^53 of it); -infinity for 0.
inline double log2_size(const WideComplex &a) noexcept {
    if (a.x == 0 && a.y == 0)
        return -std::numeric_limits<double>::infinity();
    return static_cast<double>(a.exponent) + 0.5 * std::log2(a.x * a.x + a.y * a.y);
}

/// |a| < |b|, exponents first: no logarithm where orbits are tested at every step.
inline bool is_smaller(const WideComplex &a, const WideComplex &b) noexcept {
    const bool a_is_zero = a.x == 0 && a.y == 0;
    const bool b_is_zero = b.x == 0 && b.y == 0;
    if (a_is_zero || b_is_zero)
        return a_is_zero && !b_is_zero;
    const std::int64_t apart = std::clamp<std::int64_t>(a.exponent - b.exponent, -8, 8);
    const double scale = std::ldexp(1.0, static_cast<int>(2 * apart));
    return (a.x * a.x + a.y * a.y) * scale < b.x * b.x + b.y * b.y;
}

/// d -> a d and d -> a d + 1 for many a; normalised where that is needed and not each time, which
/// takes longer than the rest.
class WideProduct {
  public:
    explicit WideProduct(double start) : x_(start) {}
    void multiply(const WideComplex &by) {
        const double x = x_ * by.x - y_ * by.y;
        y_ = x_ * by.y + y_ * by.x;
        x_ = x;
        exponent_ += by.exponent;
        const double size = std::max(std::fabs(x_), std::fabs(y_));
        if (!(size < kFar && size > 1 / kFar))
            settle();
    }
    void add_1() {
        if (x_ == 0 && y_ == 0)
            exponent_ = 0;
        constexpr std::int64_t kNothing = 1000;
        if (exponent_ < -kNothing) { // then 1 is all
            x_ = std::ldexp(x_, -static_cast<int>(kNothing));
            y_ = std::ldexp(y_, -static_cast<int>(kNothing));
            exponent_ = 0;
        }
        if (exponent_ < kNothing)
            x_ += std::ldexp(1.0, -static_cast<int>(exponent_));
    }
    [[nodiscard]] WideComplex value() const { return normalised({x_, y_, exponent_}); }

  private:
    static constexpr double kFar = 0x1p200;
    void settle() {
        const WideComplex value = this->value();
        x_ = value.x;
        y_ = value.y;
        exponent_ = value.exponent;
    }
    double x_ = 0, y_ = 0;
    std::int64_t exponent_ = 0;
};

} // namespace fathom
