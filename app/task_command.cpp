#include "app/commands.h"
#include "app/engine_for_place.h"
#include "app/farm_output.h"
#include "app/progress_bar.h"
#include "app/stop_signals.h"
#include "render/engines/engine.h"
#include "render/farm/job.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fathom::app {
namespace {

void print_done(const TaskCommand &command, const std::string &device, bool was_there,
                const farm::TaskOutcome &outcome, const OutputOptions &output) {
    if (output.json) {
        nlohmann::ordered_json answer{{"task", command.task},
                                      {"was_there", was_there},
                                      {"kept", outcome.kept},
                                      {"seconds", outcome.seconds},
                                      {"device", nullptr}};
        if (!device.empty())
            answer["device"] = device;
        print_json(answer);
    } else if (!output.quiet) {
        print_text(was_there ? fmt::format("task {} is done already\n", command.task)
                             : fmt::format("task {}: {} in {:.2f} s\n", command.task, device,
                                           outcome.seconds));
    }
}

/// For schedulers: what has to be done before a task, and lie in its folder.
void print_needs(const TaskCommand &command, const farm::TaskNeeds &needs,
                 const OutputOptions &output) {
    if (output.json) {
        print_json({{"task", command.task},
                    {"tasks", needs.tasks},
                    {"missing", needs.missing},
                    {"files", needs.files}});
        return;
    }
    print_text(farm::as_ranges(needs.tasks) + '\n');
    for (const std::string &file : needs.files)
        print_text(file + '\n');
}

int do_task(const TaskCommand &command, const farm::FarmJob &job, Engine &engine,
            const OutputOptions &output) {
    const StopSignals signals;
    ProgressBar bar(output.quiet);
    const farm::TaskOutcome outcome =
        run_task(job, command.task, {engine, command.where.threads}, signals.stop(),
                 [&](double share) { bar.show(share); });
    if (!outcome.finished) {
        print_error(fmt::format("stopped; the same command goes on with task {}", command.task));
        return kInterruptedExitCode;
    }
    print_done(command, engine.info().id, false, outcome, output);
    return 0;
}

} // namespace

int run(const TaskCommand &command, const OutputOptions &output) {
    const farm::FarmJob job = farm::read_job(command.folder);
    if (command.list) {
        print_tasks_left(job, output);
        return 0;
    }
    check_version(job);
    check_task(job, command.task);
    if (command.needs) {
        print_needs(command, needs_of(job, command.task), output);
        return 0;
    }
    const auto fault = fault_of(job, command.task);
    if (!fault) {
        print_done(command, {}, true, {true, 1, 0}, output);
        return 0;
    }
    if (!fault->empty())
        print_warnings({*fault + "; it is made again"}, output);
    return with_export_engine(command.where, output, [&](Engine &engine) {
        return do_task(command, job, engine, output);
    });
}

} // namespace fathom::app
