#include "ui/explorer/view_steering.h"

#include "render/base/error.h"
#include "render/places/location_toml.h"
#include "ui/explorer/engine_choice.h"
#include "ui/explorer/frame_pacing.h"
#include "ui/explorer/messages.h"
#include "ui/state/control_advice.h"
#include "ui/state/session.h"
#include "ui/texts/view.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace fathom::ui {
namespace {

// A wheel that turns slowly is still one movement.
constexpr std::chrono::milliseconds kStillMoving{120};

} // namespace

ViewSteering::ViewSteering(const UiClock &clock, FramePacing &pacing, Messages &messages,
                           Session &session, const EngineChoice &choice)
    : clock_(clock), pacing_(pacing), messages_(messages), session_(session), choice_(choice) {}

void ViewSteering::begin() {
    motion_.glide.clear();
    moved_generation_ = session_.generation();
}

void ViewSteering::advance(bool dragging) {
    const auto now = clock_.now();
    motion_.steer(gamepad_.sticks());
    if (!dragging) // fingers on the screen end a held button without a word
        release();
    if (choice_.comparing()) // what is compared has to be at its own place
        motion_.glide.clear();
    if (const auto next = motion_.advance(session_.location().view, session_.viewport().size, now))
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

bool ViewSteering::moving() const {
    return motion_.driven() || !motion_.glide.resting() ||
           moved_generation_ != session_.generation() || clock_.now() - moved_at_ < kStillMoving;
}

void ViewSteering::touch() {
    const bool flew = motion_.flying();
    motion_.touch();
    ++touches_;
    if (flew)
        messages_.note("interrupted");
    destination_.reset();
}

void ViewSteering::change(const ViewCommand &command) {
    const View next = apply(command, session_.location().view, session_.viewport());
    if (is_jump(command))
        session_.jump_to(next);
    else
        session_.move_to(next, clock_.now());
}

void ViewSteering::wheel(const TurnWheel &wheel) {
    const Viewport viewport = session_.viewport();
    session_.move_to(motion_.wheel(session_.location().view, viewport.size, wheel.notches,
                                   wheel.x - viewport.left, wheel.y),
                     clock_.now());
}

void ViewSteering::hold(const HoldZoom &hold) {
    motion_.place(hold.x - session_.viewport().left, hold.y);
    motion_.hold(hold.direction);
}

void ViewSteering::let_go() {
    motion_.let_go(clock_.now());
}

void ViewSteering::follow(const Command &command, const View &before,
                          const FormulaChoice &formula) {
    const auto *view = std::get_if<ViewCommand>(&command);
    if (view != nullptr && !is_jump(*view)) {
        if (const auto *pan = std::get_if<PanBy>(view))
            motion_.drag(pan->dx, pan->dy, clock_.now());
    } else if (formula != session_.location().formula) {
        motion_.glide.clear(); // there is no way between them
    } else {
        motion_.glide.follow(before, session_.picture_view(), session_.size());
    }
}

void ViewSteering::cover(int columns) {
    const View before = session_.picture_view();
    session_.cover(columns);
    if (session_.picture_view() == before)
        return;
    motion_.glide.follow(before, session_.picture_view(), session_.size());
    pacing_.draw_on();
}

void ViewSteering::change_speed(double factor) {
    double &speed = motion_.settings.speed;
    speed = std::clamp(speed * factor, MotionSettings::kSlowest, MotionSettings::kFastest);
    messages_.say(fmt::format(texts::view::kSpeedIs, speed));
    messages_.note(fmt::format("speed {}", speed));
}

std::optional<Action> ViewSteering::handle_gamepad(const SDL_Event &event) {
    const auto button = gamepad_.handle(event);
    if (gamepad_.sticks().moved() || button)
        touch();
    if (button == Gamepad::Button::back)
        return Action::back;
    if (button == Gamepad::Button::zoom_in)
        return Action::zoom_in;
    return std::nullopt;
}

// A field that the slider was left for has its say, too.
void ViewSteering::slide_to(const Location &location) {
    try {
        check_location(location);
        session_.move_to(location.view, clock_.now());
    } catch (const Error &error) {
        messages_.complain(error);
    }
}

void ViewSteering::fly_to(const Location &destination) {
    touch();
    const View from = session_.location().view;
    const bool same = destination.formula == session_.location().formula;
    if (!same || choice_.comparing() ||
        !motion_.fly(from, destination.view, session_.viewport().size)) {
        return jump_to(destination);
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

void ViewSteering::jump_to(const Location &destination) {
    touch();
    session_.go_to(destination);
    motion_.glide.clear();
}

bool ViewSteering::roam_to(const View &view, double pace) {
    if (!motion_.fly(session_.location().view, view, session_.viewport().size, pace))
        return false;
    motion_.glide.clear();
    pacing_.draw_on();
    messages_.note("fly");
    return true;
}

void ViewSteering::take(const ParsedLocation &parsed,
                        void (ViewSteering::*lead)(const Location &)) {
    try {
        (this->*lead)(parsed.location);
        for (const Complaint &warning : parsed.warnings)
            messages_.say(with_controls(warning));
    } catch (const Error &error) {
        messages_.complain(error);
    }
}

void ViewSteering::go(const Location &location, const std::string &name) {
    try {
        check_location(location);
        fly_to(location);
        messages_.note("go " + name);
    } catch (const Error &error) {
        messages_.complain(error);
    }
}

void ViewSteering::land() {
    session_.arrive(*std::exchange(destination_, std::nullopt));
    messages_.note("arrived");
}

} // namespace fathom::ui
