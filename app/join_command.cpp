#include "app/commands.h"
#include "app/farm_output.h"
#include "app/progress_bar.h"
#include "app/stop_signals.h"
#include "render/base/error.h"
#include "render/farm/job.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fathom::app {
namespace {

/// Of a join that lacks something, as of a comparison that found something.
constexpr int kIncomplete = 1;

/// What `at` of a difference counts.
const char *unit_of(const farm::FarmJob &job) {
    return !job.film ? "row" : job.film->writes_pictures() ? "picture" : "segment";
}

std::string command_for(const JoinCommand &command, const std::vector<int> &tasks) {
    const std::string folder = for_shell(command.folder);
    return tasks.size() == 1 ? fmt::format("'fathom task {} {}'", folder, tasks.front())
                             : fmt::format("'fathom task {} K' for each K of them", folder);
}

std::string made_by(const farm::TaskRecord &record) {
    return fmt::format("{} on {}, {}", record.device, record.host, record.when);
}

void print_missing(const JoinCommand &command, const farm::JoinOutcome &outcome, int tasks) {
    const std::vector<int> &missing = outcome.missing;
    print_error(fmt::format("{}: {} of {} tasks {} not done: {}; do {}", command.folder.string(),
                            missing.size(), tasks, missing.size() == 1 ? "is" : "are",
                            farm::as_ranges(missing), command_for(command, missing)));
}

void print_faults(const JoinCommand &command, const farm::FarmJob &job,
                  const farm::JoinOutcome &outcome) {
    const char *unit = unit_of(job);
    for (const auto &[task, why] : outcome.damaged)
        print_error(
            fmt::format("{}; do the task again with {}", why, command_for(command, {task})));
    for (const farm::TaskDifference &found : outcome.differing)
        print_error(fmt::format(
            "tasks {} and {} made the same part and differ in {} {}: one of two machines computes "
            "wrongly, {} ({}) or {} ({}); remove the result of the wrong one and do its task again "
            "on another",
            found.part, found.check, unit, found.at, found.part_record.host,
            made_by(found.part_record), found.check_record.host, made_by(found.check_record)));
}

nlohmann::ordered_json record_json(const farm::TaskRecord &record) {
    return {{"host", record.host},
            {"device", record.device},
            {"when", record.when},
            {"seconds", record.seconds}};
}

nlohmann::ordered_json outcome_json(const JoinCommand &command, const farm::FarmJob &job,
                                    const farm::JoinOutcome &outcome) {
    using Json = nlohmann::ordered_json;
    Json answer{{"job", job.id},
                {"file", outcome.finished ? Json(command.file.string()) : Json(nullptr)},
                {"tasks", job.tasks()},
                {"missing", outcome.missing},
                {"damaged", Json::array()},
                {"differing", Json::array()},
                {"seconds", outcome.seconds}};
    for (const auto &[task, why] : outcome.damaged)
        answer["damaged"].push_back({{"task", task}, {"why", why}});
    for (const farm::TaskDifference &found : outcome.differing)
        answer["differing"].push_back(
            {{"tasks", {found.part, found.check}},
             {unit_of(job), found.at},
             {"made", {record_json(found.part_record), record_json(found.check_record)}}});
    return answer;
}

} // namespace

int run(const JoinCommand &command, const OutputOptions &output) {
    const farm::FarmJob job = farm::read_job(command.folder);
    if (command.missing) {
        print_tasks_left(job, output);
        return 0;
    }
    const StopSignals signals;
    farm::JoinOutcome outcome;
    {
        ProgressBar bar(output.quiet);
        outcome =
            join_job(job, command.file, signals.stop(), [&](double share) { bar.show(share); });
    }
    if (!outcome.missing.empty())
        print_missing(command, outcome, job.tasks());
    print_faults(command, job, outcome);
    if (output.json)
        print_json(outcome_json(command, job, outcome));
    if (outcome.finished) {
        if (!output.json && !output.quiet)
            print_line(fmt::format("{}: of {} tasks, {:.2f} s", command.file.string(), job.tasks(),
                                   outcome.seconds));
        return 0;
    }
    if (signals.stop()) {
        print_error(fmt::format("stopped; {} was not written", command.file.string()));
        return kInterruptedExitCode;
    }
    return kIncomplete;
}

} // namespace fathom::app
