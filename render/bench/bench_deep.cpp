#include "render/bench/bench_deep.h"

#include "render/base/assets.h"
#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/bench/bench_runs.h"
#include "render/deep/fixed_point.h"
#include "render/deep/perturbation.h"
#include "render/deep/reference_cache.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/round_count.h"
#include "render/import/location_file.h"
#include "render/places/palette.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom {
namespace {

namespace fs = std::filesystem;

struct Times {
    double reference = 0, tables = 0, pixels = 0, total = 0;
};

/// One picture from nothing; nothing if stopped. Counts its pixels' rounds unless that is done.
std::optional<Times> run_once(Engine &engine, const Location &location, const DeepBench &bench,
                              Method method, std::optional<double> &rounds,
                              const std::atomic<bool> &stop) {
    // Without a ReferenceCache to keep anything for it, the request makes all of its own.
    if (bench.orbit) {
        method.reference_cache = std::make_shared<ReferenceCache>();
        method.reference_cache->use(bench.orbit, bench.orbit_name);
    }
    const Stopwatch watch;
    RenderRequest request =
        make_request(location, bench.size, {0, 0, bench.size.width, bench.size.height}, {}, method);
    request.colour.lut = load_lut(std::nullopt, "default");
    const std::shared_ptr<Frame> frame = engine.make_frame(request);
    if (!frame->iterate(stop))
        return std::nullopt;
    Times times;
    times.total = watch.ms();
    times.pixels = frame->times().iterate_ms;
    if (request.perturbation) {
        const auto data = request.perturbation->last();
        times.reference = data->reference_ms;
        times.tables = data->tables_ms;
        if (!rounds)
            rounds = rounds_a_pixel(request, *data, stop);
    }
    return times;
}

std::optional<DeepRow> measure_place(BenchmarkDevice &device, const BenchmarkView &place,
                                     const DeepBench &bench, const std::atomic<bool> &stop) {
    const Method method =
        decide_method(place.location, bench.size, bench.method, device.engine->info().traits);
    if (bench.orbit && !is_perturbed(method.precision))
        throw InputError(fmt::format("{}: {} is iterated in {} by {}, which takes no reference "
                                     "orbit; take a deeper place or another precision",
                                     bench.orbit_name, place.name, to_string(method.precision),
                                     device.id));
    std::optional<double> rounds;
    const auto middle = middle_of_runs(
        bench.runs, bench.longest_ms,
        [&] { return run_once(*device.engine, place.location, bench, method, rounds, stop); },
        [](const Times &times) { return times.total; });
    if (!middle)
        return std::nullopt;
    DeepRow row;
    row.place = place.name;
    row.device = device.id;
    row.instruction_set = device.instruction_set;
    row.precision = method.precision;
    if (is_perturbed(method.precision))
        row.approximation = method.approximation;
    row.size = bench.size;
    row.reference_ms = middle->reference;
    row.tables_ms = middle->tables;
    row.pixels_ms = middle->pixels;
    row.total_ms = middle->total;
    row.rounds_a_pixel = rounds;
    return row;
}

} // namespace

std::vector<BenchmarkView> deep_places() {
    const auto assets = find_assets_dir();
    std::error_code error;
    std::vector<BenchmarkView> places;
    if (assets)
        for (const fs::directory_entry &entry : fs::directory_iterator(*assets / "deep", error))
            if (entry.path().extension() == ".toml")
                places.push_back(
                    {entry.path().stem().string(), read_location_file(entry.path()).location});
    std::sort(places.begin(), places.end(), [](const BenchmarkView &a, const BenchmarkView &b) {
        return to_wide(a.location.view.zoom).exponent < to_wide(b.location.view.zoom).exponent;
    });
    return places;
}

bool bench_deep(std::vector<BenchmarkDevice> &devices, const DeepBench &bench,
                const BenchmarkWatch &watch, BenchReport &report) {
    return measure_each(
        devices, bench.places, watch,
        [&](const BenchmarkDevice &device) {
            return device.id != "reference" || bench.with_reference;
        },
        [&](BenchmarkDevice &device, const BenchmarkView &place) {
            return measure_place(device, place, bench, watch.stop);
        },
        report.deep);
}

} // namespace fathom
