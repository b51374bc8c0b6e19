#pragma once
#include "app/commands.h"

namespace fathom::app {

class CommandOptions;

/// Offers all that `fathom bench` takes but --quiet, --help and --version. `bench` has to outlive
/// the parsing.
void add_bench_options(CommandOptions &command, BenchCommand &bench);

} // namespace fathom::app
