#include "app/command_line.h"

#include "app/command_definitions.h"
#include "app/help_text.h"
#include "app/nearest_word.h"
#include "app/options/farm_options.h"
#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/base/version.h"
#include "render/import/pasted_place.h"
#include "render/places/place_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <regex>

namespace fathom::app {
namespace {

using Table = std::deque<CommandEntry>;

/// A parser of all that the program takes, what it fills in, and the manual's table of it.
struct Parser {
    Values values;
    CLI::App app{"", "fathom"};
    Table table;

    Parser() { define_commands(app, values, table); }
};

bool is_command(const CLI::App &app, const std::string &text) {
    const auto named = [&](const CLI::App *command) { return command->get_name() == text; };
    return !app.get_subcommands(named).empty();
}

/// Without a command the window is meant: puts "gui" before the first argument that is not common
/// to all commands, and says of coordinates that they are a location.
std::vector<std::string> with_command(const CLI::App &app, std::vector<std::string> arguments) {
    const auto is_output_flag = [](const std::string &text) {
        return text == "--json" || text == "--quiet" || text == "-q";
    };
    auto first = std::find_if_not(arguments.begin(), arguments.end(), is_output_flag);
    const std::string word = first == arguments.end() ? "" : *first;
    if (word == "--help" || word == "-h" || word == "--version" || is_command(app, word))
        return arguments;
    if (coordinates_in(word, {}))
        first = arguments.insert(first, "--location");
    arguments.insert(first, "gui");
    return arguments;
}

/// " (did you mean fathom render?)", or nothing.
std::string command_meant_by(const std::string &word, const Table &table) {
    std::vector<std::string> names;
    for (const CommandEntry &command : table)
        names.push_back(command.name);
    const std::string meant = nearest_word(word, names);
    return meant.empty() ? "" : fmt::format(" (did you mean fathom {}?)", meant);
}

GuiCommand gui_command(const Values &values, const Table &table) {
    GuiCommand gui = values.gui;
    if (!values.file.empty()) {
        if (!is_place_line(values.file) && !std::filesystem::exists(values.file))
            throw InputError(fmt::format("there is neither a file nor a command called {}{}; see "
                                         "fathom --help",
                                         in_quotes(values.file),
                                         command_meant_by(values.file, table)));
        gui.where.view.location = values.file;
    }
    if (values.output.json && !gui.tour)
        throw InputError("--json: the window has no answer to print; leave it out, or let it print "
                         "the times of a --tour");
    return gui;
}

Command chosen_command(const CLI::App &app, Values &values, const Table &table) {
    const std::string name = app.get_subcommands().front()->get_name();
    if (name == "render") {
        if (values.render.picture.file.empty())
            throw InputError("render needs a file to write: add -o FILE.png, FILE.exr, FILE.npy or "
                             "FILE.toml");
        return values.render;
    }
    if (name == "film")
        return values.film;
    if (name == "recolour") {
        if (values.recolour.picture.file.empty())
            throw InputError("recolour needs a file to write: add -o FILE.png or FILE.exr");
        return values.recolour;
    }
    if (name == "compare")
        return values.compare;
    if (name == "probe")
        return values.probe;
    if (name == "nucleus")
        return values.nucleus;
    if (name == "orbit")
        return values.orbit;
    if (name == "verify")
        return values.verify;
    if (name == "plan")
        return complete(values.plan);
    if (name == "task")
        return complete(values.task);
    if (name == "join")
        return complete(values.join);
    if (name == "farm")
        return complete(values.farm);
    if (name == "convert")
        return values.convert;
    if (name == "devices")
        return values.devices;
    if (name == "bench")
        return values.bench;
    if (name == kPrintDocumentation)
        return values.documentation;
    return gui_command(values, table);
}

[[noreturn]] void refuse(const CLI::App &app, std::string what) {
    what.erase(what.find_last_not_of(" .\n") + 1);
    const auto chosen = app.get_subcommands();
    throw InputError(fmt::format("{}; see fathom {}--help", what,
                                 chosen.empty() ? "" : chosen.front()->get_name() + ' '));
}

const CommandEntry &chosen_entry(const Parser &all) {
    const auto chosen = all.app.get_subcommands();
    const std::string name = chosen.empty() ? "" : chosen.front()->get_name();
    const auto found = std::ranges::find(all.table, name, &CommandEntry::name);
    return found == all.table.end() ? all.table.front() : *found; // a command that no table has
}

/// What to say of an option that there is not: which one was probably meant.
std::string unknown_option(const std::string &word, const CommandEntry &command) {
    std::vector<std::string> names;
    for (const OptionEntry &option : command.options)
        for (const std::string &name : names_of(option))
            if (name.starts_with("--"))
                names.push_back(name);
    const std::string meant = nearest_word(word.substr(0, word.find('=')), names);
    return "there is no option " + in_quotes(word) +
           (meant.empty() ? "" : fmt::format(" (did you mean {}?)", meant));
}

/// What to say of a word that is too much: how it was probably meant.
std::string extra_word(const std::string &word, const CommandEntry &command) {
    if (word.starts_with('-') && word.size() > 1)
        return unknown_option(word, command);
    const auto has = [&](const char *name) {
        return std::ranges::find(command.options, name, &OptionEntry::names) !=
               command.options.end();
    };
    std::string text = "there is no use for the argument " + in_quotes(word);
    const bool number = word.find_first_not_of("+-.0123456789eE") == word.npos;
    std::error_code ignored;
    if (has("--location") && number)
        text += "; put quotes around a place of several numbers";
    else if (has("--location") && std::filesystem::exists(word, ignored))
        text += "; a place is given as --location FILE";
    else if (has("-o,--output") && word.find('.') != word.npos)
        text += "; the file to write is given as -o FILE";
    return text;
}

/// CLI11's words for what it found, in ours.
std::string in_our_words(const CLI::ParseError &error, const CommandEntry &command) {
    const std::string what = printable(error.what(), 300);
    std::smatch parts;
    if (std::regex_match(what, parts, std::regex("(.*): At Most 1 required.*")))
        return parts.str(1) + " is given more than once: give it once";
    if (std::regex_match(what, parts, std::regex("(.*): 1 required (.*) missing")))
        return fmt::format("{} needs a value: {} {}", parts.str(1), parts.str(1), parts.str(2));
    if (std::regex_match(what, parts, std::regex("(.*) requires (.*)")))
        return fmt::format("{} works only together with {}", parts.str(1), parts.str(2));
    if (std::regex_match(what, parts, std::regex("(.*) excludes (.*)")))
        return fmt::format("{} and {} exclude each other: leave one of them out", parts.str(1),
                           parts.str(2));
    if (std::regex_match(what, parts, std::regex("(.*) is required")))
        return fmt::format("{} needs {}: fathom {} {}", command.name, parts.str(1), command.name,
                           command.usage);
    return what;
}

} // namespace

CommandLine parse_command_line(const std::vector<std::string> &arguments) {
    Parser all;
    std::vector<std::string> words = with_command(all.app, arguments);
    std::reverse(words.begin(), words.end()); // as CLI11 takes them
    try {
        all.app.parse(words);
    } catch (const CLI::CallForHelp &) {
        return {TextCommand{help_text({all.table.begin(), all.table.end()}, chosen_entry(all).name),
                            {}},
                all.values.output};
    } catch (const CLI::CallForVersion &call) {
        return {TextCommand{call.what(), std::string(version())}, all.values.output};
    } catch (const CLI::ExtrasError &) {
        refuse(all.app, extra_word(all.app.remaining(true).front(), chosen_entry(all)));
    } catch (const CLI::ParseError &error) {
        refuse(all.app, in_our_words(error, chosen_entry(all)));
    }
    return {chosen_command(all.app, all.values, all.table), all.values.output};
}

std::vector<CommandEntry> command_table() {
    const Parser all;
    return {all.table.begin(), all.table.end()};
}

} // namespace fathom::app
