#include "render/bench/benchmark.h"

#include "render/engines/devices.h"
#include "render/engines/engine.h"

#include <algorithm>
#include <thread>

namespace fathom {
namespace {

struct Place {
    const char *name, *re, *im, *zoom;
    std::uint32_t iterations;
};
constexpr Place kPlaces[] = {
    {"interior", "-0.15", "0", "20", 10'000}, // inside the main cardioid
    {"whole", "-0.75", "0", "1.6", 1000},
    {"seahorse-1e5", "-0.743643887037151", "0.13182590420533", "1e5", 5000},
    {"seahorse-1e9", "-0.743643887037158704752191506114774", "0.131825904205311970493132056385139",
     "1e9", 50'000},
};

/// Every device, and several GPUs together, too.
std::vector<std::string> all_ids() {
    std::vector<std::string> ids;
    int gpus = 0;
    for (const DeviceInfo &device : list_devices().devices) {
        ids.push_back(device.id);
        gpus += static_cast<int>(device.kind == "gpu");
    }
    if (gpus > 1)
        ids.emplace_back("gpu");
    return ids;
}

std::vector<std::string> instruction_sets_of_cpu() {
    std::vector<std::string> names = cpu_instruction_sets();
    if (names.size() > 1)
        names.pop_back();
    return names;
}

} // namespace

std::vector<BenchmarkView> benchmark_views() {
    std::vector<BenchmarkView> views;
    for (const Place &place : kPlaces) {
        Location location;
        location.view.re = Decimal::parse(place.re);
        location.view.im = Decimal::parse(place.im);
        location.view.zoom = Decimal::parse(place.zoom);
        location.iterations = place.iterations;
        views.push_back({place.name, std::move(location)});
    }
    return views;
}

std::vector<BenchmarkDevice> make_benchmark_devices(const BenchmarkDevices &wanted) {
    const std::vector<std::string> ids = wanted.ids.empty() ? all_ids() : wanted.ids;
    const int threads = wanted.threads > 0
                            ? wanted.threads
                            : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const auto plain_loop = cpu_instruction_sets().back();
    const auto sets = wanted.instruction_set.empty() ? instruction_sets_of_cpu()
                                                     : std::vector{wanted.instruction_set};
    std::vector<BenchmarkDevice> devices;
    for (const std::string &id : ids) {
        if (id == "cpu") {
            for (const std::string &set : sets)
                devices.push_back({id, set, threads, make_engine(id, {threads, set})});
            continue;
        }
        auto engine = make_engine(id, {threads, {}});
        const std::string made = engine->info().id; // of "auto"
        if (made == "reference")
            devices.push_back({made, plain_loop, threads, std::move(engine)});
        else if (made == "cpu")
            devices.push_back({made, cpu_instruction_sets().front(), threads, std::move(engine)});
        else
            devices.push_back({made, {}, 0, std::move(engine)});
    }
    return devices;
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::optional<BenchmarkResult> measure(Engine &engine, const RenderRequest &request, int runs,
                                       const std::atomic<bool> &stop) {
    BenchmarkResult result;
    std::vector<double> times_ms;
    for (int run = 0; run <= runs; ++run) {
        const std::shared_ptr<Frame> frame = engine.make_frame(request);
        if (!frame->iterate(stop))
            return std::nullopt;
        const FrameTimes times = frame->times();
        result.iterations = times.iterations;
        result.longest_slice_ms = std::max(result.longest_slice_ms, times.longest_slice_ms);
        if (run > 0) // the first one warms caches, clocks and threads up
            times_ms.push_back(times.iterate_ms);
    }
    result.median_ms = median(std::move(times_ms));
    // A picture of a few pixels may be quicker than the clock's step.
    constexpr double kLeastMs = 1e-6;
    result.iterations_per_second =
        static_cast<double>(result.iterations) / (std::max(result.median_ms, kLeastMs) / 1000);
    return result;
}

} // namespace fathom
