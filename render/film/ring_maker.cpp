#include "render/film/ring_maker.h"

#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/deep/perturbation.h"
#include "render/engines/engine.h"
#include "render/engines/known_samples.h"
#include "render/engines/perturbed_request.h"
#include "render/engines/sample_buffer.h"
#include "render/film/inner_discs.h"
#include "render/film/interior_first.h"
#include "render/film/ring_help.h"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

namespace fathom::film {
namespace {

/// After whoever colours or iterates what a frame waits for.
constexpr int kTurn = 1;
/// As many that took no time in a row, and helpers would be in the way: what they iterate comes
/// when its maker would have had it.
constexpr int kShortParts = 4;

} // namespace

RingMaker::RingMaker(const ZoomRings &rings, const SharedEngine &engine, const RingStore *store,
                     RingHelp *help, Request request)
    : rings_(rings), engine_(engine), store_(store), help_(help),
      helps_devices_(help != nullptr && !engine.engine.uses_host_memory()),
      request_(std::move(request)) {
    try {
        // One more than it can iterate at once: that one's colours are made meanwhile.
        for (int i = 0; i <= engine.engine.frames_at_once(); ++i)
            threads_.emplace_back([this] { serve(); });
    } catch (const std::system_error &) {
        if (threads_.empty())
            throw DeviceError(
                "the system has no thread left to make a film with; close other programs");
    } catch (...) {
        end_threads();
        throw;
    }
    // Host's engines would only take each other's processors.
    try {
        if (helps_devices_)
            help_->join(*this);
    } catch (...) {
        end_threads();
        throw;
    }
}

void RingMaker::end_threads() noexcept {
    halt_ = true;
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
}

RingMaker::~RingMaker() {
    end_threads();
    if (helps_devices_)
        help_->leave(*this);
}

void RingMaker::want(const Ring &ring, bool others_will_want_it) {
    const std::lock_guard lock(mutex_);
    const auto [made, is_new] = made_.try_emplace(ring);
    if (!is_new)
        return;
    for (const Region &region : rings_.parts_of(ring)) {
        tasks_.push_back({ring, made->second.parts.size(), region, nullptr, others_will_want_it});
        made->second.parts.push_back({region, nullptr});
    }
    made->second.left = made->second.parts.size();
    changed_.notify_all();
}

std::optional<std::vector<RingPart>> RingMaker::take(const Ring &ring,
                                                     const std::atomic<bool> &stop) {
    constexpr std::chrono::milliseconds kPatience(20); // `stop` wakes nobody
    std::unique_lock lock(mutex_);
    const auto made = made_.find(ring);
    while (made->second.left > 0 && !made->second.error) {
        if (stop)
            return std::nullopt;
        changed_.wait_for(lock, kPatience);
    }
    if (made->second.error)
        std::rethrow_exception(made->second.error);
    std::vector<RingPart> parts = std::move(made->second.parts);
    made_.erase(made);
    return parts;
}

void RingMaker::keep_only(const std::set<Ring> &rings) {
    const std::lock_guard lock(mutex_);
    std::erase_if(made_, [&](const auto &made) { return !rings.contains(made.first); });
    std::erase_if(tasks_, [&](const Task &task) { return !rings.contains(task.ring); });
}

void RingMaker::help_others(bool help) {
    const std::lock_guard lock(mutex_);
    helps_ = help && helps_devices_;
    changed_.notify_all();
}

std::optional<RingMaker::Task> RingMaker::next_task() {
    constexpr std::chrono::milliseconds kPatience(5); // others' tasks wake nobody
    std::unique_lock lock(mutex_);
    while (!halt_ && tasks_.empty()) {
        if (!helps_) {
            changed_.wait(lock);
            continue;
        }
        lock.unlock();
        const bool helped = help_once();
        lock.lock();
        if (!helped)
            changed_.wait_for(lock, kPatience);
    }
    if (halt_)
        return std::nullopt;
    std::optional<Task> task = std::move(tasks_.front());
    tasks_.pop_front();
    return task;
}

bool RingMaker::help_once() {
    try {
        return help_->give(engine_);
    } catch (...) {
        help_others(false); // an engine that failed is no help
        return false;
    }
}

void RingMaker::serve() {
    while (const auto task = next_task())
        make(*task);
}

bool RingMaker::make_one_by(const SharedEngine &helper) {
    Task task;
    {
        const std::lock_guard lock(mutex_);
        if (halt_ || short_parts_ >= kShortParts || tasks_.empty() || tasks_.back().frame)
            return false;
        task = std::move(tasks_.back());
        tasks_.pop_back();
    }
    std::exception_ptr error;
    try {
        task.frame = frame_of(task, request_(task.ring, task.region), helper);
        if (!task.frame)
            return false;
    } catch (...) {
        error = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    tasks_.push_front(std::move(task));
    changed_.notify_all();
    if (error)
        std::rethrow_exception(error);
    return true;
}

void RingMaker::note_time(double ms) {
    if (help_ == nullptr)
        return;
    const bool was_long = help_->is_long(ms);
    const std::lock_guard lock(mutex_);
    short_parts_ = was_long ? 0 : std::min(short_parts_ + 1, kShortParts);
}

std::shared_ptr<Frame> RingMaker::taken_over(const RingRequest &wanted, Frame &other,
                                             const SharedEngine &engine) {
    const Turns::Turn turn(engine.turns, 0, halt_); // there is hardly anything to do
    if (!turn.taken())
        return nullptr;
    try {
        auto frame = engine.engine.make_frame(wanted.request);
        if (!frame->begin_with_samples_of(other)) {
            SampleBuffer samples;
            other.read_samples(samples);
            if (!begin_with_known(*frame, std::move(samples), halt_))
                return nullptr;
        }
        return frame->iterate(halt_) ? std::move(frame) : nullptr;
    } catch (const DeviceError &) {
        return nullptr; // the other device's trouble, or that of whoever iterates it then
    }
}

std::shared_ptr<Frame> RingMaker::frame_of(const Task &task, const RingRequest &wanted,
                                           const SharedEngine &engine) {
    // What the host does by itself, here and between two turns, keeps no device waiting.
    const auto &perturbation = wanted.request.perturbation;
    if (perturbation && !perturbation->get(table_needs(wanted.request), halt_))
        return nullptr;
    auto kept = store_ != nullptr ? store_->known(wanted.request, wanted.name, halt_)
                                  : std::optional<KnownSamples>();
    const bool is_kept = kept.has_value();
    const WantedPart part{&rings_, task.ring, task.part, engine.engine.uses_host_memory()};
    std::optional<Turns::Turn> turn;
    std::optional<RingHelp::Making> making;
    do {
        turn.reset(); // another maker has begun it meanwhile
        if (help_ != nullptr && !is_kept)
            if (const auto other = help_->frame(part, halt_)) {
                if (auto frame = taken_over(wanted, *other, engine))
                    return frame;
                help_->lose(part, other);
            }
        turn.emplace(engine.turns, kTurn, halt_);
        if (!turn->taken())
            return nullptr;
        if (help_ != nullptr && !is_kept)
            making.emplace(*help_, part);
    } while (making && !making->begun());
    const Stopwatch watch;
    auto frame = iterated(wanted, std::move(kept), engine, turn);
    const double ms = watch.ms();
    if (frame)
        note_time(ms);
    if (frame && making)
        making->finish(engine.engine, frame, ms, task.others_will_want_it);
    if (frame && store_ != nullptr && !is_kept)
        store_->keep(*frame, wanted.name);
    return frame;
}

std::shared_ptr<Frame> RingMaker::iterated(const RingRequest &wanted,
                                           std::optional<KnownSamples> kept,
                                           const SharedEngine &engine,
                                           std::optional<Turns::Turn> &turn) {
    const auto inner = kept ? std::optional(InnerSamples())
                            : find_inner_samples(engine.engine, wanted.request, halt_);
    if (!inner)
        return nullptr;
    auto frame = engine.engine.make_frame(wanted.request);
    std::shared_ptr<Frame> plain;
    if (kept)
        frame->begin_with(*std::move(kept));
    else if (wanted.plain)
        plain = engine.engine.make_frame(*wanted.plain);
    Frame &first = plain ? *plain : *frame;
    if (!inner->empty() && !begin_with_inner(first, *inner, halt_))
        return nullptr;
    if (!first.iterate(halt_))
        return nullptr;
    turn.reset();
    if (plain && !finish(*frame, std::move(plain), engine))
        return nullptr;
    return frame;
}

bool RingMaker::finish(Frame &frame, std::shared_ptr<Frame> plain, const SharedEngine &engine) {
    if (!begin_with_interior(frame, *plain, halt_))
        return false;
    plain.reset(); // its memory is the device's
    const Turns::Turn turn(engine.turns, kTurn, halt_);
    return turn.taken() && frame.iterate(halt_);
}

std::shared_ptr<Frame> RingMaker::frame_of(const Task &task) {
    const RingRequest wanted = request_(task.ring, task.region);
    if (task.frame)
        if (auto frame = taken_over(wanted, *task.frame, engine_))
            return frame;
    try {
        return frame_of(task, wanted, engine_);
    } catch (const DeviceError &) {
        if (help_ == nullptr || !help_->drop_kept(engine_.engine))
            throw;
    }
    return frame_of(task, wanted, engine_);
}

void RingMaker::make(const Task &task) {
    std::shared_ptr<Frame> frame;
    std::exception_ptr error;
    try {
        frame = frame_of(task);
        if (!frame)
            return;
    } catch (...) {
        error = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    const auto made = made_.find(task.ring);
    if (made == made_.end() || made->second.parts[task.part].frame)
        return; // dropped meanwhile, or dropped, wanted again and there
    made->second.parts[task.part].frame = std::move(frame);
    if (error)
        made->second.error = error;
    else
        --made->second.left;
    changed_.notify_all();
}

} // namespace fathom::film
