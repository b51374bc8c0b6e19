#include "render/benchmark.h"

#include "render/engine.h"
#include "render/palette.h"

#include <algorithm>

namespace fathom {
namespace {

struct Place {
    const char *name, *re, *im, *zoom;
    std::uint32_t iterations;
};
constexpr Place kPlaces[] = {
    {"interior", "-0.15", "0", "20", 10'000}, // inside the main cardioid
    {"whole", "-0.75", "0", "1", 1000},
    {"seahorse", "-0.743643887037151", "0.13182590420533", "4e4", 5000},
};

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

std::optional<BenchmarkResult> measure(Engine &engine, const BenchmarkJob &job,
                                       const std::atomic<bool> &stop) {
    RenderRequest request = make_request(
        job.location, job.size, {0, 0, job.size.width, job.size.height}, {}, job.precision);
    request.colour.lut = load_lut(std::nullopt, "default");
    BenchmarkResult result;
    std::vector<double> times_ms;
    for (int run = 0; run <= job.runs; ++run) {
        const std::shared_ptr<Frame> frame = engine.make_frame(request);
        if (!engine.iterate(*frame, stop))
            return std::nullopt;
        const FrameTimes times = frame->times();
        result.iterations = times.iterations;
        if (run > 0) // the first one warms caches, clocks and threads up
            times_ms.push_back(times.iterate_ms);
    }
    const auto middle = times_ms.begin() + static_cast<std::ptrdiff_t>(times_ms.size() / 2);
    std::nth_element(times_ms.begin(), middle, times_ms.end());
    result.median_ms = *middle;
    result.iterations_per_second = static_cast<double>(result.iterations) / (*middle / 1000);
    return result;
}

} // namespace fathom
