#pragma once
#include "render/bench/bench_report.h"

#include <filesystem>

namespace fathom {

/// Throws InputError if this machine has no font to draw a plot with.
void check_plot_font();

/// Draws the engines of a report as bars against their ceilings, one block for each device and
/// number type, into a PNG. Throws InputError without engines or font, DiskError.
void write_plot(const BenchReport &report, const std::filesystem::path &path);

} // namespace fathom
