#include "render/film/film_path.h"

#include "render/base/error.h"
#include "render/film/easing.h"
#include "render/film/flight_way.h"
#include "render/film/look_between.h"
#include "render/film/zoom_way.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <variant>

namespace fathom::film {
namespace {

using ViewWay = std::variant<ZoomWay, Flight>;

/// Why nothing but a cut leads from one to the other; nullptr if something does.
const char *obstacle(const Location &from, const Location &to) {
    if (from.formula.id != to.formula.id || from.formula.julia != to.formula.julia)
        return "which shows another formula";
    if (from.view.mirrored != to.view.mirrored)
        return "which is mirrored the other way";
    if (!has_way(from.view.matrix, to.view.matrix))
        return "whose matrix is turned half about";
    return nullptr;
}

/// `key` counts from 1. Throws InputError.
ViewWay way_between(const FilmKey &from, const FilmKey &to, Size size, std::size_t key) {
    if (from.way == FilmWay::cut) // it stands still
        return *ZoomWay::plan(from.location.view, from.location.view, size);
    if (const char *why = obstacle(from.location, to.location))
        throw InputError(fmt::format("nothing but a cut leads from key {} of the film to key {}, "
                                     "{}; make the way of key {} a cut",
                                     key, key + 1, why, key));
    const View &a = from.location.view;
    const View &b = to.location.view;
    const std::optional<ZoomWay> zoom = ZoomWay::plan(a, b, size);
    if (from.way == FilmWay::zoom || (from.way == FilmWay::automatic && zoom->keeps_a_point()))
        return *zoom;
    const Flight flight = *Flight::plan(a, b, size);
    if (!flight.moves() && zoom->keeps_a_point()) // the same way
        return *zoom;
    return flight;
}

View view_at(const ViewWay &way, const FilmKey &from, const FilmKey &to, double share, int height) {
    if (const auto *zoom = std::get_if<ZoomWay>(&way))
        return zoom->at(share);
    View view = std::get<Flight>(way).at_share(share, height);
    view.rotation_degrees = flight_rotation(from.location.view, to.location.view, share);
    return view;
}

} // namespace

bool has_film_way(const Location &from, const Location &to) {
    return obstacle(from, to) == nullptr;
}

struct FilmPath::Part {
    FilmKey from, to;
    double begin, end; ///< seconds
    Size size;
    Easing easing;
    ViewWay way;
    std::optional<LookBetween> look; ///< nothing at a cut

    /// The way if it is one of rings; else null.
    [[nodiscard]] std::shared_ptr<const ZoomWay> zoom() const {
        const auto *zoom = std::get_if<ZoomWay>(&way);
        const bool of_rings = !look || (zoom != nullptr && zoom->keeps_a_point() &&
                                        zoom->stretches_slowly() && look->iterates_the_same());
        return of_rings ? std::make_shared<ZoomWay>(*zoom) : nullptr;
    }
    /// The flight if rings can be made of both of its halves; else null.
    [[nodiscard]] const Flight *flight() const {
        const auto *flight = std::get_if<Flight>(&way);
        const bool of_rings = flight != nullptr && flight->moves() && look->iterates_the_same() &&
                              from.location.view.matrix == to.location.view.matrix;
        return of_rings ? flight : nullptr;
    }
    /// When it comes to that share of its way.
    [[nodiscard]] double seconds_at(double share) const {
        double before = begin, after = end;
        constexpr int kBits = 60;
        for (int i = 0; i < kBits; ++i) {
            const double middle = 0.5 * (before + after);
            (easing.share(middle - begin) < share ? before : after) = middle;
        }
        return after;
    }
};

struct FilmPath::Moment {
    const Part &part;
    double share; ///< of its way

    [[nodiscard]] double palette_cycles() const {
        const double from = part.from.palette_cycles;
        const double to = part.to.palette_cycles;
        return share >= 1 ? to : from + (to - from) * share;
    }
};

FilmPath::FilmPath(const Film &film, Size size) {
    if (film.keys.size() < 2)
        throw InputError("a film has at least two keys");
    std::vector<Part> parts;
    const double first = film.keys.front().seconds;
    for (std::size_t at = 0; at + 1 < film.keys.size(); ++at) {
        const FilmKey &from = film.keys[at];
        const FilmKey &to = film.keys[at + 1];
        const double seconds = to.seconds - from.seconds;
        if (!(seconds > 0))
            throw InputError(
                fmt::format("key {} of the film comes no later than key {}", at + 2, at + 1));
        const auto eased = [&](double ease) { return std::clamp(ease, 0.0, 0.5 * seconds); };
        Part part{from,
                  to,
                  from.seconds - first,
                  to.seconds - first,
                  size,
                  Easing(seconds, eased(from.ease_out), eased(from.ease_in)),
                  way_between(from, to, size, at + 1),
                  std::nullopt};
        if (from.way != FilmWay::cut)
            part.look.emplace(from.location, to.location);
        add_legs(part, at);
        parts.push_back(std::move(part));
    }
    parts_ = std::make_shared<const std::vector<Part>>(std::move(parts));
}

void FilmPath::add_legs(const Part &part, std::size_t number) {
    const Flight *flight = part.flight();
    if (flight == nullptr) {
        auto zoom = part.zoom();
        legs_.push_back({part.begin, part.end, zoom != nullptr});
        courses_.push_back({number, 1, std::move(zoom)});
        return;
    }
    const double highest = flight->highest();
    const double turning = part.seconds_at(highest);
    constexpr double kShortest = 1e-6; // seconds
    const bool goes_out = turning - part.begin > kShortest;
    const bool comes_in = part.end - turning > kShortest;
    const auto add = [&](bool after, double begin, double end, double last) {
        legs_.push_back({begin, end, true});
        courses_.push_back({number, last,
                            std::make_shared<FlightWay>(*flight, part.from.location.view,
                                                        part.to.location.view, part.size, after)});
    };
    if (goes_out)
        add(false, part.begin, comes_in ? turning : part.end, comes_in ? highest : 1);
    if (comes_in)
        add(true, goes_out ? turning : part.begin, part.end, 1);
}

double FilmPath::seconds() const {
    return legs_.back().end;
}

const std::vector<FilmLeg> &FilmPath::legs() const {
    return legs_;
}

std::size_t FilmPath::leg_at(double seconds) const {
    const auto next = std::find_if(legs_.begin() + 1, legs_.end(),
                                   [seconds](const FilmLeg &leg) { return leg.begin > seconds; });
    return static_cast<std::size_t>(next - legs_.begin()) - 1;
}

FilmPath::Moment FilmPath::moment(double seconds) const {
    const Part &part = (*parts_)[courses_[leg_at(seconds)].part];
    // At the end exactly, whatever the easing rounds to.
    return {part, seconds < part.end ? part.easing.share(seconds - part.begin) : 1};
}

double FilmPath::palette_cycles(double seconds) const {
    return moment(seconds).palette_cycles();
}

Location FilmPath::seen(const Moment &now) {
    const Part &part = now.part;
    Location location = part.from.location;
    if (now.share >= 1) {
        location = part.to.location;
    } else if (now.share > 0 && part.look) {
        part.look->apply(location, now.share);
        location.view = view_at(part.way, part.from, part.to, now.share, part.size.height);
    }
    const double offset = location.colour.offset + now.palette_cycles();
    location.colour.offset =
        std::fabs(offset) > LocationLimits::kMaxOffset ? std::fmod(offset, 1.0) : offset;
    return location;
}

Location FilmPath::at(double seconds) const {
    return seen(moment(seconds));
}

Location FilmPath::at_end(const FilmLeg &leg) const {
    const Course &course = courses_[leg_at(leg.begin)];
    const Part &part = (*parts_)[course.part];
    return seen({part, part.look ? course.last : 0.0});
}

std::shared_ptr<const RingWay> FilmPath::ring_way(const FilmLeg &leg) const {
    return courses_[leg_at(leg.begin)].way;
}

int FilmPath::frames(double frames_per_second) const {
    return frames_in(seconds(), frames_per_second);
}

int frames_in(double seconds, double frames_per_second) {
    constexpr double kTolerance = 1e-6; // of a product that is rounded
    return std::max(1, static_cast<int>(std::ceil(seconds * frames_per_second - kTolerance)));
}

} // namespace fathom::film
