#include "render/base/path_watch.h"

#include <cstddef>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace fathom {
namespace {

// Names that were typed and left are forgotten.
constexpr std::size_t kMostAnswers = 64;

bool exists(const std::filesystem::path &path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

} // namespace

/// What the threads share with their watch.
struct PathWatch::Inbox {
    struct Told {
        std::filesystem::path path;
        bool there;
        int expiries; ///< there had been when it was asked
    };
    std::mutex mutex;
    std::function<void()> notify; ///< empty: the watch is gone
    std::vector<Told> told;
};

PathWatch::PathWatch(std::function<Time()> now, std::function<void()> notify)
    : PathWatch(std::move(now), std::move(notify), exists) {}

PathWatch::PathWatch(std::function<Time()> now, std::function<void()> notify, Disk disk)
    : now_(std::move(now)), disk_(std::move(disk)), inbox_(std::make_shared<Inbox>()) {
    inbox_->notify = std::move(notify);
}

PathWatch::~PathWatch() {
    const std::lock_guard lock(inbox_->mutex);
    inbox_->notify = nullptr;
}

std::optional<bool> PathWatch::there(const std::filesystem::path &path) {
    if (answers_.size() >= kMostAnswers && !answers_.contains(path))
        std::erase_if(answers_, [](const auto &entry) { return !entry.second.asking; });
    Answer &answer = answers_[path];
    const bool fresh = answer.told && now_() - *answer.told < kFresh;
    if (!fresh && !answer.asking) {
        answer.asking = true;
        ask(path);
    }
    return answer.there;
}

void PathWatch::ask(const std::filesystem::path &path) {
    const auto look = [inbox = inbox_, disk = disk_, path, expiries = expiries_] {
        try {
            const bool there = disk(path);
            const std::lock_guard lock(inbox->mutex);
            if (!inbox->notify)
                return;
            inbox->told.push_back({path, there, expiries});
            inbox->notify();
        } catch (const std::bad_alloc &) { // as if the disk did not answer
        }
    };
    try {
        std::thread(look).detach();
    } catch (const std::system_error &) {
        answers_[path].asking = false; // there is no thread for it now: the next look asks again
    }
}

bool PathWatch::poll() {
    std::vector<Inbox::Told> all_told;
    {
        const std::lock_guard lock(inbox_->mutex);
        all_told.swap(inbox_->told);
    }
    for (const auto &[path, there, expiries] : all_told) {
        Answer &answer = answers_[path];
        answer.there = there;
        answer.asking = false;
        answer.told.reset();
        if (expiries == expiries_)
            answer.told = now_();
    }
    return !all_told.empty();
}

void PathWatch::expire() {
    ++expiries_;
    for (auto &[path, answer] : answers_)
        answer.told.reset();
}

} // namespace fathom
