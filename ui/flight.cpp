#include "ui/flight.h"

#include "render/navigation.h"
#include "render/request.h"

#include <algorithm>
#include <cmath>

namespace fathom {
namespace {

constexpr double kRho = 1.4; ///< how far out it goes: the paper's best value by experiment
constexpr double kPace = 2.4;
constexpr double kShortest = 0.4;
constexpr double kLongest = 10;
constexpr double kFarthest = 1e80;
// Centres that are nearer than this share of the smaller view need no way of their own.
constexpr double kSamePlace = 1e-6;

// Slow at both ends.
double eased(double share) {
    return share * share * (3 - 2 * share);
}

} // namespace

std::optional<Flight> Flight::plan(const View &from, const View &to, Size size) {
    if (from.mirrored != to.mirrored)
        return std::nullopt;
    const AffineMap map = pixel_offset(to, size, from, size);
    const double middle_x = 0.5 * size.width;
    const double middle_y = 0.5 * size.height;
    const double dx = map.xx * middle_x + map.xy * middle_y + map.x0 - middle_x;
    const double dy = map.yx * middle_x + map.yy * middle_y + map.y0 - middle_y;
    Flight flight;
    flight.from_ = from;
    flight.to_ = to;
    const double w = flight.end_width_ = std::hypot(map.xx, map.yx);
    double u = std::hypot(dx, dy) / size.width;
    if (!(w < kFarthest && 1 / w < kFarthest && u < kFarthest && u / w < kFarthest))
        return std::nullopt;
    if (u < kSamePlace * std::min(w, 1.0)) {
        u = 0;
        flight.length_ = std::fabs(std::log(w)) / kRho;
    } else {
        // b0 and b1 of the paper, divided so that nothing overflows.
        const double rho2 = kRho * kRho;
        const double near = (w - 1) * (w + 1) / u;
        flight.r0_ = -std::asinh((near + rho2 * rho2 * u) / (2 * rho2));
        flight.r1_ = -std::asinh((near - rho2 * rho2 * u) / (2 * rho2 * w));
        flight.length_ = (flight.r1_ - flight.r0_) / kRho;
    }
    flight.distance_ = u;
    flight.turn_ = std::remainder(to.rotation_degrees - from.rotation_degrees, 360.0);
    flight.seconds_ = std::clamp(std::max(flight.length_ / kPace, std::fabs(flight.turn_) / 120),
                                 kShortest, kLongest);
    return flight;
}

View Flight::at(double seconds, int height) const {
    if (seconds <= 0)
        return from_;
    if (seconds >= seconds_)
        return to_;
    const double share = eased(seconds / seconds_);
    const double gone = kRho * share * length_;
    const double left = kRho * length_ - gone;
    View view = to_;
    double width = end_width_ < 1 ? std::exp(-gone) : std::exp(gone);
    if (distance_ > 0) {
        width = std::cosh(r0_) / std::cosh(gone + r0_);
        // The way from each end without differences of large numbers: sinh(a + b) cosh(b) -
        // sinh(b) cosh(a + b) = sinh(a). Counted from the deeper end, where every bit is needed.
        const double scale = kRho * kRho * distance_;
        const double from_start = std::sinh(gone) / std::cosh(gone + r0_) / scale;
        const double from_end = end_width_ * std::sinh(left) / std::cosh(left - r1_) / scale;
        const bool inwards = end_width_ < 1;
        const View &near = inwards ? to_ : from_;
        const View &far = inwards ? from_ : to_;
        const Decimal way = Decimal::from_double(inwards ? from_end : from_start);
        view.re = near.re + (far.re - near.re) * way;
        view.im = near.im + (far.im - near.im) * way;
    }
    view.zoom = from_.zoom * Decimal::from_double(1 / width);
    view.rotation_degrees = from_.rotation_degrees + turn_ * share;
    return tidied(view, height);
}

} // namespace fathom
