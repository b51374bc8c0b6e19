#include "app/commands.h"
#include "app/engine_for_place.h"
#include "app/options/film_options.h"
#include "app/progress_bar.h"
#include "app/stop_signals.h"
#include "render/engines/engine.h"
#include "render/film/film_export.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fathom::app {
namespace {

int stopped(const film::FilmExportJob &job) {
    const std::string file = job.path.string();
    print_error(job.continued ? fmt::format("stopped; the same command goes on with {}", file)
                : writes_pictures(job) ? fmt::format("stopped; {} has some of the pictures", file)
                                       : fmt::format("stopped; {} was not written: a run with "
                                                     "--continue keeps what it has made",
                                                     file));
    return kInterruptedExitCode;
}

void print_result(const film::FilmExportJob &job, const EngineInfo &engine,
                  const film::FilmExportResult &result, const OutputOptions &output) {
    const film::Film &film = job.film;
    const double seconds = result.total_ms / 1000;
    if (output.json) {
        const auto codec = writes_pictures(job)
                               ? nlohmann::ordered_json()
                               : nlohmann::ordered_json(to_string(job.video.codec));
        print_json({{"file", job.path.string()},
                    {"width", film.size.width},
                    {"height", film.size.height},
                    {"fps", film.frames_per_second},
                    {"frames", result.frames},
                    {"kept", static_cast<double>(result.kept_frames) / result.frames},
                    {"codec", codec},
                    {"samples", film_samples(film)},
                    {"device", engine.id},
                    {"ms",
                     {{"orbit", result.orbit_ms},
                      {"strips", result.rings_ms},
                      {"frames", result.frames_ms},
                      {"encode", result.encode_ms},
                      {"total", result.total_ms}}}});
    } else if (!output.quiet) {
        print_line(fmt::format("{}: {} {} of {} x {} pixels, {} ({}), {:.1f} s, {:.1f} frames "
                               "a second",
                               job.path.string(), result.frames,
                               result.frames == 1 ? "frame" : "frames", film.size.width,
                               film.size.height, engine.id, engine.name, seconds,
                               (result.frames - result.kept_frames) / seconds));
    }
}

int write_film(const film::FilmExportJob &job, Engine &engine, const OutputOptions &output) {
    const StopSignals signals;
    film::FilmExportResult result;
    {
        ProgressBar bar(output.quiet);
        result = export_film(engine, job, signals.stop(), [&](double share) { bar.show(share); });
    }
    if (!result.finished)
        return stopped(job);
    print_result(job, engine.info(), result, output);
    return 0;
}

} // namespace

int run(const FilmCommand &command, const OutputOptions &output) {
    const film::FilmExportJob job = film_job(command, film_of(command, output));
    check_film_job(job);
    return with_export_engine(command.where, output,
                              [&](Engine &engine) { return write_film(job, engine, output); });
}

} // namespace fathom::app
