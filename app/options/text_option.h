#pragma once
#include <functional>
#include <string>

// So that only two sources are compiled with the whole of CLI11, which takes longer than all that
// is said with it.

namespace CLI {
class App;
}

namespace fathom::app {

/// Offers an option (or, named without dashes, an argument) that takes one value, shown in the help
/// as `value_name`. `use` gets the value's text as it was typed; what it throws ends the parsing.
void add_text_option(CLI::App &command, const std::string &name, const std::string &value_name,
                     const std::string &help, const std::function<void(const std::string &)> &use);

/// Offers an option without a value; `use` is called where it is given.
void add_flag_option(CLI::App &command, const std::string &name, const std::string &help,
                     const std::function<void()> &use);

} // namespace fathom::app
