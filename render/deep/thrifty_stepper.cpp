#include "render/deep/thrifty_stepper.h"

#include <algorithm>
#include <cmath>

namespace fathom {
namespace {

constexpr long kLimbBits = 64;
/// Shorter ones save less than the bounds cost.
constexpr std::size_t kFrom = 20;
/// Bits that are kept below the orbit's own error: what is cut off makes it no larger in 2^24
/// steps.
constexpr long kGuardBits = 32;
constexpr std::size_t kLeastFraction = 4;
/// Up to here every limb less makes a step faster. Longer ones are transformed, by lengths that are
/// multiples of kLengths, two at least.
constexpr std::size_t kMostShort = 40;
constexpr std::size_t kLengths = 32;

constexpr std::size_t kLeastLength = 2 * kLengths;

bool may_be_shorter(FixedFormat format) {
    const bool is_shortest_length = format.size() > kMostShort && format.size() <= kLeastLength;
    return format.fraction >= kFrom && !is_shortest_length;
}

/// On the axis y is 0, of which short numbers and powers may have either sign; long ones are +0.
bool keeps_sign_of_0(FixedFormat format, int power) {
    return power == 2 && format.size() > kLeastLength;
}

/// The same number with more limbs behind the point, or those that are left of it.
FixedNumber with_fraction(const FixedNumber &number, FixedFormat from, FixedFormat to) {
    FixedNumber result{std::vector<mp_limb_t>(to.size()), number.negative};
    const std::size_t count = std::min(from.size(), to.size());
    std::copy_n(number.limbs.end() - static_cast<std::ptrdiff_t>(count), count,
                result.limbs.end() - static_cast<std::ptrdiff_t>(count));
    return result;
}

/// Limbs behind the point down to the last that is not 0.
std::size_t limbs_used(const FixedNumber &number, FixedFormat format) {
    const auto first = std::find_if(number.limbs.begin(), number.limbs.end(),
                                    [](mp_limb_t limb) { return limb != 0; });
    const auto zeros = static_cast<std::size_t>(first - number.limbs.begin());
    return format.fraction - std::min(zeros, format.fraction);
}

bool is_zero(const FixedNumber &number) {
    return std::all_of(number.limbs.begin(), number.limbs.end(),
                       [](mp_limb_t limb) { return limb == 0; });
}

double power_of(double base, int exponent) {
    double result = 1;
    for (; exponent > 0; --exponent)
        result *= base;
    return result;
}

int sign_of(const FixedNumber &number) {
    return is_zero(number) ? 0 : number.negative ? -1 : 1;
}

LengthBound unit_of(FixedFormat format, double count) {
    return LengthBound(count, -format.fraction_bits());
}

} // namespace

ThriftyStepper::ThriftyStepper(const Start &start)
    : start_(start), power_(kernels::formula_info(start.formula).power),
      tiny_(std::ldexp(1.0, kernels::tiny_exponent<float>(power_))),
      y_is_0_(is_zero(start.zy) && is_zero(start.cy)),
      is_thrifty_(start.thrifty && may_be_shorter(start.format) &&
                  (!y_is_0_ || keeps_sign_of_0(start.format, power_))),
      tried_(start.format.size()) {
    steppers_.push_back(std::make_unique<OrbitStepper>(start.formula, start.format, start.threads));
    steppers_.front()->start(start.zx, start.zy, start.cx, start.cy);
    read();
}

bool ThriftyStepper::step(const std::atomic<bool> &stop) {
    if (is_behind_)
        return catch_up(stop);
    ++n_;
    if (!is_thrifty_) {
        steppers_.front()->step();
        read();
        return true;
    }
    step_thriftily();
    if (away_.is_zero()) {
        read();
        return true;
    }
    if (read_surely())
        return true;
    is_behind_ = true;
    is_thrifty_ = false;
    steppers_.resize(1);
    at_ = 0;
    steppers_.front()->start(start_.zx, start_.zy, start_.cx, start_.cy);
    return catch_up(stop);
}

/// A point that is handed out is farther from 0 than the exact one is from it, in each part.
int ThriftyStepper::sign_of_x() const {
    return sign_of(steppers_[at_]->x());
}
int ThriftyStepper::sign_of_y() const {
    return sign_of(steppers_[at_]->y());
}

bool ThriftyStepper::catch_up(const std::atomic<bool> &stop) {
    for (; all_at_ < n_; ++all_at_) {
        if (stop.load(std::memory_order_relaxed))
            return false;
        steppers_.front()->step();
    }
    is_behind_ = false;
    read();
    return true;
}

void ThriftyStepper::step_thriftily() {
    // |F'| = p |Z|^(p-1), and folds bring nothing farther apart. Between both orbits it is larger
    // by less than the bounds' roundings, which are 2^-40: they are no farther apart than doubles
    // are.
    const double size = is_tiny_ ? std::hypot(wide_.x, wide_.y) : std::hypot(point_.x, point_.y);
    const long exponent = is_tiny_ ? static_cast<long>(wide_.exponent) : 0;
    const double slope = power_ * power_of(size, power_ - 1);
    const long slope_exponent = exponent * (power_ - 1);
    error_.multiply(slope, slope_exponent);
    error_.add(unit_of(start_.format, 1));

    const std::size_t stepper = stepper_of(limbs_that_matter(error_));
    if (stepper != at_)
        go_to(stepper);
    away_.multiply(slope, slope_exponent);
    if (!away_.is_zero() || !steps_exactly()) {
        away_.add(step_error(*steppers_.front()));
        away_.add(step_error(*steppers_[at_]));
    }
    steppers_[at_]->step();
}

std::size_t ThriftyStepper::limbs_that_matter(const LengthBound &error) const {
    const long bits = error.log2() + start_.format.fraction_bits() - kGuardBits;
    const std::size_t fraction = start_.format.fraction;
    const auto superfluous = static_cast<std::size_t>(std::max(bits, 0L) / kLimbBits);
    return superfluous + kLeastFraction < fraction ? fraction - superfluous : kLeastFraction;
}

/// The shortest that has so many limbs behind the point; made if it is worth while.
std::size_t ThriftyStepper::stepper_of(std::size_t fraction) {
    const std::size_t whole = start_.format.whole;
    std::size_t size = fraction + whole;
    if (start_.format.size() > kLeastLength) // zeros of shorter ones may have another sign
        size = std::max(size, kLeastLength);
    if (size > kMostShort)
        size = (size + kLengths - 1) / kLengths * kLengths;
    if (size < tried_) {
        tried_ = size;
        auto shorter = std::make_unique<OrbitStepper>(
            start_.formula, FixedFormat{size - whole, whole}, start_.threads);
        if (shorter->work_limbs() < steppers_.back()->work_limbs())
            steppers_.push_back(std::move(shorter));
    }
    std::size_t best = steppers_.size() - 1;
    while (best > 0 && steppers_[best]->format().fraction < fraction)
        --best;
    return best;
}

void ThriftyStepper::go_to(std::size_t stepper) {
    const OrbitStepper &from = *steppers_[at_];
    const std::size_t used =
        std::max(limbs_used(from.x(), from.format()), limbs_used(from.y(), from.format()));
    const FixedFormat format = steppers_[stepper]->format();
    steppers_[stepper]->start(with_fraction(from.x(), from.format(), format),
                              with_fraction(from.y(), from.format(), format),
                              with_fraction(start_.cx, start_.format, format),
                              with_fraction(start_.cy, start_.format, format));
    if (used > format.fraction)
        away_.add(unit_of(format, 2)); // less than a unit of each part
    at_ = stepper;
}

bool ThriftyStepper::steps_exactly() const {
    if (at_ == 0)
        return true; // as all the limbs do
    const OrbitStepper &stepper = *steppers_[at_];
    const std::size_t fraction = stepper.format().fraction;
    const std::size_t of_z = std::max(limbs_used(stepper.x(), stepper.format()),
                                      limbs_used(stepper.y(), stepper.format()));
    const std::size_t of_c =
        std::max(limbs_used(start_.cx, start_.format), limbs_used(start_.cy, start_.format));
    return 2 * static_cast<std::size_t>(power_) * of_z <= fraction && of_c <= fraction;
}

/// As OrbitStepper says, and c may be cut off.
LengthBound ThriftyStepper::step_error(const OrbitStepper &stepper) const {
    const double size = is_tiny_ ? 1 : std::max(1.0, std::hypot(point_.x, point_.y));
    constexpr double kUnits = 32;
    return unit_of(stepper.format(), kUnits * power_ * power_of(size, power_ - 1) + 2);
}

void ThriftyStepper::read() {
    const OrbitStepper &stepper = *steppers_[at_];
    point_ = stepper.nearest_point();
    is_tiny_ = std::max(std::fabs(point_.x), std::fabs(point_.y)) < tiny_;
    if (is_tiny_)
        wide_ = stepper.nearest_wide_point();
    if (!start_.two)
        return;
    const auto rest_of = [&](const kernels::WidePoint<double> &z) -> kernels::OrbitPoint<double> {
        return {fathom::rest_of(stepper.x(), stepper.format(), z.x, z.exponent),
                fathom::rest_of(stepper.y(), stepper.format(), z.y, z.exponent)};
    };
    rest_ = rest_of({point_.x, point_.y, 0});
    if (is_tiny_)
        wide_rest_ = wide_.exponent == kernels::kZeroExponent ? kernels::OrbitPoint<double>{}
                                                              : rest_of(wide_);
}

bool ThriftyStepper::read_surely() {
    const OrbitStepper &stepper = *steppers_[at_];
    const long bound = away_.log2();
    const auto point = stepper.sure_point(bound, y_is_0_);
    if (!point)
        return false;
    const bool is_tiny = std::max(std::fabs(point->x), std::fabs(point->y)) < tiny_;
    point_ = *point;
    is_tiny_ = is_tiny;
    if (!is_tiny && !start_.two)
        return true;
    const SureRounding rounding(stepper.x(), stepper.y(), stepper.format(), bound, y_is_0_);
    if (is_tiny) {
        const auto wide = rounding.wide_point();
        if (!wide)
            return false;
        wide_ = *wide;
    }
    if (!start_.two)
        return true;
    const auto rest = rounding.rest({point_.x, point_.y, 0});
    const auto wide_rest = is_tiny ? rounding.rest(wide_) : rest;
    if (!rest || !wide_rest)
        return false;
    rest_ = *rest;
    wide_rest_ = *wide_rest;
    return true;
}

} // namespace fathom
