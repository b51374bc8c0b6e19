#include "render/deep/orbit_stepper.h"

#include "kernels/base/scalar_ops.h"
#include "kernels/formulas/with_formula.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace fathom {
namespace {

using Ops = kernels::ScalarOps<double>;

/// Asks the formula's own step, so that its signs are written once: F has the same signs wherever
/// x, y and |x| - |y| have, and +-2 +- i and +-1 +- 2i are one place of each kind.
template <class Formula> SquareSigns signs_of() {
    SquareSigns result;
    for (unsigned index = 0; index < result.x_negative.size(); ++index) {
        const double x = (index & 4U) != 0 ? 1 : 2;
        const double y = 3 - x;
        kernels::scalar::Point<double> at{};
        at.z = {(index & 1U) != 0 ? -x : x, (index & 2U) != 0 ? -y : y};
        const kernels::scalar::Complex<double> next =
            Formula::template step<Ops>(at, kernels::scalar::Constants<double>{});
        result.x_negative[index] = next.x < 0;
        result.y_negative[index] = next.y < 0;
    }
    return result;
}

/// result = a + b; result may be a or b.
void add(FixedNumber &result, const FixedNumber &a, const FixedNumber &b) {
    const auto size = static_cast<mp_size_t>(a.limbs.size());
    mp_limb_t *to = result.limbs.data();
    const mp_limb_t *left = a.limbs.data();
    const mp_limb_t *right = b.limbs.data();
    if (a.negative == b.negative) {
        mpn_add_n(to, left, right, size);
        result.negative = a.negative;
    } else if (mpn_cmp(left, right, size) >= 0) {
        mpn_sub_n(to, left, right, size);
        result.negative = a.negative;
    } else {
        mpn_sub_n(to, right, left, size);
        result.negative = b.negative;
    }
}

/// Whether z^2's parts are negative, at an index of SquareSigns.
bool square_x_negative(unsigned octant) {
    return (octant & 4U) != 0;
}
bool square_y_negative(unsigned octant) {
    return ((octant & 1U) != 0) != ((octant & 2U) != 0);
}

bool is_long(std::size_t fraction) {
    return fraction + 1 >= LongSquare::kFrom;
}

} // namespace

std::size_t whole_limbs(kernels::FormulaId formula, std::size_t fraction, double log2_z,
                        double log2_c) {
    const int power = kernels::formula_info(formula).power;
    // 2 |z|^p + |c|, of long numbers |z^(p-1) +- z|^2, which is below 4 |z|^(2p - 2); and a bit
    // that LongSquare wants unused.
    const bool by_squares = power > 2 && is_long(fraction);
    const double largest = std::max((by_squares ? 2 * power - 2 : power) * log2_z, log2_c + 1);
    constexpr double kForSums = 3;
    return static_cast<std::size_t>(std::ceil((largest + kForSums) / kLimbBits));
}

OrbitStepper::OrbitStepper(kernels::FormulaId formula, FixedFormat format, int threads)
    : format_(format), first_(format), second_(format), third_(format) {
    kernels::with_formula(formula, [&]<class Formula>() {
        if constexpr (Formula::kPower > 2)
            power_ = Formula::kPower;
        else
            signs_ = signs_of<Formula>();
        looks_back_ = Formula::kLooksBack;
    });
    for (FixedNumber *number :
         {&x_, &y_, &cx_, &cy_, &sum_, &difference_, &re_, &im_, &power_x_, &power_y_, &other_x_,
          &other_y_, &parameter_x_, &parameter_y_, &before_x_, &before_y_})
        number->limbs.resize(format.size());
    for (unsigned i = 0; i < signs_.x_negative.size(); ++i)
        has_own_signs_ = has_own_signs_ || signs_.x_negative[i] != square_x_negative(i) ||
                         signs_.y_negative[i] != square_y_negative(i);
    if (is_long(format.fraction) && !looks_back_) {
        long_ = std::make_unique<LongSquare>(format, LongSquare::Method::kFastest, threads);
        leading_x_.limbs.resize(long_->leading_format().size());
        leading_y_.limbs.resize(long_->leading_format().size());
    }
}

void OrbitStepper::start(const FixedNumber &zx, const FixedNumber &zy, const FixedNumber &cx,
                         const FixedNumber &cy) {
    x_ = zx;
    y_ = zy;
    cx_ = cx;
    cy_ = cy;
    is_ahead_ = false;
    for (FixedNumber *number : {&before_x_, &before_y_})
        std::fill(number->limbs.begin(), number->limbs.end(), mp_limb_t{0});
    if (long_ && power_ == 0)
        long_->start(zx, zy, cx, cy);
}

void OrbitStepper::set_parameter(const FixedNumber &px, const FixedNumber &py) {
    parameter_x_ = px;
    parameter_y_ = py;
}

void OrbitStepper::fetch() const {
    if (is_ahead_)
        long_->get(x_, y_);
    is_ahead_ = false;
}

kernels::OrbitPoint<double> OrbitStepper::nearest_point() const {
    if (is_ahead_ && long_->get_leading(leading_x_, leading_y_))
        return fathom::nearest_point(leading_x_, leading_y_, long_->leading_format());
    return fathom::nearest_point(x(), y(), format_);
}

kernels::WidePoint<double> OrbitStepper::nearest_wide_point() const {
    if (is_ahead_ && long_->get_leading(leading_x_, leading_y_))
        return fathom::nearest_wide_point(leading_x_, leading_y_, long_->leading_format());
    return fathom::nearest_wide_point(x(), y(), format_);
}

template <class Tell> auto OrbitStepper::surely(long bound, bool y_exact, Tell tell) const {
    if (is_ahead_ && long_->get_leading(leading_x_, leading_y_)) {
        const FixedFormat format = long_->leading_format(); // what it leaves out is below a unit
        const long leading_bound = std::max(bound, -format.fraction_bits()) + 1;
        const SureRounding rounding(leading_x_, leading_y_, format, leading_bound, y_exact);
        if (const auto told = tell(rounding))
            return told;
    }
    return tell(SureRounding(x(), y(), format_, bound, y_exact));
}

std::optional<kernels::OrbitPoint<double>> OrbitStepper::sure_point(long bound,
                                                                    bool y_exact) const {
    return surely(bound, y_exact, [](const SureRounding &rounding) { return rounding.point(); });
}

std::optional<kernels::OrbitPoint<double>>
OrbitStepper::sure_rest(const kernels::OrbitPoint<double> &point, long bound, bool y_exact) const {
    return surely(bound, y_exact, [&](const SureRounding &rounding) {
        return rounding.rest({point.x, point.y, 0});
    });
}

void OrbitStepper::step() {
    if (looks_back_)
        step_looking_back();
    else if (power_ != 0)
        step_power();
    else if (long_)
        step_long();
    else
        step_squares();
}

/// x^2 - y^2 and (|x| + |y|)^2 - x^2 - y^2 = 2 |x y|: three squarings cost less than two products.
void OrbitStepper::step_squares() {
    const auto size = static_cast<mp_size_t>(format_.size());
    mpn_add_n(sum_.limbs.data(), x_.limbs.data(), y_.limbs.data(), size);
    const mp_limb_t *x_square = first_.square(x_.limbs.data());
    const mp_limb_t *y_square = second_.square(y_.limbs.data());
    const mp_limb_t *sum_square = third_.square(sum_.limbs.data());

    const bool steep = mpn_cmp(x_square, y_square, size) < 0;
    if (steep)
        mpn_sub_n(re_.limbs.data(), y_square, x_square, size);
    else
        mpn_sub_n(re_.limbs.data(), x_square, y_square, size);
    mp_limb_t borrow = mpn_sub_n(im_.limbs.data(), sum_square, x_square, size);
    borrow += mpn_sub_n(im_.limbs.data(), im_.limbs.data(), y_square, size);
    if (borrow != 0) // a product of some last units, lost to truncation
        std::fill(im_.limbs.begin(), im_.limbs.end(), mp_limb_t{0});
    finish(steep);
}

void OrbitStepper::step_long() {
    if (has_own_signs_) {
        const bool steep =
            mpn_cmp(x().limbs.data(), y().limbs.data(), static_cast<mp_size_t>(format_.size())) < 0;
        const unsigned at = octant(steep);
        long_->step(signs_.x_negative[at] != square_x_negative(at),
                    signs_.y_negative[at] != square_y_negative(at));
    } else {
        long_->step(false, false);
    }
    is_ahead_ = true;
}

unsigned OrbitStepper::octant(bool steep) const {
    return (x_.negative ? 1U : 0U) | (y_.negative ? 2U : 0U) | (steep ? 4U : 0U);
}

void OrbitStepper::finish(bool steep) {
    const unsigned index = octant(steep);
    re_.negative = signs_.x_negative[index];
    im_.negative = signs_.y_negative[index];
    add(x_, re_, cx_);
    add(y_, im_, cy_);
}

void OrbitStepper::multiply(FixedNumber &result, const FixedNumber &a, const FixedNumber &b) {
    std::copy_n(first_.multiply(a.limbs.data(), b.limbs.data()), format_.size(),
                result.limbs.begin());
    result.negative = a.negative != b.negative;
}

/// re + im i = (x + iy)^2
void OrbitStepper::square_long(const FixedNumber &x, const FixedNumber &y, FixedNumber &re,
                               FixedNumber &im) {
    re.negative = long_->square(x, y, re, im);
    im.negative = x.negative != y.negative;
}

/// (x + y)(x - y) and 2 x y.
void OrbitStepper::square_power() {
    if (long_) {
        square_long(power_x_, power_y_, re_, im_);
        std::swap(power_x_, re_);
        std::swap(power_y_, im_);
        return;
    }
    difference_.limbs = power_y_.limbs;
    difference_.negative = !power_y_.negative;
    add(sum_, power_x_, power_y_);
    add(difference_, power_x_, difference_);
    multiply(re_, sum_, difference_);
    multiply(im_, power_x_, power_y_);
    mpn_lshift(im_.limbs.data(), im_.limbs.data(), static_cast<mp_size_t>(format_.size()), 1);
    std::swap(power_x_, re_);
    std::swap(power_y_, im_);
}

void OrbitStepper::multiply_power() {
    if (long_) {
        multiply_power_by_squares();
        return;
    }
    multiply_complex(re_, im_, power_x_, power_y_, x_, y_);
    std::swap(power_x_, re_);
    std::swap(power_y_, im_);
}

void OrbitStepper::multiply_complex(FixedNumber &re, FixedNumber &im, const FixedNumber &ax,
                                    const FixedNumber &ay, const FixedNumber &bx,
                                    const FixedNumber &by) {
    multiply(re, ax, bx);
    multiply(difference_, ay, by);
    difference_.negative = !difference_.negative;
    add(re, re, difference_);
    multiply(im, ax, by);
    multiply(difference_, ay, bx);
    add(im, im, difference_);
}

/// a z = ((a + z)^2 - (a - z)^2) / 4: two squares, where four products would be GMP's.
void OrbitStepper::multiply_power_by_squares() {
    add(sum_, power_x_, x_);
    add(difference_, power_y_, y_);
    square_long(sum_, difference_, re_, im_);
    x_.negative = !x_.negative;
    y_.negative = !y_.negative;
    add(sum_, power_x_, x_);
    add(difference_, power_y_, y_);
    x_.negative = !x_.negative;
    y_.negative = !y_.negative;
    square_long(sum_, difference_, other_x_, other_y_);
    other_x_.negative = !other_x_.negative;
    other_y_.negative = !other_y_.negative;
    add(power_x_, re_, other_x_);
    add(power_y_, im_, other_y_);
    for (FixedNumber *part : {&power_x_, &power_y_})
        mpn_rshift(part->limbs.data(), part->limbs.data(), static_cast<mp_size_t>(format_.size()),
                   2);
}

/// z^2 + c as always, and p times the point before.
void OrbitStepper::step_looking_back() {
    multiply_complex(other_x_, other_y_, parameter_x_, parameter_y_, before_x_, before_y_);
    before_x_ = x_; // of equal size: nothing is allocated
    before_y_ = y_;
    step_squares();
    add(x_, x_, other_x_);
    add(y_, y_, other_y_);
}

void OrbitStepper::step_power() {
    power_x_ = x_; // of equal size: nothing is allocated
    power_y_ = y_;
    const auto power = static_cast<unsigned>(power_);
    for (int bit = std::bit_width(power) - 2; bit >= 0; --bit) {
        square_power();
        if (((power >> static_cast<unsigned>(bit)) & 1U) != 0)
            multiply_power();
    }
    add(x_, power_x_, cx_);
    add(y_, power_y_, cy_);
}

} // namespace fathom
