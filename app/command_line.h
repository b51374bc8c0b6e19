#pragma once
#include "app/commands.h"
#include "app/options/command_options.h"

#include <string>
#include <variant>
#include <vector>

namespace fathom::app {

/// A text that was asked for instead of work: --help or --version.
struct TextCommand {
    std::string text;
    std::string version; ///< of the program where that is what was asked for, else empty
};

using Command =
    std::variant<TextCommand, GuiCommand, RenderCommand, FilmCommand, RecolourCommand,
                 CompareCommand, ProbeCommand, NucleusCommand, OrbitCommand, VerifyCommand,
                 PlanCommand, TaskCommand, JoinCommand, FarmCommand, ConvertCommand, DevicesCommand,
                 BenchCommand, PrintDocumentationCommand>;

/// What a command line asks for.
struct CommandLine {
    Command command;
    OutputOptions output;
};

/// Reads the arguments, the program's own name not among them. Throws InputError for wrong usage.
CommandLine parse_command_line(const std::vector<std::string> &arguments);

/// All commands as the manual lists them: first the program itself, whose name is empty.
std::vector<CommandEntry> command_table();

} // namespace fathom::app
