#pragma once
#include "app/options/command_options.h"

#include <string>
#include <vector>

namespace fathom::app {

/// The source of fathom-COMMAND(1), or of fathom(1) for the program's own entry.
std::string man_page(const CommandEntry &command, const std::vector<CommandEntry> &table);

} // namespace fathom::app
