#pragma once
#include "kernels/perturbation/perturbed_view.h"
#include "render/numbers/wide_complex.h"

#include <array>
#include <cstdint>

namespace fathom {

/// A polynomial of s for |s| <= `reach`, 2^exponent (a_0 + a_1 s + ... ), with a bound of what has
/// been cut off behind its last term: at most 2^exponent beyond (|s| / reach)^(kOrder + 1). Its
/// arithmetic rounds as doubles do.
class PowerSeries {
  public:
    static constexpr int kOrder = kernels::CommonStart<double>::kOrder;

    explicit PowerSeries(double reach);
    /// a s^power.
    static PowerSeries term(double reach, const WideComplex &a, int power);

    [[nodiscard]] std::int64_t exponent() const noexcept { return exponent_; }
    [[nodiscard]] const std::array<double, 2> &at(int power) const noexcept {
        return a_[static_cast<std::size_t>(power)];
    }
    [[nodiscard]] double beyond() const noexcept { return beyond_; }
    /// A bound of the terms from `power` on for all s, in units of 2^exponent, without `beyond`.
    [[nodiscard]] double size_from(int power) const noexcept;

    /// A bound of the largest of them.
    [[nodiscard]] double largest_from(int power) const noexcept;

    [[nodiscard]] PowerSeries plus(const PowerSeries &other) const noexcept;
    [[nodiscard]] PowerSeries times(const PowerSeries &other) const noexcept;
    [[nodiscard]] PowerSeries times(const WideComplex &factor) const noexcept;

  private:
    /// Brings the largest coefficient into [1, 2).
    void normalise() noexcept;
    [[nodiscard]] double size_of(std::size_t i) const noexcept;

    std::array<std::array<double, 2>, kOrder + 1> a_{};
    std::array<double, kOrder + 1> reach_to_{}; ///< powers of the reach
    double beyond_ = 0;
    std::int64_t exponent_ = kernels::kZeroExponent;
};

} // namespace fathom
