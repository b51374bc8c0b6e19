#pragma once
#include "render/film/film.h"

#include <vector>

namespace fathom::film {

/// A film from one place to another in so many seconds, slow at both ends, the rotation turning the
/// shorter way. Throws InputError as check_film.
Film film_between(const Location &from, const Location &to, double seconds);

/// A film through places, such as a window's history, in so many seconds from each to the next,
/// slow at each of them; where nothing else leads to a place, by a cut. Rotations turn the shorter
/// way. Throws InputError as check_film.
Film film_of_places(const std::vector<Location> &places, double seconds_each);

/// `rotation` by whole turns, as near to `to` as it can be: between films' keys it goes from number
/// to number. Degrees; the same where that would leave what a view may have.
double nearest_turn(double rotation, double to);

} // namespace fathom::film
