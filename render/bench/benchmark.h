#pragma once
#include "render/engines/render_request.h"
#include "render/places/location.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fathom {

class Engine;

/// A view to measure engines on.
struct BenchmarkView {
    std::string name;
    Location location;
};

/// Kinds of work: "interior" (no sample escapes, 10,000 iterations), "whole" (the set, 1,000), and
/// the boundary, where neighbours differ most: "seahorse-1e5" (5,000) and "seahorse-1e9" (50,000),
/// which double alone resolves. For pictures of about 16:9.
std::vector<BenchmarkView> benchmark_views();

/// An engine to measure, and what has to be known to judge it.
struct BenchmarkDevice {
    std::string id;
    std::string instruction_set; ///< empty for GPUs
    int threads = 0;             ///< 0 for GPUs
    std::unique_ptr<Engine> engine;

    [[nodiscard]] bool is_gpu() const noexcept { return threads == 0; }
};

/// Which engines to measure.
struct BenchmarkDevices {
    std::vector<std::string> ids; ///< empty: all that there are
    int threads = 0;              ///< of the CPU engines; 0: one for each core
    std::string instruction_set;  ///< of "cpu"; empty: each that this processor has
};

/// Makes the engines in the order of the ids; "cpu" once for each instruction set, the widest
/// first, without the plain loop, which is the reference's. Throws as make_engine.
std::vector<BenchmarkDevice> make_benchmark_devices(const BenchmarkDevices &wanted);

/// How a measurement is watched and ended. `progress` gets the share done, 0 to 1.
struct BenchmarkWatch {
    const std::atomic<bool> &stop;
    std::function<void(double)> progress;
};

/// The middle of a series that is not empty; of an even number the larger middle one, so that a
/// median of times flatters nobody.
double median(std::vector<double> values);

/// What an engine needed for a request, without colouring.
struct BenchmarkResult {
    double median_ms = 0;
    std::uint64_t iterations = 0;     ///< of one run; shortcuts count what they spare
    double iterations_per_second = 0; ///< by the median
    double longest_slice_ms = 0;      ///< of all runs, see FrameTimes
};

/// Computes the request `runs` times (at least 1) after one that is not counted. Nothing if it was
/// stopped. Throws as Engine::make_frame and Engine::iterate.
std::optional<BenchmarkResult> measure(Engine &engine, const RenderRequest &request, int runs,
                                       const std::atomic<bool> &stop);

} // namespace fathom
