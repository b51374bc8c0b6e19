#pragma once
#include "app/commands.h"
#include "app/options/command_options.h"

#include <deque>
#include <string>

namespace fathom::app {

/// A command for those who build Fathom, which no help lists.
inline constexpr const char *kPrintDocumentation = "print-documentation";

/// All that the options fill in; which of it counts depends on the subcommand.
struct Values {
    OutputOptions output;
    std::string file; ///< to open in the window, or empty
    GuiCommand gui;
    RenderCommand render;
    FilmCommand film;
    RecolourCommand recolour;
    CompareCommand compare;
    ProbeCommand probe;
    NucleusCommand nucleus;
    OrbitCommand orbit;
    VerifyCommand verify;
    PlanCommand plan;
    TaskCommand task;
    JoinCommand join;
    FarmCommand farm;
    ConvertCommand convert;
    DevicesCommand devices;
    BenchCommand bench;
    PrintDocumentationCommand documentation;
};

/// Defines all commands with their options: for the parser, which fills in `values`, and for the
/// manual, whose table begins with the program itself. All three have to outlive the parsing.
void define_commands(CLI::App &app, Values &values, std::deque<CommandEntry> &table);

} // namespace fathom::app
