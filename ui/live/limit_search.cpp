#include "ui/live/limit_search.h"

#include "render/base/background.h"
#include "render/base/error.h"
#include "render/base/thread_priority.h"
#include "render/deep/reference_cache.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/jobs/automatic_limit.h"

#include <utility>

namespace fathom::ui {
namespace {

LimitSearch::Subject subject_of(const Location &location, Size size) {
    return {location.view, location.formula, location.bailout, size};
}

std::optional<std::uint64_t> search(const Location &location, Size size,
                                    const std::shared_ptr<ReferenceCache> &reference_cache,
                                    const std::atomic<bool> &stop, LimitProgress &progress) {
    lower_thread_priority(); // and so that of the threads that the engine starts
    try {
        return automatic_limit(*make_engine("cpu"), location, size, reference_cache, stop,
                               &progress);
    } catch (const Error &) {
        return std::nullopt; // the picture itself fails the same way and says why
    }
}

} // namespace

LimitSearch::~LimitSearch() {
    stop();
}

void LimitSearch::stop() {
    if (stop_)
        *stop_ = true;
    subject_.reset();
    found_.reset();
    done_ = false;
}

void LimitSearch::give_up() {
    if (stop_)
        *stop_ = true;
    done_ = true;
}

std::optional<double> LimitSearch::share() const {
    return subject_ && !done_ ? std::optional(progress_->share()) : std::nullopt;
}

bool LimitSearch::knows(const Location &location, Size size) const {
    return done_ && subject_ == subject_of(location, size);
}

std::optional<LimitSearch::Found> LimitSearch::take() {
    return std::exchange(found_, std::nullopt);
}

void LimitSearch::follow(const Location &location, Size size,
                         const std::shared_ptr<ReferenceCache> &reference_cache, bool moving) {
    Subject subject = subject_of(location, size);
    if (subject_ == subject || (moving && subject_ && !done_))
        return;
    stop();
    subject_ = std::move(subject);
    stop_ = std::make_shared<std::atomic<bool>>(false);
    const auto progress = std::make_shared<LimitProgress>();
    progress_ = progress;
    background_.run(
        [this, stop = stop_, progress, location, size, reference_cache]() -> Background::Result {
            return [this, stop, limit = search(location, size, reference_cache, *stop, *progress)] {
                if (*stop)
                    return;
                done_ = true;
                if (limit)
                    found_ = {*subject_, *limit};
            };
        });
}

} // namespace fathom::ui
