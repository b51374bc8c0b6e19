#include "app/options/text_option.h"

#include <CLI/CLI.hpp>

namespace fathom::app {

void add_text_option(CLI::App &command, const std::string &name, const std::string &value_name,
                     const std::string &help, const std::function<void(const std::string &)> &use) {
    command.add_option_function<std::string>(name, use, help)->type_name(value_name);
}

void add_flag_option(CLI::App &command, const std::string &name, const std::string &help,
                     const std::function<void()> &use) {
    command.add_flag_callback(name, use, help);
}

} // namespace fathom::app
