#include "render/engines/cuda/context.h"

#include "kernels/formulas/formula_cost.h"
#include "render/base/error.h"
#include "render/engines/palette_sums.h"
#include "render/engines/rank_table.h"
#include "render/engines/render_request.h"
#include "render/places/palette.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom::cuda {
namespace {

constexpr std::size_t kMostSpareStreams = 16; // frames that a window or an export has
constexpr double kInstructionsPerIteration = 4;

int attribute(cudaDeviceAttr which, int device) {
    int value = 0;
    FATHOM_CUDA_CHECK(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

struct MemoryInfo {
    std::size_t free = 0, total = 0; // bytes
};

MemoryInfo memory_info() {
    MemoryInfo info;
    FATHOM_CUDA_CHECK(cudaMemGetInfo(&info.free, &info.total));
    return info;
}

} // namespace

Context::Context(int device) : device_(device) {
    use();
    iterate_ = make_stream();
    display_ = make_display_stream();
    upload_ = make_stream();
    streams_.reserve(kMostSpareStreams);
    memory_bytes_ = memory_info().total;
    timeline_ = std::make_unique<Timeline>(iterate_.get());
    const double multiprocessors = attribute(cudaDevAttrMultiProcessorCount, device);
    const double cycles_per_ms = attribute(cudaDevAttrClockRate, device);
    const double ratio = attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio, device);
    // Float lanes of a multiprocessor.
    const int capability = 10 * attribute(cudaDevAttrComputeCapabilityMajor, device) +
                           attribute(cudaDevAttrComputeCapabilityMinor, device);
    const double lanes = capability > 80 ? 128 : 64;
    f32_per_ms_ = multiprocessors * lanes * cycles_per_ms / kInstructionsPerIteration;
    f64_per_ms_ = f32_per_ms_ / std::max(ratio, 1.0);
    resident_threads_ = multiprocessors * attribute(cudaDevAttrMaxThreadsPerMultiProcessor, device);
}

double Context::iterations_per_ms(const RenderRequest &request) const noexcept {
    // Operations of sums of two take 9 to 20 of their parts'.
    constexpr double kOfTwo = 20;
    const double most =
        iterations_per_ms(!is_f32(request.precision)) / (is_two(request.precision) ? kOfTwo : 1);
    const bool tracked = request.tracking.level != kernels::Tracks::none;
    const bool all_tracked = request.tracking.level == kernels::Tracks::all;
    // A round of a perturbed orbit, whose memory is read at places of its own.
    if (request.perturbation)
        return most / (all_tracked ? 96 : tracked ? 64 : 48);
    if (all_tracked)
        return most / 32; // whose traps may take roots
    if (request.formula == kernels::kMandelbrot && !request.settings.julia && !tracked)
        return most;
    // A third of what its instructions let expect: orbits of one warp end at different times.
    const auto least = kernels::least_operations(request.formula, request.tracking.level);
    return most * kInstructionsPerIteration / (3.0 * (least.fma + least.add));
}

int Context::orbits_a_warp(std::uint32_t orbits) const noexcept {
    // A quarter of the warps that it holds hide the time of most of their instructions.
    const double warps = resident_threads_ / kMostOrbitsAWarp / 4;
    int lanes = 1;
    while (lanes < kMostOrbitsAWarp && lanes * warps < orbits)
        lanes *= 2;
    return lanes;
}

bool Context::fits_one_launch(const RenderRequest &request) const noexcept {
    // Beyond, deferred tests pay.
    constexpr std::uint32_t kMostIterations = 128;
    constexpr double kMostMs = 4;
    const double samples = double(request.size.width) * request.size.height;
    const bool tuned = request.formula == kernels::kMandelbrot && !request.settings.julia &&
                       request.tracking.level == kernels::Tracks::none && !request.points &&
                       !request.perturbation && !is_two(request.precision);
    return tuned && request.limit <= kMostIterations &&
           samples * request.limit <= kMostMs * iterations_per_ms(request);
}

Stream Context::take_stragglers_stream() {
    const std::lock_guard lock(streams_mutex_);
    if (streams_.empty())
        return make_stragglers_stream();
    Stream stream = std::move(streams_.back());
    streams_.pop_back();
    return stream;
}

void Context::give_back(Stream stream) noexcept {
    const std::lock_guard lock(streams_mutex_);
    if (streams_.size() < kMostSpareStreams)
        streams_.push_back(std::move(stream));
}

void Context::use() const {
    FATHOM_CUDA_CHECK(cudaSetDevice(device_));
}

template <class Host, class Device, class Copy>
std::shared_ptr<const Device> Context::kept_copy(std::vector<Kept<Host, Device>> &kept,
                                                 const std::shared_ptr<const Host> &host,
                                                 const Copy &copy) {
    std::erase_if(kept, [](const auto &each) { return each.host.expired(); });
    for (const auto &each : kept)
        if (each.host.lock() == host)
            return each.device;
    kept.push_back({host, copy()});
    return kept.back().device;
}

// On a stream of its own: the copy is there when this returns, whatever the others are at.
Context::DeviceCopy Context::copy_to_device(std::span<const std::byte> bytes) {
    auto copy = device_memory_.take(bytes.size());
    FATHOM_CUDA_CHECK(cudaMemcpyAsync(copy.as<void>(), bytes.data(), bytes.size(),
                                      cudaMemcpyHostToDevice, upload_.get()));
    FATHOM_CUDA_CHECK(cudaStreamSynchronize(upload_.get()));
    return std::make_shared<const MemoryPool<DeviceMemory>::Lease>(std::move(copy));
}

Context::DeviceCopy Context::device_palette(const Palette &palette) {
    const std::lock_guard lock(colours_mutex_);
    return kept_copy(palettes_, palette, [&] {
        use();
        std::vector<std::uint32_t> tables = palette->colours();
        tables.insert(tables.end(), palette->fine().begin(), palette->fine().end());
        const std::vector<std::uint32_t> sums = palette_sums(palette->colours());
        tables.insert(tables.end(), sums.begin(), sums.end());
        return copy_to_device(std::as_bytes(std::span(tables)));
    });
}

Context::DeviceCopy Context::device_ranks(const Ranks &ranks) {
    if (!ranks)
        return nullptr;
    const std::lock_guard lock(colours_mutex_);
    return kept_copy(ranks_, ranks, [&] {
        use();
        return copy_to_device(std::as_bytes(std::span(ranks->shares)));
    });
}

std::shared_ptr<const DeviceTables> Context::device_tables(const Tables &tables) {
    const std::lock_guard lock(tables_mutex_);
    return kept_copy(tables_, tables, [&] {
        use();
        check_room(*tables);
        Stream own = take_stragglers_stream(); // slices of others are not waited for
        auto copy = std::make_shared<const DeviceTables>(
            *tables, device_memory_.take(device_bytes(*tables)), own.get());
        give_back(std::move(own));
        return copy;
    });
}

void Context::check_room(const AnyJumpTables &tables) {
    const std::uint64_t points =
        std::visit([](const auto &some) { return some.orbit.size(); }, tables);
    if (points > kernels::kLongestOrbit)
        throw DeviceError(fmt::format("gpu{} cannot follow a reference orbit of {} points: its "
                                      "indices go to {}",
                                      device_, points, kernels::kLongestOrbit),
                          {Remedy::Kind::fewer_iterations, Remedy::Kind::cpu});
    const std::size_t needed = device_bytes(tables);
    if (needed > memory_info().free)
        device_memory_.drop_spare();
    if (const std::size_t free = memory_info().free; needed > free)
        throw DeviceError(
            fmt::format("gpu{} has {} MiB of memory free, but the reference orbit and its jumps "
                        "need {} MiB",
                        device_, free >> 20, needed >> 20),
            {"close other programs that use it", Remedy::Kind::fewer_iterations,
             Remedy::Kind::cpu});
}

} // namespace fathom::cuda
