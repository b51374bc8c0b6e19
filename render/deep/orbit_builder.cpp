#include "render/deep/orbit_builder.h"

#include "kernels/formulas/mandelbrot_orbit.h"
#include "kernels/formulas/with_formula.h"
#include "render/base/byte_words.h"
#include "render/base/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fathom {
namespace {

using Point = kernels::OrbitPoint<double>;
using Tiny = kernels::TinyPoint<double>;

/// Beyond 1, in bits, before the last bits of a number count as used up.
constexpr long kExhaustedBy = 16;
/// What neighbouring pixels differ by in the first place, as a power of two above the last bit: 24
/// and the margin of needed_bits.
constexpr double kPixelBits = 40;
/// How much of that margin may be lost to differences that shrink.
constexpr double kMayShrink = 8;
/// A part of a point that is too small for a double keeps its side of the axis, which is all that
/// folds ask of it where differences do not reach the axis: as a number that is nothing beside the
/// other part and still far more than those.
constexpr double kLeastPart = 0x1p-1000;

/// sign_of: gives the exact part's sign, 0 of 0.
template <class SignOf> double on_its_side(double part, const SignOf &sign_of) {
    if (std::fabs(part) >= kLeastPart)
        return part;
    const int sign = sign_of();
    return sign == 0 ? part : sign * kLeastPart;
}

/// By c nothing but doubles and signs is looked at. What is packed is checked with rests.
ThriftyStepper::Start stepping(const OrbitBuilder::Start &start) {
    const bool thrifty =
        start.kind == OrbitBuilder::Kind::kParameter && !kernels::looks_back(start.formula);
    return {start.formula,
            start.format,
            start.zx,
            start.zy,
            start.cx,
            start.cy,
            thrifty,
            start.two || start.packing,
            0,
            start.px,
            start.py};
}

} // namespace

OrbitBuilder::OrbitBuilder(const Start &start)
    : kind_(start.kind), formula_(start.formula), spare_bits_(start.spare_bits),
      most_spare_bits_(start.most_spare_bits), stepper_(stepping(start)),
      jacobian_(start.kind == Kind::kPoint ? 1 : 0),
      store_(start.packing ? std::make_shared<OrbitBuffer>(start.most_points, *start.packing)
                           : std::make_shared<OrbitBuffer>(start.most_points)),
      rest_(start.two ? std::make_shared<OrbitBuffer>(start.most_points) : nullptr),
      most_bytes_(start.most_bytes) {
    if (start.rounds && start.formula == kernels::kMandelbrot && stepper_.may_land())
        rounds_.emplace(stepping(start));
    record();
}

/// Stores the point that the stepper is at.
void OrbitBuilder::record() {
    const Point z = stepper_.nearest_point();
    at_ = {z.x, z.y, 0};
    if (stepper_.is_tiny()) {
        at_ = stepper_.nearest_wide_point();
        tiny_.push_back({store_->size(), at_});
        if (rest_)
            tiny_rest_.push_back(stepper_.wide_rest());
    }
    // Of analytic formulas zeros have no side.
    if (stepper_.is_tiny() || kernels::is_power(formula_) || kernels::looks_back(formula_))
        store_->push_back({z.x + 0.0, z.y + 0.0}, [this] { return stepper_.rest(); });
    else
        store_->push_back({on_its_side(z.x, [this] { return stepper_.sign_of_x(); }),
                           on_its_side(z.y, [this] { return stepper_.sign_of_y(); })});
    if (rest_)
        rest_->push_back(stepper_.rest());
}

void OrbitBuilder::record_again(std::uint64_t before) {
    const PointWalk walk({{store_->data(), store_->size()}, tiny_}, before);
    at_ = walk.point();
    if (walk.is_tiny()) {
        tiny_.push_back({store_->size(), at_});
        if (rest_)
            tiny_rest_.push_back(rounds_->wide_rest());
    }
    store_->push_back(Point(store_->data()[before]), [this] { return rounds_->rest(); });
    if (rest_)
        rest_->push_back(rounds_->rest());
}

bool OrbitBuilder::look_for_round(const OrbitGoal &goal, const std::atomic<bool> &stop) {
    if (!rounds_ || rounds_->is_passing() || at_.exponent == 0)
        return true;
    return rounds_->look(
        {{{store_->data(), store_->size()}, tiny_}, stepper_, jacobian_.log2(), goal.limit}, stop);
}

bool OrbitBuilder::is_outside(const OrbitGoal &goal) const {
    const bool is_tiny = at_.exponent != 0;
    return !is_tiny && kernels::is_outside(at_.x, at_.y, goal.bailout_squared);
}

/// |Z| < radius |dZ|.
bool OrbitBuilder::ball_holds_0(const OrbitGoal &goal) const {
    if (goal.radius.fraction <= 0 || n() == 0)
        return false;
    return fathom::ball_holds_0(at_, jacobian_, goal.radius);
}

/// Whether the point is, in all bits, one that was seen before, and the derivative over what lies
/// between is below 1.
bool OrbitBuilder::attracting_repetition() {
    const std::uint64_t now = n();
    const Point mark = store_->data()[mark_at_];
    if (mark_at_ > 0 && mark.x == store_->data()[now].x && mark.y == store_->data()[now].y &&
        mark_x_ == stepper_.x() && mark_y_ == stepper_.y()) {
        const double size = jacobian_.log2();
        constexpr double kSurely = 1e-3;
        return !std::isfinite(size) || size < mark_size_ - kSurely;
    }
    if ((now & (now - 1)) == 0) { // at powers of two, so that cycles of any length fit between
        mark_at_ = now;
        mark_x_ = stepper_.x();
        mark_y_ = stepper_.y();
        mark_size_ = jacobian_.log2();
    }
    return false;
}

/// At powers of two, so that all looks together read each point but a few times.
void OrbitBuilder::look_for_cycle(int power) {
    constexpr std::uint64_t kFirst = 64;
    const std::uint64_t now = n();
    if (now < kFirst || (now & (now - 1)) != 0)
        return;
    if (!cycle_)
        cycle_ = find_attracting_cycle({store_->data(), store_->size()}, tiny_, power);
    if (cycle_)
        may_end_at_ = cycle_->next_nearest(now);
}

/// Whether pixels that have to converge by themselves take less time than the rest of the orbit.
bool OrbitBuilder::spares_time(const OrbitGoal &goal, double log2_reach) const {
    // Differences beyond the jumps' tolerance are followed in single steps to the limit.
    constexpr double kJumpsBelow = -34;
    if (log2_reach > cycle_->log2_room + kJumpsBelow)
        return true;
    // Of a pixel's rounds, on all threads, in the time of one step and its share of jumps.
    constexpr double kRoundsForStep = 100;
    const double rest = static_cast<double>(goal.limit) - static_cast<double>(n());
    return kRoundsForStep * rest > static_cast<double>(goal.pixels) * cycle_->rounds_to_repeat();
}

/// Whether all pixels are in the basin of a cycle that the orbit is in. What is next to 0 now loses
/// no digits when a pixel's difference becomes its whole value.
bool OrbitBuilder::cycle_holds(const OrbitGoal &goal) const {
    if (!cycle_ || n() != may_end_at_ || goal.reach.fraction <= 0)
        return false;
    const double log2_reach =
        std::log2(goal.reach.fraction) + static_cast<double>(goal.reach.exponent);
    return log2_reach < cycle_->log2_room && spares_time(goal, log2_reach);
}

bool OrbitBuilder::still_ends(const OrbitGoal &goal) const {
    switch (end_) {
    case End::kEscape:
        return is_outside(goal);
    case End::kPeriod:
        return ball_holds_0(goal);
    case End::kCycle:
        return kind_ != Kind::kParameter || cycle_holds(goal);
    default:
        return end_ != End::kNone;
    }
}

/// From Z_n to Z_{n+1}; called at Z_n.
template <class Formula> void OrbitBuilder::follow_derivatives() {
    if constexpr (Formula::kLooksBack)
        return; // its derivatives are pairs, and nothing here asks for them
    if (kind_ == Kind::kPoint) {
        OrbitJacobian one(1);
        one.step<Formula>(at_, false);
        // A difference d becomes slope d or, where that is less, d^p.
        constexpr double kDegree = Formula::kInfo.power;
        const double pixel =
            kPixelBits - static_cast<double>(stepper_.format().fraction_bits() - spare_bits_);
        spread_ = std::max(spread_ + one.log2(), kDegree * spread_ + (kDegree - 1) * pixel);
        least_spread_ = std::min(least_spread_, spread_);
    }
    // From 0 a step has no slope: then derivatives are by z_1. (Else a Julia set about 0 would seem
    // to attract for ever.)
    const bool at_0 = kind_ == Kind::kPoint && at_.x == 0 && at_.y == 0;
    if (n() == 0 && (kind_ == Kind::kCritical || at_0))
        jacobian_ = OrbitJacobian(1);
    else
        jacobian_.step<Formula>(at_, kind_ == Kind::kParameter);
}

template <class Formula> OrbitBuilder::End OrbitBuilder::find_end(const OrbitGoal &goal) {
    if (is_outside(goal))
        return End::kEscape;
    if constexpr (Formula::kLooksBack)
        return End::kNone;
    if (shrunk_bits() > kMayShrink + static_cast<double>(spare_bits_) &&
        spare_bits_ < most_spare_bits_)
        return End::kTooFewBits;
    if (ball_holds_0(goal))
        return End::kPeriod;
    // An analytic formula amplifies alike in all directions; of others some differences may stay.
    const long bits = stepper_.format().fraction_bits() * (kind_ == Kind::kCritical ? 2 : 1);
    if (Formula::kPower > 0 && jacobian_.exponent() > bits + kExhaustedBy)
        return End::kExhausted;
    if (kind_ != Kind::kParameter)
        return attracting_repetition() ? End::kCycle : End::kNone;
    if constexpr (Formula::kPower > 0) {
        look_for_cycle(Formula::kPower);
        if (cycle_holds(goal))
            return End::kCycle;
    }
    return End::kNone;
}

template <class Formula>
bool OrbitBuilder::advance_as(const OrbitGoal &goal, const std::atomic<bool> &stop,
                              std::atomic<std::uint64_t> *done) {
    while (end_ == End::kNone && n() < goal.limit) {
        if (stop.load(std::memory_order_relaxed))
            return false;
        if (store_->is_full() || (rest_ && rest_->is_full()) ||
            store_->bytes() + tiny_.size() * sizeof(Tiny) > most_bytes_)
            throw InputError(fmt::format(
                "the reference orbit outgrows the {} that it may use at iteration {}: lower the "
                "limit of iterations or move the centre of the view",
                byte_words(static_cast<double>(most_bytes_)), n()));
        if (!look_for_round(goal, stop))
            return false;
        const bool is_passing = rounds_ && rounds_->is_passing();
        const auto same = is_passing ? rounds_->same_as() : std::nullopt;
        if (!same && !(is_passing ? stepper_.land(rounds_->landing(), stop) : stepper_.step(stop)))
            return false;
        follow_derivatives<Formula>();
        if (same)
            record_again(*same);
        else
            record();
        if (is_passing)
            rounds_->passed();
        end_ = find_end<Formula>(goal);
        if (done != nullptr)
            done->store(n(), std::memory_order_relaxed);
    }
    return true;
}

bool OrbitBuilder::advance(const OrbitGoal &goal, const std::atomic<bool> &stop,
                           std::atomic<std::uint64_t> *done) {
    if (!still_ends(goal))
        end_ = End::kNone;
    bool finished = false;
    kernels::with_formula(
        formula_, [&]<class Formula>() { finished = advance_as<Formula>(goal, stop, done); });
    return finished;
}

} // namespace fathom
