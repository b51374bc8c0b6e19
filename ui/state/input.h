#pragma once
#include "ui/state/command.h"

#include <SDL_events.h>
#include <chrono>
#include <optional>
#include <span>

namespace fathom::ui {

/// Two corners of a box, in pixels.
struct Box {
    double x0, y0, x1, y1;
};

/// What Input has to know about the window.
struct InputScale {
    double pixel_ratio = 1;        ///< pixels to a point of the mouse's coordinates
    double ui_scale = 1;           ///< pixels to a unit of panels: the reach of handles follows it
    Size size;                     ///< of the window
    Size viewport;                 ///< of what no panel covers: boxes have its proportions
    std::optional<double> divider; ///< column of the compare mode's divider
    bool scroll_pans = true;       ///< two fingers that move sideways, too, pan; else they zoom
};

/// What the mouse, fingers and a controller do, for people: the one list of the help and
/// docs/reference/keys.md.
struct MouseGesture {
    const char *label;
    const char *effect;
};
std::span<const MouseGesture> mouse_gestures();

/// Turns SDL's events into commands. Events that panels want must not come here, except for
/// releases. A button that is held still for a quarter of a second zooms: the left one in, the
/// right one out. If the mouse moves before that, or just as that has begun, the left one pans and
/// the right one draws a box.
class Input {
  public:
    using Time = std::chrono::steady_clock::time_point;

    /// Keeps which of Shift, Ctrl and the like are down; of every key's event, also of those that
    /// panels take. SDL's own state is that after the last event that came in: behind a slow frame
    /// that is no longer the one of the event at hand.
    void watch_modifiers(const SDL_Event &event);
    /// The command that an event at time `now` means, if any.
    std::optional<Command> handle(const SDL_Event &event, const InputScale &scale, Time now);
    /// The command that the time itself means.
    std::optional<Command> poll(Time now);
    /// When poll() will have something to say.
    [[nodiscard]] std::optional<Time> next_poll() const;
    /// The box that is being drawn, already in the viewport's proportions.
    [[nodiscard]] const std::optional<Box> &rubber_band() const { return band_; }
    /// Ends a drag, box or held button without a command. Returns whether there was one.
    bool cancel();
    [[nodiscard]] bool dragging() const { return drag_ != Drag::none; }
    /// Whether the last event ended a click: the left button, pressed shortly and not moved.
    [[nodiscard]] bool clicked() const { return clicked_; }
    /// The mouse's place in pixels, once it has been seen in the window.
    [[nodiscard]] const std::optional<std::pair<double, double>> &cursor() const { return cursor_; }
    /// Whether the mouse is where the divider can be taken.
    [[nodiscard]] bool over_divider(const InputScale &scale) const;

  private:
    /// What a button that is down does. The first two may still become any of the next three.
    enum class Drag { none, left, right, pan, box, hold, turn, divider };

    std::optional<Command> press(const SDL_MouseButtonEvent &event, const InputScale &scale,
                                 Time now);
    std::optional<Command> release(const SDL_MouseButtonEvent &event, const InputScale &scale,
                                   Time now);
    std::optional<Command> let_go();
    std::optional<Command> gesture(const SDL_MultiGestureEvent &event, const InputScale &scale);
    std::optional<Command> move(const SDL_MouseMotionEvent &event, const InputScale &scale,
                                Time now);
    std::optional<Command> wheel(const SDL_MouseWheelEvent &event, const InputScale &scale,
                                 Time now);
    void place_cursor(int x, int y, const InputScale &scale);

    Uint16 modifiers_ = 0; ///< SDL's KMOD_* bits
    Drag drag_ = Drag::none;
    Uint8 button_ = 0; ///< of the drag
    Time pressed_{};
    bool clicked_ = false;
    std::optional<Time> sideways_; ///< when a wheel or two fingers last moved sideways
    std::optional<Box> band_;
    double start_x_ = 0, start_y_ = 0;             ///< where the button went down
    double last_x_ = 0, last_y_ = 0;               ///< of a pan or turn
    int direction_ = 0;                            ///< of a zoom by a held button
    std::optional<SDL_MultiGestureEvent> gesture_; ///< the last one of fingers that are down
    std::optional<std::pair<double, double>> cursor_;
};

} // namespace fathom::ui
