#include "app/farm_options.h"

#include "app/option_values.h"
#include "app/orbit_options.h"
#include "app/picture_options.h"
#include "app/text_option.h"
#include "render/base/error.h"
#include "render/farm/job.h"
#include "render/places/device_id.h"

namespace fathom {
namespace {

void add_job_argument(CLI::App &command, std::filesystem::path &folder) {
    add_text_option(command, "JOB", "", "the folder that fathom plan made",
                    [&](const std::string &text) { folder = text; });
}

} // namespace

void add_plan_command(CLI::App &command, PlanCommand &plan) {
    RenderCommand &render = plan.render;
    add_text_option(command, "-o,--output", "JOB", "the folder to make",
                    [&](const std::string &text) { plan.folder = text; });
    add_text_option(command, "--tasks", "N", "how many tasks to cut it into, 1 to 100000",
                    [&](const std::string &text) {
                        plan.tasks = static_cast<int>(parse_whole("--tasks", text, 1, kMostParts));
                    });
    add_text_option(command, "--check-every", "M",
                    "have every Mth task done twice, to see whether two machines agree (0: none)",
                    [&](const std::string &text) {
                        plan.check_every =
                            static_cast<int>(parse_whole("--check-every", text, 0, kMostParts));
                    });
    add_format_options(command, "of the picture: png, jpg, exr or npy (png)", render.picture);
    add_flag_option(command, "--adaptive",
                    "samples beyond the first only where neighbouring pixels differ",
                    [&] { render.adaptive = true; });
    add_flag_option(command, "--raw", "in a .exr or .npy also the samples",
                    [&] { render.raw = true; });
    add_where_options(command, render.where);
    add_orbit_option(command, render.where);
}

void add_task_command(CLI::App &command, TaskCommand &task) {
    add_job_argument(command, task.folder);
    add_text_option(command, "K", "", "the task, from 1", [&](const std::string &text) {
        task.task = static_cast<int>(parse_whole("K", text, 1, 2 * kMostParts));
    });
    add_flag_option(command, "--list", "print the tasks that are left instead, such as 3,7-12",
                    [&] { task.list = true; });
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

PlanCommand complete(const PlanCommand &plan) {
    if (plan.folder.empty())
        throw InputError("plan needs a folder to make: add -o JOB");
    if (plan.tasks == 0)
        throw InputError("plan needs to know into how many tasks to cut: add --tasks N");
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

} // namespace fathom
