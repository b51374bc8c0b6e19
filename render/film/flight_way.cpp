#include "render/film/flight_way.h"

#include <algorithm>
#include <cmath>

namespace fathom::film {
namespace {

PlaneVector direction(const View &from, const View &to) {
    constexpr long kDigits = 20;
    const Decimal re = to.re - from.re, im = to.im - from.im;
    const auto size_of = [](const Decimal &x) { return x < Decimal() ? -x : x; };
    const Decimal larger = std::max(size_of(re), size_of(im));
    const PlaneVector way{divide(re, larger, kDigits).to_double(),
                          divide(im, larger, kDigits).to_double()};
    const double length = std::sqrt(way.re * way.re + way.im * way.im);
    return {way.re / length, way.im / length};
}

} // namespace

double flight_rotation(const View &from, const View &to, double share) {
    return from.rotation_degrees + (to.rotation_degrees - from.rotation_degrees) * share;
}

FlightWay::FlightWay(const Flight &flight, const View &from, const View &to, Size size, bool after)
    : flight_(flight), from_(from), to_(to), size_(size), after_(after),
      along_(direction(from, to)) {}

double FlightWay::share_of(const Decimal &zoom) const {
    return std::clamp(flight_.share_at(zoom.log10(), after_), first(), last());
}

void FlightWay::turn(View &view, double share) const {
    view.rotation_degrees = flight_rotation(from_, to_, share);
    view.matrix = from_.matrix;
}

View FlightWay::anchor(double share) const {
    return flight_.at_share(share, size_.height);
}

PixelPosition FlightWay::position(double anchor, double at) const {
    View picture = from_;
    turn(picture, at);
    const auto [right, up] = screen_axes(picture);
    const PlaneVector on_screen = inverse(PlaneMatrix{right.re, up.re, right.im, up.im}) * along_;
    const double pixels = size_.width * flight_.widths_between(anchor, at);
    return {0.5 * size_.width + pixels * on_screen.re, 0.5 * size_.height - pixels * on_screen.im};
}

} // namespace fathom::film
