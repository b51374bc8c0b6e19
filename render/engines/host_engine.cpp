#include "render/engines/host_engine.h"

#include "kernels/perturbation/perturbed_loop.h"

#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/engines/host_frame.h"
#include "render/engines/perturbed_request.h"
#include "render/engines/tile_schedule.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <new>

namespace fathom {
namespace {

/// The work that an item is, but for what direct loops and perturbation have each of their own.
template <class Real>
kernels::TileWork<Real> work_of(HostFrame &frame, const TileSchedule::Item &item, bool shortcuts,
                                const std::atomic<bool> &stop) {
    const RenderRequest &request = frame.request();
    const Region region = frame.pixels(item.tiles);
    kernels::TileWork<Real> work;
    work.map = request.map;
    work.points = request.points ? request.points->data() : nullptr;
    work.planes = frame.samples().planes<Real>();
    work.x0 = region.x;
    work.y0 = region.y;
    work.x1 = region.x + region.width;
    work.y1 = region.y + region.height;
    work.stride = item.stride;
    work.skip_coarser = item.skip_coarser;
    work.limit = request.limit;
    work.shortcuts = shortcuts && request.shortcuts;
    work.settings = kernels::rounded<Real>(request.settings);
    work.tracking = kernels::rounded<Real>(request.tracking);
    work.bailout_squared = static_cast<Real>(request.bailout * request.bailout);
    work.stop = &stop;
    return work;
}

template <class Real>
std::uint64_t run_direct(const kernels::TileWork<Real> &work, const RenderRequest &request,
                         const kernels::LoopTable<Real> &loops) {
    assert(!kernels::counts_in_64_bits(request.limit)); // these loops count in 32 bits
    return loops.find(request.formula, work)(work);
}

template <class Real>
std::uint64_t run_perturbed(const kernels::TileWork<Real> &tile, const RenderRequest &request,
                            const PerturbationData &data,
                            const kernels::PerturbedTable<Real> &loops) {
    kernels::PerturbedWork<Real> work;
    work.tile = tile;
    work.tile.map = perturbed_map(request, data);
    work.limit = request.limit;
    work.map_exponent = request.map_exponent;
    work.wide = can_be_wide(request.precision);
    const auto loop = loops[static_cast<std::size_t>(request.formula)][work.wide][tile.tracking.on];
    const auto run = [&]<int kLinear>(const JumpTables<Real, kLinear> &) {
        const auto view = perturbed_view<Real, kLinear>(request, data);
        work.set_view(view);
        return loop(work);
    };
    if (const auto *complex = std::get_if<JumpTables<Real, 2>>(data.tables.get()))
        return run(*complex);
    return run(std::get<JumpTables<Real, 4>>(*data.tables));
}

/// Computes an item; `data` is null where the request is not perturbed.
template <class Real>
void run_item(HostFrame &frame, const TileSchedule::Item &item, const kernels::TileWork<Real> &work,
              const PerturbationData *data, const kernels::LoopTable<Real> &direct,
              const kernels::PerturbedTable<Real> &perturbed) {
    const RenderRequest &request = frame.request();
    const std::uint64_t iterations = data == nullptr
                                         ? run_direct(work, request, direct)
                                         : run_perturbed(work, request, *data, perturbed);
    if (*work.stop)
        return;
    frame.add_iterations(iterations);
    frame.publish(item.tiles, item.stride);
}

} // namespace

HostEngine::HostEngine(EngineInfo info, const kernels::TileLoops &loops, int threads,
                       bool shortcuts)
    : info_(std::move(info)), loops_(loops), shortcuts_(shortcuts), team_(threads),
      spare_(std::make_shared<SpareFrameMemory>()) {}

std::shared_ptr<Frame> HostEngine::make_frame(const RenderRequest &request) {
    try {
        return std::make_shared<HostFrame>(request, spare_);
    } catch (const std::bad_alloc &) {
        throw DeviceError(fmt::format("{}: not enough memory for a picture of {} x {} pixels; "
                                      "choose a smaller one, or export it, which works in bands",
                                      info_.id, request.size.width, request.size.height));
    }
}

bool HostEngine::iterate(Frame &any_frame, const std::atomic<bool> &stop) {
    auto &frame = static_cast<HostFrame &>(any_frame);
    std::shared_ptr<const PerturbationData> data;
    if (const auto &perturbation = frame.request().perturbation) {
        data = perturbation->get(table_needs(frame.request()), stop);
        if (!data)
            return false;
    }
    TileSchedule schedule(frame.request());
    const Stopwatch watch;
    double recolour_ms = 0;
    frame.take_colour_thread_ms();
    do {
        const std::uint64_t epoch = frame.colour_epoch();
        team_.run([&] {
            // New colours interrupt: what is known is recoloured before the rest is computed.
            while (!stop && frame.colour_epoch() == epoch) {
                const TileSchedule::Item item = schedule.take();
                if (item.stride == 0)
                    return;
                if (is_f32(frame.request().precision))
                    run_item(frame, item, work_of<float>(frame, item, shortcuts_, stop), data.get(),
                             loops_.f32, loops_.perturbed.f32);
                else
                    run_item(frame, item, work_of<double>(frame, item, shortcuts_, stop),
                             data.get(), loops_.f64, loops_.perturbed.f64);
            }
        });
        const Stopwatch recolour_watch;
        if (!stop)
            refresh_colour(frame, stop);
        recolour_ms += recolour_watch.ms();
    } while (!stop && !schedule.empty());
    // Tiles are coloured where they are computed: that share of the threads' time is not iterating.
    const double colour_ms = frame.take_colour_thread_ms() / team_.size();
    frame.set_iterate_ms(std::max(0.0, watch.ms() - colour_ms - recolour_ms));
    frame.set_colour_ms(colour_ms);
    return !stop;
}

bool HostEngine::refresh_colour(Frame &any_frame, const std::atomic<bool> &stop) {
    auto &frame = static_cast<HostFrame &>(any_frame);
    std::uint64_t epoch = 0;
    do {
        epoch = frame.colour_epoch();
        std::atomic<int> next = 0;
        const Stopwatch watch;
        std::atomic<bool> any = false;
        team_.run([&] {
            for (int tile = next++; tile < frame.tile_count() && !stop; tile = next++)
                if (frame.refresh_tile(tile))
                    any = true;
        });
        if (stop)
            return false;
        if (any)
            frame.set_colour_ms(watch.ms());
        frame.finish(epoch);
    } while (frame.colour_epoch() != epoch);
    return true;
}

} // namespace fathom
