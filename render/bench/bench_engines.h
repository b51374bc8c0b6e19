#pragma once
#include "render/bench/bench_report.h"
#include "render/bench/benchmark.h"

namespace fathom {

/// What to measure engines with.
struct EngineBench {
    Size size = {3840, 2160}; ///< of the pictures; smaller for an engine that takes too long
    int runs = 3;             ///< at least 1
    double longest_ms = 500;  ///< that one run is to take, by a quick estimate
};

/// Measures each device's own ceiling and then the benchmark views on it, in both number types,
/// without and with shortcuts; only counts are kept. Appends to `report`; returns false if it was
/// stopped half way. Throws DeviceError.
bool bench_engines(std::vector<BenchmarkDevice> &devices, const EngineBench &bench,
                   const BenchmarkWatch &watch, BenchReport &report);

} // namespace fathom
