#pragma once
#include "render/places/flight.h"

#include <optional>

namespace fathom::ui {

/// How long a jump's flight may take, in seconds.
inline constexpr double kLongestFlight = 2;

/// Decides how a jump from one view to another looks in a picture of `size`: the flight between
/// them if every frame of it is worth seeing, else nothing, and the jump is a cut. On a flight the
/// window shows nothing but the pictures of its two ends, so both have to be seen all the way: the
/// zooms are at most 16 times apart, and the way goes out by a factor of 2 at most. A view has no
/// flight to itself. At any depth.
std::optional<Flight> short_flight(const View &from, const View &to, Size size);

} // namespace fathom::ui
