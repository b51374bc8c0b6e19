#pragma once
#include "app/options/command_options.h"

#include <string>
#include <vector>

namespace fathom::app {

// What shells read to complete commands, options and values as one types.

std::string bash_completion(const std::vector<CommandEntry> &table);
std::string zsh_completion(const std::vector<CommandEntry> &table);
std::string fish_completion(const std::vector<CommandEntry> &table);

} // namespace fathom::app
