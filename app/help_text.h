#pragma once
#include "app/options/command_options.h"

#include <string>
#include <string_view>
#include <vector>

namespace fathom::app {

/// Columns and lines of a screen that a help fits.
inline constexpr std::size_t kHelpColumns = 100;
inline constexpr std::size_t kHelpLines = 50;

/// The words of a text in lines of at most kHelpColumns. The first line begins at `column`, the
/// others are indented by `indent` blanks.
std::string wrapped(const std::string &text, std::size_t indent, std::size_t column);

/// Options that belong together.
struct OptionGroup {
    std::string heading;
    std::vector<const OptionEntry *> options;
};
/// In the order in which the groups begin, with the general options last.
std::vector<OptionGroup> groups_of(const CommandEntry &command);

/// The commands of a purpose, in their order; the program itself is not among them.
struct Purpose {
    std::string heading;
    std::vector<const CommandEntry *> commands;
};
std::vector<Purpose> purposes_of(const std::vector<CommandEntry> &table);

/// The entry of that name, which is there.
const CommandEntry &command_named(const std::vector<CommandEntry> &table, std::string_view name);

/// The command, render or film, whose help explains the same option with the same words, so that
/// help and manual of another one need not repeat it; else "".
std::string explained_by(const OptionEntry &option, const CommandEntry &command,
                         const std::vector<CommandEntry> &table);

/// "-o, --output FILE"
std::string synopsis(const OptionEntry &option);
/// The names apart: "-o" and "--output".
std::vector<std::string> names_of(const OptionEntry &option);

/// The meaning with its choices: "number type: f32, f64 or auto".
std::string full_meaning(const OptionEntry &option);

/// What `fathom NAME --help` prints; of the program itself if `name` is empty.
std::string help_text(const std::vector<CommandEntry> &table, std::string_view name);

/// What the exit codes mean.
struct ExitCode {
    const char *code;
    const char *meaning;
};
const std::vector<ExitCode> &exit_codes();

} // namespace fathom::app
