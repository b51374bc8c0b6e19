#pragma once
#include "kernels/base/reference_point.h"
#include "kernels/formulas/formula_ids.h"
#include "render/deep/long_square.h"
#include "render/deep/short_product.h"
#include "render/deep/sure_rounding.h"

#include <array>
#include <memory>
#include <optional>

namespace fathom {

/// How a formula whose step is z^2 + c, up to signs of z's and of the square's parts, signs its
/// results.
struct SquareSigns {
    /// Is Re, is Im F negative (c aside), where bit 0 of the index says x < 0, bit 1 y < 0 and bit
    /// 2 |x| < |y|?
    std::array<bool, 8> x_negative{}, y_negative{};
};

/// Limbs before the point that an OrbitStepper's numbers need, with so many behind it, for points
/// with |z| <= 2^log2_z, log2_z >= 1, and |c| <= 2^log2_c.
std::size_t whole_limbs(kernels::FormulaId formula, std::size_t fraction, double log2_z,
                        double log2_c);

/// An orbit z -> F(z) + c in fixed point of many bits. A step is off by less than 32 units of
/// the last limb (of z^p by less than 32 p |z|^(p-1), of a formula that looks back 64), the same on
/// every machine.
class OrbitStepper {
  public:
    /// A formula, and the format of all its numbers, see whole_limbs(). `threads` at most share a
    /// step; 0: as many as gain.
    OrbitStepper(kernels::FormulaId formula, FixedFormat format, int threads = 0);

    /// Goes to z with c for all steps to come; both of the stepper's format.
    void start(const FixedNumber &zx, const FixedNumber &zy, const FixedNumber &cx,
               const FixedNumber &cy);
    /// What a formula that looks back multiplies the point before with, which is 0 at the start.
    void set_parameter(const FixedNumber &px, const FixedNumber &py);
    void step();

    [[nodiscard]] const FixedNumber &x() const {
        fetch();
        return x_;
    }
    [[nodiscard]] const FixedNumber &y() const {
        fetch();
        return y_;
    }
    /// As of fixed_point.h, of x() and y(), which need not be made for it.
    [[nodiscard]] kernels::OrbitPoint<double> nearest_point() const;
    [[nodiscard]] kernels::WidePoint<double> nearest_wide_point() const;
    /// nearest_point() of all orbits whose parts are within 2^bound of these, see SureRounding.
    [[nodiscard]] std::optional<kernels::OrbitPoint<double>> sure_point(long bound,
                                                                        bool y_exact) const;
    /// Likewise what those orbits are above a point that is all theirs.
    [[nodiscard]] std::optional<kernels::OrbitPoint<double>>
    sure_rest(const kernels::OrbitPoint<double> &point, long bound, bool y_exact) const;
    [[nodiscard]] FixedFormat format() const noexcept { return format_; }
    /// What a step's time goes by: limbs that are multiplied or transformed.
    [[nodiscard]] std::size_t work_limbs() const noexcept {
        return long_ ? long_->work_limbs() : format_.size();
    }

  private:
    void step_squares();
    void step_long();
    void step_power();
    void step_looking_back();
    /// re_ and im_, magnitudes, signed as the formula has it, and + c.
    void finish(bool steep);
    /// Of SquareSigns, where z is.
    [[nodiscard]] unsigned octant(bool steep) const;
    /// x_ and y_ from long_, which is ahead of them.
    void fetch() const;
    /// What `tell` makes of a SureRounding of the first limbs, or else of all.
    template <class Tell> [[nodiscard]] auto surely(long bound, bool y_exact, Tell tell) const;
    void square_long(const FixedNumber &x, const FixedNumber &y, FixedNumber &re, FixedNumber &im);
    /// The power so far becomes its square, or itself times z.
    void square_power();
    void multiply_power();
    /// re + i im = (ax + i ay) (bx + i by), by four products; the results are none of the factors.
    void multiply_complex(FixedNumber &re, FixedNumber &im, const FixedNumber &ax,
                          const FixedNumber &ay, const FixedNumber &bx, const FixedNumber &by);
    void multiply_power_by_squares();
    /// result = a b, all of the format.
    void multiply(FixedNumber &result, const FixedNumber &a, const FixedNumber &b);

    FixedFormat format_;
    SquareSigns signs_;
    bool has_own_signs_ = false; ///< somewhere others than z^2
    int power_ = 0;              ///< p of z^p + c where p > 2, else 0
    bool looks_back_ = false;
    mutable FixedNumber x_, y_; ///< where the orbit is, unless is_ahead_
    mutable bool is_ahead_ = false;
    mutable FixedNumber leading_x_, leading_y_;
    FixedNumber cx_, cy_;
    FixedNumber sum_, difference_, re_, im_; ///< steps in between
    FixedNumber power_x_, power_y_;          ///< the power so far
    FixedNumber other_x_, other_y_;          ///< of long numbers' powers
    FixedNumber parameter_x_, parameter_y_;  ///< of a formula that looks back
    FixedNumber before_x_, before_y_;        ///< the point before, likewise
    ShortProduct first_, second_, third_;
    std::unique_ptr<LongSquare> long_; ///< of long numbers alone
};

} // namespace fathom
