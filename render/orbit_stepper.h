#pragma once
#include "kernels/formula_list.h"
#include "kernels/perturbation_data.h"
#include "render/fixed_point.h"

#include <array>

namespace fathom {

/// How a formula whose step is z^2 + c, up to signs of z's and of the square's parts, signs its
/// results.
struct SquareSigns {
    /// Is Re, is Im F negative (c aside), where bit 0 of the index says x < 0, bit 1 y < 0 and bit
    /// 2 |x| < |y|?
    std::array<bool, 8> x_negative{}, y_negative{};
};

/// An orbit z -> F(z) + c in fixed point of many bits. Truncating: a step is off by less than 8
/// units of the last limb (of z^p by less than 8 p |z|^(p-1)).
class OrbitStepper {
  public:
    /// A formula that does not look back, and the format of all its numbers; it must hold
    /// 2 |z|^p + |c| for every z that is stepped.
    OrbitStepper(kernels::FormulaId formula, FixedFormat format);

    /// Goes to z with c for all steps to come; both of the stepper's format.
    void start(const FixedNumber &zx, const FixedNumber &zy, const FixedNumber &cx,
               const FixedNumber &cy);
    void step();

    [[nodiscard]] const FixedNumber &x() const noexcept { return x_; }
    [[nodiscard]] const FixedNumber &y() const noexcept { return y_; }
    [[nodiscard]] FixedFormat format() const noexcept { return format_; }

  private:
    using Product = std::vector<mp_limb_t>;

    void step_square();
    void step_power();
    /// acc = acc^2, acc = acc z, with the truncated parts of z.
    void square_power();
    void multiply_power();
    /// result = a b, all of the format.
    void multiply(FixedNumber &result, const FixedNumber &a, const FixedNumber &b);

    FixedFormat format_;
    SquareSigns signs_;
    int power_ = 0; ///< p of z^p + c where p > 2, else 0
    FixedNumber x_, y_, cx_, cy_;
    FixedNumber sum_, re_, im_;     ///< steps in between
    FixedNumber power_x_, power_y_; ///< the power so far
    FixedNumber cross_;
    Product x_square_, y_square_, sum_square_;
};

} // namespace fathom
