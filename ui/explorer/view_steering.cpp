#include "ui/explorer/view_steering.h"

#include "render/base/error.h"
#include "render/places/location_toml.h"
#include "ui/explorer/engine_choice.h"
#include "ui/explorer/frame_pacing.h"
#include "ui/explorer/messages.h"
#include "ui/state/control_advice.h"
#include "ui/state/session.h"
#include "ui/texts/view.h"
#include "ui/window/held_picture.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom::ui {
namespace {

// A wheel that turns slowly is still one movement.
constexpr std::chrono::milliseconds kStillMoving{120};
// Words about jumps that are over sooner would only flicker.
constexpr std::chrono::milliseconds kTellOfJumpAfter{300};

// Whether what one shows keeps its colours on the way to the other. What is found for each view by
// itself follows it on the way.
bool same_look(const Location &a, Location b) {
    if (a.automatic_colours && b.automatic_colours) {
        b.colour.density = a.colour.density;
        b.colour.offset = a.colour.offset;
    }
    return a.palette == b.palette && a.own_palette == b.own_palette && a.colour == b.colour &&
           a.automatic_colours == b.automatic_colours && a.trap == b.trap;
}

ViewSteering::Step opposite(ViewSteering::Step step) {
    if (step == &Session::back)
        return &Session::forward;
    if (step == &Session::forward)
        return &Session::back;
    return step == &Session::undo ? &Session::redo : &Session::undo;
}

} // namespace

ViewSteering::ViewSteering(const UiClock &clock, FramePacing &pacing, Messages &messages,
                           Session &session, const EngineChoice &choice, HeldPicture &held)
    : clock_(clock), pacing_(pacing), messages_(messages), session_(session), choice_(choice),
      held_(held) {}

AffineMap ViewSteering::shown() const {
    return motion_.map(session_.picture_view(), session_.size());
}

void ViewSteering::begin() {
    motion_.arrive();
    moved_generation_ = session_.generation();
}

void ViewSteering::advance(bool dragging) {
    const auto now = clock_.now();
    motion_.steer(gamepad_.sticks());
    if (!dragging) // fingers on the screen end a held button without a word
        release();
    if (choice_.comparing()) // what is compared has to be at its own place
        motion_.arrive();
    if (const auto next = motion_.advance(session_.location().view, session_.viewport().size, now))
        session_.move_to(*next, now);
    if (way_ && !motion_.flying() && !held_.held() && !held_.fading()) {
        way_.reset();
        messages_.note("arrived");
    }
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
    return motion_.driven() || !motion_.resting() || moved_generation_ != session_.generation() ||
           clock_.now() - moved_at_ < kStillMoving;
}

void ViewSteering::touch(bool arrives) {
    motion_.touch();
    ++touches_;
    if (arrives)
        arrive();
}

// Nobody can be in a hurry who has not read yet that there is something to wait for.
void ViewSteering::arrive() {
    if (motion_.flying())
        motion_.arrive();
    if (way_ && told(*way_))
        held_.hurry();
}

void ViewSteering::drag(const ViewCommand &command) {
    const View next = apply(command, session_.location().view, session_.viewport());
    if (is_jump(command))
        return jump({texts::view::kChosenPart, &Session::back}, [&] { session_.jump_to(next); });
    session_.move_to(next, clock_.now());
    if (const auto *pan = std::get_if<PanBy>(&command))
        motion_.drag(pan->dx, pan->dy, clock_.now());
}

void ViewSteering::change(const ViewCommand &command) {
    const View before = session_.picture_view();
    session_.move_to(apply(command, session_.location().view, session_.viewport()), clock_.now());
    follow_from(before);
}

void ViewSteering::follow_from(const View &before) {
    motion_.follow(before, session_.picture_view(), session_.size());
    pacing_.draw_on();
}

void ViewSteering::wheel(const TurnWheel &wheel) {
    const Viewport viewport = session_.viewport();
    const View before = session_.picture_view();
    session_.move_to(motion_.wheel(session_.location().view, viewport.size, wheel.notches,
                                   wheel.x - viewport.left, wheel.y),
                     clock_.now());
    follow_from(before);
}

void ViewSteering::hold(const HoldZoom &hold) {
    motion_.place(hold.x - session_.viewport().left, hold.y);
    motion_.hold(hold.direction);
}

void ViewSteering::let_go() {
    motion_.let_go(clock_.now());
}

void ViewSteering::cover(int columns) {
    const View before = session_.picture_view();
    session_.cover(columns);
    if (session_.picture_view() == before)
        return;
    arrive();
    follow_from(before);
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

void ViewSteering::jump(const Jump &jump, const std::function<void()> &change) {
    const Size size = session_.size();
    const Location before = session_.picture();
    const View from = motion_.shown(before.view, size);
    const bool shows_before = !held_.held() && !held_.fading();
    held_.hold(size);
    const auto stay = [&] {
        if (shows_before)
            held_.let_go();
    };
    try {
        change();
    } catch (...) {
        stay();
        throw;
    }
    const Location after = session_.picture();
    if (after.view == before.view && after.formula == before.formula)
        return stay();
    motion_.touch();
    motion_.arrive();
    way_ = Way{jump.to, jump.back, clock_.now()};
    pacing_.draw_on();
    const bool near = shows_before && after.formula == before.formula && same_look(before, after);
    const auto flight = near ? short_flight(from, after.view, size) : std::nullopt;
    if (flight || choice_.comparing()) // what is compared has to be at its own place
        held_.let_go();
    if (flight && jump.flies && !choice_.comparing())
        motion_.fly(*flight, jump.pace);
    messages_.note(motion_.flying() ? "fly" : "cut");
}

void ViewSteering::travel(Step step, const char *nowhere) {
    const bool forth = step == &Session::forward || step == &Session::redo;
    try {
        bool any = false;
        jump({forth ? texts::view::kViewAfter : texts::view::kViewBefore, opposite(step)},
             [&] { any = (session_.*step)(); });
        if (!any)
            return messages_.say(nowhere);
    } catch (const Error &error) {
        messages_.complain(error);
    }
    messages_.note(fmt::format("edit {} {}", session_.generation(), session_.colour_generation()));
}

void ViewSteering::roam_to(const View &view, double pace) {
    jump({texts::view::kNextPlace, nullptr, true, pace},
         [&] { session_.move_to(view, clock_.now()); });
}

void ViewSteering::go(const Location &location, const std::string &name) {
    try {
        check_location(location);
        touch();
        jump({name, &Session::back}, [&] { session_.go_to(location); });
        messages_.note("go " + name);
    } catch (const Error &error) {
        messages_.complain(error);
    }
}

void ViewSteering::go(const ParsedLocation &parsed, const std::string &name) {
    try {
        touch();
        jump({name, &Session::back}, [&] { session_.go_to(parsed.location); });
        for (const Complaint &warning : parsed.warnings)
            messages_.say(with_controls(warning));
    } catch (const Error &error) {
        messages_.complain(error);
    }
}

bool ViewSteering::told(const Way &way) const {
    return clock_.now() - way.since >= kTellOfJumpAfter;
}

std::optional<std::string> ViewSteering::way() const {
    return way_ && told(*way_) ? std::optional(way_->to) : std::nullopt;
}

bool ViewSteering::turn_back() {
    if (!way_ || way_->back == nullptr)
        return false;
    const Step back = way_->back;
    try {
        jump({texts::view::kWhereYouWere, opposite(back)}, [&] { (session_.*back)(); });
        messages_.note("turned back");
    } catch (const Error &error) {
        messages_.complain(error);
    }
    return true;
}

} // namespace fathom::ui
