#include "render/film/ring_room.h"

#include "render/engines/render_request.h"
#include "render/film/film_path.h"
#include "render/film/film_rings.h"
#include "render/film/ring_samples.h"
#include "render/film/zoom_leg.h"
#include "render/jobs/survey.h"

#include <algorithm>
#include <vector>

namespace fathom::film {
namespace {

double bytes_a_sample(const Location &a, const Location &b) {
    constexpr double kNorms = 4.5; // 3.9 to 4.5: bench/notebook/films.md
    constexpr double kWhole = 20, kGradient = 16, kRest = 12;
    const auto tracks = std::max(needed_tracking(a).level, needed_tracking(b).level);
    if (tracks == kernels::Tracks::none && goes_by_norms(a) && goes_by_norms(b))
        return kNorms;
    return kWhole + (tracks >= kernels::Tracks::gradient ? kGradient : 0) +
           (tracks == kernels::Tracks::all ? kRest : 0);
}

/// Of the rings of frames from one zoom to another, with those that are made ahead, and of the
/// surveys that their colours are found from.
double samples_between(SharedFilm &film, std::size_t leg, const Decimal &from, const Decimal &to) {
    const auto zoom = film.zoom_of(leg);
    const ZoomRings &rings = zoom->rings();
    const int end = rings.level_at(to);
    const auto [first, last] = std::minmax({rings.level_at(from), end, film.level_ahead(leg, end)});
    double samples = 0;
    if (zoom->looks().finds_colours()) {
        const Size size = survey_size(film.options().size);
        samples += (last + 2.0 - first) * size.width * size.height; // some more than are made
    }
    for (const FilmRing &ring : rings_of(film, {{leg, {first, last}}}))
        samples += static_cast<double>(samples_of(film, ring));
    return samples;
}

/// Seconds of a film.
struct Stretch {
    double begin = 0, end = 0;
};

Stretch stretch_of(const SharedFilm &film, FrameRange frames) {
    const double rate = film.options().frames_per_second;
    return {frames.first / rate, (frames.last + 1) / rate};
}

/// The numbers of the legs that zoom in it.
std::vector<std::size_t> zooms_in(SharedFilm &film, Stretch stretch) {
    const auto &legs = film.path().legs();
    std::vector<std::size_t> zooms;
    for (std::size_t at = 0; at < legs.size(); ++at)
        if (legs[at].zooms && legs[at].begin < stretch.end && legs[at].end > stretch.begin)
            zooms.push_back(at);
    return zooms;
}

} // namespace

double kept_ring_bytes(SharedFilm &film, FrameRange frames) {
    const FilmPath &path = film.path();
    const Stretch stretch = stretch_of(film, frames);
    double bytes = 0;
    for (const std::size_t at : zooms_in(film, stretch)) {
        const FilmLeg &leg = path.legs()[at];
        const Location from = path.at(std::max(stretch.begin, leg.begin));
        const Location to = stretch.end < leg.end ? path.at(stretch.end) : path.at_end(leg);
        bytes += bytes_a_sample(path.at(leg.begin), path.at_end(leg)) *
                 samples_between(film, at, from.view.zoom, to.view.zoom);
    }
    return bytes;
}

bool find_ring_bytes(SharedFilm &film, FrameRange frames, const SharedEngine &engine,
                     const std::atomic<bool> &stop) {
    const std::vector<std::size_t> zooms = zooms_in(film, stretch_of(film, frames));
    return std::all_of(zooms.begin(), zooms.end(),
                       [&](std::size_t leg) { return film.zoom_of(leg)->prepare(engine, stop); });
}

} // namespace fathom::film
