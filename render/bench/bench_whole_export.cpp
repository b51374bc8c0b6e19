#include "render/bench/bench_whole_export.h"

#include "render/base/clock.h"
#include "render/bench/bench_deep.h"
#include "render/bench/bench_runs.h"
#include "render/bench/scratch_folder.h"
#include "render/engines/engine.h"
#include "render/engines/timed_span.h"
#include "render/jobs/export.h"
#include "render/places/palette.h"

#include <algorithm>
#include <optional>
#include <sys/resource.h>
#include <thread>
#include <utility>
#include <vector>

namespace fathom {
namespace {

/// Processor time of all threads of this process so far, in ms.
double processor_ms() {
    struct rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    const auto ms = [](const timeval &time) {
        return 1e3 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_usec);
    };
    return ms(usage.ru_utime) + ms(usage.ru_stime);
}

/// For how long a GPU's engines had slices under way, in ms, the mean of all.
class IterateSpans {
  public:
    explicit IterateSpans(Engine &engine) : engines_(engine.parts()), busy_(engines_.size()) {
        take(); // what was before
        std::fill(busy_.begin(), busy_.end(), Busy{});
    }

    /// Often, because engines keep few.
    void take() {
        for (std::size_t i = 0; i < engines_.size(); ++i)
            for (const TimedSpan &span : engines_[i]->take_spans())
                if (span.work == TimedSpan::Work::iterate)
                    busy_[i].add(span);
    }
    [[nodiscard]] double ms() const {
        double ms = 0;
        for (const Busy &busy : busy_)
            ms += busy.ms;
        return ms / static_cast<double>(busy_.size());
    }

  private:
    struct Busy {
        double ms = 0;
        double end_ms = 0; ///< of the latest span
        /// Slices of several frames may overlap; they come in the order in which they were begun.
        void add(const TimedSpan &span) {
            const double from = std::max(end_ms, span.begin_ms);
            ms += std::max(0.0, span.end_ms - from);
            end_ms = std::max(end_ms, span.end_ms);
        }
    };
    const std::vector<Engine *> engines_;
    std::vector<Busy> busy_;
};

struct Run {
    ExportResult result;
    double busy_gpu = 0, busy_cpu = 0;
};

/// Nothing if stopped.
std::optional<Run> run_once(Engine &engine, const ExportJob &job, const std::atomic<bool> &stop) {
    IterateSpans spans(engine);
    const double before = processor_ms();
    const Stopwatch watch;
    Run run{export_image(engine, job, stop, [&](double) { spans.take(); })};
    if (!run.result.finished)
        return std::nullopt;
    spans.take();
    run.busy_gpu = std::min(1.0, (spans.ms() + run.result.busy.colour_ms) /
                                     std::max(run.result.total_ms, 1e-6));
    const double cores = std::max(1U, std::thread::hardware_concurrency());
    run.busy_cpu = std::min(1.0, (processor_ms() - before) / (watch.ms() * cores));
    return run;
}

ExportJob job_of(const BenchmarkDevice &device, const ExportPicture &picture,
                 const WholeExportBench &bench, const std::filesystem::path &file) {
    ExportJob job;
    job.location = picture.view.location;
    job.size = bench.size.value_or(device.is_gpu() ? picture.size : picture.cpu_size);
    job.samples = picture.samples;
    job.lut = load_lut(std::nullopt, job.location.palette);
    job.path = file;
    // Without a ReferenceCache to keep anything, every export makes its own.
    job.method = export_method(job, {}, device.engine->info().traits);
    return job;
}

std::optional<WholeExportRow> measure_picture(const BenchmarkDevice &device,
                                              const ExportPicture &picture,
                                              const WholeExportBench &bench,
                                              const std::filesystem::path &file,
                                              const std::atomic<bool> &stop) {
    const ExportJob job = job_of(device, picture, bench, file);
    const auto middle = middle_of_runs(
        bench.runs, bench.longest_ms, [&] { return run_once(*device.engine, job, stop); },
        [](const Run &run) { return run.result.total_ms; });
    if (!middle)
        return std::nullopt;
    const ExportResult &result = middle->result;
    WholeExportRow row;
    row.what = picture.view.name;
    row.device = device.id;
    row.instruction_set = device.instruction_set;
    row.size = job.size;
    row.samples = job.samples;
    row.precision = job.method.precision;
    row.iterate_ms = result.busy.iterate_ms;
    row.colour_ms = result.busy.colour_ms;
    row.copy_ms = result.busy.copy_ms;
    row.encode_ms = result.busy.encode_ms;
    row.total_ms = result.total_ms;
    if (device.is_gpu())
        row.busy_gpu = middle->busy_gpu;
    row.busy_cpu = middle->busy_cpu;
    return row;
}

} // namespace

std::vector<ExportPicture> export_pictures() {
    std::vector<ExportPicture> pictures;
    for (BenchmarkView &view : benchmark_views())
        if (view.name == "whole")
            pictures.push_back({std::move(view), {32768, 32768}, {8192, 8192}, 1});
    BenchmarkView seahorse{"seahorse-1e3", {}};
    seahorse.location.view.re = Decimal::parse("-0.743643887037151");
    seahorse.location.view.im = Decimal::parse("0.13182590420533");
    seahorse.location.view.zoom = Decimal::parse("1e3");
    pictures.push_back({std::move(seahorse), {8192, 8192}, {2048, 2048}, 16});
    for (BenchmarkView &view : deep_places())
        if (view.name == "e50")
            pictures.push_back({std::move(view), {16384, 16384}, {1024, 1024}, 1});
    return pictures;
}

bool bench_whole_export(std::vector<BenchmarkDevice> &devices, const WholeExportBench &bench,
                        const BenchmarkWatch &watch, BenchReport &report) {
    const ScratchFolder folder;
    std::string previous;
    return measure_each(
        devices, bench.pictures, watch,
        [&](const BenchmarkDevice &device) {
            const bool another_set = std::exchange(previous, device.id) == device.id;
            return !another_set && (device.id != "reference" || bench.with_reference);
        },
        [&](const BenchmarkDevice &device, const ExportPicture &picture) {
            return measure_picture(device, picture, bench, folder.file(), watch.stop);
        },
        report.whole_exports);
}

} // namespace fathom
