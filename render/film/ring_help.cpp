#include "render/film/ring_help.h"

#include "render/base/error.h"
#include "render/engines/engine.h"
#include "render/film/ring_maker.h"

#include <chrono>
#include <utility>

namespace fathom {

void RingHelp::keep(std::uint64_t most_bytes, double least_ms) {
    const std::lock_guard lock(mutex_);
    most_bytes_ = most_bytes;
    least_ms_ = least_ms;
}

bool RingHelp::is_long(double ms) {
    const std::lock_guard lock(mutex_);
    return ms >= least_ms_;
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

std::optional<SampleBuffer> RingHelp::samples(const WantedPart &part,
                                              const std::atomic<bool> &stop) {
    constexpr std::chrono::milliseconds kPatience(20); // a stop wakes nobody
    std::unique_lock lock(mutex_);
    auto found = parts_.find(part);
    while (found != parts_.end() && found->second.under_way) {
        if (stop)
            return std::nullopt;
        changed_.wait_for(lock, kPatience);
        found = parts_.find(part);
    }
    if (found == parts_.end())
        return std::nullopt;
    const auto kept = found->second.samples;
    const auto frame = found->second.frame.lock();
    lock.unlock();
    if (kept)
        return *kept;
    if (!frame)
        return std::nullopt;
    std::optional<SampleBuffer> samples(std::in_place);
    try {
        frame->read_samples(*samples);
    } catch (const DeviceError &) {
        // Its device's trouble, not that of who asks. Others may have met it, too, and begun anew.
        lock.lock();
        found = parts_.find(part);
        if (found != parts_.end() && found->second.frame.lock() == frame)
            found->second.frame.reset();
        return std::nullopt;
    }
    return samples;
}

bool RingHelp::begin(const WantedPart &part) {
    const std::lock_guard lock(mutex_);
    const auto [at, is_new] = parts_.try_emplace(part);
    Known &known = at->second;
    if (!is_new && (known.under_way || known.samples || !known.frame.expired()))
        return false;
    known.under_way = true;
    return true;
}

void RingHelp::Making::finish(const std::shared_ptr<Frame> &frame, double ms,
                              bool others_will_want_it) {
    Known known;
    std::unique_lock lock(help_.mutex_);
    const bool may_keep = help_.most_bytes_ > 0;
    lock.unlock();
    const bool took_long = help_.is_long(ms);
    const bool keeps = took_long && others_will_want_it && may_keep;
    if (took_long)
        known.frame = frame;
    if (keeps) {
        auto samples = std::make_shared<SampleBuffer>();
        frame->read_samples(*samples);
        known.samples = std::move(samples);
    }
    begun_ = false;
    help_.end(part_, std::move(known));
}

void RingHelp::end(const WantedPart &part, Known known) {
    const std::lock_guard lock(mutex_);
    if (known.samples) {
        kept_bytes_ += known.samples->bytes();
        kept_.push_back(part);
    }
    parts_[part] = std::move(known);
    while (kept_bytes_ > most_bytes_)
        forget_oldest();
    std::erase_if(parts_, [](const auto &each) {
        const Known &of = each.second;
        return !of.under_way && !of.samples && of.frame.expired();
    });
    changed_.notify_all();
}

void RingHelp::forget_oldest() {
    const auto oldest = parts_.find(kept_.front());
    kept_.pop_front();
    kept_bytes_ -= std::exchange(oldest->second.samples, nullptr)->bytes();
}

} // namespace fathom
