#include "app/documentation/reference_pages.h"

#include "app/help_text.h"
#include "ui/state/input.h"
#include "ui/state/key_bindings.h"
#include "ui/texts/keys.h"

#include <cctype>
#include <fmt/format.h>
#include <map>
#include <regex>
#include <sstream>

namespace fathom::app {
namespace {

constexpr const char *kMade =
    "<!-- Made by `fathom print-documentation`; a test compares it. -->\n";

std::string paragraph(const std::string &text, std::size_t indent = 0) {
    return wrapped(text, indent, 0) + '\n';
}

/// With links to the documents that it names, from docs/reference, and options as code.
std::string marked(const std::string &text) {
    static const std::regex document("docs/([a-z/-]+\\.md)");
    static const std::regex option("(^|[ (;])(--[a-z][-a-z]*|-o -|-o)");
    return std::regex_replace(std::regex_replace(text, option, "$1`$2`"), document,
                              "[docs/$1](../$1)");
}

std::string sentence(std::string text) {
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text + '.';
}

std::string item(const OptionEntry &option) {
    std::string text = fmt::format("- `{}`: {}.", synopsis(option), marked(full_meaning(option)));
    if (!option.help.more.empty())
        text += ' ' + marked(option.help.more);
    if (!option.help.usual.empty())
        text += fmt::format(" Default: {}.", option.help.usual);
    return paragraph(text, 2);
}

/// What render or film explains is named alone in other commands.
std::string group_section(const OptionGroup &group, const CommandEntry &command,
                          const std::vector<CommandEntry> &table) {
    std::string items;
    std::map<std::string, std::string> names; // by the command that explains them
    for (const OptionEntry *option : group.options) {
        const std::string other = explained_by(*option, command, table);
        if (other.empty()) {
            items += item(*option);
        } else {
            std::string &list = names[other];
            list += fmt::format("{}`{}`", list.empty() ? "" : ", ", names_of(*option).back());
        }
    }
    for (const auto &[other, list] : names)
        items += paragraph(fmt::format("- As of [fathom {0}](#fathom-{0}): {1}.", other, list), 2);
    return fmt::format("\n**{}**\n\n{}", group.heading, items);
}

std::string command_section(const CommandEntry &command, const std::vector<CommandEntry> &table) {
    std::string text = fmt::format("\n### fathom {}\n\n{}\n\n```\nfathom {} {}\n", command.name,
                                   sentence(command.summary), command.name, command.usage);
    if (!command.example.empty())
        text += fmt::format("{}     # for example\n", command.example);
    text += "```\n";
    std::istringstream paragraphs(command.more);
    for (std::string more; std::getline(paragraphs, more);)
        text += '\n' + paragraph(marked(more));
    for (const OptionGroup &group : groups_of(command))
        if (group.heading != "General")
            text += group_section(group, command, table);
    return text;
}

/// In a cell of a table a bar would end it.
std::string keys_in(const char *label) {
    std::string text;
    std::istringstream labels(label); // "[ PageDown", "Enter, click"
    for (std::string each; labels >> each;) {
        if (each.size() > 1 && each.back() == ',')
            each.pop_back();
        text += fmt::format("{}`{}`", text.empty() ? "" : ", ", each);
    }
    return text;
}

} // namespace

std::string command_line_page(const std::vector<CommandEntry> &table) {
    std::string text = "# The command line\n\n" + std::string(kMade) + '\n' +
                       paragraph("`fathom FILE` opens the window at the place in FILE. `fathom "
                                 "COMMAND` does something without a window, and `fathom COMMAND "
                                 "--help` prints its options. Commands need neither a display nor "
                                 "OpenGL.");
    for (const Purpose &purpose : purposes_of(table)) {
        text += fmt::format("\n**{}**\n\n", purpose.heading);
        for (const CommandEntry *command : purpose.commands)
            text += paragraph(
                fmt::format("- [{0}](#fathom-{0}): {1}.", command->name, command->summary), 2);
    }
    text += "\n## Every command\n\n";
    for (const OptionEntry &option : table.front().options)
        text += item(option);
    text += '\n' +
            paragraph("Numbers may have an exponent: `1e6`. `--re -0.75` and `--re=-0.75` mean the "
                      "same. What goes wrong is told in one "
                      "sentence on standard error. Commands that take more than a second show "
                      "their progress on a terminal. With `--json` the answer is one object, see "
                      "[docs/reference/json.md](json.md).");
    text += "\n| exit code | meaning |\n| --- | --- |\n";
    for (const ExitCode &code : exit_codes())
        text += fmt::format("| {} | {} |\n", code.code, code.meaning);
    text += "\n## The commands\n";
    for (const Purpose &purpose : purposes_of(table))
        for (const CommandEntry *command : purpose.commands)
            text += command_section(*command, table);
    return text;
}

std::string keys_page() {
    std::string text = "# Mouse and keys\n\n" + std::string(kMade) + '\n' +
                       paragraph("What the mouse, a controller and the keys do in the window. `F1` "
                                 "shows the same list there, with a search.");
    const auto head = [&](const char *heading) {
        text += fmt::format("\n## {}\n\n| {} | what it does |\n| --- | --- |\n", heading,
                            std::string_view(heading) == ui::texts::keys::kMouse ? "mouse" : "key");
    };
    head(ui::texts::keys::kMouse);
    for (const ui::MouseGesture &gesture : ui::mouse_gestures())
        text += fmt::format("| {} | {} |\n", gesture.label, gesture.effect);
    for (const ui::KeyGroup &group : ui::key_groups()) {
        head(group.heading);
        for (const ui::KeyBinding &binding : group.bindings)
            if (binding.label != nullptr)
                text += fmt::format("| {} | {} |\n", keys_in(binding.label), binding.effect);
    }
    return text;
}

} // namespace fathom::app
