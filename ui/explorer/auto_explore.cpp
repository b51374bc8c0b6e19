#include "ui/explorer/auto_explore.h"

#include "ui/explorer/messages.h"
#include "ui/explorer/view_steering.h"
#include "ui/state/number_text.h"
#include "ui/state/session.h"
#include "ui/state/suggested_iterations.h"
#include "ui/texts/minibrot.h"

#include <algorithm>
#include <random>

namespace fathom::ui {
namespace {

constexpr std::chrono::milliseconds kStay{1500};
// A picture that takes longer is no place to go deeper from.
constexpr std::chrono::seconds kPatience{10};
constexpr double kPace = 0.3; ///< of a flight that somebody asked for
// The clock of a test leads the same way each time.
constexpr std::uint32_t kSeedOfTests = 1;

} // namespace

AutoExplore::AutoExplore(const UiClock &clock, Messages &messages, Session &session,
                         Background &background, ViewSteering &steering)
    : clock_(clock), messages_(messages), session_(session), steering_(steering),
      search_(background), roaming_(clock.driven() ? kSeedOfTests : std::random_device{}()) {}

void AutoExplore::set_on(bool on) {
    if (on == this->on())
        return;
    if (!on)
        return end();
    steering_.touch();
    touches_ = steering_.touches();
    session_.jump_to(session_.location().view); // what Backspace leads back to
    roaming_.begin(session_.location().view, home_view(session_.location().formula));
    stage_ = Stage::waiting;
    since_ = clock_.now();
    messages_.note("explore on");
    messages_.say(texts::minibrot::kExploring);
}

void AutoExplore::end() {
    search_.cancel();
    stage_ = Stage::off;
    messages_.note("explore off");
}

void AutoExplore::update(bool visible, bool complete) {
    if (!on())
        return;
    if (steering_.touches() != touches_)
        return end();
    if (!visible || hidden_)
        since_ = clock_.now(); // what nobody has seen was not waited for
    hidden_ = !visible;
    if (hidden_)
        return;
    switch (stage_) {
    case Stage::flying:
        if (steering_.flying())
            return;
        stage_ = Stage::waiting;
        since_ = clock_.now();
        return;
    case Stage::waiting:
        return wait_for(complete);
    case Stage::choosing:
        return choose();
    default:
        return;
    }
}

std::optional<UiClock::Time> AutoExplore::next() const {
    if (stage_ == Stage::choosing)
        return clock_.now();
    if (stage_ != Stage::waiting)
        return std::nullopt;
    const UiClock::Time stay = since_ + kStay;
    return clock_.now() < stay ? stay : since_ + kPatience;
}

void AutoExplore::wait_for(bool complete) {
    const auto waited = clock_.now() - since_;
    too_deep_ = !complete && waited >= kPatience;
    if ((complete && waited >= kStay) || too_deep_)
        look_around();
}

void AutoExplore::look_around() {
    places_.clear();
    stage_ = too_deep_ ? Stage::choosing : Stage::looking_around;
    if (too_deep_)
        return;
    search_.find_places(
        session_.location(), session_.viewport().size, session_.reference_cache(),
        [this](const std::vector<InterestingPlace> &places) {
            places_ = places;
            stage_ = Stage::choosing;
        },
        [this](const std::string &) { stage_ = Stage::choosing; });
}

void AutoExplore::choose() {
    const std::size_t before = roaming_.depth();
    const auto view = roaming_.next(places_, session_.viewport().size, too_deep_);
    if (!view) {
        messages_.complain(too_deep_ ? texts::minibrot::kTooSlow : texts::minibrot::kNowhereToFly);
        return end();
    }
    Location there = session_.location();
    if (!there.automatic_iterations)
        there.iterations = std::clamp<std::uint64_t>(
            suggested_iterations(view->zoom), there.iterations, LocationLimits::kMaxIterations);
    session_.pass_through(there, clock_.now());
    messages_.note((roaming_.depth() > before ? "explore in " : "explore out ") +
                   short_zoom(view->zoom));
    steering_.roam_to(*view, kPace);
    stage_ = Stage::flying;
}

} // namespace fathom::ui
