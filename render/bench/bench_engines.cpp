#include "render/bench/bench_engines.h"

#include "render/bench/bench_runs.h"
#include "render/bench/device_ceiling.h"
#include "render/engines/engine.h"
#include "render/places/palette.h"

namespace fathom {
namespace {

constexpr Precision kTypes[] = {Precision::f32, Precision::f64};

RenderRequest request_for(const EngineRow &row, const Location &location, Size size) {
    const MethodChoice choice{.precision = row.precision, .shortcuts = row.shortcuts};
    RenderRequest request = make_request(location, size, {0, 0, size.width, size.height}, {},
                                         decide_method(location, size, choice));
    request.contents = FrameContents::counts;
    request.colour.lut = load_lut(std::nullopt, "default");
    return request;
}

/// Everything on one device.
class DeviceBench {
  public:
    DeviceBench(BenchmarkDevice &device, const EngineBench &bench, BenchReport &report)
        : device_(device), bench_(bench), report_(report), first_row_(report.engines.size()) {}

    void measure_ceiling() { ceiling_.measure(device_); }

    /// Enters the ceilings and judges the rows by them.
    void conclude() {
        for (const Precision type : kTypes)
            report_.ceilings.push_back({device_.id, device_.instruction_set, type,
                                        ceiling_.rate().fma_per_s(type), iterations_per_s(type),
                                        ceiling_.rate().copy_bytes_per_s});
        for (std::size_t i = first_row_; i < report_.engines.size(); ++i) {
            EngineRow &row = report_.engines[i];
            row.percent_of_ceiling = 100 * row.iterations_per_s / iterations_per_s(row.precision);
        }
    }

    bool measure_view(const BenchmarkView &view, Precision type, bool shortcuts,
                      const std::atomic<bool> &stop) {
        EngineRow row;
        row.device = device_.id;
        row.instruction_set = device_.instruction_set;
        row.precision = type;
        row.view = view.name;
        row.shortcuts = shortcuts;
        const auto request = [&](Size size) { return request_for(row, view.location, size); };
        const auto runs =
            measure_affordable(device_, bench_.size, bench_.longest_ms, bench_.runs, request, stop);
        if (!runs)
            return false;
        row.size = runs->size;
        row.ms = runs->result.median_ms;
        row.iterations = runs->result.iterations;
        row.longest_slice_ms = runs->result.longest_slice_ms;
        row.iterations_per_s = runs->result.iterations_per_second;
        row.resolved = !precision_warning(view.location, bench_.size, type);
        report_.engines.push_back(std::move(row));
        return true;
    }

  private:
    [[nodiscard]] double iterations_per_s(Precision type) const {
        return ceiling_.rate().fma_per_s(type) /
               (device_.is_gpu() ? kGpuInstructionsAnIteration : kHostInstructionsAnIteration);
    }

    BenchmarkDevice &device_;
    const EngineBench &bench_;
    BenchReport &report_;
    const std::size_t first_row_; ///< of this device
    DeviceCeiling ceiling_;
};

void add_ratios(std::vector<EngineRow> &rows) {
    const auto same_work = [](const EngineRow &a, const EngineRow &b) {
        return a.view == b.view && a.precision == b.precision && a.shortcuts == b.shortcuts;
    };
    for (EngineRow &row : rows)
        for (const EngineRow &reference : rows)
            if (reference.device == "reference" && same_work(row, reference))
                row.ratio_to_reference = row.iterations_per_s / reference.iterations_per_s;
}

} // namespace

bool bench_engines(std::vector<BenchmarkDevice> &devices, const EngineBench &bench,
                   const BenchmarkWatch &watch, BenchReport &report) {
    const std::vector<BenchmarkView> views = benchmark_views();
    const double steps = static_cast<double>(devices.size() * views.size()) * 4; // types, shortcuts
    int done = 0;
    for (BenchmarkDevice &device : devices) {
        DeviceBench of_device(device, bench, report);
        of_device.measure_ceiling();
        for (const Precision type : kTypes)
            for (const BenchmarkView &view : views)
                for (const bool shortcuts : {false, true}) {
                    if (!of_device.measure_view(view, type, shortcuts, watch.stop))
                        return false;
                    watch.progress(++done / steps);
                }
        of_device.measure_ceiling();
        of_device.conclude();
    }
    add_ratios(report.engines);
    return true;
}

} // namespace fathom
