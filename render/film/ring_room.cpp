#include "render/film/ring_room.h"

#include "render/engines/render_request.h"
#include "render/film/film_path.h"
#include "render/film/film_rings.h"
#include "render/film/ring_samples.h"
#include "render/film/zoom_leg.h"
#include "render/jobs/survey.h"

#include <algorithm>

namespace fathom {
namespace {

double bytes_a_sample(const Location &a, const Location &b) {
    constexpr double kNorms = 4.5; // 3.9 to 4.5: docs/measurements.md
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

} // namespace

double kept_ring_bytes(SharedFilm &film, FrameRange frames) {
    const FilmPath &path = film.path();
    const double rate = film.options().frames_per_second;
    const double begin = frames.first / rate, end = (frames.last + 1) / rate;
    double bytes = 0;
    for (std::size_t at = 0; at < path.legs().size(); ++at) {
        const FilmLeg &leg = path.legs()[at];
        const auto zoom = film.zoom_of(at);
        if (!zoom || leg.begin >= end || leg.end <= begin)
            continue;
        const Location from = path.at(std::max(begin, leg.begin));
        const Location to = end < leg.end ? path.at(end) : path.at_end(leg);
        bytes += bytes_a_sample(path.at(leg.begin), path.at_end(leg)) *
                 samples_between(film, at, from.view.zoom, to.view.zoom);
    }
    return bytes;
}

} // namespace fathom
