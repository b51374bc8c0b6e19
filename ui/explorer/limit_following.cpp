#include "ui/explorer/limit_following.h"

#include "ui/explorer/messages.h"
#include "ui/explorer/view_steering.h"
#include "ui/state/number_text.h"
#include "ui/state/session.h"
#include "ui/texts/view.h"

#include <fmt/format.h>

namespace fathom::ui {
namespace {

// Searches take cores that the picture wants, too.
constexpr std::chrono::milliseconds kPauseOfSearches{250};
// Most are over before words about them could be read.
constexpr std::chrono::milliseconds kTellOfSearchAfter{500};

} // namespace

void LimitFollowing::update(UiClock::Time now) {
    if (!session_.location().automatic_iterations)
        return search_.stop();
    const bool moving = steering_.moving();
    if (const auto found = search_.take()) {
        // A limit that falls while the view moves would only have it iterated once more.
        const bool rises = moving && found->limit > session_.location().iterations;
        if (rises || search_.knows(session_.picture(), session_.size())) {
            session_.take_found_iterations(found->limit);
            messages_.note(fmt::format("limit {}", found->limit));
        }
    }
    if (moving && now - asked_at_ < kPauseOfSearches)
        return;
    asked_at_ = now;
    if (!busy())
        busy_since_ = now;
    search_.follow(session_.picture(), session_.size(), session_.reference_cache(), moving);
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
