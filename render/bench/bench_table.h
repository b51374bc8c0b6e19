#pragma once
#include "render/bench/bench_report.h"
#include "render/bench/benchmark.h"

namespace fathom {

/// The work of the tutorials: n x n pixels of [-2.25, 0.75] x [-1.5, 1.5], 50 iterations, bailout
/// 2, in double.
struct TableBench {
    std::vector<int> sizes = {500, 2500, 5000, 10000, 15000}; ///< n, each 1 to kMaxTableSide
    int runs = 3;                                             ///< at least 1
    double longest_ms = 2000; ///< for a device and size, after which no further run is begun
};
inline constexpr int kMaxTableSide = 30000; ///< 3.6 GB of counts

/// Its request; only counts are kept. Pixel (x, y) lies at -2.25 + (x + 0.5) 3/n and
/// 1.5 - (y + 0.5) 3/n.
RenderRequest table_request(int n);

/// Measures each device that `devices` has (of several instruction sets the first) at each size,
/// and compares its counts with the first device's: up to n = 2500 one by one, beyond by a
/// checksum. Appends to `report`; returns false if it was stopped half way. Throws DeviceError.
bool bench_table(std::vector<BenchmarkDevice> &devices, const TableBench &bench,
                 const BenchmarkWatch &watch, BenchReport &report);

} // namespace fathom
