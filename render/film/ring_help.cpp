#include "render/film/ring_help.h"

#include "render/base/error.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "render/film/ring_maker.h"

#include <chrono>
#include <utility>

namespace fathom::film {

void RingHelp::keep(const Engine &engine, std::uint64_t most_bytes) {
    const std::lock_guard lock(mutex_);
    shelves_[&engine].most_bytes = most_bytes;
}

bool RingHelp::drop_kept(const Engine &engine) {
    const std::lock_guard lock(mutex_);
    const auto shelf = shelves_.find(&engine);
    if (shelf == shelves_.end() || shelf->second.parts.empty())
        return false;
    while (!shelf->second.parts.empty())
        take_down(shelf->second.parts.front());
    return true;
}

void RingHelp::count_as_long(double ms) {
    const std::lock_guard lock(mutex_);
    long_ms_ = ms;
}

bool RingHelp::is_long(double ms) {
    const std::lock_guard lock(mutex_);
    return ms >= long_ms_;
}

void RingHelp::join(RingMaker &maker) {
    const std::lock_guard lock(mutex_);
    helpers_.emplace(&maker, 0);
}

void RingHelp::leave(RingMaker &maker) noexcept {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return helpers_.at(&maker) == 0; });
    helpers_.erase(&maker);
}

bool RingHelp::give(const SharedEngine &engine) {
    std::unique_lock lock(mutex_);
    for (auto &[maker, helpers] : helpers_) {
        if (maker->is_of(engine))
            continue;
        ++helpers; // it stays meanwhile, and so does its place
        lock.unlock();
        const auto end = [&, &helpers = helpers] {
            lock.lock();
            --helpers;
            changed_.notify_all();
        };
        bool done = false;
        try {
            done = maker->make_one_by(engine);
        } catch (...) {
            end();
            throw;
        }
        end();
        if (done)
            return true;
    }
    return false;
}

std::shared_ptr<Frame> RingHelp::frame(const WantedPart &part, const std::atomic<bool> &stop) {
    constexpr std::chrono::milliseconds kPatience(20); // a stop wakes nobody
    std::unique_lock lock(mutex_);
    auto found = parts_.find(part);
    while (found != parts_.end() && found->second.under_way) {
        if (stop)
            return nullptr;
        changed_.wait_for(lock, kPatience);
        found = parts_.find(part);
    }
    if (found == parts_.end())
        return nullptr;
    std::shared_ptr<Frame> frame = found->second.frame.lock();
    take_down(part);
    return frame;
}

void RingHelp::lose(const WantedPart &part, const std::shared_ptr<Frame> &frame) {
    const std::lock_guard lock(mutex_);
    // Others may have met it, too, and begun anew.
    const auto found = parts_.find(part);
    if (found != parts_.end() && found->second.frame.lock() == frame)
        found->second.frame.reset();
}

bool RingHelp::begin(const WantedPart &part) {
    const std::lock_guard lock(mutex_);
    const auto [at, is_new] = parts_.try_emplace(part);
    Known &known = at->second;
    if (!is_new && (known.under_way || !known.frame.expired()))
        return false;
    known.under_way = true;
    return true;
}

void RingHelp::Making::finish(const Engine &engine, const std::shared_ptr<Frame> &frame, double ms,
                              bool others_will_want_it) {
    begun_ = false;
    const bool is_long = help_.is_long(ms);
    help_.end(part_, is_long ? frame : std::shared_ptr<Frame>(),
              others_will_want_it ? &engine : nullptr);
}

void RingHelp::end(const WantedPart &part, const std::shared_ptr<Frame> &frame,
                   const Engine *keeper) {
    const std::lock_guard lock(mutex_);
    Known &known = parts_[part];
    known = {};
    known.frame = frame;
    const auto found = frame ? shelves_.find(keeper) : shelves_.end();
    if (found != shelves_.end()) {
        Shelf &shelf = found->second;
        known.kept = frame;
        known.shelf = &shelf;
        shelf.parts.push_back(part);
        shelf.bytes += SampleBuffer::bytes_of(frame->request());
        while (shelf.bytes > shelf.most_bytes)
            take_down(shelf.parts.front());
    }
    std::erase_if(parts_, [](const auto &each) {
        return !each.second.under_way && each.second.frame.expired();
    });
    changed_.notify_all();
}

void RingHelp::take_down(WantedPart part) {
    Known &known = parts_.at(part);
    if (!known.kept)
        return;
    known.shelf->parts.remove(part);
    known.shelf->bytes -= SampleBuffer::bytes_of(known.kept->request());
    known.kept.reset();
    known.shelf = nullptr;
}

} // namespace fathom::film
