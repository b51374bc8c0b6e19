#include "app/commands.h"
#include "app/engine_for_place.h"
#include "app/exactness_output.h"
#include "app/farm_output.h"
#include "app/options/film_options.h"
#include "app/progress_bar.h"
#include "app/settled_picture.h"
#include "app/stop_signals.h"
#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/deep/reference_orbit.h"
#include "render/engines/engine.h"
#include "render/farm/job.h"
#include "render/film/film.h"

#include <algorithm>
#include <fmt/format.h>
#include <future>
#include <nlohmann/json.hpp>

namespace fathom::app {
namespace {

farm::JobCut cut_of(const PlanCommand &command) {
    return {command.tasks, command.check_every, command.ring_tasks.value_or(0)};
}

int stopped(const PlanCommand &command) {
    print_error(fmt::format("stopped; {} was not made", command.folder.string()));
    return kInterruptedExitCode;
}

std::string what_next(const std::filesystem::path &folder, const farm::FarmJob &job,
                      const std::string &type) {
    const int rings = job.cut.ring_tasks;
    const std::string order =
        rings == 0 ? "" : fmt::format(" (those to {} make rings that the others need)", rings);
    const bool pictures = job.film && job.film->writes_pictures();
    return fmt::format("{} tasks; do each with 'fathom task {} K', K from 1 to {}{}, then 'fathom "
                       "join {} -o {}{}'\n",
                       job.tasks(), for_shell(folder), job.tasks(), order, for_shell(folder),
                       pictures ? "FOLDER/%06d" : "FILE", type);
}

void print_plan(const PlanCommand &command, const farm::FarmJob &job, const SettledPicture &settled,
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
        print_text(fmt::format("{}: {} x {} pixels in {}, {}", legible(command.folder.string()),
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
                       return farm::plan_picture({command.folder, settled->job, cut_of(command)},
                                                 engine, &progress, signals.stop());
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
    farm::check_plan({command.folder, picture_job(render, place), cut_of(command)});
    return with_engine(render.where, output,
                       [&](Engine &engine) { return plan(command, place, engine, output); });
}

void print_film(const PlanCommand &command, const farm::FarmJob &job,
                const farm::SharedRings &shared, const OutputOptions &output) {
    const film::FilmPlan &plan = job.film->plan;
    const double twice = job.cut.ring_tasks > 0 ? 0 : shared.made_twice;
    if (output.json)
        print_json({{"job", job.id},
                    {"folder", command.folder.string()},
                    {"parts", job.cut.parts},
                    {"ring_tasks", job.cut.ring_tasks},
                    {"tasks", job.tasks()},
                    {"made_twice", twice},
                    {"frames", plan.count()},
                    {"segments", plan.segments()},
                    {"type", job.film->type},
                    {"codec", to_string(job.film->video.codec)},
                    {"ffmpeg", job.film->ffmpeg}});
    else if (!output.quiet)
        print_text(fmt::format("{}: {} frames, {:.0f} % of the samples made twice, {}",
                               legible(command.folder.string()), plan.count(), 100 * twice,
                               what_next(command.folder, job, job.film->type)));
}

/// Rings of their own pay where more than this share of the samples is made twice without: they
/// have to be written and read, over a network mostly.
constexpr double kWorthSending = 0.25;

int plan_a_film(const PlanCommand &command, const film::FilmExportJob &film, Engine &engine,
                const OutputOptions &output) {
    farm::FilmJobPlan plan{command.folder, film, cut_of(command)};
    const farm::SharedRings shared = shared_rings(plan);
    if (!command.ring_tasks && shared.made_twice > kWorthSending)
        plan.cut.ring_tasks = std::min(command.tasks, shared.rings);
    const StopSignals signals;
    const auto job = [&] {
        ProgressBar bar(output.quiet);
        return plan_film(plan, engine, signals.stop(), [&](double share) { bar.show(share); });
    }();
    if (!job)
        return stopped(command);
    print_film(command, *job, shared, output);
    return 0;
}

int plan_a_film(const PlanCommand &command, const OutputOptions &output) {
    const film::FilmExportJob film = film_job(command.film, film_of(command.film, output));
    check_plan(farm::FilmJobPlan{command.folder, film, cut_of(command)});
    return with_export_engine(command.render.where, output, [&](Engine &engine) {
        return plan_a_film(command, film, engine, output);
    });
}

} // namespace

int run(const PlanCommand &command, const OutputOptions &output) {
    return command.is_film ? plan_a_film(command, output) : plan_a_picture(command, output);
}

} // namespace fathom::app
