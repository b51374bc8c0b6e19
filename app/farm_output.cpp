#include "app/farm_output.h"

#include "render/farm/job.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace fathom::app {

void print_tasks_left(const farm::FarmJob &job, const OutputOptions &output) {
    const std::vector<int> left = tasks_left(job);
    if (!output.json)
        return print_text(farm::as_ranges(left) + '\n');
    const auto begun = std::count_if(left.begin(), left.end(), [&](int task) {
        return task_state(job, task) == farm::TaskState::begun;
    });
    print_json({{"job", job.id},
                {"tasks", job.tasks()},
                {"ring_tasks", job.cut.ring_tasks},
                {"done", job.tasks() - static_cast<int>(left.size())},
                {"left", left},
                {"ranges", farm::as_ranges(left)},
                {"begun", begun}});
}

std::string for_shell(const std::filesystem::path &path) {
    const std::string text = path.string();
    const auto is_plain = [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
               (letter >= '0' && letter <= '9') ||
               std::string_view("/._-+=:,@%").find(letter) != std::string_view::npos;
    };
    if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain))
        return text;
    std::string quoted = "'";
    for (const char letter : text)
        quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return quoted + '\'';
}

} // namespace fathom::app
