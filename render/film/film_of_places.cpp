#include "render/film/film_of_places.h"

#include "render/film/film_path.h"

#include <algorithm>
#include <cmath>

namespace fathom::film {
namespace {

constexpr double kMostEase = 1;       ///< seconds
constexpr double kShareOfEase = 0.25; ///< of a leg, at most

} // namespace

Film film_between(const Location &from, const Location &to, double seconds) {
    Film film = film_of_places({from, to}, seconds);
    film.keys.front().way = FilmWay::automatic; // so that who has no way is told why
    return film;
}

Film film_of_places(const std::vector<Location> &places, double seconds_each) {
    Film film;
    for (const Location &place : places) {
        FilmKey key;
        key.location = place;
        key.ease_in = key.ease_out = std::min(kMostEase, kShareOfEase * seconds_each);
        if (!film.keys.empty()) {
            FilmKey &before = film.keys.back();
            key.seconds = static_cast<double>(film.keys.size()) * seconds_each;
            double &rotation = key.location.view.rotation_degrees;
            rotation = nearest_turn(rotation, before.location.view.rotation_degrees);
            if (!has_film_way(before.location, place))
                before.way = FilmWay::cut;
        }
        film.keys.push_back(std::move(key));
    }
    check_film(film);
    return film;
}

double nearest_turn(double rotation, double to) {
    const double nearest = to + std::remainder(rotation - to, 360.0);
    return std::fabs(nearest) <= ViewLimits().max_rotation_degrees ? nearest : rotation;
}

} // namespace fathom::film
