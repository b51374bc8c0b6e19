#pragma once
#include "render/bench/benchmark.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace fathom {

/// The run in the middle by its time, of `runs` of them, or of one that took `longest_ms`.
/// `run_once` returns an optional run, nothing if stopped, which is what this returns then;
/// `ms_of` its time.
template <class RunOnce, class MsOf>
auto middle_of_runs(int runs, double longest_ms, const RunOnce &run_once, const MsOf &ms_of)
    -> decltype(run_once()) {
    std::vector<typename decltype(run_once())::value_type> done;
    do {
        auto run = run_once();
        if (!run)
            return std::nullopt;
        done.push_back(*std::move(run));
    } while (static_cast<int>(done.size()) < runs && ms_of(done.front()) < longest_ms);
    const auto middle = done.begin() + static_cast<std::ptrdiff_t>(done.size() / 2);
    std::nth_element(done.begin(), middle, done.end(),
                     [&](const auto &a, const auto &b) { return ms_of(a) < ms_of(b); });
    return std::move(*middle);
}

/// Appends a row for every place on every device that is wanted, each asked once in their order.
/// `measure` returns it, nothing if stopped. False if stopped.
template <class Place, class Wanted, class Measure, class Row>
bool measure_each(std::vector<BenchmarkDevice> &devices, const std::vector<Place> &places,
                  const BenchmarkWatch &watch, const Wanted &wanted, const Measure &measure,
                  std::vector<Row> &rows) {
    const double steps = static_cast<double>(places.size() * devices.size());
    double done = 0;
    for (BenchmarkDevice &device : devices) {
        const bool measured = wanted(device);
        for (const Place &place : places) {
            if (measured) {
                auto row = measure(device, place);
                if (!row)
                    return false;
                rows.push_back(*std::move(row));
            }
            watch.progress(++done / steps);
        }
    }
    return true;
}

} // namespace fathom
