#include "ui/state/input.h"

#include "ui/state/key_bindings.h"
#include "ui/texts/keys.h"

#include <SDL.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace fathom::ui {
namespace {

// A box smaller than this is a slip of the hand.
constexpr double kSmallestBox = 6;
constexpr double kDividerReach = 7;
// A hand that holds a button still moves this much.
constexpr double kSlip = 4;
constexpr std::chrono::milliseconds kHoldAfter{250};
// A slow hand that moves so soon after that has meant to drag.
constexpr std::chrono::milliseconds kSlowHand{250};
constexpr double kDegreesPerUnit = 0.3; ///< of Shift and drag
constexpr double kScrollStep = 40;
// Fine wheels turn by fractions of a notch, too: only fingers also move sideways, if not each time.
constexpr std::chrono::milliseconds kSidewaysFor{200};
constexpr double kOctavesPerPinch = 4; ///< for a pinch as wide as the touchpad
constexpr double kDegreesPerRadian = 57.29577951308232;

constexpr std::array kMouseGestures = {
    MouseGesture{texts::keys::kWheel, texts::keys::kWheelDoes},
    MouseGesture{texts::keys::kCtrlWheel, texts::keys::kCtrlWheelDoes},
    MouseGesture{texts::keys::kTwoFingers, texts::keys::kTwoFingersDo},
    MouseGesture{texts::keys::kLeftDrag, texts::keys::kLeftDragDoes},
    MouseGesture{texts::keys::kShiftDrag, texts::keys::kShiftDragDoes},
    MouseGesture{texts::keys::kRightDrag, texts::keys::kRightDragDoes},
    MouseGesture{texts::keys::kHoldLeft, texts::keys::kHoldLeftDoes},
    MouseGesture{texts::keys::kHoldRight, texts::keys::kHoldRightDoes},
    MouseGesture{texts::keys::kDoubleClick, texts::keys::kDoubleClickDoes},
    MouseGesture{texts::keys::kController, texts::keys::kControllerDoes},
    MouseGesture{texts::keys::kDropFile, texts::keys::kDropFileDoes},
};

std::optional<Command> key_command(const SDL_KeyboardEvent &event) {
    const bool control = (event.keysym.mod & KMOD_CTRL) != 0;
    const bool shift = (event.keysym.mod & KMOD_SHIFT) != 0;
    if ((event.keysym.mod & (KMOD_ALT | KMOD_GUI)) != 0)
        return std::nullopt;
    for (const KeyBinding &binding : key_bindings())
        if (binding.key == event.keysym.sym && binding.control == control &&
            (binding.shift < 0 || (binding.shift == 1) == shift)) {
            // Holding a key repeats what moves, not what switches.
            if (event.repeat != 0 && !is_view_action(binding.action))
                return std::nullopt;
            if (binding.action == Action::palette_on_key || binding.action == Action::put_on_key)
                return Command(
                    PaletteKey{binding.key - SDLK_0, binding.action == Action::put_on_key});
            return Command(binding.action);
        }
    return std::nullopt;
}

// The box between a corner and the mouse, widened to the viewport's proportions.
Box proportioned(double x0, double y0, double x1, double y1, Size size) {
    const double aspect = static_cast<double>(size.width) / size.height;
    const double height = std::max(std::abs(y1 - y0), std::abs(x1 - x0) / aspect);
    return {x0, y0, x0 + std::copysign(height * aspect, x1 - x0),
            y0 + std::copysign(height, y1 - y0)};
}

/// What a wheel or two fingers have moved.
struct Scroll {
    double x = 0, y = 0;
};

Scroll scroll_of(const SDL_MouseWheelEvent &event) {
#if SDL_VERSION_ATLEAST(2, 0, 18)
    return {event.preciseX, event.preciseY};
#else
    return {static_cast<double>(event.x), static_cast<double>(event.y)};
#endif
}

} // namespace

std::span<const MouseGesture> mouse_gestures() {
    return kMouseGestures;
}

void Input::watch_modifiers(const SDL_Event &event) {
    if (event.type == SDL_KEYDOWN || event.type == SDL_KEYUP)
        modifiers_ = event.key.keysym.mod;
}

std::optional<Command> Input::handle(const SDL_Event &event, const InputScale &scale, Time now) {
    clicked_ = false;
    switch (event.type) {
    case SDL_QUIT:
        return Command(Action::quit);
    case SDL_KEYDOWN:
        return key_command(event.key);
    case SDL_MOUSEBUTTONDOWN:
        return press(event.button, scale, now);
    case SDL_MOUSEBUTTONUP:
        return release(event.button, scale, now);
    case SDL_MOUSEMOTION:
        return move(event.motion, scale, now);
    case SDL_MOUSEWHEEL:
        return wheel(event.wheel, scale, now);
    case SDL_MULTIGESTURE:
        return gesture(event.mgesture, scale);
    case SDL_FINGERUP:
        gesture_.reset();
        return std::nullopt;
    case SDL_WINDOWEVENT:
        if (event.window.event == SDL_WINDOWEVENT_LEAVE)
            cursor_.reset();
        return event.window.event == SDL_WINDOWEVENT_FOCUS_LOST ? let_go() : std::nullopt;
    default:
        return std::nullopt;
    }
}

std::optional<Command> Input::poll(Time now) {
    const auto due = next_poll();
    if (!due || now < *due)
        return std::nullopt;
    direction_ = drag_ == Drag::left ? 1 : -1;
    drag_ = Drag::hold;
    return Command(HoldZoom{start_x_, start_y_, direction_});
}

std::optional<Input::Time> Input::next_poll() const {
    if (drag_ != Drag::left && drag_ != Drag::right)
        return std::nullopt;
    return pressed_ + kHoldAfter;
}

bool Input::cancel() {
    const bool was_dragging = dragging();
    drag_ = Drag::none;
    band_.reset();
    return was_dragging;
}

bool Input::over_divider(const InputScale &scale) const {
    return scale.divider && cursor_ &&
           std::abs(cursor_->first - *scale.divider) <= kDividerReach * scale.ui_scale;
}

std::optional<Command> Input::press(const SDL_MouseButtonEvent &event, const InputScale &scale,
                                    Time now) {
    place_cursor(event.x, event.y, scale);
    if ((event.button != SDL_BUTTON_LEFT && event.button != SDL_BUTTON_RIGHT) || dragging())
        return std::nullopt;
    std::tie(start_x_, start_y_) = std::tie(last_x_, last_y_) = *cursor_;
    button_ = event.button;
    pressed_ = now;
    if (event.button == SDL_BUTTON_RIGHT) {
        drag_ = Drag::right;
    } else if (over_divider(scale)) {
        drag_ = Drag::divider;
    } else if (event.clicks == 2) {
        return Command(ViewCommand(CentreAndZoom{start_x_, start_y_, 2}));
    } else {
        drag_ = (modifiers_ & KMOD_SHIFT) != 0 ? Drag::turn : Drag::left;
    }
    return std::nullopt;
}

std::optional<Command> Input::release(const SDL_MouseButtonEvent &event, const InputScale &scale,
                                      Time now) {
    clicked_ = event.button == button_ && drag_ == Drag::left && now < pressed_ + kHoldAfter;
    if (event.button != button_ || drag_ != Drag::box)
        return event.button == button_ ? let_go() : std::nullopt;
    drag_ = Drag::none;
    const std::optional<Box> band = std::exchange(band_, std::nullopt);
    if (!band || std::abs(band->x1 - band->x0) < kSmallestBox * scale.ui_scale)
        return std::nullopt;
    return Command(ViewCommand(ZoomToBox{band->x0, band->y0, band->x1, band->y1}));
}

// Ends whatever the button did.
std::optional<Command> Input::let_go() {
    band_.reset();
    switch (std::exchange(drag_, Drag::none)) {
    case Drag::pan:
        return Command(LetGo{});
    case Drag::hold:
        return Command(HoldZoom{start_x_, start_y_, 0});
    default:
        return std::nullopt;
    }
}

std::optional<Command> Input::move(const SDL_MouseMotionEvent &event, const InputScale &scale,
                                   Time now) {
    place_cursor(event.x, event.y, scale);
    const auto [x, y] = *cursor_;
    if (std::hypot(x - start_x_, y - start_y_) > kSlip * scale.ui_scale) {
        if (drag_ == Drag::left)
            drag_ = Drag::pan;
        else if (drag_ == Drag::right)
            drag_ = Drag::box;
        else if (drag_ == Drag::hold && now < pressed_ + kHoldAfter + kSlowHand) {
            drag_ = direction_ > 0 ? Drag::pan : Drag::box; // from the next move on
            return Command(HoldZoom{start_x_, start_y_, 0});
        }
    }
    const double dx = x - last_x_;
    const double dy = y - last_y_;
    switch (drag_) {
    case Drag::pan:
        std::tie(last_x_, last_y_) = *cursor_;
        return Command(ViewCommand(PanBy{dx, dy}));
    case Drag::turn:
        std::tie(last_x_, last_y_) = *cursor_;
        return Command(
            ViewCommand(RotateAt{start_x_, start_y_, dx / scale.ui_scale * kDegreesPerUnit}));
    case Drag::box:
        band_ = proportioned(start_x_, start_y_, x, y, scale.viewport);
        return std::nullopt;
    case Drag::hold:
        std::tie(start_x_, start_y_) = *cursor_;
        return Command(HoldZoom{x, y, direction_});
    case Drag::divider:
        return Command(MoveDivider{x});
    default:
        return std::nullopt;
    }
}

std::optional<Command> Input::wheel(const SDL_MouseWheelEvent &event, const InputScale &scale,
                                    Time now) {
    if (!cursor_) {
        int x = 0;
        int y = 0;
        SDL_GetMouseState(&x, &y);
        place_cursor(x, y, scale);
    }
    const Scroll scroll = scroll_of(event);
    const double step = kScrollStep * scale.ui_scale;
    if (scroll.x != 0)
        sideways_ = now;
    const bool fingers = sideways_ && now - *sideways_ <= kSidewaysFor;
    if (scale.scroll_pans && fingers && (modifiers_ & KMOD_CTRL) == 0)
        return Command(ViewCommand(PanBy{-scroll.x * step, scroll.y * step}));
    if (scroll.y == 0)
        return std::nullopt;
    return Command(TurnWheel{cursor_->first, cursor_->second, scroll.y});
}

// Two fingers move, pinch and turn the picture; they are no mouse meanwhile. The event has one
// change since the one before: of the three, the largest on the screen is taken.
std::optional<Command> Input::gesture(const SDL_MultiGestureEvent &event, const InputScale &scale) {
    if (event.numFingers < 2)
        return std::nullopt;
    cancel();
    const double x = event.x * scale.size.width;
    const double y = event.y * scale.size.height;
    const auto before = std::exchange(gesture_, event);
    const double reach = 0.25 * std::hypot(scale.size.width, scale.size.height);
    const double dx = before ? x - before->x * scale.size.width : 0;
    const double dy = before ? y - before->y * scale.size.height : 0;
    const double octaves = kOctavesPerPinch * event.dDist;
    const double moved = std::hypot(dx, dy);
    const double pinched = std::abs(octaves) * reach;
    const double turned = std::abs(event.dTheta) * reach;
    if (turned > pinched && turned > moved)
        return Command(ViewCommand(RotateAt{x, y, event.dTheta * kDegreesPerRadian}));
    if (pinched > moved)
        return Command(ViewCommand(ZoomAt{x, y, std::exp2(octaves)}));
    return moved > 0 ? std::optional(Command(ViewCommand(PanBy{dx, dy}))) : std::nullopt;
}

void Input::place_cursor(int x, int y, const InputScale &scale) {
    cursor_.emplace(x * scale.pixel_ratio, y * scale.pixel_ratio);
}

} // namespace fathom::ui
