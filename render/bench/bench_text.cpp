#include "render/bench/bench_report.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace fathom {
namespace {

/// A table as text: a headline, a row of column names, rows of cells, and remarks.
struct Grid {
    std::string title;
    std::vector<std::string> columns;
    int words = 1;                ///< the first columns, which are words; the others are numbers
    bool ends_with_words = false; ///< the last column, too
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> remarks;
};

bool is_words(const Grid &grid, std::size_t column) {
    return column < static_cast<std::size_t>(grid.words) ||
           (grid.ends_with_words && column + 1 == grid.columns.size());
}

std::string aligned(const Grid &grid) {
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < grid.columns.size(); ++c) {
        widths.push_back(grid.columns[c].size());
        for (const auto &row : grid.rows)
            widths[c] = std::max(widths[c], row[c].size());
    }
    const auto line = [&](const std::vector<std::string> &cells) {
        std::string text;
        for (std::size_t c = 0; c < cells.size(); ++c)
            text += is_words(grid, c) ? fmt::format("{:<{}}  ", cells[c], widths[c])
                                      : fmt::format("{:>{}}  ", cells[c], widths[c]);
        text.erase(text.find_last_not_of(' ') + 1);
        return text + '\n';
    };
    std::string text = grid.title + "\n\n" + line(grid.columns);
    for (const auto &row : grid.rows)
        text += line(row);
    for (const std::string &remark : grid.remarks)
        text += remark + '\n';
    return text;
}

std::string as_markdown(const Grid &grid) {
    std::string text = "## " + grid.title + "\n\n|";
    for (const std::string &column : grid.columns)
        text += ' ' + column + " |";
    text += "\n|";
    for (std::size_t c = 0; c < grid.columns.size(); ++c)
        text += is_words(grid, c) ? " --- |" : " ---: |";
    for (const auto &row : grid.rows) {
        text += "\n|";
        for (const std::string &cell : row)
            text += ' ' + cell + " |";
    }
    text += '\n';
    for (const std::string &remark : grid.remarks)
        text += '\n' + remark + '\n';
    return text;
}

std::string device_text(const std::string &device, const std::string &instruction_set) {
    return instruction_set.empty() ? device : device + ' ' + instruction_set;
}

std::string size_text(Size size) {
    return fmt::format("{}x{}", size.width, size.height);
}

/// Three significant digits, and all digits before the point.
std::string number(double value) {
    if (value == 0)
        return "0";
    const double size = std::abs(value);
    return fmt::format("{:.{}f}", value, size < 1 ? 4 : size < 10 ? 2 : size < 100 ? 1 : 0);
}

std::string number(const std::optional<double> &value) {
    return value ? number(*value) : "-";
}

Grid devices_grid(const BenchReport &report) {
    Grid grid{"Devices", {"device", "name", "detail"}, 3, false, {}, {}};
    for (const BenchDeviceRow &row : report.devices)
        grid.rows.push_back({row.device, row.name, row.detail});
    return grid;
}

Grid ceilings_grid(const BenchReport &report) {
    Grid grid{"Ceilings, measured in this run",
              {"device", "type", "G FMA/s", "G iterations/s", "copy GB/s"},
              2,
              false,
              {},
              {"An iteration takes 3 FMA on a CPU, which adds on pipes of its own, and 4 "
               "instructions of the FMA rate on a GPU. Copying counts bytes read and written."}};
    for (const PeakRateRow &row : report.ceilings)
        grid.rows.push_back({device_text(row.device, row.instruction_set), to_string(row.precision),
                             number(row.fma_per_s / 1e9), number(row.iterations_per_s / 1e9),
                             number(row.copy_bytes_per_s / 1e9)});
    return grid;
}

Grid engines_grid(const BenchReport &report) {
    Grid grid{fmt::format("Engines, median of {}", report.runs),
              {"device", "type", "view", "shortcuts", "pixels", "ms", "G iterations/s",
               "% of ceiling", "x reference"},
              4,
              false,
              {},
              {"With shortcuts, iterations that were spared count as done."}};
    bool all_resolved = true;
    for (const EngineRow &row : report.engines) {
        all_resolved = all_resolved && row.resolved;
        grid.rows.push_back({device_text(row.device, row.instruction_set), to_string(row.precision),
                             row.view + (row.resolved ? "" : " *"), row.shortcuts ? "on" : "off",
                             size_text(row.size), number(row.ms),
                             number(row.iterations_per_s / 1e9), number(row.percent_of_ceiling),
                             number(row.ratio_to_reference)});
    }
    if (!all_resolved)
        grid.remarks.emplace_back("* too deep for this type to tell neighbouring pixels apart");
    return grid;
}

Grid formulas_grid(const BenchReport &report) {
    Grid grid{fmt::format("Formulas, home views without shortcuts, median of {}", report.runs),
              {"device", "formula", "set", "tracked", "type", "pixels", "ms", "G iterations/s",
               "% of ceiling"},
              5,
              false,
              {},
              {"The ceiling is the FMA rate over the least instructions of an iteration; a CPU's "
               "additions run beside them."}};
    for (const FormulaRow &row : report.formulas)
        grid.rows.push_back({device_text(row.device, row.instruction_set),
                             kernels::formula_info(row.formula).id, row.julia ? "Julia" : "of c",
                             to_string(row.tracks), to_string(row.precision), size_text(row.size),
                             number(row.ms), number(row.iterations_per_s / 1e9),
                             number(row.percent_of_ceiling)});
    return grid;
}

Grid types_grid(const BenchReport &report) {
    Grid grid{fmt::format("Number types, step by step, median of {}", report.runs),
              {"device", "type", "pixels", "ms", "G iterations/s", "of f64", "% of ceiling",
               "instructions", "of f64 at 1/64"},
              2,
              false,
              {},
              {"The ceiling is the FMA rate over the least instructions of an iteration. Of f64 at "
               "1/64: by these alone, where float has 64 times as many units as double."}};
    for (const TypeRow &row : report.types)
        grid.rows.push_back({device_text(row.device, row.instruction_set), to_string(row.precision),
                             size_text(row.size), number(row.ms),
                             number(row.iterations_per_s / 1e9), number(row.ratio_to_double),
                             number(row.percent_of_ceiling), std::to_string(row.instructions),
                             number(row.ratio_at_64)});
    return grid;
}

Grid table_grid(const BenchReport &report) {
    Grid grid{"n x n pixels of [-2.25, 0.75] x [-1.5, 1.5], 50 iterations, double, ms",
              {"device", "n", "compute", "with copy", "up to colours", "counts"},
              1,
              false,
              {},
              {"compute: the counts, in the device's memory; with copy: and in the host's; up to "
               "colours: RGBA in the device's memory. counts: whether they are the first "
               "device's."}};
    for (const TableRow &row : report.table)
        grid.rows.push_back({device_text(row.device, row.instruction_set), std::to_string(row.n),
                             number(row.ms_compute), number(row.ms_with_copy),
                             number(row.ms_colour), row.agrees ? "agree" : "DIFFER"});
    return grid;
}

Grid published_grid(const BenchReport &report) {
    std::set<int> sizes;
    for (const TableRow &row : report.table)
        sizes.insert(row.n);
    Grid grid{"What other programs need for it, ms, as published elsewhere",
              {"program"},
              1,
              false,
              {},
              {}};
    for (const int n : sizes)
        grid.columns.push_back(std::to_string(n));
    std::vector<std::string> sources;
    for (const PublishedTime &time : published_times()) {
        const auto source = std::find(sources.begin(), sources.end(), time.source);
        const auto mark = static_cast<int>(source - sources.begin()) + 1;
        if (source == sources.end())
            sources.emplace_back(time.source);
        const std::string name = fmt::format("{} ({})", time.tool, mark);
        if (grid.rows.empty() || grid.rows.back().front() != name) {
            grid.rows.emplace_back(grid.columns.size(), "-");
            grid.rows.back().front() = name;
        }
        const auto size = sizes.find(time.n);
        if (size != sizes.end())
            grid.rows.back()[1 + static_cast<std::size_t>(std::distance(sizes.begin(), size))] =
                number(time.ms);
    }
    for (std::size_t i = 0; i < sources.size(); ++i)
        grid.remarks.push_back(fmt::format("({}) {}", i + 1, sources[i]));
    return grid;
}

Grid interop_grid(const BenchReport &report) {
    Grid grid{"To OpenGL's picture, with interop and through the host",
              {"device", "pixels", "frames/s", "through host", "ms", "through host", "interop"},
              2,
              true,
              {},
              {"A frame: the whole set, 1,000 iterations, computed and drawn. ms: of it from the "
               "samples to the end of the drawing."}};
    const auto rate = [](const std::optional<double> &ms) {
        return ms && *ms > 0 ? number(1000 / *ms) : "-";
    };
    for (const InteropRow &row : report.interop)
        grid.rows.push_back({row.device, row.size.width > 0 ? size_text(row.size) : "-",
                             rate(row.interop_frame_ms), rate(row.host_frame_ms),
                             number(row.interop_ms), number(row.host_ms), row.state});
    return grid;
}

Grid export_grid(const BenchReport &report) {
    Grid grid{"Writing a PNG",
              {"writer", "threads", "pixels", "megapixels/s", "peak MiB"},
              1,
              false,
              {},
              {"Peak: resident memory that the writer adds to the process."}};
    for (const ExportRow &row : report.exports)
        grid.rows.push_back({row.writer, std::to_string(row.threads), size_text(row.size),
                             number(row.megapixels_per_s), number(row.peak_mib)});
    return grid;
}

Grid whole_exports_grid(const BenchReport &report) {
    Grid grid{fmt::format("Exports, median of {}, ms", report.runs),
              {"device", "picture", "pixels", "samples", "precision", "iterate", "colour", "copy",
               "encode", "total", "GPU busy %", "CPU busy %"},
              5,
              false,
              {},
              {"Stages run beside each other, so they may add up to more than the total. Of what "
               "takes above 3 s the first run counts; a CPU alone gets smaller pictures."}};
    const auto percent = [](const std::optional<double> &share) {
        return share ? number(100 * *share) : "-";
    };
    for (const WholeExportRow &row : report.whole_exports)
        grid.rows.push_back({device_text(row.device, row.instruction_set), row.what,
                             size_text(row.size), std::to_string(row.samples),
                             to_string(row.precision), number(row.iterate_ms),
                             number(row.colour_ms), number(row.copy_ms), number(row.encode_ms),
                             number(row.total_ms), percent(row.busy_gpu), percent(row.busy_cpu)});
    return grid;
}

Grid deep_grid(const BenchReport &report) {
    Grid grid{
        fmt::format("Deep views from a cold start, median of {}, ms", report.runs),
        {"device", "place", "pixels", "precision", "skipping", "rounds", "reference", "tables",
         "iterating", "total"},
        5,
        false,
        {},
        {"reference: the orbit in many digits; tables: its jumps; total: up to the colours. "
         "Of what takes above 3 s the first run counts. rounds: jumps and steps of a pixel, the "
         "mean of 64."}};
    for (const DeepRow &row : report.deep)
        grid.rows.push_back(
            {device_text(row.device, row.instruction_set), row.place, size_text(row.size),
             to_string(row.precision), row.approximation ? to_string(*row.approximation) : "-",
             row.rounds_a_pixel ? number(*row.rounds_a_pixel) : "-", number(row.reference_ms),
             number(row.tables_ms), number(row.pixels_ms), number(row.total_ms)});
    return grid;
}

Grid films_grid(const BenchReport &report) {
    Grid grid{"Films, each made once, ms",
              {"device", "film", "what", "pixels", "frames/s", "samples", "frames", "made", "orbit",
               "strips", "assembling", "encode", "total"},
              4,
              false,
              {},
              {"strips: the rings of zooms; assembling: frames of them. Stages run beside each "
               "other, so they may add up to more than the total. A CPU alone gets smaller films "
               "of fewer frames."}};
    for (const FilmRow &row : report.films) {
        grid.rows.push_back({device_text(row.device, row.instruction_set), row.film,
                             to_string(row.work), size_text(row.size),
                             number(row.frames_per_second), std::to_string(row.samples),
                             std::to_string(row.frames), std::to_string(row.made),
                             number(row.orbit_ms), number(row.rings_ms), number(row.frames_ms),
                             number(row.encode_ms), number(row.total_ms)});
        const auto &said = grid.remarks;
        if (!row.remark.empty() && std::find(said.begin(), said.end(), row.remark) == said.end())
            grid.remarks.push_back(row.remark);
    }
    return grid;
}

std::vector<Grid> grids_of(const BenchReport &report) {
    std::vector<Grid> grids;
    if (!report.devices.empty())
        grids.push_back(devices_grid(report));
    if (!report.ceilings.empty())
        grids.push_back(ceilings_grid(report));
    if (!report.engines.empty())
        grids.push_back(engines_grid(report));
    if (!report.formulas.empty())
        grids.push_back(formulas_grid(report));
    if (!report.types.empty())
        grids.push_back(types_grid(report));
    if (!report.table.empty()) {
        grids.push_back(table_grid(report));
        grids.push_back(published_grid(report));
    }
    if (!report.interop.empty())
        grids.push_back(interop_grid(report));
    if (!report.exports.empty())
        grids.push_back(export_grid(report));
    if (!report.whole_exports.empty())
        grids.push_back(whole_exports_grid(report));
    if (!report.deep.empty())
        grids.push_back(deep_grid(report));
    if (!report.films.empty())
        grids.push_back(films_grid(report));
    return grids;
}

template <class Format> std::string formatted(const BenchReport &report, Format format) {
    std::string text;
    for (const Grid &grid : grids_of(report))
        text += (text.empty() ? "" : "\n") + format(grid);
    return text;
}

} // namespace

std::string to_text(const BenchReport &report) {
    return formatted(report, aligned);
}

std::string to_markdown(const BenchReport &report) {
    return formatted(report, as_markdown);
}

} // namespace fathom
