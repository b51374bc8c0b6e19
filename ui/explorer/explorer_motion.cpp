#include "ui/explorer/explorer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace fathom {
namespace {

// A wheel that turns slowly is still one movement.
constexpr std::chrono::milliseconds kStillMoving{120};

} // namespace

void Explorer::move() {
    const auto now = clock_.now();
    motion_.steer(gamepad_.sticks());
    if (!input_.dragging()) // fingers on the screen end a held button without a word
        motion_.hold(0);
    if (shows_samples_alone())
        motion_.glide.clear();
    if (const auto next = motion_.advance(session_.location().view, session_.size(), now))
        session_.move_to(*next, now);
    if (destination_ && !motion_.flying())
        land();
    if (moved_generation_ != session_.generation()) {
        moved_generation_ = session_.generation();
        moved_at_ = now;
    }
    const bool goes_on = moving();
    if (goes_on && clock_.goes_on())
        pacing_.draw_on();
    if (!goes_on && moving_)
        messages_.note("rest");
    moving_ = goes_on;
}

bool Explorer::moving() const {
    return motion_.driven() || !motion_.glide.resting() ||
           moved_generation_ != session_.generation() || clock_.now() - moved_at_ < kStillMoving;
}

// What is compared has to be the samples' own colours, at their own places.
bool Explorer::shows_samples_alone() const {
    return in_use_.choice().comparing();
}

// Another formula's picture says nothing about this view, except where its seed or parameter
// changes under the same view: there the old picture is replaced in place.
bool Explorer::can_stand_in(const Picture &picture) const {
    const Location &location = session_.location();
    const FormulaChoice &formula = picture.formula;
    return formula == location.formula ||
           (formula.id == location.formula.id && formula.julia == location.formula.julia &&
            picture.view == location.view);
}

void Explorer::follow_feed(EngineFeed &feed) {
    Pace pace;
    pace.moving = moving() && !shows_samples_alone() && !every_picture_;
    if (const auto &cursor = input_.cursor()) {
        const Size size = session_.size();
        const auto x = static_cast<int>(std::floor(cursor->first));
        const auto y = static_cast<int>(std::floor(cursor->second));
        if (x >= 0 && y >= 0 && x < size.width && y < size.height)
            pace.focus.emplace(x, y);
    }
    feed.follow(session_, pace);
}

void Explorer::refine() {
    EngineFeed *engine = in_use_.first();
    const Picture *picture = engine == nullptr ? nullptr : engine->picture(session_.generation());
    const int shown = picture == nullptr ? 1 : picture->samples;
    if (std::exchange(shown_samples_, shown) != shown && shown > 1 && shown == samples_)
        messages_.note(
            fmt::format("refined {} {} {}", engine->info().id, picture->generation, shown));
    if (engine != nullptr && !every_picture_ && !shows_samples_alone() && !moving() &&
        !colour_panel_.flows())
        engine->refine(session_, samples_);
}

void Explorer::handle_gamepad(const SDL_Event &event) {
    const auto button = gamepad_.handle(event);
    if (gamepad_.sticks().moved() || button)
        touch();
    if (button == Gamepad::Button::back)
        perform(Action::back);
    else if (button == Gamepad::Button::zoom_in)
        perform(Action::zoom_in);
}

void Explorer::touch() {
    const bool flew = motion_.flying();
    motion_.touch();
    if (flew)
        messages_.note("interrupted");
    destination_.reset();
}

void Explorer::fly_to(const Location &destination) {
    touch();
    const View from = session_.location().view;
    const bool same = destination.formula == session_.location().formula;
    if (!same || shows_samples_alone() || !motion_.fly(from, destination.view, session_.size())) {
        session_.go_to(destination);
        motion_.glide.clear();
        return;
    }
    try {
        session_.set_out(destination, clock_.now());
    } catch (...) {
        motion_.touch();
        throw;
    }
    motion_.glide.clear();
    destination_ = destination;
    pacing_.draw_on();
    messages_.note("fly");
}

void Explorer::land() {
    session_.arrive(*std::exchange(destination_, std::nullopt));
    messages_.note("arrived");
}

void Explorer::turn_wheel(const TurnWheel &wheel) {
    session_.move_to(
        motion_.wheel(session_.location().view, session_.size(), wheel.notches, wheel.x, wheel.y),
        clock_.now());
}

void Explorer::hold_zoom(const HoldZoom &hold) {
    motion_.place(hold.x, hold.y);
    motion_.hold(hold.direction);
}

void Explorer::change_speed(double factor) {
    double &speed = motion_.settings.speed;
    speed = std::clamp(speed * factor, MotionSettings::kSlowest, MotionSettings::kFastest);
    messages_.say(fmt::format("Speed: {} times", speed));
    messages_.note(fmt::format("speed {}", speed));
}

void Explorer::set_samples(int samples) {
    samples_ = std::clamp(samples, 1, std::end(kSampleChoices)[-1]);
    messages_.note(fmt::format("samples {}", samples_));
}

void Explorer::next_samples() {
    const auto *next =
        std::upper_bound(std::begin(kSampleChoices), std::end(kSampleChoices), samples_);
    set_samples(next == std::end(kSampleChoices) ? 1 : *next);
    messages_.say(samples_ == 1 ? "Anti-aliasing: off"
                                : fmt::format("Anti-aliasing: {} samples", samples_));
}

} // namespace fathom
