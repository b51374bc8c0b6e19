#include "render/film/zoom_way.h"

#include "render/numbers/rounded.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fathom::film {
namespace {

constexpr long kWayDigits = 20;

Decimal scaled(const Decimal &length, double factor) {
    return length * Decimal::from_double(factor);
}

} // namespace

std::optional<ZoomWay> ZoomWay::plan(const View &from, const View &to, Size size) {
    if (from.mirrored != to.mirrored || !has_way(from.matrix, to.matrix))
        return std::nullopt;
    ZoomWay way;
    way.from_ = from;
    way.to_ = to;
    way.size_ = size;
    way.straight_ = from.rotation_degrees == to.rotation_degrees && from.matrix == to.matrix;
    if (to.zoom != from.zoom)
        way.log_ratio_ = divide(to.zoom, from.zoom, kWayDigits).log10();
    way.log_zoom_ = from.zoom.log10();
    way.find_fixed_point();
    return way;
}

// With p the vector from the middle to the point in pixels, which is the same at both ends, s a
// pixel's length and A what takes the screen to the plane: shallow + s A p = deep + s' A' p.
void ZoomWay::find_fixed_point() {
    const bool inwards = log_ratio_ >= 0;
    const View &shallow = inwards ? from_ : to_;
    const View &deep = inwards ? to_ : from_;
    const Decimal pixel = exact_pixel_spacing(shallow, size_.height);
    const double re = divide(shallow.re - deep.re, pixel, kWayDigits).to_double();
    const double im = divide(shallow.im - deep.im, pixel, kWayDigits).to_double();
    const double ratio = rounded::exp10(-std::fabs(log_ratio_));
    const ScreenAxes a = screen_axes(shallow);
    const ScreenAxes b = screen_axes(deep);
    const PlaneMatrix difference{.a = ratio * b.right.re - a.right.re,
                                 .b = ratio * b.up.re - a.up.re,
                                 .c = ratio * b.right.im - a.right.im,
                                 .d = ratio * b.up.im - a.up.im};
    Offset p{0, 0}; // where nothing moves
    if (re != 0 || im != 0) {
        const PlaneVector found = inverse(difference) * PlaneVector{re, im};
        p = {found.re, found.im};
    }
    // A picture wide: half of it, and half of one beside it. Not a NaN.
    if (!(std::fabs(p.right) <= size_.width && std::fabs(p.up) <= size_.height))
        return;
    fixed_ = p;
    const Decimal deep_pixel = exact_pixel_spacing(deep, size_.height);
    fixed_re_ = deep.re + scaled(deep_pixel, p.right * b.right.re + p.up * b.up.re);
    fixed_im_ = deep.im + scaled(deep_pixel, p.right * b.right.im + p.up * b.up.im);
}

bool ZoomWay::stretches_slowly() const {
    constexpr double kMost = std::numbers::ln2;
    const double whole = rounded::log(std::max(1.0, longest(inverse(from_.matrix) * to_.matrix)));
    const double octaves = std::fabs(log_ratio_) * std::numbers::ln10 / std::numbers::ln2;
    constexpr double kOctaves = 2.5; // a factor 4 sqrt(2)
    return whole * kOctaves / std::max(octaves, kOctaves) <= kMost;
}

double ZoomWay::share_of(const Decimal &zoom) const {
    if (log_ratio_ == 0)
        return 0;
    return std::clamp(divide(zoom, from_.zoom, kWayDigits).log10() / log_ratio_, 0.0, 1.0);
}

void ZoomWay::turn(View &view, double share) const {
    view.rotation_degrees =
        share >= 1
            ? to_.rotation_degrees
            : from_.rotation_degrees + (to_.rotation_degrees - from_.rotation_degrees) * share;
    if (share > 0 && share < 1 && from_.matrix != to_.matrix)
        view.matrix = matrix_between(from_.matrix, to_.matrix, share);
    else
        view.matrix = share < 1 ? from_.matrix : to_.matrix;
}

View ZoomWay::anchor(double) const {
    View view = log_ratio_ >= 0 ? to_ : from_;
    const long decimals = std::max(0L, view.zoom.exponent10()) + kWayDigits;
    view.re = fixed_re_.rounded_to(decimals);
    view.im = fixed_im_.rounded_to(decimals);
    return view;
}

PixelPosition ZoomWay::position(double, double) const {
    return {0.5 * size_.width + fixed_->right, 0.5 * size_.height - fixed_->up};
}

View ZoomWay::at(double share) const {
    if (share <= 0)
        return from_;
    if (share >= 1)
        return to_;
    View view = from_;
    if (log_ratio_ != 0)
        view.zoom = from_.zoom * power_of_ten(log_ratio_ * share);
    if (!straight_)
        turn(view, share);
    if (fixed_ && !straight_)
        move_about_point(view);
    else
        move_straight(view, share);
    return tidied(view, size_.height);
}

// Counted from the deeper end, where every digit is needed. With l the logarithm of the zooms'
// ratio and u the share of the way to that end, (e^-lu - e^-l) / (1 - e^-l) of the way is left; 1 -
// u where there is no zoom.
void ZoomWay::move_straight(View &view, double share) const {
    const bool inwards = log_ratio_ >= 0;
    const View &shallow = inwards ? from_ : to_;
    const View &deep = inwards ? to_ : from_;
    const double gone = inwards ? share : 1 - share;
    const double left = 1 - gone;
    const double log10 = std::fabs(log_ratio_);
    const double log = log10 * std::numbers::ln10;
    const double rest = log > 0 ? rounded::expm1(-log * left) / rounded::expm1(-log) : left;
    const Decimal part = scaled(power_of_ten(-log10 * gone), rest);
    view.re = deep.re + (shallow.re - deep.re) * part;
    view.im = deep.im + (shallow.im - deep.im) * part;
}

void ZoomWay::move_about_point(View &view) const {
    const Decimal pixel = exact_pixel_spacing(view, size_.height);
    const auto [right, up] = screen_axes(view);
    view.re = fixed_re_ - scaled(pixel, fixed_->right * right.re + fixed_->up * up.re);
    view.im = fixed_im_ - scaled(pixel, fixed_->right * right.im + fixed_->up * up.im);
}

} // namespace fathom::film
