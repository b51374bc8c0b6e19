#include "render/film/direct_frame.h"

#include "render/base/turns.h"
#include "render/deep/reference_cache.h"
#include "render/engines/engine.h"
#include "render/jobs/automatic_limit.h"
#include "render/jobs/export.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fathom::film {
namespace {

/// Finds what the location leaves to be found. False if stopped.
bool settle(const DirectFrame &frame, Location &location, const SharedEngine &engine,
            const std::shared_ptr<ReferenceCache> &cache, ColourSettings &colour,
            const std::atomic<bool> &stop) {
    const Size size = frame.size;
    if (std::exchange(location.automatic_iterations, false)) {
        const auto limit = automatic_limit(engine.engine, location, size, cache, stop);
        if (!limit)
            return false;
        location.iterations = *limit;
    }
    colour.scheme = location.colour;
    const bool ranked = location.colour.mapping == kernels::ColourMapping::rank;
    if (!ranked && !needs_fit(location))
        return true;
    const auto survey = survey_location(engine.engine, location, size, cache, stop);
    if (!survey)
        return false;
    if (ranked) {
        colour.ranks = survey->ranks;
    } else {
        colour.scheme.density = survey->fit.density;
        colour.scheme.offset = std::fmod(survey->fit.offset + frame.cycles, 1.0);
    }
    return true;
}

} // namespace

int direct_samples(int samples, int moments) noexcept {
    constexpr int kAsRings = 4;
    const int all = std::min(kAsRings * samples, FilmLimits::kMaxSamples);
    return (all + moments - 1) / moments;
}

bool add_direct_frame(const DirectFrame &frame, const SharedEngine &engine, ColourSettings colour,
                      FrameMean &mean, const std::atomic<bool> &stop) {
    const Turns::Turn turn(engine.turns, 0, stop);
    if (!turn.taken())
        return false;
    // Of this frame alone: the last bits of a picture hang on the orbit.
    const auto cache = std::make_shared<ReferenceCache>();
    Location location = frame.location;
    if (!settle(frame, location, engine, cache, colour, stop))
        return false;
    const Method method = decide_method(location, frame.size, {}, {}, cache);
    for (int sample = frame.first; sample < frame.first + frame.samples; ++sample) {
        RenderRequest request =
            make_request(location, frame.size, {0, 0, frame.size.width, frame.size.height},
                         sample_position(sample), method);
        request.colour = colour;
        request.colour.scheme = sample_scheme(colour.scheme, sample);
        const auto made = engine.engine.make_frame(request);
        if (!made->iterate(stop))
            return false;
        mean.add(*made);
    }
    return true;
}

} // namespace fathom::film
