#pragma once
#include "render/bench/benchmark.h"
#include "render/engines/engine.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace fathom {

inline Size scaled(Size size, double factor) {
    const auto side = [&](int pixels) {
        return std::max(1, static_cast<int>(std::lround(pixels * factor)));
    };
    return {side(size.width), side(size.height)};
}

/// The size, or a smaller one of the same shape, for which a run on the device takes about
/// `longest_ms`: judged by a small picture, which still has to fill a GPU. `request_of` makes the
/// request for a size. Nothing if stopped.
template <class RequestOf>
std::optional<Size> affordable_size(const BenchmarkDevice &device, Size size, double longest_ms,
                                    const RequestOf &request_of, const std::atomic<bool> &stop) {
    const Size trial = scaled(size, device.is_gpu() ? 1.0 / 4 : 1.0 / 16);
    const std::shared_ptr<Frame> frame = device.engine->make_frame(request_of(trial));
    if (!frame->iterate(stop))
        return std::nullopt;
    const double pixels = static_cast<double>(size.width) * size.height;
    const double trial_pixels = static_cast<double>(trial.width) * trial.height;
    const double whole_ms = frame->times().iterate_ms * pixels / trial_pixels;
    return whole_ms <= longest_ms ? size : scaled(size, std::sqrt(longest_ms / whole_ms));
}

/// A picture of that size, and what measure() says of it.
struct AffordableRuns {
    Size size;
    BenchmarkResult result;
};

/// Measures a picture of the affordable_size by `runs` runs. Nothing if stopped. Throws as measure.
template <class RequestOf>
std::optional<AffordableRuns>
measure_affordable(const BenchmarkDevice &device, Size size, double longest_ms, int runs,
                   const RequestOf &request_of, const std::atomic<bool> &stop) {
    const auto affordable = affordable_size(device, size, longest_ms, request_of, stop);
    if (!affordable)
        return std::nullopt;
    const auto result = measure(*device.engine, request_of(*affordable), runs, stop);
    if (!result)
        return std::nullopt;
    return AffordableRuns{*affordable, *result};
}

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
