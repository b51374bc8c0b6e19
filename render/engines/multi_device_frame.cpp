#include "render/engines/multi_device_frame.h"

#include "kernels/colour/colour.h"
#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/engines/sample_buffer.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <map>

namespace fathom {
namespace {

using kernels::kCoarsestStride;

constexpr std::uint32_t kColourBits = 0x00ffffffU;
constexpr std::uint32_t kCoarseAlpha = 0x7f000000U;

std::size_t pixels(const Region &region) {
    return static_cast<std::size_t>(region.width) * region.height;
}

/// Calls `copy(from, to, width)` for each row of a region with the indices of its first pixel in
/// the region's own picture and in one of `width` columns.
template <class Copy> void for_each_row(const Region &region, int width, Copy copy) {
    for (int y = 0; y < region.height; ++y)
        copy(static_cast<std::size_t>(y) * region.width,
             static_cast<std::size_t>(region.y + y) * width + region.x, region.width);
}

template <class Real>
void copy_samples(SampleBuffer &part, const Region &region, SampleBuffer &to) {
    const auto source = part.planes<Real>();
    const auto target = to.planes<Real>();
    for_each_row(region, to.size().width, [&](std::size_t from, std::size_t at, int count) {
        const auto copy = [&](const auto *plane, auto *to_plane) {
            if (to_plane != nullptr)
                std::copy_n(plane + from, count, to_plane + at);
        };
        copy(source.n, target.n);
        copy(source.zx, target.zx);
        copy(source.zy, target.zy);
        copy(source.gx, target.gx);
        copy(source.gy, target.gy);
        copy(source.trap, target.trap);
        copy(source.atom, target.atom);
        copy(source.n_high, target.n_high);
    });
}

template <class Real> void mark_pending(const Region &region, SampleBuffer &samples) {
    const auto planes = samples.planes<Real>();
    for_each_row(region, planes.width, [&](std::size_t, std::size_t at, int count) {
        for (int x = 0; x < count; ++x)
            kernels::mark_pending(planes, at + x);
    });
}

/// `rgba` is the whole picture's.
void read_tile(Frame &frame, const Region &region, int width, std::uint32_t *rgba) {
    if (region.width == width)
        return frame.read_rgba(rgba + static_cast<std::size_t>(region.y) * width);
    UninitialisedVector<std::uint32_t> own(pixels(region));
    frame.read_rgba(own.data());
    for_each_row(region, width, [&](std::size_t from, std::size_t at, int count) {
        std::copy_n(&own[from], count, rgba + at);
    });
}

void clear_tile(const Region &region, int width, std::uint32_t *rgba) {
    for_each_row(region, width,
                 [&](std::size_t, std::size_t at, int count) { std::fill_n(rgba + at, count, 0); });
}

/// Calls `read` for every part, those of different members at the same time: each device has its
/// own way to the host's memory.
template <class Parts, class Read> void read_by_member(const Parts &parts, Read read) {
    std::map<int, std::vector<const typename Parts::value_type *>> by_member;
    for (const auto &part : parts)
        if (!part.is_preview())
            by_member[part.member].push_back(&part);
    std::vector<std::future<void>> readers;
    for (const auto &[member, own] : by_member)
        readers.push_back(std::async([&read, &parts_of_member = own] {
            for (const auto *part : parts_of_member)
                read(*part);
        }));
    for (auto &reader : readers)
        reader.wait(); // all of them, before one's exception ends what they use
    for (auto &reader : readers)
        reader.get();
}

} // namespace

MultiDeviceFrame::MultiDeviceFrame(const RenderRequest &request, std::shared_ptr<DeviceGroup> group,
                                   const std::vector<Region> &tiles)
    : request_(request), group_(std::move(group)), colour_(request.colour) {
    if (request.progressive && request.contents != FrameContents::counts && !request.points) {
        Part preview;
        preview.region = {0, 0, request.size.width, request.size.height};
        preview.stride = kCoarsestStride;
        parts_.push_back(preview);
    }
    const auto first_tile = static_cast<std::ptrdiff_t>(parts_.size());
    for (const Region &tile : tiles) {
        Part part;
        part.region = tile;
        parts_.push_back(part);
    }
    if (!request.progressive || !request.focus)
        return;
    const auto [x, y] = *request.focus;
    const auto distance = [x = x, y = y](const Part &part) {
        return std::hypot(part.region.x + 0.5 * part.region.width - x,
                          part.region.y + 0.5 * part.region.height - y);
    };
    std::stable_sort(parts_.begin() + first_tile, parts_.end(),
                     [&](const Part &a, const Part &b) { return distance(a) < distance(b); });
}

double MultiDeviceFrame::progress() const {
    const std::lock_guard lock(mutex_);
    double done = 0;
    for (const Part &part : parts_)
        if (!part.is_preview() && part.frame)
            done += static_cast<double>(pixels(part.region)) *
                    (part.done ? 1.0 : part.frame->progress());
    return done / (static_cast<double>(request_.size.width) * request_.size.height);
}

bool MultiDeviceFrame::complete() const {
    const std::lock_guard lock(mutex_);
    return std::all_of(parts_.begin(), parts_.end(), [](const Part &part) {
        return part.is_preview() || (part.done && part.frame->complete());
    });
}

std::uint64_t MultiDeviceFrame::revision() const {
    const std::lock_guard lock(mutex_);
    std::uint64_t sum = dropped_revisions_;
    for (const Part &part : parts_)
        if (part.frame)
            sum += part.frame->revision();
    return sum;
}

FrameTimes MultiDeviceFrame::times() const {
    const std::lock_guard lock(mutex_);
    FrameTimes times;
    times.iterate_ms = iterate_ms_;
    std::map<int, double> colour_ms;
    for (const Part &part : parts_) {
        if (part.is_preview() || !part.frame)
            continue;
        const FrameTimes own = part.frame->times();
        times.iterations += own.iterations;
        times.longest_slice_ms = std::max(times.longest_slice_ms, own.longest_slice_ms);
        colour_ms[part.member] += own.colour_ms;
    }
    for (const auto &[member, ms] : colour_ms)
        times.colour_ms = std::max(times.colour_ms, ms);
    return times;
}

bool MultiDeviceFrame::iterate(const std::atomic<bool> &stop) {
    const Stopwatch watch;
    const bool finished = finish(stop);
    const std::lock_guard lock(mutex_);
    iterate_ms_ = watch.ms();
    return finished;
}

bool MultiDeviceFrame::refresh_colour(const std::atomic<bool> &stop) {
    if (was_finished())
        return finish(stop);
    Failures failures = group_->no_failures();
    refresh_parts(failures, stop);
    return !stop;
}

bool MultiDeviceFrame::finish(const std::atomic<bool> &stop) {
    Failures failures = group_->no_failures();
    do {
        if (!compute_open_parts(failures, stop))
            return false;
        declare_finished();
        refresh_parts(failures, stop);
    } while (!stop && !open_parts().empty());
    return !stop;
}

bool MultiDeviceFrame::compute_open_parts(Failures &failures, const std::atomic<bool> &stop) {
    // A second round is for what a failed member leaves behind.
    for (auto open = open_parts(); !open.empty() && !stop; open = open_parts()) {
        std::atomic<std::size_t> next = 0;
        for_each_member(failures, [&](int member) {
            for (auto at = next++; at < open.size() && !stop; at = next++) {
                refresh_parts_of(member, stop);
                const auto part = begin_part(open[at], member);
                if (part->iterate(stop))
                    end_part(open[at], part);
            }
        });
    }
    return !stop;
}

void MultiDeviceFrame::refresh_parts(Failures &failures, const std::atomic<bool> &stop) {
    std::uint64_t epoch = 0;
    do {
        epoch = colour_epoch();
        for_each_member(failures, [&](int member) { refresh_parts_of(member, stop); });
    } while (!stop && colour_epoch() != epoch);
}

void MultiDeviceFrame::refresh_parts_of(int member, const std::atomic<bool> &stop) {
    for (const std::shared_ptr<Frame> &part : incomplete_parts_of(member))
        if (!stop)
            part->refresh_colour(stop);
}

void MultiDeviceFrame::for_each_member(Failures &failures, const std::function<void(int)> &work) {
    group_->run(failures, work, [this](int member) { reopen_parts_of(member); });
}

void MultiDeviceFrame::set_colour(const ColourSettings &settings) {
    Frames dropped;
    const std::lock_guard lock(mutex_);
    colour_ = settings;
    ++epoch_;
    for (Part &part : parts_) {
        if (!part.frame)
            continue;
        try {
            part.frame->set_colour(settings);
        } catch (const DeviceError &) {
            drop(part, dropped);
        }
    }
}

void MultiDeviceFrame::read_rgba(std::uint32_t *rgba) {
    bool finished = false;
    const std::vector<Part> now = parts(finished);
    const int width = request_.size.width;
    read_by_member(now, [&](const Part &part) {
        try {
            if (part.frame)
                return read_tile(*part.frame, part.region, width, rgba);
        } catch (const DeviceError &) {
            if (finished)
                throw;
        }
        clear_tile(part.region, width, rgba);
    });
    if (!finished && now.front().is_preview() && now.front().frame)
        show_preview(now.front(), rgba);
}

void MultiDeviceFrame::show_preview(const Part &preview, std::uint32_t *rgba) const {
    const Size size = request_.size;
    const Size coarse = preview.frame->request().size;
    UninitialisedVector<std::uint32_t> colours(static_cast<std::size_t>(coarse.width) *
                                               coarse.height);
    try {
        preview.frame->read_rgba(colours.data());
    } catch (const DeviceError &) {
        return; // it was a courtesy
    }
    for (int y = 0; y < size.height; ++y) {
        std::uint32_t *row = rgba + static_cast<std::size_t>(y) * size.width;
        const std::uint32_t *from =
            &colours[static_cast<std::size_t>(y / preview.stride) * coarse.width];
        for (int x = 0; x < size.width; ++x)
            if (const std::uint32_t colour = from[x / preview.stride];
                (row[x] & ~kColourBits) == 0 && (colour & ~kColourBits) != 0)
                row[x] = (colour & kColourBits) | kCoarseAlpha;
    }
}

void MultiDeviceFrame::read_samples(SampleBuffer &samples) {
    bool finished = false;
    samples = SampleBuffer(request_);
    read_by_member(parts(finished), [&](const Part &part) {
        if (!part.frame && finished)
            throw DeviceError("a GPU failed after the picture was complete; compute it again");
        if (!part.done)
            return with_real(request_.precision,
                             [&]<class Real>() { mark_pending<Real>(part.region, samples); });
        SampleBuffer own;
        part.frame->read_samples(own);
        if (is_f32(request_.precision))
            copy_samples<float>(own, part.region, samples);
        else
            copy_samples<double>(own, part.region, samples);
    });
}

std::vector<int> MultiDeviceFrame::open_parts() const {
    const std::lock_guard lock(mutex_);
    std::vector<int> open;
    for (std::size_t i = 0; i < parts_.size(); ++i)
        if (!parts_[i].done && !(parts_[i].is_preview() && was_finished_))
            open.push_back(static_cast<int>(i));
    return open;
}

RenderRequest MultiDeviceFrame::request_for(const Part &part) const {
    RenderRequest request = request_;
    // Powers of two and whole pixels: every c keeps its bits.
    request.lattice = part.stride;
    request.map.right_re *= part.stride;
    request.map.right_im *= part.stride;
    request.map.up_re *= part.stride;
    request.map.up_im *= part.stride;
    if (!request.points) { // which are places in the whole picture
        request.map.origin_x = (request.map.origin_x + part.region.x) / part.stride;
        request.map.origin_y = (request.map.origin_y - part.region.y) / part.stride;
    }
    request.left += part.region.x;
    request.top += part.region.y;
    request.size.width = (part.region.width + part.stride - 1) / part.stride;
    request.size.height = (part.region.height + part.stride - 1) / part.stride;
    if (request.points)
        request.points = points_of(part.region);
    request.progressive = false; // tiles come one by one, and before them the preview
    return request;
}

std::shared_ptr<const std::vector<kernels::PixelPoint>>
MultiDeviceFrame::points_of(const Region &region) const {
    auto points = std::make_shared<std::vector<kernels::PixelPoint>>(pixels(region));
    for_each_row(region, request_.size.width, [&](std::size_t to, std::size_t at, int count) {
        std::copy_n(&(*request_.points)[at], count, &(*points)[to]);
    });
    return points;
}

std::shared_ptr<Frame> MultiDeviceFrame::begin_part(int index, int member) {
    Part &part = parts_[static_cast<std::size_t>(index)];
    RenderRequest request = request_for(part);
    std::uint64_t epoch = 0;
    {
        const std::lock_guard lock(mutex_);
        request.colour = colour_;
        epoch = epoch_;
    }
    std::shared_ptr<Frame> frame = group_->member(member).make_frame(request);
    Frames dropped;
    const std::lock_guard lock(mutex_);
    if (part.frame)
        drop(part, dropped);
    if (epoch != epoch_)
        frame->set_colour(colour_);
    part.member = member;
    part.frame = frame;
    ++dropped_revisions_;
    return frame;
}

void MultiDeviceFrame::end_part(int index, const std::shared_ptr<Frame> &frame) {
    const std::lock_guard lock(mutex_);
    Part &part = parts_[static_cast<std::size_t>(index)];
    if (part.frame == frame)
        part.done = true;
}

void MultiDeviceFrame::reopen_parts_of(int member) {
    Frames dropped;
    const std::lock_guard lock(mutex_);
    for (Part &part : parts_)
        if (part.frame && part.member == member)
            drop(part, dropped);
}

void MultiDeviceFrame::drop(Part &part, Frames &dropped) {
    dropped_revisions_ += part.frame->revision() + 1;
    dropped.push_back(std::move(part.frame));
    part.frame.reset();
    part.done = false;
}

MultiDeviceFrame::Frames MultiDeviceFrame::incomplete_parts_of(int member) const {
    const std::lock_guard lock(mutex_);
    Frames frames;
    for (const Part &part : parts_)
        if (part.frame && part.member == member && !part.frame->complete())
            frames.push_back(part.frame);
    return frames;
}

std::uint64_t MultiDeviceFrame::colour_epoch() const {
    const std::lock_guard lock(mutex_);
    return epoch_;
}

void MultiDeviceFrame::declare_finished() {
    Frames dropped;
    const std::lock_guard lock(mutex_);
    was_finished_ = true;
    if (parts_.front().is_preview() && parts_.front().frame)
        drop(parts_.front(), dropped);
}

bool MultiDeviceFrame::was_finished() const {
    const std::lock_guard lock(mutex_);
    return was_finished_;
}

std::vector<MultiDeviceFrame::Part> MultiDeviceFrame::parts(bool &finished) const {
    const std::lock_guard lock(mutex_);
    finished = std::all_of(parts_.begin(), parts_.end(),
                           [](const Part &part) { return part.is_preview() || part.done; });
    return parts_;
}

} // namespace fathom
