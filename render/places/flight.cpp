#include "render/places/flight.h"

#include "render/numbers/rounded.h"
#include "render/places/navigation.h"
#include "render/places/picture_size.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fathom {
namespace {

constexpr double kRho = 1.4; ///< how far out it goes: the paper's best value by experiment
constexpr double kPace = 2.4;
constexpr double kShortest = 0.4;
constexpr double kLongest = 30;
// Centres that are nearer than this share of the smaller view need no way of their own.
constexpr double kSamePlace = 1e-6;

constexpr double kLog10 = std::numbers::ln10;

// Widths and ways reach far beyond doubles at depth: they are kept as natural logarithms.

double log_of(const Decimal &value) {
    return value.log10() * kLog10;
}

double log_cosh(double x) {
    return std::fabs(x) + rounded::log1p(rounded::exp(-2 * std::fabs(x))) - std::numbers::ln2;
}

/// x >= 0.
double log_sinh(double x) {
    return x + rounded::log(-rounded::expm1(-2 * x)) - std::numbers::ln2;
}

Decimal exponential(double x) {
    return power_of_ten(x / kLog10);
}

/// +-e^log.
struct SignedLog {
    double sign = 1;
    double log = 0;
};

/// e^(2 log) - 1.
SignedLog square_less_one(double log) {
    return {log < 0 ? -1.0 : 1.0,
            std::max(2 * log, 0.0) + rounded::log(-rounded::expm1(-2 * std::fabs(log)))};
}

SignedLog sum(const SignedLog &a, const SignedLog &b) {
    const double larger = std::max(a.log, b.log);
    const double value =
        a.sign * rounded::exp(a.log - larger) + b.sign * rounded::exp(b.log - larger);
    return {value < 0 ? -1.0 : 1.0, larger + rounded::log(std::fabs(value))};
}

double asinh_of(const SignedLog &x) {
    constexpr double kLarge = 300;
    const double value =
        x.log < kLarge ? rounded::asinh(rounded::exp(x.log)) : x.log + std::numbers::ln2;
    return x.sign * value;
}

/// log |(re, im)|; -infinity at 0.
double log_length(const Decimal &re, const Decimal &im) {
    const double x = log_of(re);
    const double y = log_of(im);
    const double larger = std::max(x, y);
    return std::isfinite(larger) ? larger + 0.5 * rounded::log(rounded::exp(2 * (x - larger)) +
                                                               rounded::exp(2 * (y - larger)))
                                 : larger;
}

// Slow at both ends.
double eased(double share) {
    return share * share * (3 - 2 * share);
}

} // namespace

std::optional<Flight> Flight::plan(const View &from, const View &to, Size size) {
    if (from.mirrored != to.mirrored || !has_way(from.matrix, to.matrix))
        return std::nullopt;
    Flight flight;
    flight.from_ = from;
    flight.to_ = to;
    const double width_of_from = rounded::log(4.0 * size.width / size.height) - log_of(from.zoom);
    const double w = flight.end_width_ = log_of(from.zoom) - log_of(to.zoom);
    const double u = log_length(to.re - from.re, to.im - from.im) - width_of_from;
    flight.moves_ = u >= rounded::log(kSamePlace) + std::min(w, 0.0);
    if (flight.moves_) {
        // b0 and b1 of the paper.
        const double rho2 = 2 * rounded::log(kRho);
        const SignedLog near = square_less_one(w);
        const double below = std::numbers::ln2 + rho2 + u;
        SignedLog b0 = sum(near, {1, 2 * (rho2 + u)});
        SignedLog b1 = sum(near, {-1, 2 * (rho2 + u)});
        b0.log -= below;
        b1.log -= below + w;
        flight.r0_ = -asinh_of(b0);
        flight.r1_ = -asinh_of(b1);
        flight.length_ = (flight.r1_ - flight.r0_) / kRho;
        flight.distance_ = u;
    } else {
        flight.length_ = std::fabs(w) / kRho;
    }
    flight.turn_ = std::remainder(to.rotation_degrees - from.rotation_degrees, 360.0);
    flight.seconds_ = std::clamp(std::max(flight.length_ / kPace, std::fabs(flight.turn_) / 120),
                                 kShortest, kLongest);
    return flight;
}

double Flight::highest() const {
    return std::clamp(-r0_ / (kRho * length_), 0.0, 1.0);
}

double Flight::log_zoom_at(double share) const {
    const double width = log_cosh(r0_) - log_cosh(r0_ + kRho * share * length_);
    return from_.zoom.log10() - width / kLog10;
}

double Flight::share_at(double log_zoom, bool after) const {
    const double width = (from_.zoom.log10() - log_zoom) * kLog10;
    const double cosh = std::max(0.0, log_cosh(r0_) - width); // its logarithm
    const double r = cosh + rounded::log1p(std::sqrt(-rounded::expm1(-2 * cosh)));
    return std::clamp(((after ? r : -r) - r0_) / (kRho * length_), 0.0, 1.0);
}

// u and w of the paper: with r = rho s + r0 the way is cosh r0 / rho^2 (tanh r - tanh r0) and the
// width cosh r0 / cosh r.
double Flight::widths_between(double from, double to) const {
    const double r = r0_ + kRho * from * length_;
    return rounded::sinh(kRho * (from - to) * length_) * rounded::exp(-log_cosh(r)) / (kRho * kRho);
}

View Flight::at(double seconds, int height) const {
    if (seconds <= 0)
        return from_;
    return seconds < seconds_ ? at_share(eased(seconds / seconds_), height) : to_;
}

View Flight::at_share(double share, int height) const {
    if (share <= 0)
        return from_;
    if (share >= 1)
        return to_;
    const double gone = kRho * share * length_;
    const double left = kRho * length_ - gone;
    View view = to_;
    double width = end_width_ < 0 ? -gone : gone;
    if (moves_) {
        const bool inwards = gone + r0_ >= 0;
        width = log_cosh(r0_) - log_cosh(gone + r0_);
        // The way from each end without differences of large numbers: sinh(a + b) cosh(b) -
        // sinh(b) cosh(a + b) = sinh(a). Counted on the way out from the first view and on the way
        // in from the last one, near which every bit is needed.
        const double scale = 2 * rounded::log(kRho) + distance_;
        const double way = inwards ? end_width_ + log_sinh(left) - log_cosh(left - r1_) - scale
                                   : log_sinh(gone) - log_cosh(gone + r0_) - scale;
        const View &near = inwards ? to_ : from_;
        const View &far = inwards ? from_ : to_;
        const Decimal part = exponential(way);
        view.re = near.re + (far.re - near.re) * part;
        view.im = near.im + (far.im - near.im) * part;
    }
    view.zoom = from_.zoom * exponential(-width);
    view.rotation_degrees = from_.rotation_degrees + turn_ * share;
    if (from_.matrix != to_.matrix)
        view.matrix = matrix_between(from_.matrix, to_.matrix, share);
    return tidied(view, height);
}

} // namespace fathom
