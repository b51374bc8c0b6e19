#include "render/engines/host_frame.h"

#include "kernels/perturbation/perturbed_work.h"
#include "kernels/plain/plain_loop.h"

#include "render/base/clock.h"
#include "render/engines/host_context.h"
#include "render/engines/perturbed_request.h"
#include "render/engines/tile_schedule.h"

#include <algorithm>
#include <cassert>
#include <span>

namespace fathom {
namespace {

/// The work that an item is, but for what direct loops and perturbation have each of their own.
template <class Real>
kernels::TileWork<Real> work_of(TiledPicture &picture, const TileSchedule::Item &item,
                                bool shortcuts, const std::atomic<bool> &stop) {
    const RenderRequest &request = picture.request();
    const Region region = picture.pixels(item.tiles);
    kernels::TileWork<Real> work;
    work.map = request.map;
    work.points = request.points ? request.points->data() : nullptr;
    work.planes = picture.samples().planes<kernels::Stored<Real>>();
    work.x0 = region.x;
    work.y0 = region.y;
    work.x1 = region.x + region.width;
    work.y1 = region.y + region.height;
    work.stride = item.stride;
    work.skip_coarser = item.skip_coarser;
    work.only_pending = picture.has_adopted();
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

/// Whether lanes of vectors can count what is asked for: those of floats have 32 bits, for steps
/// and for the tables' bytes.
template <class Real, int kLinear>
bool fits_lanes(const JumpTables<Real, kLinear> &tables, std::uint64_t limit) {
    constexpr std::size_t kMost = std::size_t{1} << 31;
    const auto bytes = [](const auto &table) { return std::span(table).size_bytes(); };
    return sizeof(kernels::Stored<Real>) != sizeof(float) ||
           (!kernels::counts_in_64_bits(limit) && bytes(tables.orbit) < kMost &&
            bytes(tables.jumps) < kMost && bytes(tables.wide_jumps) < kMost &&
            bytes(tables.notices) < kMost);
}

template <class Real>
std::uint64_t run_perturbed(const kernels::TileWork<Real> &tile, const RenderRequest &request,
                            const PerturbationData &data, const kernels::PerturbedLoops &loops) {
    kernels::PerturbedWork<Real> work;
    work.tile = tile;
    work.tile.map = perturbed_map(request, data);
    work.limit = request.limit;
    work.map_exponent = request.map_exponent;
    const auto formula = static_cast<std::size_t>(request.formula);
    work.aids = loops.aids.get<Real>()[formula];
    const auto run_by = [&](const kernels::PerturbedTable<Real> &table) {
        return table[formula][static_cast<std::size_t>(tile.tracking.level)](work);
    };
    const auto run = [&]<int kLinear>(const JumpTables<Real, kLinear> &tables) {
        const auto view = perturbed_view<Real, kLinear>(request, data);
        work.set_view(view);
        return fits_lanes(tables, request.limit)
                   ? run_by(loops.get<Real>())
                   : run_by(kernels::plain_loops().perturbed.get<Real>());
    };
    if (const auto *complex = std::get_if<JumpTables<Real, 2>>(data.tables.get()))
        return run(*complex);
    return run(std::get<JumpTables<Real, 4>>(*data.tables));
}

/// Computes an item, which takes the iterations returned; `data` is null where the request is not
/// perturbed.
template <class Real>
std::uint64_t run_item(const kernels::TileWork<Real> &work, const RenderRequest &request,
                       const PerturbationData *data, const kernels::LoopTable<Real> &direct,
                       const kernels::PerturbedLoops &perturbed) {
    return data == nullptr ? run_direct(work, request, direct)
                           : run_perturbed(work, request, *data, perturbed);
}

std::uint64_t run_item(const HostContext &context, TiledPicture &picture,
                       const TileSchedule::Item &item, const PerturbationData *data,
                       const std::atomic<bool> &stop) {
    const RenderRequest &request = picture.request();
    return with_number(request.precision, [&]<class Real>() {
        const auto work = work_of<Real>(picture, item, context.shortcuts, stop);
        return run_item(work, request, data, context.loops.get<Real>(), context.loops.perturbed);
    });
}

} // namespace

HostFrame::HostFrame(const RenderRequest &request, std::shared_ptr<HostContext> context)
    : context_(std::move(context)), picture_(request, context_->spare) {}

FrameTimes HostFrame::times() const {
    return {iterate_ms_, colour_ms_, iterations_, 0};
}

void HostFrame::read_samples(SampleBuffer &samples) {
    picture_.copy_samples(samples);
}

bool HostFrame::iterate(const std::atomic<bool> &stop) {
    std::shared_ptr<const PerturbationData> data;
    if (const auto &perturbation = request().perturbation) {
        data = perturbation->get(table_needs(request()), stop);
        if (!data)
            return false;
    }
    if (known_ && adapt(*known_, request(), data.get()).count > 0)
        picture_.adopt(std::move(known_->samples));
    known_.reset();
    TileSchedule schedule(request());
    const Stopwatch watch;
    double recolour_ms = 0;
    picture_.take_colour_thread_ms();
    do {
        const std::uint64_t epoch = picture_.colour_epoch();
        context_->team.run([&] {
            // New colours interrupt: what is known is recoloured before the rest is computed.
            while (!stop && picture_.colour_epoch() == epoch) {
                const TileSchedule::Item item = schedule.take();
                if (item.stride == 0)
                    return;
                const std::uint64_t iterations =
                    run_item(*context_, picture_, item, data.get(), stop);
                if (stop)
                    return;
                iterations_ += iterations;
                picture_.publish(item.tiles, item.stride);
            }
        });
        const Stopwatch recolour_watch;
        if (!stop)
            refresh_colour(stop);
        recolour_ms += recolour_watch.ms();
    } while (!stop && !schedule.empty());
    // Tiles are coloured where they are computed: that share of the threads' time is not iterating.
    const double colour_ms = picture_.take_colour_thread_ms() / context_->team.size();
    iterate_ms_ = std::max(0.0, watch.ms() - colour_ms - recolour_ms);
    colour_ms_ = colour_ms;
    return !stop;
}

bool HostFrame::refresh_colour(const std::atomic<bool> &stop) {
    std::uint64_t epoch = 0;
    do {
        epoch = picture_.colour_epoch();
        std::atomic<int> next = 0;
        const Stopwatch watch;
        std::atomic<bool> any = false;
        context_->team.run([&] {
            for (int tile = next++; tile < picture_.tile_count() && !stop; tile = next++)
                if (picture_.refresh_tile(tile))
                    any = true;
        });
        if (stop)
            return false;
        if (any)
            colour_ms_ = watch.ms();
        picture_.finish(epoch);
    } while (picture_.colour_epoch() != epoch);
    return true;
}

} // namespace fathom
