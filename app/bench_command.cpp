#include "app/commands.h"
#include "app/option_advice.h"
#include "app/progress_bar.h"
#include "app/stop_signals.h"
#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/bench/bench_deep.h"
#include "render/bench/bench_engines.h"
#include "render/bench/bench_export.h"
#include "render/bench/bench_film.h"
#include "render/bench/bench_formulas.h"
#include "render/bench/bench_plot.h"
#include "render/bench/bench_report.h"
#include "render/bench/bench_table.h"
#include "render/bench/bench_types.h"
#include "render/bench/bench_whole_export.h"
#include "render/deep/orbit_file.h"
#include "render/engines/devices.h"
#include "render/film/film_toml.h"
#include "render/import/location_file.h"
#include "ui/gui/bench_interop.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace fathom::app {
namespace {

using BenchSuite = BenchCommand::Suite;

/// The suites one after the other.
class Bench {
  public:
    Bench(const BenchCommand &command, const OutputOptions &output)
        : command_(command), bar_(output.quiet) {
        report_.runs = command.runs;
        if (wants(BenchSuite::deep))
            places_ = command.locations.empty() ? deep_places() : read_places(command, output);
        if (wants(BenchSuite::film))
            films_ = command.locations.empty() ? benchmark_films() : read_films(command, output);
        if (command.orbit)
            orbit_ = read_orbit_file(*command.orbit);
        if (wants(BenchSuite::deep) && places_.empty())
            throw InputError("Fathom's folder of assets has no deep places; install it again, or "
                             "time a place of your own with --location FILE");
        if (wants(BenchSuite::film) && films_.empty())
            throw InputError("Fathom's folder of assets has no films; install it again, or time "
                             "one of your own with --location FILE");
    }

    /// False if it was stopped.
    bool run() {
        if (!run_writers()) // first: it forks, which wants a process without threads
            return false;
        make_devices();
        return run_whole_export() && run_engines() && run_formulas() && run_types() &&
               run_table() && run_interop() && run_deep() && run_film();
    }

    [[nodiscard]] const BenchReport &report() const noexcept { return report_; }

  private:
    [[nodiscard]] bool wants(BenchSuite suite) const {
        // Films take minutes, so they are measured where they are asked for.
        return command_.suite == suite ||
               (command_.suite == BenchSuite::all && suite != BenchSuite::film);
    }

    static std::vector<BenchmarkView> read_places(const BenchCommand &command,
                                                  const OutputOptions &output) {
        std::vector<BenchmarkView> places;
        for (const std::filesystem::path &file : command.locations) {
            ParsedLocation parsed = read_location_file(file);
            print_warnings(with_options(parsed.warnings), output);
            places.push_back({file.stem().string(), std::move(parsed.location)});
        }
        return places;
    }

    static std::vector<BenchmarkFilm> read_films(const BenchCommand &command,
                                                 const OutputOptions &output) {
        std::vector<BenchmarkFilm> films;
        for (const std::filesystem::path &file : command.locations) {
            film::ParsedFilm parsed = film::read_film_file(file);
            print_warnings(with_options(parsed.warnings), output);
            films.push_back({file.stem().string(), std::move(parsed.film)});
        }
        return films;
    }

    /// For the next part of what is measured; the bar shows how many of them are done.
    BenchmarkWatch watch() {
        const int parts = command_.suite == BenchSuite::all       ? kParts
                          : command_.suite == BenchSuite::exports ? kExportParts
                                                                  : 1;
        const double share = 1.0 / parts;
        const double before = share * parts_begun_++;
        return {signals_.stop(), [=, this](double done) { bar_.show(before + share * done); }};
    }

    void make_devices() {
        devices_ =
            make_benchmark_devices({command_.devices, command_.threads, command_.instruction_set});
        for (const BenchmarkDevice &device : devices_) {
            const EngineInfo &info = device.engine->info();
            report_.devices.push_back({device.id, device.instruction_set, info.name, info.detail});
        }
    }

    bool run_engines() {
        EngineBench bench;
        bench.size = command_.size.value_or(bench.size);
        bench.runs = command_.runs;
        return !wants(BenchSuite::engines) || bench_engines(devices_, bench, watch(), report_);
    }

    bool run_formulas() {
        FormulaBench bench;
        bench.size = command_.size.value_or(bench.size);
        bench.runs = command_.runs;
        bench.with_reference = !command_.devices.empty();
        return !wants(BenchSuite::formulas) || bench_formulas(devices_, bench, watch(), report_);
    }

    bool run_types() {
        TypeBench bench;
        bench.size = command_.size.value_or(bench.size);
        bench.runs = command_.runs;
        bench.with_reference = !command_.devices.empty();
        return !wants(BenchSuite::types) || bench_types(devices_, bench, watch(), report_);
    }

    bool run_table() {
        TableBench bench;
        if (!command_.table_sizes.empty())
            bench.sizes = command_.table_sizes;
        bench.runs = command_.runs;
        return !wants(BenchSuite::table) || bench_table(devices_, bench, watch(), report_);
    }

    bool run_interop() {
        return !wants(BenchSuite::interop) || ui::bench_interop(devices_, {}, watch(), report_);
    }

    bool run_writers() {
        ExportBench bench;
        bench.threads = command_.threads;
        return !wants(BenchSuite::exports) || bench_export(bench, watch(), report_);
    }

    bool run_whole_export() {
        if (!wants(BenchSuite::exports))
            return true;
        WholeExportBench bench;
        bench.pictures = export_pictures();
        bench.size = command_.size;
        bench.runs = command_.runs;
        bench.with_reference = !command_.devices.empty();
        return bench_whole_export(devices_, bench, watch(), report_);
    }

    bool run_deep() {
        if (!wants(BenchSuite::deep))
            return true;
        DeepBench bench;
        bench.places = places_;
        bench.size = command_.size.value_or(bench.size);
        bench.runs = command_.runs;
        bench.method = command_.method;
        bench.orbit = orbit_;
        if (orbit_)
            bench.orbit_name = command_.orbit->string();
        bench.with_reference = !command_.devices.empty();
        return bench_deep(devices_, bench, watch(), report_);
    }

    bool run_film() {
        FilmBench bench;
        bench.films = films_;
        bench.size = command_.size;
        bench.with_reference = !command_.devices.empty();
        return !wants(BenchSuite::film) || bench_film(devices_, bench, watch(), report_);
    }

    static constexpr int kExportParts = 2; ///< writers alone, and whole exports
    static constexpr int kParts = 6 + kExportParts;
    const BenchCommand &command_;
    const StopSignals signals_;
    ProgressBar bar_;
    int parts_begun_ = 0;
    std::vector<BenchmarkView> places_; ///< the deep ones
    std::vector<BenchmarkFilm> films_;
    std::shared_ptr<const ReferenceOrbit> orbit_; ///< the deep places', if given
    std::vector<BenchmarkDevice> devices_;
    BenchReport report_;
};

/// Throws InputError for options that the suite has no use for.
void check_suite(const BenchCommand &command) {
    if (command.plot && command.suite != BenchSuite::engines && command.suite != BenchSuite::all)
        throw InputError("--plot draws engines: measure them with --suite engines or all");
    if (!command.locations.empty() && command.suite != BenchSuite::deep &&
        command.suite != BenchSuite::film && command.suite != BenchSuite::all)
        throw InputError("--location names a deep place or a film: measure it with --suite deep or "
                         "--suite film");
    if (command.orbit && (command.suite != BenchSuite::deep || command.locations.size() != 1))
        throw InputError("--orbit serves one deep place: name it with --suite deep and one "
                         "--location FILE");
}

/// Finds out what cannot work before the measurement takes its minutes. Throws InputError and
/// DiskError.
void check(const BenchCommand &command) {
    check_suite(command);
    for (const std::string &id : command.devices)
        check_device_id(id);
    for (const auto &path : {command.json, command.markdown, command.plot})
        if (path)
            const OutputFile can_be_written(*path);
    if (command.plot)
        check_plot_font();
}

void write_files(const BenchCommand &command, const BenchReport &report) {
    if (command.json)
        write_text_file(*command.json, to_json(report).dump(2) + '\n');
    if (command.markdown)
        write_text_file(*command.markdown, to_markdown(report));
    if (command.plot)
        write_plot(report, *command.plot);
}

} // namespace

int run(const BenchCommand &command, const OutputOptions &output) {
    check(command);
    std::optional<BenchReport> report;
    {
        Bench bench(command, output);
        if (bench.run())
            report = bench.report();
    }
    if (!report) {
        print_error("stopped; the measurement is not complete, and no file was written");
        return kInterruptedExitCode;
    }
    write_files(command, *report);
    if (command.print_json || output.json)
        print_json(to_json(*report));
    else
        print_text(to_text(*report));
    const auto differs = [](const TableRow &row) { return !row.agrees; };
    if (std::any_of(report->table.begin(), report->table.end(), differs)) {
        print_error("the devices' counts differ in the table: a fault of Fathom or of a device; "
                    "'fathom compare' tells more");
        return 1; // as of compare
    }
    return 0;
}

} // namespace fathom::app
