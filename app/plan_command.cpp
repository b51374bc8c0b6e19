#include "app/commands.h"
#include "app/engine_for_place.h"
#include "app/exactness_output.h"
#include "app/farm_output.h"
#include "app/film_options.h"
#include "app/progress_bar.h"
#include "app/settled_picture.h"
#include "app/stop_signals.h"
#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/deep/reference_orbit.h"
#include "render/engines/engine.h"
#include "render/farm/job.h"
#include "render/film/film.h"

#include <fmt/format.h>
#include <future>
#include <nlohmann/json.hpp>

namespace fathom {
namespace {

JobCut cut_of(const PlanCommand &command) {
    return {command.tasks, command.check_every};
}

int stopped(const PlanCommand &command) {
    print_error(fmt::format("stopped; {} was not made", command.folder.string()));
    return kInterruptedExitCode;
}

std::string what_next(const std::filesystem::path &folder, const FarmJob &job,
                      const std::string &type) {
    return fmt::format("{} tasks; do each with 'fathom task {} K', K from 1 to {}, then 'fathom "
                       "join {} -o FILE{}'\n",
                       job.tasks(), for_shell(folder), job.tasks(), for_shell(folder), type);
}

void print_plan(const PlanCommand &command, const FarmJob &job, const SettledPicture &settled,
                double ms, const OutputOptions &output) {
    if (output.json) {
        print_json({{"job", job.id},
                    {"folder", command.folder.string()},
                    {"parts", job.cut.parts},
                    {"tasks", job.tasks()},
                    {"width", job.picture.size.width},
                    {"height", job.picture.size.height},
                    {"type", job.picture.type},
                    {"precision", to_string(job.picture.precision)},
                    {"iterations", settled.job.location.iterations},
                    {"exactness", exactness_json(settled.measured)},
                    {"ms", ms}});
    } else if (!output.quiet) {
        print_text(fmt::format("{}: {} x {} pixels in {}, {}", command.folder.string(),
                               job.picture.size.width, job.picture.size.height,
                               to_string(job.picture.precision),
                               what_next(command.folder, job, job.picture.type)));
    }
}

int plan(const PlanCommand &command, Place place, Engine &engine, const OutputOptions &output) {
    const Stopwatch watch;
    const StopSignals signals;
    const auto settled =
        settle_picture(command.render, std::move(place), engine, signals.stop(), output);
    if (!settled)
        return stopped(command);
    OrbitProgress progress;
    const auto job = wait_with_progress(
        std::async(std::launch::async,
                   [&] {
                       return plan_picture({command.folder, settled->job, cut_of(command)}, engine,
                                           &progress, signals.stop());
                   }),
        progress.done, progress.of, output.quiet);
    if (!job)
        return stopped(command);
    print_plan(command, *job, *settled, watch.ms(), output);
    return 0;
}

int plan_a_picture(const PlanCommand &command, const OutputOptions &output) {
    const RenderCommand &render = command.render;
    const Place place = resolve_place(render.where);
    check_plan({command.folder, picture_job(render, place), cut_of(command)});
    return with_engine(render.where, output,
                       [&](Engine &engine) { return plan(command, place, engine, output); });
}

void print_film(const PlanCommand &command, const FarmJob &job, const OutputOptions &output) {
    const FilmPlan &plan = job.film->plan;
    if (output.json)
        print_json({{"job", job.id},
                    {"folder", command.folder.string()},
                    {"parts", job.cut.parts},
                    {"tasks", job.tasks()},
                    {"frames", plan.count()},
                    {"segments", plan.segments()},
                    {"type", job.film->type},
                    {"codec", to_string(job.film->video.codec)},
                    {"ffmpeg", job.film->ffmpeg}});
    else if (!output.quiet)
        print_text(fmt::format("{}: {} frames, {}", command.folder.string(), plan.count(),
                               what_next(command.folder, job, job.film->type)));
}

int plan_a_film(const PlanCommand &command, const OutputOptions &output) {
    const StopSignals signals;
    const Film film = film_of(command.film, output);
    const auto job =
        plan_film({command.folder, film_job(command.film, film), cut_of(command)}, signals.stop());
    if (!job)
        return stopped(command);
    print_film(command, *job, output);
    return 0;
}

} // namespace

int run(const PlanCommand &command, const OutputOptions &output) {
    return command.is_film ? plan_a_film(command, output) : plan_a_picture(command, output);
}

} // namespace fathom
