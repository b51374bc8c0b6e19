#include "app/help_text.h"

#include "app/options/option_values.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace fathom::app {
namespace {

constexpr const char *kGeneral = "General";
constexpr std::size_t kWidestSynopsis = 22; ///< longer ones have a line of their own

constexpr char kUnbroken = '\x1f'; ///< a blank at which no line ends

std::string unbroken(std::string text) {
    std::ranges::replace(text, ' ', kUnbroken);
    return text;
}

std::string row(const std::string &left, const std::string &right, std::size_t width) {
    const std::size_t indent = width + 4;
    std::string line = "  " + left;
    if (left.size() > width)
        line += '\n' + std::string(indent, ' ');
    else
        line += std::string(indent - line.size(), ' ');
    return line + wrapped(right, indent, indent) + '\n';
}

std::string with_default(const OptionEntry &option) {
    const std::string text = full_meaning(option);
    return option.help.usual.empty()
               ? text
               : fmt::format("{} {}", text,
                             unbroken(fmt::format("(default: {})", option.help.usual)));
}

std::string in_full(const OptionGroup &group) {
    std::string text = group.heading + '\n';
    for (const OptionEntry *option : group.options)
        text += row(synopsis(*option), with_default(*option), kWidestSynopsis);
    return text;
}

/// The names alone of what the help of another command explains; in full where none does.
std::string in_short(const OptionGroup &group, const CommandEntry &command,
                     const std::vector<CommandEntry> &table) {
    std::string names, others, explained;
    for (const OptionEntry *option : group.options) {
        if (const std::string other = explained_by(*option, command, table); !other.empty()) {
            explained = other;
            names += (names.empty() ? "" : ", ") + unbroken(synopsis(*option));
        } else {
            others += row(synopsis(*option), with_default(*option), kWidestSynopsis);
        }
    }
    if (names.empty())
        return in_full(group);
    return fmt::format("{} (explained by fathom {} --help)\n  {}\n{}", group.heading, explained,
                       wrapped(names, 2, 2), others);
}

std::size_t lines_in(const std::string &text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string head_of(const CommandEntry &command) {
    std::string text = fmt::format("fathom {}: {}\n\nUsage: fathom {} {}\n", command.name,
                                   command.summary, command.name, command.usage);
    if (!command.example.empty())
        text += fmt::format("Example: {}\n", command.example);
    return text;
}

/// One screen: where the command has too many options, groups that `fathom render` explains are
/// named alone, beginning with those that one needs least.
std::string help_of_command(const CommandEntry &command, const std::vector<CommandEntry> &table) {
    const std::vector<OptionGroup> groups = groups_of(command);
    std::vector<std::string> texts;
    for (const OptionGroup &group : groups)
        texts.push_back(in_full(group));
    const auto whole = [&] {
        std::string text = head_of(command);
        for (const std::string &group : texts)
            text += '\n' + group;
        return text;
    };
    for (const char *heading : {"Colours", "Method", "Formula", "Place", "Video", "Frames", "Film"})
        for (std::size_t at = 0; at < groups.size(); ++at)
            if (groups[at].heading == heading && lines_in(whole()) > kHelpLines)
                texts[at] = in_short(groups[at], command, table);
    return whole();
}

std::string help_of_program(const std::vector<CommandEntry> &table) {
    constexpr std::size_t kWidth = 11;
    std::string text =
        "Fathom: " + table.front().summary +
        "\n\nUsage: fathom [FILE]             open the window, at the place in FILE\n"
        "       fathom COMMAND [OPTIONS]  do something without a window\n";
    for (const Purpose &purpose : purposes_of(table)) {
        text += '\n' + purpose.heading + '\n';
        for (const CommandEntry *command : purpose.commands)
            text += row(command->name, command->summary, kWidth);
    }
    text += "\nFor every command\n";
    for (const OptionEntry &option : table.front().options)
        text += row(synopsis(option), option.help.meaning, kWidth);
    text += "\nExit codes\n";
    for (const ExitCode &code : exit_codes())
        text += row(code.code, code.meaning, kWidth);
    return text + "\nfathom COMMAND --help lists the options of a command.\n"
                  "Read more: man fathom, docs/reference/command-line.md, and F1 in the window.\n";
}

} // namespace

std::string wrapped(const std::string &text, std::size_t indent, std::size_t column) {
    std::string all;
    std::istringstream words(text);
    for (std::string word; words >> word; column += word.size()) {
        if (!all.empty() && column + 1 + word.size() > kHelpColumns) {
            all += '\n' + std::string(indent, ' ');
            column = indent;
        } else if (!all.empty()) {
            all += ' ';
            ++column;
        }
        all += word;
    }
    std::ranges::replace(all, kUnbroken, ' ');
    return all;
}

std::vector<OptionGroup> groups_of(const CommandEntry &command) {
    std::vector<OptionGroup> groups;
    for (const OptionEntry &option : command.options) {
        auto at = std::ranges::find(groups, option.heading, &OptionGroup::heading);
        if (at == groups.end())
            at = groups.insert(groups.end(), {option.heading, {}});
        at->options.push_back(&option);
    }
    std::ranges::stable_partition(
        groups, [](const OptionGroup &group) { return group.heading != kGeneral; });
    return groups;
}

std::vector<Purpose> purposes_of(const std::vector<CommandEntry> &table) {
    std::vector<Purpose> purposes;
    for (const CommandEntry &command : table) {
        if (command.name.empty())
            continue;
        auto at = std::ranges::find(purposes, command.purpose, &Purpose::heading);
        if (at == purposes.end())
            at = purposes.insert(purposes.end(), {command.purpose, {}});
        at->commands.push_back(&command);
    }
    return purposes;
}

const CommandEntry &command_named(const std::vector<CommandEntry> &table, std::string_view name) {
    return *std::ranges::find(table, name, &CommandEntry::name);
}

std::string explained_by(const OptionEntry &option, const CommandEntry &command,
                         const std::vector<CommandEntry> &table) {
    for (const char *name : {"render", "film"}) {
        if (command.name == name)
            break; // those before it explain what they share
        const std::vector<OptionEntry> &others = command_named(table, name).options;
        const auto same = std::ranges::find(others, option.names, &OptionEntry::names);
        if (same != others.end() && full_meaning(*same) == full_meaning(option) &&
            same->help.usual == option.help.usual && same->heading == option.heading)
            return name;
    }
    return "";
}

std::vector<std::string> names_of(const OptionEntry &option) {
    return split_at_commas(option.names);
}

std::string synopsis(const OptionEntry &option) {
    std::string text;
    for (const std::string &name : names_of(option))
        text += (text.empty() ? "" : ", ") + name;
    return option.value_name.empty() ? text : text + ' ' + option.value_name;
}

std::string full_meaning(const OptionEntry &option) {
    const std::string &meaning = option.help.meaning;
    return meaning.ends_with(':') ? meaning + ' ' + in_a_row(option.help.choices) : meaning;
}

const std::vector<ExitCode> &exit_codes() {
    static const std::vector<ExitCode> codes = {
        {"0", "done"},
        {"1", "compare found a difference, or join lacks a result"},
        {"2", "wrong usage, or an input file that cannot be used"},
        {"3", "a device, the disk or the memory failed"},
        {"130", "stopped by Ctrl+C"}};
    return codes;
}

std::string help_text(const std::vector<CommandEntry> &table, std::string_view name) {
    return name.empty() ? help_of_program(table)
                        : help_of_command(command_named(table, name), table);
}

} // namespace fathom::app
