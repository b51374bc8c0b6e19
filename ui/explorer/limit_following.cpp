#include "ui/explorer/limit_following.h"

#include "ui/explorer/messages.h"
#include "ui/explorer/view_steering.h"
#include "ui/state/number_text.h"
#include "ui/state/session.h"
#include "ui/texts/view.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fathom::ui {
namespace {

// Searches take cores that the picture wants, too.
constexpr std::chrono::milliseconds kPauseOfSearches{250};
// Most are over before words about them could be read.
constexpr std::chrono::milliseconds kTellOfSearchAfter{500};
// While the view goes deeper, faster than searches can tell what it needs: so many times what was
// found last, and a share of that more for each octave since.
constexpr double kSpare = 2;
constexpr double kMoreAnOctave = 0.25;
constexpr double kMostOctaves = 6; ///< farther away nothing is known

} // namespace

void LimitFollowing::update(UiClock::Time now) {
    if (!session_.location().automatic_iterations)
        return search_.stop();
    const bool moving = steering_.moving();
    if (const auto found = search_.take()) {
        found_ = found;
        // A limit that falls while the view moves would only have it iterated once more.
        const bool rises = moving && found->limit > session_.location().iterations;
        if (rises || search_.knows(session_.picture(), session_.size())) {
            session_.take_found_iterations(found->limit);
            messages_.note(fmt::format("limit {}", found->limit));
        }
    }
    if (moving)
        raise_for_zoom();
    else
        fall_back();
    if (moving && now - asked_at_ < kPauseOfSearches)
        return;
    asked_at_ = now;
    if (!busy())
        busy_since_ = now;
    search_.follow(session_.picture(), session_.size(), session_.reference_cache(), moving);
}

// Else what comes into view is black until it is known that it needs more.
void LimitFollowing::raise_for_zoom() {
    const Location &location = session_.location();
    if (!found_ || found_->subject.formula != location.formula)
        return;
    const double octaves =
        (location.view.zoom.log10() - found_->subject.view.zoom.log10()) / std::log10(2.0);
    if (!(octaves > 0.1 && octaves < kMostOctaves))
        return;
    const double wanted =
        static_cast<double>(found_->limit) * kSpare * (1 + kMoreAnOctave * octaves);
    const double most = static_cast<double>(LocationLimits::kMaxIterations);
    const auto limit = static_cast<std::uint64_t>(std::min(wanted, most));
    if (limit > location.iterations)
        session_.take_found_iterations(limit);
}

// The view has come back to where its limit is known.
void LimitFollowing::fall_back() {
    const Location picture = session_.picture();
    if (found_ && found_->subject.view == picture.view && picture.iterations != found_->limit &&
        search_.knows(picture, session_.size()))
        session_.take_found_iterations(found_->limit);
}

bool LimitFollowing::settled() const {
    return !session_.location().automatic_iterations ||
           search_.knows(session_.picture(), session_.size());
}

std::optional<double> LimitFollowing::worth_telling(UiClock::Time now) const {
    return now - busy_since_ >= kTellOfSearchAfter ? search_.share() : std::nullopt;
}

void LimitFollowing::cancel() {
    search_.give_up();
    messages_.say(
        fmt::format(texts::view::kIterationsKept, grouped(session_.location().iterations)));
    messages_.note("limit kept");
}

} // namespace fathom::ui
