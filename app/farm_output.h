#pragma once
#include "app/output.h"

#include <filesystem>
#include <string>

namespace fathom::farm {
struct FarmJob;
} // namespace fathom::farm

namespace fathom::app {

/// Prints the tasks of a job that are left, a line such as "3,7-12" (empty where all are done), or
/// as JSON {"job","tasks","done","left","ranges","begun"}.
void print_tasks_left(const farm::FarmJob &job, const OutputOptions &output);

/// A word of a command line as a shell takes it.
std::string for_shell(const std::filesystem::path &path);

} // namespace fathom::app
