#pragma once
#include "app/options/command_options.h"

#include <string>
#include <vector>

namespace fathom::app {

/// docs/reference/command-line.md: every command with its options.
std::string command_line_page(const std::vector<CommandEntry> &table);

/// docs/reference/keys.md: mouse, controller and keys of the window, in the groups of its help.
std::string keys_page();

} // namespace fathom::app
