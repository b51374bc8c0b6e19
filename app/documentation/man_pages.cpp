#include "app/documentation/man_pages.h"

#include "app/help_text.h"
#include "render/base/version.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <sstream>

namespace fathom::app {
namespace {

/// For troff: no character of the text is a command.
std::string plain(const std::string &text) {
    std::string safe;
    if (text.starts_with('.') || text.starts_with('\''))
        safe = "\\&";
    for (const char c : text) {
        if (c == '\\')
            safe += "\\e";
        else if (c == '-')
            safe += "\\-";
        else
            safe += c;
    }
    return safe;
}

std::string bold(const std::string &text) {
    return "\\fB" + plain(text) + "\\fR";
}

std::string tagged(const std::string &tag, const std::string &text) {
    return fmt::format(".TP\n{}\n{}\n", tag, plain(text));
}

std::string upper(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

std::string page_name(const CommandEntry &command) {
    return command.name.empty() ? "fathom" : "fathom-" + command.name;
}

std::string head_of(const CommandEntry &command) {
    return fmt::format(".TH \"{}\" 1 \"\" \"Fathom {}\" \"Fathom\"\n.SH NAME\n{} \\- {}\n"
                       ".SH SYNOPSIS\n",
                       upper(page_name(command)), plain(std::string(version())),
                       plain(page_name(command)), plain(command.summary));
}

std::string options_of(const CommandEntry &command) {
    std::string text = ".SH OPTIONS\n";
    for (const OptionGroup &group : groups_of(command)) {
        text += fmt::format(".SS \"{}\"\n", plain(group.heading));
        for (const OptionEntry *option : group.options) {
            std::string meaning = full_meaning(*option) + '.';
            if (!option->help.more.empty())
                meaning += ' ' + option->help.more;
            if (!option->help.usual.empty())
                meaning += fmt::format(" Default: {}.", option->help.usual);
            text += tagged(bold(synopsis(*option)), meaning);
        }
    }
    return text;
}

std::string exit_status() {
    std::string text = ".SH \"EXIT STATUS\"\n";
    for (const ExitCode &code : exit_codes())
        text += tagged(bold(code.code), code.meaning + std::string("."));
    return text;
}

std::string page_of_program(const CommandEntry &program, const std::vector<CommandEntry> &table) {
    std::string text =
        head_of(program) + bold("fathom") + " [FILE]\n.br\n" + bold("fathom") +
        " COMMAND [OPTIONS]\n.SH DESCRIPTION\n" + bold("fathom") +
        " opens the window, at the place in FILE. A command does something without a "
        "window. Each command has a page of its own.\n.SH COMMANDS\n";
    for (const Purpose &purpose : purposes_of(table)) {
        text += fmt::format(".SS \"{}\"\n", purpose.heading);
        for (const CommandEntry *command : purpose.commands)
            text += tagged(bold(page_name(*command)) + "(1)", command->summary + '.');
    }
    return text + options_of(program) + exit_status();
}

} // namespace

std::string man_page(const CommandEntry &command, const std::vector<CommandEntry> &table) {
    if (command.name.empty())
        return page_of_program(command, table);
    std::string text =
        head_of(command) + bold("fathom " + command.name) + ' ' + plain(command.usage) + '\n';
    if (!command.more.empty()) {
        text += ".SH DESCRIPTION\n";
        std::istringstream paragraphs(command.more);
        for (std::string each; std::getline(paragraphs, each);)
            text += ".PP\n" + plain(each) + '\n';
    }
    text += options_of(command);
    if (!command.example.empty())
        text += ".SH EXAMPLE\n.nf\n" + plain(command.example) + "\n.fi\n";
    return text + exit_status() + ".SH \"SEE ALSO\"\n" + bold("fathom") + "(1)\n";
}

} // namespace fathom::app
