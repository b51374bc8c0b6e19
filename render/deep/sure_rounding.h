#pragma once
#include "render/deep/fixed_point.h"

#include <optional>

namespace fathom {

/// An upper bound of a length: fraction x 2^exponent, also far beyond doubles. What doubles round
/// away in its sums and products is in it.
class LengthBound {
  public:
    /// Zero.
    LengthBound() = default;
    /// fraction >= 0.
    explicit LengthBound(double fraction, long exponent = 0);

    [[nodiscard]] bool is_zero() const noexcept { return fraction_ == 0; }
    /// Least t, or one more, of which 2^t is not below it; not of zero.
    [[nodiscard]] long log2() const noexcept;
    /// Times factor x 2^exponent, factor >= 0.
    void multiply(double factor, long exponent) noexcept;
    void multiply(const LengthBound &other) noexcept { multiply(other.fraction_, other.exponent_); }
    void add(const LengthBound &other) noexcept;

  private:
    void settle() noexcept;

    double fraction_ = 0;
    long exponent_ = 0;
};

/// A point each of whose parts is known to within 2^bound, rounded: what all numbers so near round
/// to, by the functions of fixed_point.h; nothing where that may be different doubles.
class SureRounding {
  public:
    /// Of x + iy. Where y is said to be exact, it is known as it is.
    SureRounding(const FixedNumber &x, const FixedNumber &y, FixedFormat format, long bound,
                 bool y_exact)
        : x_(x), y_(y), format_(format), bound_(bound), y_exact_(y_exact) {}

    [[nodiscard]] std::optional<kernels::OrbitPoint<double>> point() const;
    [[nodiscard]] std::optional<kernels::WidePoint<double>> wide_point() const;
    /// rest_of() both parts.
    [[nodiscard]] std::optional<kernels::OrbitPoint<double>>
    rest(const kernels::WidePoint<double> &rounded) const;

  private:
    /// Where a part may be; of one sign.
    struct Ends {
        FixedNumber low, high;
    };
    [[nodiscard]] std::optional<Ends> ends(const FixedNumber &part, bool is_exact) const;
    [[nodiscard]] std::optional<double> nearest(const FixedNumber &part, bool is_exact) const;

    const FixedNumber &x_, &y_;
    FixedFormat format_;
    long bound_;
    bool y_exact_;
};

} // namespace fathom
