#include "app/commands.h"
#include "app/progress_bar.h"
#include "app/stop_signals.h"
#include "render/benchmark.h"
#include "render/devices.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace fathom {
namespace {

/// The reference computes this much less on each side: it is a hundred times slower, and its rate
/// does not depend on the size.
constexpr int kReferenceReduction = 8;

struct Row {
    std::string view;
    std::string device;
    Precision precision = Precision::f64;
    Size size;
    BenchmarkResult result;
    double ratio_to_reference = 0; ///< of iterations per second; 0 if the reference wasn't measured
};

using Engines = std::vector<std::unique_ptr<Engine>>;

Engines make_engines(const BenchCommand &command) {
    std::vector<std::string> ids = command.devices;
    if (ids.empty())
        for (const DeviceInfo &device : list_devices().devices)
            ids.push_back(device.id);
    Engines engines;
    for (const std::string &id : ids)
        engines.push_back(make_engine(id, {command.threads, {}}));
    return engines;
}

Size size_for(const std::string &device, Size size) {
    if (device != "reference")
        return size;
    return {std::max(1, size.width / kReferenceReduction),
            std::max(1, size.height / kReferenceReduction)};
}

/// Measures every view in both number types (hence the 2) on every engine. Nothing if stopped.
std::optional<std::vector<Row>> measure_all(const Engines &engines, const BenchCommand &command,
                                            const OutputOptions &output) {
    const StopSignals signals;
    ProgressBar bar(output.quiet);
    const std::vector<BenchmarkView> views = benchmark_views();
    const double count = 2.0 * static_cast<double>(views.size() * engines.size());
    std::vector<Row> rows;
    for (const BenchmarkView &view : views) {
        for (const Precision precision : {Precision::f32, Precision::f64}) {
            for (const auto &engine : engines) {
                const std::string &id = engine->info().id;
                const BenchmarkJob job = {view.location, size_for(id, command.size), precision,
                                          command.runs};
                const auto result = measure(*engine, job, signals.stop());
                if (!result)
                    return std::nullopt;
                rows.push_back({view.name, id, precision, job.size, *result, 0});
                bar.show(static_cast<double>(rows.size()) / count);
            }
        }
    }
    return rows;
}

void add_ratios(std::vector<Row> &rows) {
    std::map<std::pair<std::string, Precision>, double> reference;
    for (const Row &row : rows)
        if (row.device == "reference")
            reference[{row.view, row.precision}] = row.result.iterations_per_second;
    for (Row &row : rows)
        if (const auto found = reference.find({row.view, row.precision}); found != reference.end())
            row.ratio_to_reference = row.result.iterations_per_second / found->second;
}

std::string to_text(const std::vector<Row> &rows) {
    std::string text =
        fmt::format("{:<9} {:<4} {:<10} {:>11} {:>12} {:>14} {:>11}\n", "view", "type", "device",
                    "pixels", "median ms", "iterations/s", "x reference");
    for (const Row &row : rows)
        text += fmt::format(
            "{:<9} {:<4} {:<10} {:>11} {:>12.3f} {:>14.3e} {:>11}\n", row.view,
            to_string(row.precision), row.device,
            fmt::format("{}x{}", row.size.width, row.size.height), row.result.median_ms,
            row.result.iterations_per_second,
            row.ratio_to_reference > 0 ? fmt::format("{:.2f}", row.ratio_to_reference) : "-");
    return text;
}

nlohmann::ordered_json to_json(const std::vector<Row> &rows, int runs) {
    nlohmann::ordered_json results = nlohmann::ordered_json::array();
    for (const Row &row : rows) {
        nlohmann::ordered_json ratio; // null
        if (row.ratio_to_reference > 0)
            ratio = row.ratio_to_reference;
        results.push_back({{"view", row.view},
                           {"precision", to_string(row.precision)},
                           {"device", row.device},
                           {"width", row.size.width},
                           {"height", row.size.height},
                           {"median_ms", row.result.median_ms},
                           {"iterations", row.result.iterations},
                           {"iterations_per_second", row.result.iterations_per_second},
                           {"ratio_to_reference", std::move(ratio)}});
    }
    return {{"runs", runs}, {"results", std::move(results)}};
}

} // namespace

int run(const BenchCommand &command, const OutputOptions &output) {
    std::optional<std::vector<Row>> rows = measure_all(make_engines(command), command, output);
    if (!rows) {
        print_error("stopped; the measurement is not complete");
        return kInterruptedExitCode;
    }
    add_ratios(*rows);
    if (output.json)
        print_json(to_json(*rows, command.runs));
    else
        print_text(to_text(*rows));
    return 0;
}

} // namespace fathom
