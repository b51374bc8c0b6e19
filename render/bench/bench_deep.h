#pragma once
#include "render/bench/bench_report.h"
#include "render/bench/benchmark.h"

#include <memory>
#include <string>

namespace fathom {

struct ReferenceOrbit;

/// What to measure deep views with.
struct DeepBench {
    std::vector<BenchmarkView> places;
    Size size = {1920, 1080};
    int runs = 3; ///< at least 1
    /// Of a picture that takes longer only the first run counts.
    double longest_ms = 3000;
    MethodChoice method; ///< the rest as each view needs on each device
    /// Of all places' views, instead of one that each run makes; null: none.
    std::shared_ptr<const ReferenceOrbit> orbit;
    std::string orbit_name;      ///< in messages
    bool with_reference = false; ///< also the plain loop, which takes its time
};

/// The places in assets/deep, the shallowest first; none where Fathom's folder of assets lacks
/// them. Throws InputError if one is broken.
std::vector<BenchmarkView> deep_places();

/// Measures how long each device takes from nothing to each picture's samples and colours: every
/// run makes the reference orbit (unless there is one) and its jumps anew. Appends to `report`;
/// returns false if it was stopped half way. Throws InputError as make_request, and for a place
/// that the orbit does not serve or that is iterated without one, DeviceError.
bool bench_deep(std::vector<BenchmarkDevice> &devices, const DeepBench &bench,
                const BenchmarkWatch &watch, BenchReport &report);

} // namespace fathom
