#include "app/options/farm_options.h"

#include "app/options/command_options.h"
#include "app/options/film_options.h"
#include "app/options/option_values.h"
#include "app/options/orbit_options.h"
#include "app/options/picture_options.h"
#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/farm/job.h"
#include "render/places/device_id.h"

#include <fmt/format.h>
#include <initializer_list>

namespace fathom::app {
namespace {

void add_job_argument(CommandOptions &command, std::filesystem::path &folder) {
    command.begin_group("Job");
    command.add_text("JOB", "", {"the folder that fathom plan made"},
                     [&](const std::string &text) { folder = text; });
}

std::string checked_format(const std::string &format, std::initializer_list<const char *> known,
                           const char *what) {
    if (format.empty())
        return *known.begin();
    std::string all;
    for (const char *each : known) {
        if (format == each)
            return format;
        all += fmt::format("{}{}", all.empty() ? "" : ", ", each);
    }
    throw InputError(
        fmt::format("--format of {} takes one of {}, not {}", what, all, in_quotes(format)));
}

void complete_picture(PlanCommand &plan) {
    const FilmCommand &film = plan.film;
    if (film.frames_per_second || film.blur_frames || film.shutter || film.range || film.codec ||
        film.audio || film.bits != 0)
        throw InputError("--fps, --blur, --shutter, --frames, --codec, --bits and --audio are a "
                         "film's: name its file, or leave them out");
    if (plan.ring_tasks != 0)
        throw InputError("--ring-tasks is for films: a picture has no rings, so leave it out");
    plan.render.picture.file =
        "picture." + checked_format(plan.format, {"png", "jpg", "exr", "npy"}, "a picture");
    plan.render.where.samples = plan.samples.value_or(1);
}

void complete_film(PlanCommand &plan) {
    const RenderCommand &render = plan.render;
    const WhereOptions &where = render.where;
    if (where.view != ViewOptions() || where.method != MethodChoice() || where.orbit ||
        render.raw || render.adaptive || render.picture.dots_per_inch != 0 ||
        render.picture.depth != ColourDepth::usual)
        throw InputError("a film says itself where it goes and in what colours: leave out all that "
                         "is a picture's but --size, --samples and --quality");
    FilmCommand &film = plan.film;
    const std::string format =
        checked_format(plan.format, {"mp4", "mkv", "mov", "webm", "png", "exr"}, "a film");
    film.output = (format == "png" || format == "exr" ? "%06d." : "film.") + format;
    film.size = where.size;
    film.samples = plan.samples;
    film.quality = render.picture.quality;
}

} // namespace

void add_plan_command(CommandOptions &command, PlanCommand &plan) {
    RenderCommand &render = plan.render;
    command.begin_group("Job");
    command.add_text("-o,--output", "JOB", {"the folder to make"},
                     [&](const std::string &text) { plan.folder = text; });
    command.add_text("--tasks", "N", {"number of tasks, 1 to 100000"},
                     [&](const std::string &text) {
                         plan.tasks = parse_int("--tasks", text, 1, farm::kMostParts);
                     });
    command.add_text("--check-every", "M",
                     {"have every Mth task done twice, to see whether machines agree", "0"},
                     [&](const std::string &text) {
                         plan.check_every = parse_int("--check-every", text, 0, farm::kMostParts);
                     });
    command.add_text("--ring-tasks", "N",
                     {"N more tasks that make what the frames of a film share, or auto",
                      "0",
                      {"auto"},
                      "These tasks come before all others. auto takes as many as pay."},
                     [&](const std::string &text) {
                         plan.ring_tasks.reset();
                         if (text != "auto")
                             plan.ring_tasks = parse_int("--ring-tasks", text, 0, farm::kMostParts);
                     });
    command.begin_group("File");
    command.add_text("--format", "TYPE",
                     {"type of the picture or film:",
                      "png, or mp4 of a film",
                      {"png", "jpg", "exr", "npy", "mp4", "mkv", "mov", "webm"},
                      "A picture is png, jpg, exr or npy. A film is mp4, mkv, mov or webm, or "
                      "pictures of type png or exr."},
                     [&](const std::string &text) { plan.format = text; });
    add_depth_options(command, render.picture);
    command.add_flag("--raw", raw_help(), render.raw);
    command.begin_group("Picture");
    command.add_text("--samples", "N", {"samples per pixel", "1, or as fathom film"},
                     [&](const std::string &text) {
                         plan.samples = parse_int("--samples", text, 1, kMaxSamples);
                     });
    command.add_flag("--adaptive", adaptive_help(), render.adaptive);
    add_place_options(command, render.where);
    add_unskew_option(command, render.where);
    add_threads_option(command, render.where.threads);
    add_orbit_option(command, render.where);
    add_planned_film_options(command, plan.film);
}

void add_task_command(CommandOptions &command, TaskCommand &task) {
    add_job_argument(command, task.folder);
    command.add_text("K", "", {"the number of the task, from 1"}, [&](const std::string &text) {
        task.task = parse_int("K", text, 1, 2 * farm::kMostParts);
    });
    command.add_flag("--list", {"print the tasks that are not done, such as 3,7-12"}, task.list);
    command.add_flag("--needs", {"print the tasks and files that task K needs first"}, task.needs);
    add_device_option(command, task.where.device);
    add_threads_option(command, task.where.threads);
}

void add_join_command(CommandOptions &command, JoinCommand &join) {
    add_job_argument(command, join.folder);
    command.add_text("-o,--output", "FILE", {"the file to write, of the type that was planned"},
                     [&](const std::string &text) { join.file = text; });
    command.add_flag("--missing", {"print the tasks that are not done, such as 3,7-12"},
                     join.missing);
}

void add_farm_command(CommandOptions &command, FarmCommand &farm) {
    add_job_argument(command, farm.job);
    command.begin_group("Cluster");
    command.add_text("--ray", "ADDRESS",
                     {"HOST:PORT of the Ray cluster, auto or local",
                      "",
                      {"auto", "local"},
                      "auto finds the cluster that this machine is part of. local starts Ray on "
                      "this machine alone."},
                     [&](const std::string &text) { farm.ray = text; });
    command.add_text("--program", "FILE", {"Fathom's program on the nodes", "fathom"},
                     [&](const std::string &text) { farm.program = text; });
    command.begin_group("Device");
    command.add_text("--device", "ID",
                     {"device on every node, as in fathom task; auto takes GPUs and CPUs",
                      "auto",
                      {"auto", "cpu", "gpu", "gpu0", "all", "reference"}},
                     [&](const std::string &text) {
                         check_device_id(text);
                         farm.device = text;
                     });
    command.add_text("--threads", "N",
                     {"cores for each task on a CPU", "4, or those of the smallest node"},
                     [&](const std::string &text) {
                         farm.threads = parse_int("--threads", text, 1, kMaxThreads);
                     });
}

PlanCommand complete(const PlanCommand &given) {
    PlanCommand plan = given;
    if (plan.folder.empty())
        throw InputError("plan needs a folder to make: add -o JOB");
    if (plan.tasks == 0)
        throw InputError("plan needs to know into how many tasks to cut: add --tasks N");
    const FilmCommand &film = plan.film;
    plan.is_film = !film.file.empty() || film.from || film.to || film.seconds;
    if (plan.is_film)
        complete_film(plan);
    else
        complete_picture(plan);
    return plan;
}

TaskCommand complete(const TaskCommand &task) {
    if (task.folder.empty() || (task.task == 0 && !task.list))
        throw InputError("task needs a job and the number of a task: fathom task JOB K");
    return task;
}

JoinCommand complete(const JoinCommand &join) {
    if (join.folder.empty() || (join.file.empty() && !join.missing))
        throw InputError("join needs a job and a file to write: fathom join JOB -o FILE");
    return join;
}

FarmCommand complete(const FarmCommand &farm) {
    if (farm.job.empty() || farm.ray.empty())
        throw InputError("farm needs a job and a cluster: fathom farm JOB --ray ADDRESS");
    return farm;
}

} // namespace fathom::app
