#include "app/commands.h"
#include "app/engine_for_place.h"
#include "app/exactness_output.h"
#include "app/farm_output.h"
#include "app/progress_bar.h"
#include "app/settled_picture.h"
#include "app/stop_signals.h"
#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/deep/reference_orbit.h"
#include "render/engines/engine.h"
#include "render/farm/job.h"

#include <fmt/format.h>
#include <future>
#include <nlohmann/json.hpp>

namespace fathom {
namespace {

/// The name by which the picture's type is known to the rest.
RenderCommand picture_command(const PlanCommand &command) {
    RenderCommand render = command.render;
    const std::string type = render.picture.format.empty() ? "png" : render.picture.format;
    render.picture.file = "picture." + type;
    render.picture.format.clear();
    return render;
}

JobCut cut_of(const PlanCommand &command) {
    return {command.tasks, command.check_every};
}

int stopped(const PlanCommand &command) {
    print_error(fmt::format("stopped; {} was not made", command.folder.string()));
    return kInterruptedExitCode;
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
        print_text(fmt::format("{}: {} x {} pixels in {}, {} tasks; do each with 'fathom task {} "
                               "K', K from 1 to {}, then 'fathom join {} -o FILE{}'\n",
                               command.folder.string(), job.picture.size.width,
                               job.picture.size.height, to_string(job.picture.precision),
                               job.tasks(), for_shell(command.folder), job.tasks(),
                               for_shell(command.folder), job.picture.type));
    }
}

int plan(const PlanCommand &command, Place place, Engine &engine, const OutputOptions &output) {
    const Stopwatch watch;
    const StopSignals signals;
    const auto settled =
        settle_picture(picture_command(command), std::move(place), engine, signals.stop(), output);
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

} // namespace

int run(const PlanCommand &command, const OutputOptions &output) {
    const RenderCommand render = picture_command(command);
    const Place place = resolve_place(render.where);
    check_plan({command.folder, picture_job(render, place), cut_of(command)});
    return with_engine(render.where, output,
                       [&](Engine &engine) { return plan(command, place, engine, output); });
}

} // namespace fathom
