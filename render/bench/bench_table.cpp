#include "render/bench/bench_table.h"

#include "render/base/clock.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "render/places/palette.h"

#include <algorithm>

namespace fathom {
namespace {

constexpr int kLargestComparedSide = 2500;

/// FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo) over 32-bit words instead of bytes.
std::uint64_t checksum(const UninitialisedVector<std::uint32_t> &counts) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const std::uint32_t count : counts)
        hash = (hash ^ count) * 0x100000001b3U;
    return hash;
}

/// The counts of the first device at one size.
struct Expected {
    std::uint64_t checksum = 0;
    UninitialisedVector<std::uint32_t> counts; ///< empty beyond kLargestComparedSide
};

struct TableTimes {
    std::vector<double> compute_ms, with_copy_ms, colour_ms;
};

/// One run: the counts, and their copy in `samples`. False if stopped.
bool run_counts(Engine &engine, const RenderRequest &request, const std::atomic<bool> &stop,
                SampleBuffer &samples, TableTimes &times) {
    const std::shared_ptr<Frame> frame = engine.make_frame(request);
    const Stopwatch watch;
    if (!frame->iterate(stop))
        return false;
    frame->read_samples(samples);
    times.with_copy_ms.push_back(watch.ms());
    times.compute_ms.push_back(frame->times().iterate_ms);
    return true;
}

/// One run up to the colours.
bool run_colours(Engine &engine, RenderRequest request, const std::atomic<bool> &stop,
                 TableTimes &times) {
    request.contents = FrameContents::colours;
    const std::shared_ptr<Frame> frame = engine.make_frame(request);
    if (!frame->iterate(stop))
        return false;
    times.colour_ms.push_back(frame->times().iterate_ms + frame->times().colour_ms);
    return true;
}

/// A series that has begun with a run to warm up: that one counts only if there is no other.
double median_after_first(std::vector<double> values) {
    if (values.size() > 1)
        values.erase(values.begin());
    return median(std::move(values));
}

std::optional<TableRow> measure_size(BenchmarkDevice &device, int n, const TableBench &bench,
                                     const std::atomic<bool> &stop, SampleBuffer &samples) {
    const RenderRequest request = table_request(n);
    TableTimes times;
    const Stopwatch watch;
    for (int run = 0; run <= bench.runs && (run == 0 || watch.ms() < bench.longest_ms); ++run) {
        if (!run_counts(*device.engine, request, stop, samples, times))
            return std::nullopt;
        if (device.is_gpu() && !run_colours(*device.engine, request, stop, times))
            return std::nullopt;
    }
    TableRow row;
    row.device = device.id;
    row.instruction_set = device.instruction_set;
    row.n = n;
    row.ms_compute = median_after_first(std::move(times.compute_ms));
    row.ms_with_copy = median_after_first(std::move(times.with_copy_ms));
    if (device.is_gpu())
        row.ms_colour = median_after_first(std::move(times.colour_ms));
    row.checksum = checksum(samples.n());
    return row;
}

} // namespace

RenderRequest table_request(int n) {
    RenderRequest request;
    request.map.centre_re = -0.75;
    request.map.right_re = request.map.up_im = 3.0 / n;
    request.map.origin_x = 0.5 - n / 2.0;
    request.map.origin_y = n / 2.0 - 0.5;
    request.size = {n, n};
    request.limit = 50;
    request.bailout = 2;
    request.contents = FrameContents::counts;
    request.colour.lut = load_lut(std::nullopt, "default");
    return request;
}

bool bench_table(std::vector<BenchmarkDevice> &devices, const TableBench &bench,
                 const BenchmarkWatch &watch, BenchReport &report) {
    const double steps = static_cast<double>(bench.sizes.size() * devices.size());
    int done = 0;
    std::vector<Expected> expected(bench.sizes.size());
    SampleBuffer samples; // of all runs: new memory would be slower than the copying
    std::string previous;
    for (BenchmarkDevice &device : devices) {
        const bool another_set = device.id == previous;
        for (std::size_t i = 0; i < bench.sizes.size() && !another_set; ++i) {
            const int n = bench.sizes[i];
            auto row = measure_size(device, n, bench, watch.stop, samples);
            if (!row)
                return false;
            if (&device == devices.data()) {
                expected[i].checksum = row->checksum;
                if (n <= kLargestComparedSide)
                    expected[i].counts = samples.n();
            }
            row->agrees = row->checksum == expected[i].checksum &&
                          (n > kLargestComparedSide || samples.n() == expected[i].counts);
            report.table.push_back(*std::move(row));
            watch.progress((done + static_cast<double>(i) + 1) / steps);
        }
        done += static_cast<int>(bench.sizes.size());
        previous = device.id;
    }
    return true;
}

} // namespace fathom
