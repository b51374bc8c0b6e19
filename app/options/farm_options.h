#pragma once
#include "app/commands.h"

namespace fathom::app {

class CommandOptions;

// What `fathom plan`, `fathom task`, `fathom join` and `fathom farm` take. The second argument has
// to outlive the parsing.

void add_plan_command(CommandOptions &command, PlanCommand &plan);
void add_task_command(CommandOptions &command, TaskCommand &task);
void add_join_command(CommandOptions &command, JoinCommand &join);
void add_farm_command(CommandOptions &command, FarmCommand &farm);

/// The command as it was given. Throws InputError where it lacks something.
PlanCommand complete(const PlanCommand &plan);
TaskCommand complete(const TaskCommand &task);
JoinCommand complete(const JoinCommand &join);
FarmCommand complete(const FarmCommand &farm);

} // namespace fathom::app
