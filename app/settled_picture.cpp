#include "app/settled_picture.h"

#include "app/engine_for_place.h"
#include "app/exactness_output.h"
#include "app/options/orbit_options.h"
#include "render/base/clock.h"
#include "render/deep/reference_cache.h"
#include "render/engines/engine.h"

#include <algorithm>

namespace fathom::app {
namespace {

/// What the reference orbits that the picture uses took to make so far, with their jumps.
double orbits_ms(const ExportJob &job) {
    if (!is_perturbed(job.method.precision))
        return 0;
    return job.method.reference_cache->preparing_ms() +
           (job.first ? job.first->cache->preparing_ms() : 0);
}

} // namespace

ExportJob picture_job(const RenderCommand &command, const Place &place) {
    ExportJob job;
    job.location = place.location;
    job.size = place.size;
    job.samples = command.where.samples;
    job.adaptive = command.adaptive;
    job.lut = place.lut;
    apply(command.picture, job);
    job.raw = command.raw;
    return job;
}

std::optional<SettledPicture> settle_picture(const RenderCommand &command, Place place,
                                             Engine &engine, const std::atomic<bool> &stop,
                                             const OutputOptions &output) {
    const Stopwatch settling;
    const auto cache = make_reference_cache(command.where, command.where.threads);
    if (!settle_with_progress(place, engine, cache, stop, output))
        return std::nullopt;
    ExportJob job = picture_job(command, place);
    job.method = export_method(job, command.where.method, engine.info().traits, cache);
    check_orbit_is_used(command.where, job.method);
    const double settle_ms = settling.ms();
    const double orbits_before_ms = cache->preparing_ms();
    const Stopwatch measuring;
    auto measured = measured_method(
        engine, picture_to_measure(command.where, job.location, job.size), job.method, stop);
    if (!measured)
        return std::nullopt;
    const double measured_ms = measuring.ms();
    job.method = measured->method;
    job.first = measured->first;
    // The measuring is the first that needs them, but the picture needs them, too.
    const double orbits_made_ms = std::max(0.0, orbits_ms(job) - orbits_before_ms);
    print_warnings(picture_warnings(place, job.method), output);
    print_exactness(*measured, output);
    return SettledPicture{std::move(job), *std::move(measured), settle_ms + orbits_made_ms,
                          measured_ms - orbits_made_ms};
}

} // namespace fathom::app
