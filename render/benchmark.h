#pragma once
#include "render/location.h"
#include "render/request.h"

#include <atomic>
#include <cstdint>
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

/// Three kinds of work: "interior" (no sample escapes, 10,000 iterations), "whole" (the set, 1,000)
/// and "seahorse" (the seahorse valley 1e-4 high, 5,000, where neighbours differ most).
std::vector<BenchmarkView> benchmark_views();

/// One thing to measure.
struct BenchmarkJob {
    Location location;
    Size size;
    Precision precision = Precision::f64;
    int runs = 3; ///< at least 1, after one that isn't counted
};

/// What an engine needed for it, without colouring.
struct BenchmarkResult {
    double median_ms = 0;             ///< of the runs; of an even number the slower middle one
    std::uint64_t iterations = 0;     ///< of one run
    double iterations_per_second = 0; ///< by the median
};

/// Computes the job on the engine again and again. Nothing if it was stopped. Throws as
/// Engine::make_frame and Engine::iterate.
std::optional<BenchmarkResult> measure(Engine &engine, const BenchmarkJob &job,
                                       const std::atomic<bool> &stop);

} // namespace fathom
