#include "app/documentation/completions.h"

#include "app/help_text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fathom::app {
namespace {

/// Whether the name of a value, such as "FILE.png", says that it is a file or a folder.
bool is_file(const std::string &value_name) {
    constexpr std::array kFiles = {"FILE", "[FILE", "PLACE", "FOLDER", "JOB", "IN", "OUT", "DATA"};
    return std::ranges::any_of(kFiles,
                               [&](const char *name) { return value_name.starts_with(name); });
}

bool takes_value(const OptionEntry &option) {
    return !option.is_argument() && !option.value_name.empty();
}

std::string command_names(const std::vector<CommandEntry> &table, const char *between) {
    std::vector<std::string> names;
    for (const CommandEntry &command : table)
        if (!command.name.empty())
            names.push_back(command.name);
    return fmt::format("{}", fmt::join(names, between));
}

std::string option_names(const CommandEntry &command) {
    std::vector<std::string> names;
    for (const OptionEntry &option : command.options)
        if (!option.is_argument())
            for (const std::string &name : names_of(option))
                names.push_back(name);
    return fmt::format("{}", fmt::join(names, " "));
}

/// In single quotes, for every shell.
std::string quoted(const std::string &text, const char *apostrophe) {
    std::string all = "'";
    for (const char c : text)
        all += c == '\'' ? std::string(apostrophe) : std::string(1, c);
    return all + '\'';
}

/// A case for each option that takes a value: its choices, files, or nothing.
std::string bash_values(const CommandEntry &command) {
    std::string cases;
    for (const OptionEntry &option : command.options) {
        if (!takes_value(option))
            continue;
        std::vector<std::string> patterns;
        for (const std::string &name : names_of(option))
            patterns.push_back(fmt::format("\"{} {}\"", command.name, name));
        cases += fmt::format("        {}) values='{}' files={} ;;\n", fmt::join(patterns, " | "),
                             fmt::join(option.help.choices, " "),
                             is_file(option.value_name) ? "yes" : "no");
    }
    return cases;
}

/// What _arguments of zsh takes for an option's text: brackets and colons would end it.
std::string zsh_text(const std::string &text) {
    std::string safe;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\')
            safe += '\\';
        safe += c;
    }
    return safe;
}

std::string zsh_action(const OptionEntry &option) {
    const std::string name = option.is_argument() ? option.names : option.value_name;
    const std::string action = !option.help.choices.empty()
                                   ? fmt::format("({})", fmt::join(option.help.choices, " "))
                               : is_file(name) ? "_files"
                                               : " ";
    return fmt::format(":{}:{}", zsh_text(name), action);
}

std::string zsh_specs(const CommandEntry &command) {
    std::string specs;
    const auto add = [&](const std::string &spec) {
        specs += " \\\n                " + quoted(spec, "'\\''");
    };
    for (const OptionEntry &option : command.options) {
        if (option.is_argument()) {
            add(':' + zsh_action(option));
            continue;
        }
        for (const std::string &name : names_of(option))
            add(fmt::format("{}[{}]{}", name, zsh_text(full_meaning(option)),
                            takes_value(option) ? zsh_action(option) : ""));
    }
    return specs;
}

std::string fish_option(const CommandEntry &command, const OptionEntry &option) {
    std::string line = "complete -c fathom -n ";
    line += command.name.empty() ? "__fish_use_subcommand"
                                 : fmt::format("'__fish_seen_subcommand_from {}'", command.name);
    for (const std::string &name : names_of(option))
        line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (takes_value(option)) {
        if (!option.help.choices.empty())
            line += fmt::format(" -x -a '{}'", fmt::join(option.help.choices, " "));
        else
            line += is_file(option.value_name) ? " -r -F" : " -x";
    }
    return line + " -d " + quoted(full_meaning(option), "\\'") + '\n';
}

} // namespace

std::string bash_completion(const std::vector<CommandEntry> &table) {
    std::string options, values;
    for (const CommandEntry &command : table) {
        options += fmt::format("        {}) options='{}' ;;\n",
                               command.name.empty() ? "''" : command.name, option_names(command));
        values += bash_values(command);
    }
    return fmt::format(
        R"(# bash completion for fathom
_fathom() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
    local command='' options='' values='' files=yes each
    # --device=cpu comes as three words.
    if [[ $word == '=' ]]; then
        word=''
    elif [[ $before == '=' ]]; then
        before=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi
    for each in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case $each in
        {}) command=$each && break ;;
        esac
    done
    case $command in
{}    esac
    case "$command $before" in
{}    *)
        if [[ $word == -* ]]; then
            values=$options files=no
        elif [[ -z $command ]]; then
            values='{}'
        fi
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
    if [[ $files == yes ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -f -- "$word")
    fi
}}
complete -F _fathom fathom
)",
        command_names(table, " | "), options, values, command_names(table, " "));
}

std::string zsh_completion(const std::vector<CommandEntry> &table) {
    std::string commands, cases, own;
    for (const CommandEntry &command : table) {
        if (command.name.empty()) {
            own = zsh_specs(command);
            continue;
        }
        commands +=
            "        " + quoted(command.name + ':' + zsh_text(command.summary), "'\\''") + '\n';
        cases += fmt::format("        {})\n            _arguments -s{}\n            ;;\n",
                             command.name, zsh_specs(command));
    }
    return fmt::format(R"(#compdef fathom
_fathom() {{
    local context state state_descr line
    typeset -A opt_args
    local -a commands
    commands=(
{})
    _arguments -C '1: :->first' '*:: :->rest'{} && return
    case $state in
    first)
        _describe -t commands command commands
        _files
        ;;
    rest)
        case $words[1] in
{}        *) _files ;;
        esac
        ;;
    esac
}}
if [[ $funcstack[1] == _fathom ]]; then
    _fathom "$@"
else
    compdef _fathom fathom
fi
)",
                       commands + "    ", own, cases);
}

std::string fish_completion(const std::vector<CommandEntry> &table) {
    std::string text = "# fish completion for fathom\n";
    for (const CommandEntry &command : table) {
        if (!command.name.empty())
            text += fmt::format("complete -c fathom -n __fish_use_subcommand -a {} -d {}\n",
                                command.name, quoted(command.summary, "\\'"));
        for (const OptionEntry &option : command.options)
            if (!option.is_argument())
                text += fish_option(command, option);
    }
    return text;
}

} // namespace fathom::app
