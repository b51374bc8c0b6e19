#pragma once
#include "kernels/formulas/formula_cost.h"
#include "render/bench/bench_report.h"
#include "render/bench/benchmark.h"

namespace fathom {

/// What to measure number types with.
struct TypeBench {
    Size size = {1920, 1080};    ///< of the pictures; smaller for an engine that takes too long
    int runs = 3;                ///< at least 1
    double longest_ms = 200;     ///< that one run is to take, by a quick estimate
    bool with_reference = false; ///< also the plain loop, which takes its time
};

/// The least arithmetic of an iteration of the Mandelbrot set in a number type, in instructions of
/// is_f32's type: of a direct one the step, for tests are deferred; by perturbation the step of the
/// difference, its sum with the reference, and the squares of both sizes, which are compared at
/// each step. Counted by running the very templates that engines instantiate.
kernels::Operations operations_of(Precision precision);

/// How many times as many iterations as in `f64` a card makes in a type if it has `ratio` times as
/// many units for float as for double, by the instructions alone:
///   ratio n(f64) / n(type) for types of float, n(f64) / n(type) for types of double,
/// n being operations_of's sum.
double ratio_by_instructions(Precision precision, double ratio);

/// Measures how fast each device iterates in every number type, one step after the other, and
/// judges it by the device's own FMA rate over the least instructions of an iteration (a CPU adds
/// on pipes of its own, so the larger of multiplications and additions counts). Direct types
/// iterate the view "interior" (see benchmark_views), those by perturbation the edge of the
/// Mandelbrot set at zoom 1e20, where orbits take some thousand steps, without jumps. Appends to
/// `report`; returns false if it was stopped half way. Throws DeviceError.
bool bench_types(std::vector<BenchmarkDevice> &devices, const TypeBench &bench,
                 const BenchmarkWatch &watch, BenchReport &report);

} // namespace fathom
