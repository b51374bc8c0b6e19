#include "app/options/command_options.h"

#include <CLI/CLI.hpp>

namespace fathom::app {

void CommandOptions::note(const std::string &names, const std::string &value_name,
                          const OptionHelp &help) {
    entry_.options.push_back({names, value_name, help, heading_, false});
}

void CommandOptions::add_text(const std::string &names, const std::string &value_name,
                              const OptionHelp &help,
                              const std::function<void(const std::string &)> &use) {
    app_.add_option_function<std::string>(names, use, help.meaning)->type_name(value_name);
    note(names, value_name, help);
}

void CommandOptions::add_list(const std::string &names, const std::string &value_name,
                              const OptionHelp &help,
                              const std::function<void(const std::vector<std::string> &)> &use) {
    app_.add_option_function<std::vector<std::string>>(names, use, help.meaning)
        ->allow_extra_args(false);
    note(names, value_name, help);
}

void CommandOptions::add_optional_text(const std::string &names, const std::string &value_name,
                                       const OptionHelp &help,
                                       const std::function<void(const std::string &)> &use) {
    app_.add_option_function<std::string>(names, use, help.meaning)->expected(0, 1);
    note(names, value_name, help);
}

void CommandOptions::add_flag(const std::string &names, const OptionHelp &help,
                              const std::function<void()> &use) {
    app_.add_flag_callback(names, use, help.meaning);
    note(names, "", help);
}

void CommandOptions::add_help(const std::string &names, const OptionHelp &help) {
    app_.set_help_flag(names, help.meaning);
    note(names, "", help);
}

void CommandOptions::require(const std::string &name) {
    app_.get_option(name)->required();
    for (OptionEntry &option : entry_.options)
        option.required = option.required || option.names == name;
}

void CommandOptions::only_with(const std::string &name, const std::string &other) {
    app_.get_option(name)->needs(app_.get_option(other));
}

void CommandOptions::never_with(const std::string &name, const std::string &other) {
    app_.get_option(name)->excludes(app_.get_option(other));
}

} // namespace fathom::app
