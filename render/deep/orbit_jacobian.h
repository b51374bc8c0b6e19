#pragma once
#include "kernels/base/reference_point.h"
#include "kernels/base/scalar_ops.h"
#include "kernels/formulas/formula_math-inl.h"
#include "render/deep/fixed_point.h"
#include "render/places/plane_matrix.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fathom {

/// The derivative of an orbit's point by c or by z_0, (u, v) by (x, y), to a double's precision
/// with an exponent of its own, because it grows to the reciprocal of a view's size and beyond. For
/// analytic formulas it is that of a complex number, for all others a matrix; one shape serves
/// both.
class OrbitJacobian {
  public:
    /// 0, or the identity.
    explicit OrbitJacobian(double diagonal) : ux_(diagonal), vy_(diagonal) {}

    /// dF/dz at z times this; and + 1 where it is by c. Formula: one for single pixels.
    template <class Formula> void step(const kernels::WidePoint<double> &z, bool by_c) {
        using Ops = kernels::ScalarOps<double>;
        kernels::scalar::Point<double> at{};
        at.z = {z.x, z.y};
        apply(Formula::template slope<Ops>(at));
        // A slope is homogeneous in z, of one degree less than the formula.
        exponent_ += static_cast<long>(z.exponent) * (Formula::kInfo.power - 1);
        if (by_c)
            add_one();
        settle();
    }

    /// Half the sum of the entries' squares, without the exponent: of a complex number its |d|^2.
    [[nodiscard]] double norm() const noexcept {
        return (ux_ * ux_ + uy_ * uy_ + vx_ * vx_ + vy_ * vy_) / 2;
    }
    /// By row, without the exponent.
    [[nodiscard]] PlaneMatrix entries() const noexcept { return {ux_, uy_, vx_, vy_}; }
    /// Power of two that goes with the entries.
    [[nodiscard]] long exponent() const noexcept { return exponent_; }
    /// log2 of the root of norm(), exponent included; -infinity for 0.
    [[nodiscard]] double log2() const noexcept {
        return std::log2(norm()) / 2 + static_cast<double>(exponent_);
    }

  private:
    void apply(kernels::scalar::ComplexSlope<double> slope) noexcept {
        apply(kernels::scalar::MatrixSlope<double>{slope.d.x, -slope.d.y, slope.d.y, slope.d.x});
    }
    void apply(kernels::scalar::MatrixSlope<double> s) noexcept {
        const double ux = s.ux * ux_ + s.uy * vx_;
        const double uy = s.ux * uy_ + s.uy * vy_;
        const double vx = s.vx * ux_ + s.vy * vx_;
        const double vy = s.vx * uy_ + s.vy * vy_;
        ux_ = ux;
        uy_ = uy;
        vx_ = vx;
        vy_ = vy;
    }
    void add_one() noexcept {
        if (exponent_ < 0) // 1 is not to be lost beside what is tiny
            scale(exponent_);
        if (exponent_ > kNoMatter)
            return;
        const double one = exponent_ == 0 ? 1 : power_of_two(-exponent_);
        ux_ += one;
        vy_ += one;
    }
    /// Keeps the entries' squares within doubles.
    void settle() noexcept {
        constexpr double kLarge = 0x1p300;
        constexpr double kSmall = 0x1p-300;
        const double largest = std::max(std::max(std::fabs(ux_), std::fabs(uy_)),
                                        std::max(std::fabs(vx_), std::fabs(vy_)));
        if (largest == 0)
            exponent_ = 0;
        else if (largest > kLarge || largest < kSmall)
            scale(-std::clamp<long>(std::ilogb(largest), -kFar, kFar));
    }
    /// Entries times 2^by, exponent less by it.
    void scale(long by) noexcept {
        const double factor = power_of_two(by);
        ux_ *= factor;
        uy_ *= factor;
        vx_ *= factor;
        vy_ *= factor;
        exponent_ -= by;
    }
    static double power_of_two(long exponent) noexcept {
        return std::ldexp(1.0, static_cast<int>(std::clamp(exponent, -2 * kFar, kFar)));
    }

    static constexpr long kFar = 1000; ///< 2^this is a double yet
    /// Beyond it the entries, which a step leaves above 2^-650, outweigh any 1.
    static constexpr long kNoMatter = 800;

    double ux_ = 0, uy_ = 0, vx_ = 0, vy_ = 0;
    long exponent_ = 0;
};

/// |Z| < radius |dZ|: whether the ball of that radius about a reference point, whose orbit is at Z,
/// holds a point whose orbit is at 0.
inline bool ball_holds_0(const kernels::WidePoint<double> &z, const OrbitJacobian &jacobian,
                         const WideNumber &radius) noexcept {
    const long exponent = 2 * (radius.exponent + jacobian.exponent() - z.exponent);
    // As mostly: a norm is below 2^700, so the right side would be 0.
    constexpr long kNothing = -1800;
    if (exponent < kNothing)
        return false;
    const double left = z.x * z.x + z.y * z.y;
    const double right = radius.fraction * radius.fraction * jacobian.norm();
    // Neither side comes near the ends of doubles; beyond the clamp the exponent decides alone.
    constexpr long kFar = 4000;
    return left < std::ldexp(right, static_cast<int>(std::clamp(exponent, -kFar, kFar)));
}

} // namespace fathom
