// Microbenchmarks of what a frame's time is made of, with Google Benchmark: for looking into one
// piece, not for claims. 'fathom bench' measures the engines.
#include "kernels/simd/fma_rate.h"
#include "render/bench/benchmark.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/places/palette.h"

#include <benchmark/benchmark.h>

namespace fathom {
namespace {

RenderRequest request_of(const BenchmarkView &view, Precision type) {
    constexpr Size kSize = {256, 144};
    RenderRequest request =
        make_request(view.location, kSize, {0, 0, kSize.width, kSize.height}, {}, type);
    request.shortcuts = false;
    request.colour = {load_lut(std::nullopt, view.location), view.location.colour, nullptr};
    return request;
}

/// Iterations a second of one thread.
void iterate(benchmark::State &state, const std::string &instruction_set,
             const RenderRequest &request) {
    const auto engine = make_engine("cpu", {1, instruction_set});
    const std::atomic<bool> never = false;
    std::uint64_t iterations = 0;
    for (auto _ : state) {
        const auto frame = engine->make_frame(request);
        frame->iterate(never);
        iterations += frame->times().iterations;
    }
    state.counters["iterations"] =
        benchmark::Counter(static_cast<double>(iterations), benchmark::Counter::kIsRate);
}

/// Fused multiply-adds a second of one thread: what iterate() is measured by.
void fma_chains(benchmark::State &state, kernels::FmaRate work) {
    constexpr std::uint64_t kRounds = 10'000;
    std::uint64_t done = 0;
    for (auto _ : state)
        done += work(kRounds);
    state.counters["fma"] =
        benchmark::Counter(static_cast<double>(done), benchmark::Counter::kIsRate);
}

/// Pixels a second that get new colours in one thread.
void recolour(benchmark::State &state, RenderRequest request) {
    const auto engine = make_engine("cpu", {1, {}});
    const std::atomic<bool> never = false;
    const auto frame = engine->make_frame(request);
    frame->iterate(never);
    for (auto _ : state) {
        request.colour.scheme.offset += 0.01;
        frame->set_colour(request.colour);
        frame->refresh_colour(never);
    }
    const auto pixels = static_cast<std::int64_t>(request.size.width) * request.size.height;
    state.SetItemsProcessed(state.iterations() * pixels);
}

void add_all() {
    for (const kernels::FmaRates &rates : kernels::fma_rates()) {
        const std::string set = rates.instruction_set;
        benchmark::RegisterBenchmark(("fma/f32/" + set).c_str(), fma_chains, rates.f32);
        benchmark::RegisterBenchmark(("fma/f64/" + set).c_str(), fma_chains, rates.f64);
    }
    for (const BenchmarkView &view : benchmark_views())
        for (const Precision type : {Precision::f32, Precision::f64}) {
            const RenderRequest request = request_of(view, type);
            const std::string work = view.name + '/' + to_string(type);
            for (const std::string &set : cpu_instruction_sets())
                benchmark::RegisterBenchmark(("iterate/" + work + '/' + set).c_str(), iterate, set,
                                             request);
            benchmark::RegisterBenchmark(("recolour/" + work).c_str(), recolour, request);
        }
}

} // namespace
} // namespace fathom

int main(int argc, char **argv) {
    fathom::add_all();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
