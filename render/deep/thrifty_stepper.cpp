#include "render/deep/thrifty_stepper.h"

#include <algorithm>
#include <cmath>

namespace fathom {
namespace {

/// Shorter ones save less than the bounds cost.
constexpr std::size_t kFrom = 20;
/// Steps of shorter ones take no longer than what passing over them does.
constexpr std::size_t kLandFrom = 10;
/// Bits that are kept below the orbit's own error: what is cut off makes it no larger in 2^24
/// steps.
constexpr long kGuardBitsOfError = 32;
constexpr std::size_t kLeastFraction = 4;
/// Up to here every limb less makes a step faster. Longer ones are transformed, by lengths that are
/// multiples of kLengths, two at least.
constexpr std::size_t kMostShort = 40;
constexpr std::size_t kLengths = 32;

constexpr std::size_t kLeastLength = 2 * kLengths;

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

LengthBound step_error(FixedFormat format, int power, double size) {
    constexpr double kUnits = 32;
    return unit_of(format, kUnits * power * power_of(std::max(1.0, size), power - 1) + 2);
}

ThriftyOrbit::ThriftyOrbit(kernels::FormulaId formula, FixedFormat format, int threads)
    : formula_(formula), power_(kernels::formula_info(formula).power), threads_(threads),
      tried_(saves_limbs(format) ? format.size() : 0) {
    steppers_.push_back(std::make_unique<OrbitStepper>(formula, format, threads));
}

bool ThriftyOrbit::saves_limbs(FixedFormat format) {
    const bool is_shortest_length = format.size() > kMostShort && format.size() <= kLeastLength;
    return format.fraction >= kFrom && !is_shortest_length;
}

void ThriftyOrbit::start(const FixedNumber &zx, const FixedNumber &zy, const FixedNumber &cx,
                         const FixedNumber &cy) {
    cx_ = cx;
    cy_ = cy;
    go_on_at(zx, zy, {}, {});
}

void ThriftyOrbit::go_on_at(const FixedNumber &zx, const FixedNumber &zy, const LengthBound &error,
                            const LengthBound &away) {
    at_ = 0;
    steppers_.front()->start(zx, zy, cx_, cy_);
    error_ = error;
    away_ = away;
}

void ThriftyOrbit::step(double size, long exponent) {
    // |F'| = p |Z|^(p-1), and folds bring nothing farther apart. Between both orbits it is larger
    // by less than the bounds' roundings, which are 2^-40: they are no farther apart than doubles
    // are.
    const double slope = power_ * power_of(size, power_ - 1);
    const long slope_exponent = exponent * (power_ - 1);
    error_.multiply(slope, slope_exponent);
    error_.add(unit_of(format(), 1));

    const std::size_t stepper = stepper_of(limbs_that_matter());
    if (stepper != at_)
        go_to(stepper);
    away_.multiply(slope, slope_exponent);
    if (!away_.is_zero() || !steps_exactly()) {
        const double within = exponent < 0 ? 1 : size;
        away_.add(step_error(format(), power_, within));
        away_.add(step_error(steppers_[at_]->format(), power_, within));
    }
    steppers_[at_]->step();
}

std::size_t ThriftyOrbit::limbs_that_matter() const {
    const long bits = error_.log2() + format().fraction_bits() - kGuardBitsOfError;
    const std::size_t fraction = format().fraction;
    const auto superfluous = static_cast<std::size_t>(std::max(bits, 0L) / kLimbBits);
    return superfluous + kLeastFraction < fraction ? fraction - superfluous : kLeastFraction;
}

/// The shortest that has so many limbs behind the point; made if it is worth while.
std::size_t ThriftyOrbit::stepper_of(std::size_t fraction) {
    const std::size_t whole = format().whole;
    std::size_t size = fraction + whole;
    if (format().size() > kLeastLength) // zeros of shorter ones may have another sign
        size = std::max(size, kLeastLength);
    if (size > kMostShort)
        size = (size + kLengths - 1) / kLengths * kLengths;
    if (size < tried_) {
        tried_ = size;
        auto shorter =
            std::make_unique<OrbitStepper>(formula_, FixedFormat{size - whole, whole}, threads_);
        if (shorter->work_limbs() < steppers_.back()->work_limbs())
            steppers_.push_back(std::move(shorter));
    }
    std::size_t best = steppers_.size() - 1;
    while (best > 0 && steppers_[best]->format().fraction < fraction)
        --best;
    return best;
}

void ThriftyOrbit::go_to(std::size_t stepper) {
    const OrbitStepper &from = *steppers_[at_];
    const std::size_t used =
        std::max(limbs_used(from.x(), from.format()), limbs_used(from.y(), from.format()));
    const FixedFormat to = steppers_[stepper]->format();
    steppers_[stepper]->start(with_fraction(from.x(), from.format(), to),
                              with_fraction(from.y(), from.format(), to),
                              with_fraction(cx_, format(), to), with_fraction(cy_, format(), to));
    if (used > to.fraction)
        away_.add(unit_of(to, 2)); // less than a unit of each part
    at_ = stepper;
}

bool ThriftyOrbit::steps_exactly() const {
    if (at_ == 0)
        return true; // as all the limbs do
    const OrbitStepper &stepper = *steppers_[at_];
    const std::size_t fraction = stepper.format().fraction;
    const std::size_t of_z = std::max(limbs_used(stepper.x(), stepper.format()),
                                      limbs_used(stepper.y(), stepper.format()));
    const std::size_t of_c = std::max(limbs_used(cx_, format()), limbs_used(cy_, format()));
    return 2 * static_cast<std::size_t>(power_) * of_z <= fraction && of_c <= fraction;
}

ThriftyStepper::ThriftyStepper(const Start &start)
    : start_(start), power_(kernels::formula_info(start.formula).power),
      tiny_(std::ldexp(1.0, kernels::tiny_exponent<float>(power_))),
      y_is_0_(is_zero(start.zy) && is_zero(start.cy)),
      may_land_(start.thrifty && start.format.fraction >= kLandFrom &&
                (!y_is_0_ || keeps_sign_of_0(start.format, power_))),
      is_thrifty_(start.thrifty && ThriftyOrbit::saves_limbs(start.format) &&
                  (!y_is_0_ || keeps_sign_of_0(start.format, power_))),
      orbit_(start.formula, start.format, start.threads) {
    if (kernels::looks_back(start.formula))
        orbit_.set_parameter(start.px, start.py);
    orbit_.start(start.zx, start.zy, start.cx, start.cy);
    read();
}

bool ThriftyStepper::step(const std::atomic<bool> &stop) {
    if (is_behind_)
        return catch_up(stop);
    ++n_;
    if (!is_thrifty_)
        orbit_.step_with_all();
    else if (is_tiny_)
        orbit_.step(std::hypot(wide_.x, wide_.y), static_cast<long>(wide_.exponent));
    else
        orbit_.step(std::hypot(point_.x, point_.y), 0);
    return settle(stop);
}

bool ThriftyStepper::land(const Landing &landing, const std::atomic<bool> &stop) {
    if (is_behind_)
        return catch_up(stop);
    n_ = landing.n;
    is_thrifty_ = true;
    orbit_.go_on_at(landing.x, landing.y, landing.error, landing.away);
    return settle(stop);
}

bool ThriftyStepper::settle(const std::atomic<bool> &stop) {
    if (orbit_.away().is_zero()) {
        read();
        return true;
    }
    if (read_surely())
        return true;
    is_behind_ = true;
    may_land_ = false;
    is_thrifty_ = false;
    orbit_ = ThriftyOrbit(start_.formula, start_.format, start_.threads);
    orbit_.start(start_.zx, start_.zy, start_.cx, start_.cy);
    return catch_up(stop);
}

/// A point that is handed out is farther from 0 than the exact one is from it, in each part.
int ThriftyStepper::sign_of_x() const {
    return sign_of(x());
}
int ThriftyStepper::sign_of_y() const {
    return sign_of(y());
}

bool ThriftyStepper::catch_up(const std::atomic<bool> &stop) {
    for (; all_at_ < n_; ++all_at_) {
        if (stop.load(std::memory_order_relaxed))
            return false;
        orbit_.step_with_all();
    }
    is_behind_ = false;
    read();
    return true;
}

void ThriftyStepper::read() {
    const OrbitStepper &stepper = orbit_.stepper();
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
    const OrbitStepper &stepper = orbit_.stepper();
    const long bound = orbit_.away().log2();
    const auto point = stepper.sure_point(bound, y_is_0_);
    if (!point)
        return false;
    const bool is_tiny = std::max(std::fabs(point->x), std::fabs(point->y)) < tiny_;
    point_ = *point;
    is_tiny_ = is_tiny;
    if (start_.two) {
        const auto rest = stepper.sure_rest(*point, bound, y_is_0_);
        if (!rest)
            return false;
        rest_ = wide_rest_ = *rest;
    }
    if (!is_tiny)
        return true;
    const SureRounding rounding(stepper.x(), stepper.y(), stepper.format(), bound, y_is_0_);
    const auto wide = rounding.wide_point();
    if (!wide)
        return false;
    wide_ = *wide;
    const auto wide_rest = start_.two ? rounding.rest(wide_) : std::optional(rest_);
    if (!wide_rest)
        return false;
    wide_rest_ = *wide_rest;
    return true;
}

} // namespace fathom
