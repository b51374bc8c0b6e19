#pragma once
#include "render/bench/bench_report.h"
#include "render/bench/benchmark.h"

namespace fathom {

/// What to measure formulas with.
struct FormulaBench {
    Size size = {3840, 2160};    ///< of the pictures; smaller for an engine that takes too long
    int runs = 3;                ///< at least 1
    double longest_ms = 100;     ///< that one run is to take, by a quick estimate
    bool with_reference = false; ///< also the plain loop, which takes its time
};

/// Where each formula is measured: its home view at 5,000 iterations; as a Julia set about 0 that
/// of the seed -0.2 - 0.1i, which has an inside for each formula.
BenchmarkView formula_view(kernels::FormulaId id, bool julia);

/// Measures how fast each device iterates every formula and its Julia set in both number types,
/// with nothing, the gradient and all tracked, and judges it by the device's own FMA rate over the
/// least instructions of an iteration (kernels::least_operations; a CPU adds on pipes of its own,
/// so its multiplications alone count). There are no shortcuts, so that every iteration that counts
/// is made. In those views 2 to 20 % of the samples stay inside and make most of the iterations,
/// which is the loop's rate; the others leave after a few steps or some hundred, so that giving
/// lanes new samples and finding where orbits left is in it, too, as it is in pictures. Appends to
/// `report`; returns false if it was stopped half way. Throws DeviceError.
bool bench_formulas(std::vector<BenchmarkDevice> &devices, const FormulaBench &bench,
                    const BenchmarkWatch &watch, BenchReport &report);

} // namespace fathom
