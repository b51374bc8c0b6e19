#include "app/commands.h"
#include "app/engine_for_place.h"
#include "app/progress_bar.h"
#include "app/stop_signals.h"
#include "render/base/error.h"
#include "render/deep/reference_cache.h"
#include "render/jobs/export.h"
#include "render/jobs/recorded_engine.h"
#include "render/jobs/recording.h"
#include "render/jobs/survey.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fathom::app {
namespace {

/// The place as the file says it, without the colours that were given.
Place recorded_place(const RecolourCommand &command) {
    WhereOptions where;
    where.view.location = command.where.view.location;
    return resolve_place(where);
}

void check_samples(const Recording &recording, const Location &location) {
    if (const auto missing = recording.lacks(location))
        throw InputError(fmt::format("{} does not hold {}, which these colours need; {}",
                                     recording.path().string(), *missing,
                                     recording.is_foreign()
                                         ? "choose others with --colour, --shade and --interior"
                                         : "render it again with --raw and these colours"));
}

/// What the colours need of a survey of the place, which is a small picture of it that is iterated:
/// density and offset that are to be found, and the table of ranks. False if stopped.
bool survey(const RecolourCommand &command, const OutputOptions &output, Place &place,
            ExportJob &job, const std::atomic<bool> &stop) {
    if (!needs_fit(place.location) && place.location.colour.mapping != kernels::ColourMapping::rank)
        return true;
    bool done = false;
    with_engine(command.where, output, [&](Engine &engine) {
        const auto cache = std::make_shared<ReferenceCache>(command.where.threads);
        done = settle_with_progress(place, engine, cache, stop, output);
        if (done)
            job.ranks = needed_ranks(engine, place.location, place.size, cache, stop);
        return 0;
    });
    return done && !stop;
}

int stopped(const RecolourCommand &command) {
    print_error(stopped_sentence(command.picture));
    return kInterruptedExitCode;
}

} // namespace

int run(const RecolourCommand &command, const OutputOptions &output) {
    check_stream(command.picture, output);
    ExportJob job;
    apply(command.picture, job);
    const std::filesystem::path &data = *command.where.view.location;
    check_recolour_job(job, data);
    RecordedEngine recorded(data, recorded_place(command).location, command.where.threads);
    WhereOptions where = command.where;
    where.size = recorded.recording().size();
    Place place = resolve_place(where);
    check_samples(recorded.recording(), place.location);
    print_warnings(place.warnings, output);

    const StopSignals signals;
    if (!survey(command, output, place, job, signals.stop()))
        return stopped(command);
    job.location = place.location;
    job.size = place.size;
    job.lut = place.lut;
    job.source = recorded.recording().mark();
    job.method = Method(recorded.recording().whole().precision);
    ProgressBar bar(output.quiet);
    const ExportResult result =
        export_image(recorded, job, signals.stop(), [&](double share) { bar.show(share); });
    if (!result.finished)
        return stopped(command);
    if (is_streamed(command.picture))
        return 0;
    if (output.json)
        print_json({{"file", job.path.string()},
                    {"width", job.size.width},
                    {"height", job.size.height},
                    {"ms", {{"total", result.total_ms}}}});
    else if (!output.quiet)
        print_line(fmt::format("{}: {} x {} pixels of {} in {:.2f} s", job.path.string(),
                               job.size.width, job.size.height, data.string(),
                               result.total_ms / 1000));
    return 0;
}

} // namespace fathom::app
