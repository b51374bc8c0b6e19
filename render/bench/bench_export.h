#pragma once
#include "render/bench/bench_report.h"
#include "render/bench/benchmark.h"

namespace fathom {

/// What to measure writers of PNGs with.
struct ExportBench {
    int threads = 0;       ///< at most; 0: one for each core
    double seconds = 1;    ///< that each writer is to take
    int trial_rows = 1024; ///< written before, to learn how many rows those are; at least 1
};

/// Measures our PNG writer with 1, 2, 4, ... threads (as many as it uses), libpng and
/// stb_image_write, each in a process of its own whose memory counts: the rows of one picture with
/// smooth colours, into a file that is flushed to the disk. To be called before the process has
/// other threads, because it forks. Appends to `report`; returns false if it was stopped half way.
/// Throws DiskError.
bool bench_export(const ExportBench &bench, const BenchmarkWatch &watch, BenchReport &report);

} // namespace fathom
