#include "ui/input.h"

#include <SDL.h>
#include <algorithm>
#include <cmath>

namespace fathom {
namespace {

// A box smaller than this is a slip of the hand.
constexpr double kSmallestBox = 6;
constexpr double kDividerReach = 7;

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
            return Command(binding.action);
        }
    return std::nullopt;
}

// The box between a corner and the mouse, widened to the window's proportions.
Box proportioned(double x0, double y0, double x1, double y1, Size size) {
    const double aspect = static_cast<double>(size.width) / size.height;
    const double height = std::max(std::abs(y1 - y0), std::abs(x1 - x0) / aspect);
    return {x0, y0, x0 + std::copysign(height * aspect, x1 - x0),
            y0 + std::copysign(height, y1 - y0)};
}

double wheel_steps(const SDL_MouseWheelEvent &event) {
#if SDL_VERSION_ATLEAST(2, 0, 18)
    return event.preciseY;
#else
    return event.y;
#endif
}

} // namespace

std::optional<Command> Input::handle(const SDL_Event &event, const InputScale &scale) {
    switch (event.type) {
    case SDL_QUIT:
        return Command(Action::quit);
    case SDL_KEYDOWN:
        return key_command(event.key);
    case SDL_MOUSEBUTTONDOWN:
        return press(event.button, scale);
    case SDL_MOUSEBUTTONUP:
        return release(event.button, scale);
    case SDL_MOUSEMOTION:
        return move(event.motion, scale);
    case SDL_MOUSEWHEEL:
        return wheel(event.wheel, scale);
    case SDL_WINDOWEVENT:
        if (event.window.event == SDL_WINDOWEVENT_LEAVE)
            cursor_.reset();
        return std::nullopt;
    default:
        return std::nullopt;
    }
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

std::optional<Command> Input::press(const SDL_MouseButtonEvent &event, const InputScale &scale) {
    place_cursor(event.x, event.y, scale);
    const auto [x, y] = *cursor_;
    if (event.button == SDL_BUTTON_LEFT) {
        if (over_divider(scale)) {
            drag_ = Drag::divider;
            return std::nullopt;
        }
        if (event.clicks == 2) {
            drag_ = Drag::none;
            return Command(ViewCommand(CentreAndZoom{x, y, 2}));
        }
        drag_ = Drag::pan;
    } else if (event.button == SDL_BUTTON_RIGHT) {
        drag_ = Drag::box;
        start_x_ = x;
        start_y_ = y;
    }
    return std::nullopt;
}

std::optional<Command> Input::release(const SDL_MouseButtonEvent &event, const InputScale &scale) {
    const Drag drag = drag_;
    const bool left_drag = drag == Drag::pan || drag == Drag::divider;
    if ((event.button == SDL_BUTTON_LEFT && left_drag) ||
        (event.button == SDL_BUTTON_RIGHT && drag == Drag::box))
        drag_ = Drag::none;
    if (drag != Drag::box || drag_ != Drag::none)
        return std::nullopt;
    const std::optional<Box> band = std::exchange(band_, std::nullopt);
    if (!band || std::abs(band->x1 - band->x0) < kSmallestBox * scale.ui_scale)
        return std::nullopt;
    return Command(ViewCommand(ZoomToBox{band->x0, band->y0, band->x1, band->y1}));
}

std::optional<Command> Input::move(const SDL_MouseMotionEvent &event, const InputScale &scale) {
    place_cursor(event.x, event.y, scale);
    const auto [x, y] = *cursor_;
    switch (drag_) {
    case Drag::pan:
        return Command(
            ViewCommand(PanBy{event.xrel * scale.pixel_ratio, event.yrel * scale.pixel_ratio}));
    case Drag::box:
        band_ = proportioned(start_x_, start_y_, x, y, scale.size);
        return std::nullopt;
    case Drag::divider:
        return Command(MoveDivider{x});
    case Drag::none:
        break;
    }
    return std::nullopt;
}

std::optional<Command> Input::wheel(const SDL_MouseWheelEvent &event, const InputScale &scale) {
    if (!cursor_) {
        int x = 0;
        int y = 0;
        SDL_GetMouseState(&x, &y);
        place_cursor(x, y, scale);
    }
    const double steps = wheel_steps(event);
    if (steps == 0)
        return std::nullopt;
    return Command(ViewCommand(ZoomAt{cursor_->first, cursor_->second, std::exp2(steps / 2)}));
}

void Input::place_cursor(int x, int y, const InputScale &scale) {
    cursor_.emplace(x * scale.pixel_ratio, y * scale.pixel_ratio);
}

} // namespace fathom
