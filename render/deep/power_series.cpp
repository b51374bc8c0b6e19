#include "render/deep/power_series.h"

#include <algorithm>
#include <cmath>

namespace fathom {
namespace {

/// x 2^e; 0 where that is far below what x is added to.
double shifted(double x, std::int64_t e) {
    return e < -2000 ? 0 : std::ldexp(x, static_cast<int>(e));
}

} // namespace

PowerSeries::PowerSeries(double reach) {
    double power = 1;
    for (double &to : reach_to_) {
        to = power;
        power *= reach;
    }
}

PowerSeries PowerSeries::term(double reach, const WideComplex &a, int power) {
    PowerSeries series(reach);
    series.a_[static_cast<std::size_t>(power)] = {a.x, a.y};
    series.exponent_ = a.exponent;
    series.normalise();
    return series;
}

double PowerSeries::size_of(std::size_t i) const noexcept {
    constexpr double kUp = 1 + 0x1p-50; // what is rounded here and where it is added
    return kUp * std::sqrt(a_[i][0] * a_[i][0] + a_[i][1] * a_[i][1]) * reach_to_[i];
}

double PowerSeries::size_from(int power) const noexcept {
    double size = 0;
    for (std::size_t i = a_.size(); i-- > static_cast<std::size_t>(power);)
        size += size_of(i);
    return size;
}

double PowerSeries::largest_from(int power) const noexcept {
    double largest = 0;
    for (std::size_t i = static_cast<std::size_t>(power); i < a_.size(); ++i)
        largest = std::max(largest, size_of(i));
    return largest;
}

PowerSeries PowerSeries::plus(const PowerSeries &other) const noexcept {
    const bool is_larger = exponent_ >= other.exponent_;
    PowerSeries sum = is_larger ? *this : other;
    const PowerSeries &small = is_larger ? other : *this;
    const std::int64_t down = small.exponent_ - sum.exponent_;
    for (std::size_t i = 0; i < a_.size(); ++i)
        for (std::size_t part = 0; part < 2; ++part)
            sum.a_[i][part] += shifted(small.a_[i][part], down);
    sum.beyond_ += shifted(small.beyond_, down);
    sum.normalise();
    return sum;
}

PowerSeries PowerSeries::times(const PowerSeries &other) const noexcept {
    PowerSeries product = *this;
    product.a_ = {};
    product.exponent_ = exponent_ + other.exponent_;
    std::array<double, kOrder + 1> sizes{};
    std::array<double, kOrder + 2> sizes_from{}; // of the other one
    for (std::size_t i = a_.size(); i-- > 0;) {
        sizes[i] = size_of(i);
        sizes_from[i] = sizes_from[i + 1] + other.size_of(i);
    }
    product.beyond_ = (sizes_from[0] + other.beyond_) * beyond_;
    for (std::size_t i = 0; i < a_.size(); ++i) {
        product.beyond_ += sizes[i] * (sizes_from[a_.size() - i] + other.beyond_);
        for (std::size_t j = 0; i + j < a_.size(); ++j) {
            const auto &a = a_[i];
            const auto &b = other.a_[j];
            product.a_[i + j][0] += a[0] * b[0] - a[1] * b[1];
            product.a_[i + j][1] += a[0] * b[1] + a[1] * b[0];
        }
    }
    product.normalise();
    return product;
}

PowerSeries PowerSeries::times(const WideComplex &factor) const noexcept {
    PowerSeries product = *this;
    product.exponent_ = exponent_ + factor.exponent;
    for (auto &a : product.a_)
        a = {a[0] * factor.x - a[1] * factor.y, a[0] * factor.y + a[1] * factor.x};
    product.beyond_ *= std::sqrt(factor.x * factor.x + factor.y * factor.y) * (1 + 0x1p-50);
    product.normalise();
    return product;
}

void PowerSeries::normalise() noexcept {
    double largest = 0;
    for (const auto &a : a_)
        largest = std::max({largest, std::fabs(a[0]), std::fabs(a[1])});
    if (largest == 0) {
        exponent_ = kernels::kZeroExponent;
        return;
    }
    const int shift = std::ilogb(largest);
    if (shift == 0)
        return;
    for (auto &a : a_)
        a = {std::ldexp(a[0], -shift), std::ldexp(a[1], -shift)};
    beyond_ = std::ldexp(beyond_, -shift);
    exponent_ += shift;
}

} // namespace fathom
