#include "ui/state/short_flight.h"

#include "render/places/picture_size.h"

#include <algorithm>
#include <cmath>

namespace fathom::ui {
namespace {

const double kMostBetween = std::log10(16.1); ///< log10 of the zooms' ratio; 16 and rounding
const double kMostOutwards = std::log10(2.0); ///< likewise, from the wider view to the way's widest

} // namespace

std::optional<Flight> short_flight(const View &from, const View &to, Size size) {
    if (from == to)
        return std::nullopt;
    auto flight = Flight::plan(from, to, size);
    const double here = from.zoom.log10();
    const double there = to.zoom.log10();
    if (!flight || flight->seconds() > kLongestFlight || std::fabs(there - here) > kMostBetween)
        return std::nullopt;
    if (flight->moves() &&
        std::min(here, there) - flight->log_zoom_at(flight->highest()) > kMostOutwards)
        return std::nullopt;
    return flight;
}

} // namespace fathom::ui
