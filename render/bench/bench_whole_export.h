#pragma once
#include "render/bench/bench_report.h"
#include "render/bench/benchmark.h"

namespace fathom {

/// A picture to export as a PNG.
struct ExportPicture {
    BenchmarkView view;
    Size size;     ///< on a GPU
    Size cpu_size; ///< on a CPU alone, so that all of them end in some 30 s on two cores
    int samples = 1;
};

/// The whole set of 32,768 x 32,768 with 1,000 iterations, the seahorse valley at 1e3 of 8,192 x
/// 8,192 with 16 samples a pixel, and the deep place e50 of 16,384 x 16,384, which is left out
/// where Fathom's folder of assets lacks it. Throws InputError if that is broken.
std::vector<ExportPicture> export_pictures();

/// What to measure whole exports with.
struct WholeExportBench {
    std::vector<ExportPicture> pictures;
    std::optional<Size> size; ///< of all pictures, instead of their own
    int runs = 3;             ///< at least 1
    /// Of an export that takes longer only the first run counts.
    double longest_ms = 3000;
    bool with_reference = false; ///< also the plain loop, which takes its time
};

/// Measures exports from the location to the file on the disk, in a folder of the system's for
/// such, on each device; of a CPU's instruction sets the widest alone. Every run makes a reference
/// orbit anew. Appends to `report`; returns false if it was stopped half way. Throws InputError,
/// DeviceError, DiskError.
bool bench_whole_export(std::vector<BenchmarkDevice> &devices, const WholeExportBench &bench,
                        const BenchmarkWatch &watch, BenchReport &report);

} // namespace fathom
