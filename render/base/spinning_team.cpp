#include "render/base/spinning_team.h"

#include <exception>
#include <utility>
#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace fathom {
namespace {

/// Tells the core that this is a loop that waits.
void relax() noexcept {
#ifdef __x86_64__
    _mm_pause();
#endif
}

/// Some tens of microseconds, many times what lies between two jobs.
constexpr int kSpins = 2000;

} // namespace

SpinningTeam::SpinningTeam(std::size_t most_parts, Job job) : job_(std::move(job)) {
    for (std::size_t part = 0; part < most_parts; ++part)
        members_.push_back(std::make_unique<Member>());
    if (std::thread::hardware_concurrency() < 2)
        return;
    try {
        for (std::size_t part = 1; part < most_parts; ++part)
            members_[part]->thread = std::thread([this, part] { serve(part); });
    } catch (const std::exception &) { // no thread, or no memory for one: then with fewer
    }
}

SpinningTeam::~SpinningTeam() {
    for (const auto &member : members_) {
        if (!member->thread.joinable())
            continue;
        member->state.store(kQuit);
        member->state.notify_one();
        member->thread.join();
    }
}

void SpinningTeam::run(std::size_t phases, std::size_t parts) noexcept {
    done_before_ += phases_;
    phases_ = phases;
    parts_ = parts;
    for (std::size_t part = 1; part < parts; ++part) {
        Member &member = *members_[part];
        member.is_callers = false;
        member.state.store(kOffered, std::memory_order_release);
        member.state.notify_one(); // a load, unless it sleeps
    }
    do_phases(0);
    wait_for(done_before_ + phases);
}

void SpinningTeam::do_phases(std::size_t part) noexcept {
    const bool is_caller = part == 0;
    for (std::size_t phase = 0; phase < phases_; ++phase) {
        if (phase > 0) {
            wait_for(done_before_ + phase);
            if (!job_.goes_on(phase))
                break;
        }
        job_.work(phase, part);
        if (is_caller && phase == 0)
            take_over();
        for (std::size_t other = 1; is_caller && other < parts_; ++other)
            if (members_[other]->is_callers) {
                job_.work(phase, other);
                members_[other]->phases_done.store(done_before_ + phase + 1,
                                                   std::memory_order_release);
            }
        if (phase + 1 < phases_)
            members_[part]->phases_done.store(done_before_ + phase + 1, std::memory_order_release);
    }
    // Whoever sees the last number may begin the next job.
    if (!is_caller)
        members_[part]->state.store(kIdle, std::memory_order_relaxed);
    const std::uint64_t all = done_before_ + phases_;
    for (std::size_t other = 1; is_caller && other < parts_; ++other)
        if (members_[other]->is_callers)
            members_[other]->phases_done.store(all, std::memory_order_release);
    members_[part]->phases_done.store(all, std::memory_order_release);
}

void SpinningTeam::take_over() noexcept {
    for (std::size_t part = 1; part < parts_; ++part) {
        int expected = kOffered;
        members_[part]->is_callers = members_[part]->state.compare_exchange_strong(
            expected, kIdle, std::memory_order_acquire);
    }
}

void SpinningTeam::wait_for(std::uint64_t phases_done) const noexcept {
    for (std::size_t part = 0; part < parts_; ++part)
        for (int spins = 0;
             members_[part]->phases_done.load(std::memory_order_acquire) < phases_done;) {
            if (++spins < kSpins)
                relax();
            else
                std::this_thread::yield();
        }
}

void SpinningTeam::serve(std::size_t part) noexcept {
    std::atomic<int> &at = members_[part]->state;
    for (int spins = 0;;) {
        int state = at.load(std::memory_order_acquire);
        if (state == kQuit)
            return;
        if (state == kOffered &&
            at.compare_exchange_strong(state, kTaken, std::memory_order_acquire)) {
            do_phases(part);
            spins = 0;
        } else if (++spins < kSpins) {
            relax();
        } else {
            at.wait(state, std::memory_order_acquire);
            spins = 0;
        }
    }
}

} // namespace fathom
