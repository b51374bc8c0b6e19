#include "render/film/ring_maker.h"

#include "render/base/error.h"
#include "render/base/turns.h"
#include "render/deep/perturbation.h"
#include "render/engines/engine.h"
#include "render/engines/known_samples.h"
#include "render/engines/perturbed_request.h"
#include "render/film/inner_discs.h"
#include "render/film/interior_first.h"

#include <chrono>
#include <system_error>
#include <utility>

namespace fathom {
namespace {

/// After whoever colours or iterates what a frame waits for.
constexpr int kTurn = 1;

} // namespace

RingMaker::RingMaker(const ZoomRings &rings, const SharedEngine &engine, const RingStore *store,
                     Request request)
    : rings_(rings), engine_(engine), store_(store), request_(std::move(request)) {
    try {
        // One more than it can iterate at once: that one's colours are made meanwhile.
        for (int i = 0; i <= engine.engine.frames_at_once(); ++i)
            threads_.emplace_back([this] { serve(); });
    } catch (const std::system_error &) {
        if (threads_.empty())
            throw DeviceError(
                "the system has no thread left to make a film with; close other programs");
    }
}

RingMaker::~RingMaker() {
    halt_ = true;
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
}

void RingMaker::want(const Ring &ring) {
    const std::lock_guard lock(mutex_);
    const auto [made, is_new] = made_.try_emplace(ring);
    if (!is_new)
        return;
    for (const Region &region : rings_.parts_of(ring)) {
        tasks_.push_back({ring, made->second.parts.size(), region});
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

void RingMaker::serve() {
    while (true) {
        Task task;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return halt_ || !tasks_.empty(); });
            if (halt_)
                return;
            task = tasks_.front();
            tasks_.pop_front();
        }
        make(task);
    }
}

std::shared_ptr<Frame> RingMaker::frame_of(const RingRequest &wanted) {
    // What the host does by itself, here and between two turns, keeps no device waiting.
    const auto &perturbation = wanted.request.perturbation;
    if (perturbation && !perturbation->get(table_needs(wanted.request), halt_))
        return nullptr;
    auto kept = store_ != nullptr ? store_->known(wanted.request, wanted.name, halt_)
                                  : std::optional<KnownSamples>();
    const bool is_kept = kept.has_value();
    std::shared_ptr<Frame> frame, plain;
    {
        const Turns::Turn turn(engine_.turns, kTurn, halt_);
        if (!turn.taken())
            return nullptr;
        const auto inner = is_kept ? std::optional(InnerSamples())
                                   : find_inner_samples(engine_.engine, wanted.request, halt_);
        if (!inner)
            return nullptr;
        frame = engine_.engine.make_frame(wanted.request);
        if (is_kept)
            frame->begin_with(*std::move(kept));
        else if (wanted.plain)
            plain = engine_.engine.make_frame(*wanted.plain);
        Frame &first = plain ? *plain : *frame;
        if (!inner->empty() && !begin_with_inner(first, *inner, halt_))
            return nullptr;
        if (!first.iterate(halt_))
            return nullptr;
    }
    if (plain && !finish(*frame, std::move(plain)))
        return nullptr;
    if (store_ != nullptr && !is_kept)
        store_->keep(*frame, wanted.name);
    return frame;
}

bool RingMaker::finish(Frame &frame, std::shared_ptr<Frame> plain) {
    if (!begin_with_interior(frame, *plain, halt_))
        return false;
    plain.reset(); // its memory is the device's
    const Turns::Turn turn(engine_.turns, kTurn, halt_);
    return turn.taken() && frame.iterate(halt_);
}

void RingMaker::make(const Task &task) {
    std::shared_ptr<Frame> frame;
    std::exception_ptr error;
    try {
        frame = frame_of(request_(task.ring, task.region));
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

} // namespace fathom
