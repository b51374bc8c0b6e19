#include "render/engines/multi_device_engine.h"

#include "kernels/formulas/tile.h"
#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/engines/multi_device_frame.h"

#include <algorithm>
#include <cstdint>

namespace fathom {
namespace {

using kernels::kTileSide;

int rounded_up_ratio(int a, int b) {
    return a / b + (a % b == 0 ? 0 : 1);
}

/// The newest colours for what a member has made so far.
void refresh_parts_of(const MultiDeviceFrame &frame, int index, Engine &engine,
                      const std::atomic<bool> &stop) {
    for (const std::shared_ptr<Frame> &part : frame.incomplete_parts_of(index))
        if (!stop)
            engine.refresh_colour(*part, stop);
}

} // namespace

std::vector<Region> cut_into_tiles(Size size, int members, const TeamTiling &tiling) {
    const std::int64_t pixels = std::int64_t{size.width} * size.height;
    const auto wanted = static_cast<int>(
        std::clamp<std::int64_t>(pixels / std::max(1, tiling.least_pixels), 1,
                                 std::int64_t{members} * std::max(1, tiling.tiles_per_member)));
    // Both in units of kTileSide.
    const int height = rounded_up_ratio(size.height, kTileSide);
    const int width = rounded_up_ratio(size.width, kTileSide);
    const int rows = kTileSide * std::max(1, (height + wanted / 2) / wanted);
    const int down = rounded_up_ratio(size.height, rows);
    const int across = std::clamp(wanted / down, 1, width);
    const int columns = kTileSide * rounded_up_ratio(width, across);
    std::vector<Region> tiles;
    for (int y = 0; y < size.height; y += rows)
        for (int x = 0; x < size.width; x += columns)
            tiles.push_back(
                {x, y, std::min(columns, size.width - x), std::min(rows, size.height - y)});
    return tiles;
}

MultiDeviceEngine::MultiDeviceEngine(EngineInfo info, std::vector<std::shared_ptr<Engine>> members,
                                     const TeamTiling &tiling)
    : info_(std::move(info)), members_(std::move(members)), tiling_(tiling),
      team_(static_cast<int>(members_.size())) {}

std::shared_ptr<Frame> MultiDeviceEngine::make_frame(const RenderRequest &request) {
    return std::make_shared<MultiDeviceFrame>(request,
                                              cut_into_tiles(request.size, team_.size(), tiling_));
}

bool MultiDeviceEngine::iterate(Frame &any_frame, const std::atomic<bool> &stop) {
    auto &frame = static_cast<MultiDeviceFrame &>(any_frame);
    const Stopwatch watch;
    const bool finished = finish(frame, stop);
    frame.set_iterate_ms(watch.ms());
    return finished;
}

bool MultiDeviceEngine::refresh_colour(Frame &any_frame, const std::atomic<bool> &stop) {
    auto &frame = static_cast<MultiDeviceFrame &>(any_frame);
    // What a lost device held of a finished picture has to be made again.
    if (frame.was_finished())
        return finish(frame, stop);
    Failures failures(members_.size());
    refresh_parts(frame, failures, stop);
    return !stop;
}

bool MultiDeviceEngine::finish(MultiDeviceFrame &frame, const std::atomic<bool> &stop) {
    Failures failures(members_.size());
    do {
        if (!compute_open_parts(frame, failures, stop))
            return false;
        frame.finish();
        refresh_parts(frame, failures, stop);
    } while (!stop && !frame.open_parts().empty());
    return !stop;
}

bool MultiDeviceEngine::compute_open_parts(MultiDeviceFrame &frame, Failures &failures,
                                           const std::atomic<bool> &stop) {
    // A second round is for what a failed member leaves behind.
    for (auto open = frame.open_parts(); !open.empty() && !stop; open = frame.open_parts()) {
        std::atomic<std::size_t> next = 0;
        for_each_member(frame, failures, [&](int index) {
            for (auto at = next++; at < open.size() && !stop; at = next++) {
                refresh_parts_of(frame, index, member(index), stop);
                const auto part = frame.begin_part(open[at], member(index), index);
                if (member(index).iterate(*part, stop))
                    frame.end_part(open[at], part);
            }
        });
    }
    return !stop;
}

void MultiDeviceEngine::refresh_parts(MultiDeviceFrame &frame, Failures &failures,
                                      const std::atomic<bool> &stop) {
    std::uint64_t epoch = 0;
    do {
        epoch = frame.colour_epoch();
        for_each_member(frame, failures,
                        [&](int index) { refresh_parts_of(frame, index, member(index), stop); });
    } while (!stop && frame.colour_epoch() != epoch);
}

void MultiDeviceEngine::for_each_member(MultiDeviceFrame &frame, Failures &failures,
                                        const std::function<void(int)> &work) {
    std::atomic<int> next = 0;
    std::atomic<bool> refused = false;
    std::exception_ptr refusal; // no member can make that picture
    team_.run([&] {
        const int index = next++;
        std::exception_ptr &failure = failures[static_cast<std::size_t>(index)];
        if (failure)
            return;
        try {
            work(index);
        } catch (const InputError &) {
            if (!refused.exchange(true))
                refusal = std::current_exception();
            frame.reopen_parts_of(index);
        } catch (...) {
            failure = std::current_exception();
            frame.reopen_parts_of(index);
        }
    });
    if (refusal)
        std::rethrow_exception(refusal);
    if (std::all_of(failures.begin(), failures.end(), [](const auto &each) { return each; }))
        std::rethrow_exception(failures.front());
}

} // namespace fathom
