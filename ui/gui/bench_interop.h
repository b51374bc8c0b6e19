#pragma once
#include "render/bench/bench_report.h"
#include "render/bench/benchmark.h"

namespace fathom::ui {

/// What to measure the way to the screen with.
struct InteropBench {
    std::vector<Size> sizes = {{1920, 1080}, {3840, 2160}};
    double seconds = 0.5; ///< for each size and way
};

/// Measures each device but the reference: frames of the whole set (1,000 iterations), each
/// computed, brought into OpenGL's texture and drawn off screen, with interop and through the host.
/// Appends to `report`, also why something was not measured: no GPU, no OpenGL. Returns false if it
/// was stopped half way. Throws DeviceError if a device fails.
bool bench_interop(std::vector<BenchmarkDevice> &devices, const InteropBench &bench,
                   const BenchmarkWatch &watch, BenchReport &report);

} // namespace fathom::ui
