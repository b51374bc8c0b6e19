#include "ui/live/exactness_watch.h"

#include "render/base/background.h"
#include "render/base/thread_priority.h"
#include "render/engines/engine.h"
#include "ui/texts/overlay.h"

#include <exception>
#include <fmt/format.h>
#include <mutex>
#include <utility>

namespace fathom::ui {

/// One check, for both threads.
struct ExactnessWatch::Run {
    std::atomic<bool> stop = false;
    std::mutex mutex;
    std::optional<CheckedPixels> found; ///< so far; guarded by mutex

    void check(std::shared_ptr<Frame> frame, const PixelCheckSpec &spec) {
        lower_thread_priority();
        try {
            check_pixels(*frame, spec, stop, [this](const CheckedPixels &now) {
                const std::lock_guard lock(mutex);
                found = now;
            });
        } catch (const std::exception &) {
            // A device that fails tells so with the next picture; here there is nothing to say.
        }
    }
    std::optional<CheckedPixels> so_far() {
        const std::lock_guard lock(mutex);
        return found;
    }
};

std::string describe(const CheckedPixels &found, bool better_exports) {
    if (found.checked == 0)
        return found.too_long == 0 ? "" : texts::overlay::kCheckTooLong;
    std::string words = fmt::format(texts::overlay::kChecked, found.equal, found.checked);
    if (!found.finished())
        return fmt::format(texts::overlay::kSoFar, words);
    if (better_exports && !found.good())
        words = fmt::format(texts::overlay::kExportsIn, found.checked - found.equal, found.checked);
    if (found.too_long > 0)
        words = fmt::format(texts::overlay::kSomeTooLong, words, found.too_long);
    return words;
}

ExactnessWatch::ExactnessWatch(Background &background, unsigned cores, const PixelCheckSpec &spec)
    : background_(background), spare_core_(cores > 1), spec_(spec) {}

ExactnessWatch::~ExactnessWatch() {
    stop();
}

void ExactnessWatch::stop() {
    if (run_)
        run_->stop = true;
    run_.reset();
}

void ExactnessWatch::follow(const std::optional<Picture> &picture,
                            const std::shared_ptr<Frame> &frame, bool idle, UiClock::Time now) {
    if (picture != picture_) {
        stop();
        picture_ = picture;
        found_.reset();
        done_ = false;
        since_ = now;
    }
    waiting_ = false;
    if (!picture || done_ || !spare_core_)
        return;
    if (!idle || !frame) {
        stop();
        since_ = now;
    } else if (!run_) {
        waiting_ = now - since_ < kPatience;
        if (!waiting_)
            begin(frame);
    }
}

void ExactnessWatch::begin(const std::shared_ptr<Frame> &frame) {
    run_ = std::make_shared<Run>();
    background_.run([this, run = run_, frame, spec = spec_]() mutable -> Background::Result {
        run->check(std::move(frame), spec);
        return [this, run] {
            if (run->stop)
                return;
            done_ = true;
            finished_ = found_ = run->so_far();
            run_.reset();
        };
    });
}

std::optional<CheckedPixels> ExactnessWatch::found() const {
    return run_ ? run_->so_far() : found_;
}

std::optional<UiClock::Time> ExactnessWatch::next() const {
    return waiting_ ? std::optional(since_ + kPatience) : std::nullopt;
}

std::optional<CheckedPixels> ExactnessWatch::take_finished() {
    return std::exchange(finished_, std::nullopt);
}

} // namespace fathom::ui
