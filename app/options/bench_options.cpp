#include "app/options/bench_options.h"

#include "app/options/command_options.h"
#include "app/options/option_values.h"
#include "app/options/place_options.h"
#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/bench/bench_table.h"

#include <fmt/format.h>
#include <map>

namespace fathom::app {
namespace {

constexpr int kMostRuns = 1000;

using Suite = BenchCommand::Suite;

const std::map<std::string, Suite> &suites() {
    static const std::map<std::string, Suite> all = {
        {"table", Suite::table}, {"engines", Suite::engines}, {"formulas", Suite::formulas},
        {"types", Suite::types}, {"interop", Suite::interop}, {"export", Suite::exports},
        {"deep", Suite::deep},   {"film", Suite::film},       {"all", Suite::all}};
    return all;
}

std::vector<std::string> suite_list() {
    return {"engines", "formulas", "types", "table", "interop", "export", "deep", "film", "all"};
}

Suite parse_suite(const std::string &text) {
    const auto found = suites().find(text);
    if (found == suites().end())
        throw InputError(
            fmt::format("--suite takes {}, not {}", in_a_row(suite_list()), in_quotes(text)));
    return found->second;
}

std::vector<int> parse_table_sizes(const std::string &text) {
    std::vector<int> sizes;
    for (const std::string &size : split_at_commas(text))
        sizes.push_back(parse_int("--table-sizes", size, 1, kMaxTableSide));
    return sizes;
}

void add_work(CommandOptions &command, BenchCommand &bench) {
    command.begin_group("Work");
    command.add_text(
        "--suite", "NAME",
        {"what to measure:", "engines", suite_list(),
         "docs/reference/benchmarks.md describes the suites. all leaves film out, which "
         "takes minutes."},
        [&](const std::string &text) { bench.suite = parse_suite(text); });
    command.add_text(
        "--runs", "N", {"runs of each measurement; the median counts", "3"},
        [&](const std::string &text) { bench.runs = parse_int("--runs", text, 1, kMostRuns); });
    command.add_text("--size", "WxH",
                     {"size of the pictures, where the suite has them",
                      "the suite's",
                      {},
                      "engines and formulas take 3840x2160, types and deep 1920x1080; less where a "
                      "run would take too long. Exports and films have sizes of their own."},
                     [&](const std::string &text) { bench.size = parse_size("--size", text); });
    command.add_text("--table-sizes", "N,...",
                     {"sides of the pictures of --suite table", "500,2500,5000,10000,15000"},
                     [&](const std::string &text) { bench.table_sizes = parse_table_sizes(text); });
    command.add_list("--location", "FILE",
                     {"a deep place or a film to measure; may be repeated",
                      "those in assets/deep, assets/films"},
                     [&](const std::vector<std::string> &files) {
                         bench.locations.assign(files.begin(), files.end());
                     });
    command.add_text("--orbit", "FILE", {"reference orbit of the one deep place"},
                     [&](const std::string &text) { bench.orbit = text; });
}

void add_devices(CommandOptions &command, BenchCommand &bench) {
    command.begin_group("Device");
    command.add_text("--device,--devices", "ID,...",
                     {"the devices to measure", "all", {"cpu", "gpu0", "gpu", "reference"}},
                     [&](const std::string &text) { bench.devices = split_at_commas(text); });
    command.add_text("--instruction-set", "NAME", {"of the CPU, such as AVX2", "each"},
                     [&](const std::string &text) { bench.instruction_set = text; });
}

void add_files(CommandOptions &command, BenchCommand &bench) {
    command.begin_group("File");
    command.add_text("--markdown", "FILE", {"write the results as Markdown tables"},
                     [&](const std::string &text) { bench.markdown = text; });
    command.add_text("--plot", "FILE.png", {"draw the engines against their ceilings"},
                     [&](const std::string &text) { bench.plot = text; });
    command.begin_group("General");
    command.add_optional_text("--json", "[FILE]",
                              {"write the results as JSON; without a FILE to standard output"},
                              [&](const std::string &file) {
                                  bench.print_json = file.empty() || file == "-";
                                  if (!bench.print_json)
                                      bench.json = file;
                              });
}

} // namespace

void add_bench_options(CommandOptions &command, BenchCommand &bench) {
    add_work(command, bench);
    add_devices(command, bench);
    add_threads_option(command, bench.threads);
    add_method_options(command, bench.method, false);
    add_files(command, bench);
}

} // namespace fathom::app
