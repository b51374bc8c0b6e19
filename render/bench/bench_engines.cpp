#include "render/bench/bench_engines.h"

#include "render/base/clock.h"
#include "render/bench/gpu_peak_rate.h"
#include "render/bench/peak_rate.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/places/palette.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace fathom {
namespace {

constexpr Precision kTypes[] = {Precision::f32, Precision::f64};

int index_of_gpu(const std::string &id) {
    int index = 0;
    std::from_chars(id.data() + 3, id.data() + id.size(), index); // after "gpu"
    return index;
}

/// Of one GPU, or of all together.
PeakRate peak_rate_of_gpus(const std::string &id) {
    if (id != "gpu")
        return measure_gpu_peak_rate(index_of_gpu(id));
    PeakRate sum;
    for (const DeviceInfo &device : list_devices().devices) {
        if (device.kind != "gpu" || device.id == id)
            continue;
        const PeakRate one = measure_gpu_peak_rate(index_of_gpu(device.id));
        sum.f32_fma_per_s += one.f32_fma_per_s;
        sum.f64_fma_per_s += one.f64_fma_per_s;
        sum.copy_bytes_per_s += one.copy_bytes_per_s;
    }
    return sum;
}

RenderRequest request_for(const EngineRow &row, const Location &location) {
    const MethodChoice choice{.precision = row.precision, .shortcuts = row.shortcuts};
    RenderRequest request =
        make_request(location, row.size, {0, 0, row.size.width, row.size.height}, {},
                     decide_method(location, row.size, choice));
    request.contents = FrameContents::counts;
    request.colour.lut = load_lut(std::nullopt, "default");
    return request;
}

Size scaled(Size size, double factor) {
    const auto side = [&](int pixels) {
        return std::max(1, static_cast<int>(std::lround(pixels * factor)));
    };
    return {side(size.width), side(size.height)};
}

/// The size, or a smaller one of the same shape, for which a run takes about `longest_ms`: judged
/// by a small picture, which still has to fill a GPU. Nothing if stopped.
std::optional<Size> affordable_size(const BenchmarkDevice &device, EngineRow row,
                                    const Location &location, const EngineBench &bench,
                                    const std::atomic<bool> &stop) {
    const Size trial = scaled(bench.size, device.is_gpu() ? 1.0 / 4 : 1.0 / 16);
    row.size = trial;
    const std::shared_ptr<Frame> frame = device.engine->make_frame(request_for(row, location));
    if (!frame->iterate(stop))
        return std::nullopt;
    const double pixels = static_cast<double>(bench.size.width) * bench.size.height;
    const double trial_pixels = static_cast<double>(trial.width) * trial.height;
    const double whole_ms = frame->times().iterate_ms * pixels / trial_pixels;
    return whole_ms <= bench.longest_ms
               ? bench.size
               : scaled(bench.size, std::sqrt(bench.longest_ms / whole_ms));
}

/// Everything on one device.
class DeviceBench {
  public:
    DeviceBench(BenchmarkDevice &device, const EngineBench &bench, BenchReport &report)
        : device_(device), bench_(bench), report_(report), first_row_(report.engines.size()) {}

    /// To be called before the views and after them: the higher one counts, because whatever
    /// disturbed one of them must not flatter the engine.
    void measure_peak_rate() {
        const PeakRate now = device_.is_gpu()
                                 ? peak_rate_of_gpus(device_.id)
                                 : measure_host_peak_rate(device_.instruction_set, device_.threads);
        ceiling_.f32_fma_per_s = std::max(ceiling_.f32_fma_per_s, now.f32_fma_per_s);
        ceiling_.f64_fma_per_s = std::max(ceiling_.f64_fma_per_s, now.f64_fma_per_s);
        ceiling_.copy_bytes_per_s = std::max(ceiling_.copy_bytes_per_s, now.copy_bytes_per_s);
    }

    /// Enters the ceilings and judges the rows by them.
    void conclude() {
        for (const Precision type : kTypes)
            report_.ceilings.push_back({device_.id, device_.instruction_set, type,
                                        ceiling_.fma_per_s(type), iterations_per_s(type),
                                        ceiling_.copy_bytes_per_s});
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
        const auto size = affordable_size(device_, row, view.location, bench_, stop);
        if (!size)
            return false;
        row.size = *size;
        const auto result =
            measure(*device_.engine, request_for(row, view.location), bench_.runs, stop);
        if (!result)
            return false;
        row.ms = result->median_ms;
        row.iterations = result->iterations;
        row.longest_slice_ms = result->longest_slice_ms;
        row.iterations_per_s = result->iterations_per_second;
        row.resolved = !precision_warning(view.location, bench_.size, type);
        report_.engines.push_back(std::move(row));
        return true;
    }

  private:
    [[nodiscard]] double iterations_per_s(Precision type) const {
        return ceiling_.fma_per_s(type) /
               (device_.is_gpu() ? kGpuInstructionsAnIteration : kHostInstructionsAnIteration);
    }

    BenchmarkDevice &device_;
    const EngineBench &bench_;
    BenchReport &report_;
    const std::size_t first_row_; ///< of this device
    PeakRate ceiling_;
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
        of_device.measure_peak_rate();
        for (const Precision type : kTypes)
            for (const BenchmarkView &view : views)
                for (const bool shortcuts : {false, true}) {
                    if (!of_device.measure_view(view, type, shortcuts, watch.stop))
                        return false;
                    watch.progress(++done / steps);
                }
        of_device.measure_peak_rate();
        of_device.conclude();
    }
    add_ratios(report.engines);
    return true;
}

} // namespace fathom
