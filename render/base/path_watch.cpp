#include "render/base/path_watch.h"

#include "render/base/background.h"

#include <cstddef>
#include <system_error>
#include <utility>

namespace fathom {
namespace {

// Names that were typed and left are forgotten.
constexpr std::size_t kMostAnswers = 64;

bool exists(const std::filesystem::path &path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

} // namespace

PathWatch::PathWatch(Background &background, std::function<Time()> now)
    : PathWatch(background, std::move(now), exists) {}

PathWatch::PathWatch(Background &background, std::function<Time()> now, Disk disk)
    : background_(background), now_(std::move(now)), disk_(std::move(disk)) {}

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
    background_.run([this, path, disk = disk_, expiries = expiries_]() -> Background::Result {
        return [this, path, expiries, there = disk(path)] {
            Answer &answer = answers_[path];
            answer.there = there;
            answer.asking = false;
            answer.told.reset();
            if (expiries == expiries_)
                answer.told = now_();
        };
    });
}

void PathWatch::expire() {
    ++expiries_;
    for (auto &[path, answer] : answers_)
        answer.told.reset();
}

} // namespace fathom
