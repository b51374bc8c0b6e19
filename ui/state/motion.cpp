#include "ui/state/motion.h"

#include <algorithm>
#include <cmath>

namespace fathom::ui {
namespace {

constexpr double kOctavesPerNotch = 0.5;
constexpr double kGlideSeconds = 0.05;
constexpr double kNearEnough = 0.4; ///< pixels, where a glide ends
// A glide farther than this would show nothing but blur.
constexpr double kLargestScale = 64;
constexpr double kFarthestGlide = 3; ///< windows

constexpr std::chrono::milliseconds kVelocityOf{80};
constexpr double kFrictionSeconds = 0.3;
constexpr double kSlowestRoll = 12;    ///< pixels a second, where it stops
constexpr double kSlowestThrow = 60;   ///< slower ones were no throw
constexpr double kFastestThrow = 8000; ///< a slip of the clock must not throw the picture away

constexpr double kHoldRate = 1.5; ///< octaves a second
constexpr double kHoldSeconds = 0.08;
constexpr double kRestingRate = 0.01;

constexpr double kDeadZone = 0.18;
constexpr double kStickMove = 0.9;      ///< window heights a second
constexpr double kStickDegrees = 70;    ///< a second
constexpr double kTriggerOctaves = 2;   ///< that a trigger makes faster or slower
constexpr double kFirstStep = 1 / 60.0; ///< seconds
constexpr double kLongestStep = 0.1;    ///< seconds: whoever was stopped does not leap

double length(Size size) {
    return std::hypot(size.width, size.height);
}

} // namespace

View ZoomLadder::climb(const View &view, Size size, double x, double y, double octaves) {
    const bool goes_on =
        climb_ && climb_->last == view && climb_->size == size && climb_->x == x && climb_->y == y;
    if (!goes_on)
        climb_ = Climb{view, view, size, x, y, 0};
    climb_->octaves += octaves;
    climb_->last = climb_->octaves == 0
                       ? climb_->first
                       : zoom_about(climb_->first, size, x, y, std::exp2(climb_->octaves));
    View result = climb_->last;
    const ViewLimits limits;
    const bool stuck = result.zoom == limits.min_zoom || result.zoom == limits.max_zoom;
    if (stuck || std::fabs(climb_->octaves) > 900) // the factor has to stay a double
        climb_.reset();
    return result;
}

void Glide::follow(const View &before, const View &after, Size size) {
    const AffineMap map = pixel_offset(after, size, before, size);
    // Between different matrices the map is no similarity.
    const bool similar = before.mirrored == after.mirrored && before.matrix == after.matrix;
    if (!similar || !std::isfinite(map.xx + map.xy + map.x0 + map.y0))
        return clear();
    shift_ += turn_ * std::complex(map.x0, map.y0);
    turn_ *= std::complex(map.xx, map.yx);
    const double scale = std::abs(turn_);
    const std::complex middle(0.5 * size.width, 0.5 * size.height);
    const double way = std::abs(turn_ * middle + shift_ - middle);
    if (!(scale < kLargestScale && scale * kLargestScale > 1) ||
        way > kFarthestGlide * length(size) * std::max(1.0, scale))
        clear();
}

void Glide::advance(double seconds, Size size) {
    if (resting())
        return;
    // The similarity to the power of what is left, about its fixed point: a zoom about the cursor
    // keeps the point under it all the way.
    const double left = std::exp(-seconds / kGlideSeconds);
    const std::complex<double> log = std::log(turn_);
    const std::complex<double> next = std::exp(left * log);
    shift_ *= std::abs(log) < 1e-9 ? left : (1.0 - next) / (1.0 - turn_);
    turn_ = next;
    const std::complex<double> corner(size.width, size.height);
    if (std::abs(turn_ - 1.0) * std::abs(corner) < kNearEnough &&
        std::max(std::abs(shift_), std::abs((turn_ - 1.0) * corner + shift_)) < kNearEnough)
        clear();
}

void Glide::clear() {
    turn_ = 1.0;
    shift_ = 0.0;
}

AffineMap Glide::map() const {
    return {.xx = turn_.real(),
            .xy = -turn_.imag(),
            .x0 = shift_.real(),
            .yx = turn_.imag(),
            .yy = turn_.real(),
            .y0 = shift_.imag()};
}

void Momentum::drag(double dx, double dy, Time now) {
    speed_x_ = speed_y_ = 0;
    steps_.push_back({dx, dy, now});
    while (now - steps_.front().time > kVelocityOf)
        steps_.pop_front();
}

void Momentum::let_go(Time now) {
    double dx = 0;
    double dy = 0;
    for (const Step &step : steps_)
        if (now - step.time <= kVelocityOf) {
            dx += step.dx;
            dy += step.dy;
        }
    steps_.clear();
    const double seconds = std::chrono::duration<double>(kVelocityOf).count();
    const double speed = std::hypot(dx, dy) / seconds;
    const double share = std::min(1.0, kFastestThrow / std::max(speed, 1.0)) / seconds;
    speed_x_ = speed < kSlowestThrow ? 0 : dx * share;
    speed_y_ = speed < kSlowestThrow ? 0 : dy * share;
}

void Momentum::stop() {
    steps_.clear();
    speed_x_ = speed_y_ = 0;
}

std::pair<double, double> Momentum::advance(double seconds) {
    const double left = std::exp(-seconds / kFrictionSeconds);
    const double way = kFrictionSeconds * (1 - left);
    const std::pair moved(speed_x_ * way, speed_y_ * way);
    speed_x_ *= left;
    speed_y_ *= left;
    if (std::hypot(speed_x_, speed_y_) < kSlowestRoll)
        speed_x_ = speed_y_ = 0;
    return moved;
}

bool Sticks::moved() const {
    return past_dead_zone(left_x) != 0 || past_dead_zone(left_y) != 0 ||
           past_dead_zone(right_x) != 0 || past_dead_zone(right_y) != 0;
}

double past_dead_zone(double value) {
    const double size = std::min(std::fabs(value), 1.0);
    if (!(size > kDeadZone))
        return 0;
    const double share = (size - kDeadZone) / (1 - kDeadZone);
    return std::copysign(share * share, value);
}

View Motion::wheel(const View &view, Size size, double notches, double x, double y) {
    return ladder_.climb(view, size, x, y, notches * kOctavesPerNotch);
}

void Motion::hold(int direction) {
    direction_ = direction;
}

void Motion::place(double x, double y) {
    place_.emplace(x, y);
}

void Motion::let_go(Time now) {
    momentum_.let_go(now);
    if (!settings.momentum)
        momentum_.stop();
}

void Motion::fly(const Flight &flight, double pace) {
    glide_.clear();
    flight_ = flight;
    flown_ = 0;
    pace_ = std::max(pace, flight.seconds() / kLongestFlight);
}

void Motion::arrive() {
    glide_.clear();
    flight_.reset();
}

View Motion::shown(const View &view, Size size) const {
    return flight_ ? flight_->at(flown_, size.height) : view;
}

AffineMap Motion::map(const View &view, Size size) const {
    return flight_ ? pixel_offset(view, size, shown(view, size), size) : glide_.map();
}

bool Motion::driven() const {
    return direction_ != 0 || rate_ != 0 || momentum_.running() || sticks_.moved();
}

std::optional<View> Motion::advance(const View &view, Size size, Time now) {
    const double since = last_ ? std::chrono::duration<double>(now - *last_).count() : kFirstStep;
    const double seconds = std::clamp(since, 0.0, kLongestStep);
    glide_.advance(seconds, size);
    const bool was_driven = driven();
    // After a rest the clock starts anew: the time before is none of this motion's.
    last_ = was_driven || !resting() ? std::optional(now) : std::nullopt;
    if (flight_) {
        flown_ += pace_ * seconds;
        if (flown_ >= flight_->seconds())
            flight_.reset();
    }
    if (!was_driven)
        return std::nullopt;
    View next = steered(view, size, seconds);
    if (momentum_.running()) {
        const auto [dx, dy] = momentum_.advance(seconds);
        next = pan_by_pixels(next, size, dx, dy);
    }
    const double wanted = direction_ * kHoldRate;
    rate_ = wanted + (rate_ - wanted) * std::exp(-seconds / kHoldSeconds);
    if (direction_ == 0 && std::fabs(rate_) < kRestingRate)
        rate_ = 0;
    if (rate_ != 0) {
        const auto [x, y] = place_.value_or(std::pair(0.5 * size.width, 0.5 * size.height));
        next = ladder_.climb(next, size, x, y, rate_ * settings.speed * seconds);
    }
    return next;
}

View Motion::steered(const View &view, Size size, double seconds) const {
    if (!sticks_.moved())
        return view;
    const double speed =
        settings.speed *
        std::exp2(kTriggerOctaves * (sticks_.right_trigger - sticks_.left_trigger)) * seconds;
    const double x = 0.5 * size.width;
    const double y = 0.5 * size.height;
    const double way = -kStickMove * size.height * speed;
    View next = pan_by_pixels(view, size, way * past_dead_zone(sticks_.left_x),
                              way * past_dead_zone(sticks_.left_y));
    const double octaves = -kHoldRate * past_dead_zone(sticks_.right_y) * speed;
    if (octaves != 0)
        next = zoom_about(next, size, x, y, std::exp2(octaves));
    const double degrees = kStickDegrees * past_dead_zone(sticks_.right_x) * speed;
    return degrees == 0 ? next : rotate_about(next, size, x, y, degrees);
}

} // namespace fathom::ui
