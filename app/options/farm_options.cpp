#include "app/options/farm_options.h"

#include "app/options/film_options.h"
#include "app/options/option_values.h"
#include "app/options/orbit_options.h"
#include "app/options/picture_options.h"
#include "app/options/text_option.h"
#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/farm/job.h"
#include "render/places/device_id.h"

#include <fmt/format.h>
#include <initializer_list>

namespace fathom::app {
namespace {

void add_job_argument(CLI::App &command, std::filesystem::path &folder) {
    add_text_option(command, "JOB", "", "the folder that fathom plan made",
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

void add_plan_command(CLI::App &command, PlanCommand &plan) {
    RenderCommand &render = plan.render;
    add_text_option(command, "-o,--output", "JOB", "the folder to make",
                    [&](const std::string &text) { plan.folder = text; });
    add_text_option(command, "--tasks", "N", "how many tasks to cut it into, 1 to 100000",
                    [&](const std::string &text) {
                        plan.tasks =
                            static_cast<int>(parse_whole("--tasks", text, 1, farm::kMostParts));
                    });
    add_text_option(command, "--check-every", "M",
                    "have every Mth task done twice, to see whether two machines agree (0: none)",
                    [&](const std::string &text) {
                        plan.check_every = static_cast<int>(
                            parse_whole("--check-every", text, 0, farm::kMostParts));
                    });
    add_text_option(command, "--ring-tasks", "N",
                    "of a film: N more tasks, before all others, make the rings that these share; "
                    "auto where it pays (0)",
                    [&](const std::string &text) {
                        plan.ring_tasks.reset();
                        if (text != "auto")
                            plan.ring_tasks = static_cast<int>(
                                parse_whole("--ring-tasks", text, 0, farm::kMostParts));
                    });
    add_text_option(command, "--format", "TYPE",
                    "of the picture: png, jpg, exr or npy (png); of a film: mp4, mkv, mov or webm, "
                    "or as pictures png or exr (mp4)",
                    [&](const std::string &text) { plan.format = text; });
    add_text_option(
        command, "--samples", "N", "samples a pixel (1; of a film as fathom film has it)",
        [&](const std::string &text) {
            plan.samples = static_cast<int>(parse_whole("--samples", text, 1, kMaxSamples));
        });
    add_depth_options(command, render.picture);
    add_flag_option(command, "--adaptive",
                    "samples beyond the first only where neighbouring pixels differ",
                    [&] { render.adaptive = true; });
    add_flag_option(command, "--raw", "in a .exr or .npy also the samples",
                    [&] { render.raw = true; });
    add_place_options(command, render.where);
    add_unskew_option(command, render.where);
    add_threads_option(command, render.where.threads);
    add_orbit_option(command, render.where);
    add_planned_film_options(command, plan.film);
}

void add_task_command(CLI::App &command, TaskCommand &task) {
    add_job_argument(command, task.folder);
    add_text_option(command, "K", "", "the task, from 1", [&](const std::string &text) {
        task.task = static_cast<int>(parse_whole("K", text, 1, 2 * farm::kMostParts));
    });
    add_flag_option(command, "--list", "print the tasks that are left instead, such as 3,7-12",
                    [&] { task.list = true; });
    add_flag_option(command, "--needs",
                    "print what task K takes of other tasks' results instead: tasks and files",
                    [&] { task.needs = true; });
    add_text_option(command, "--device", "ID",
                    "reference, cpu, gpu0, ..., gpu (all) or auto (auto)",
                    [&](const std::string &text) {
                        check_device_id(text);
                        task.where.device = text;
                    });
    add_threads_option(command, task.where.threads);
}

void add_join_command(CLI::App &command, JoinCommand &join) {
    add_job_argument(command, join.folder);
    add_text_option(command, "-o,--output", "FILE", "the file to write, of the job's type",
                    [&](const std::string &text) { join.file = text; });
    add_flag_option(command, "--missing", "print the tasks that are left instead, such as 3,7-12",
                    [&] { join.missing = true; });
}

void add_farm_command(CLI::App &command, FarmCommand &farm) {
    add_job_argument(command, farm.job);
    add_text_option(command, "--ray", "ADDRESS",
                    "HOST:PORT of a Ray cluster that this machine is in, auto where there is one, "
                    "or local for this machine alone",
                    [&](const std::string &text) { farm.ray = text; });
    add_text_option(command, "--device", "ID",
                    "on every node, as of fathom task; auto takes GPUs and CPUs (auto)",
                    [&](const std::string &text) {
                        check_device_id(text);
                        farm.device = text;
                    });
    add_text_option(command, "--program", "FILE", "Fathom as the nodes have it (fathom)",
                    [&](const std::string &text) { farm.program = text; });
    add_text_option(command, "--threads", "N",
                    "cores of a task on a CPU (4, or as many as the smallest node has)",
                    [&](const std::string &text) {
                        farm.threads =
                            static_cast<int>(parse_whole("--threads", text, 1, kMaxThreads));
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
