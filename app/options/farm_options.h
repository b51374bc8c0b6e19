#pragma once
#include "app/commands.h"

namespace CLI {
class App;
}

namespace fathom::app {

// What `fathom plan`, `fathom task`, `fathom join` and `fathom farm` take. The second argument has
// to outlive the parsing.

void add_plan_command(CLI::App &command, PlanCommand &plan);
void add_task_command(CLI::App &command, TaskCommand &task);
void add_join_command(CLI::App &command, JoinCommand &join);
void add_farm_command(CLI::App &command, FarmCommand &farm);

/// The command as it was given. Throws InputError where it lacks something.
PlanCommand complete(const PlanCommand &plan);
TaskCommand complete(const TaskCommand &task);
JoinCommand complete(const JoinCommand &join);
FarmCommand complete(const FarmCommand &farm);

} // namespace fathom::app
