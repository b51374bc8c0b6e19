#include "render/film/surveys_ahead.h"

#include "render/film/zoom_leg.h"

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

namespace fathom::film {

SurveysAhead::SurveysAhead(std::shared_ptr<ZoomLeg> leg, const SharedEngine &engine)
    : leg_(std::move(leg)), engine_(engine) {
    if (!leg_->looks().surveys_levels())
        return;
    try {
        thread_ = std::jthread([this] { serve(); });
    } catch (const std::system_error &) {
        // Then frames find them themselves.
    }
}

SurveysAhead::~SurveysAhead() {
    halt_ = true;
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
}

void SurveysAhead::want(int from, int to) {
    if (!thread_.joinable())
        return;
    const int step = from <= to ? 1 : -1;
    const std::lock_guard lock(mutex_);
    // A frame's colours lie between its own level's and the next one's.
    const int least = std::min(from, to), most = std::max(from, to) + 1;
    std::erase_if(seen_, [&](int number) { return number < least || number > most; });
    std::erase_if(wanted_, [&](int number) { return number < least || number > most; });
    const auto ask = [&](int number) {
        if (seen_.insert(number).second)
            wanted_.push_back(number);
    };
    for (int level = from; level != to + step; level += step) {
        ask(level);
        ask(level + 1);
    }
    changed_.notify_all();
}

void SurveysAhead::serve() {
    while (true) {
        int number = 0;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return halt_ || !wanted_.empty(); });
            if (halt_)
                return;
            number = wanted_.front();
            wanted_.pop_front();
        }
        try {
            leg_->find_survey(number, engine_, halt_);
        } catch (const std::exception &) {
            return; // whoever needs it meets that, too
        }
    }
}

} // namespace fathom::film
