#pragma once
#include "ui/command.h"

#include <SDL_events.h>
#include <optional>

namespace fathom {

/// Two corners of a box, in pixels.
struct Box {
    double x0, y0, x1, y1;
};

/// What Input has to know about the window.
struct InputScale {
    double pixel_ratio = 1;        ///< pixels to a point of the mouse's coordinates
    double ui_scale = 1;           ///< pixels to a unit of panels: the reach of handles follows it
    Size size;                     ///< of the picture
    std::optional<double> divider; ///< column of the compare mode's divider
};

/// Turns SDL's events into commands. Events that panels want must not come here, except for
/// releases.
class Input {
  public:
    /// The command that an event means, if any.
    std::optional<Command> handle(const SDL_Event &event, const InputScale &scale);
    /// The box that is being drawn, already in the window's proportions.
    [[nodiscard]] const std::optional<Box> &rubber_band() const { return band_; }
    /// Ends a drag or box without a command. Returns whether there was one.
    bool cancel();
    [[nodiscard]] bool dragging() const { return drag_ != Drag::none; }
    /// The mouse's place in pixels, once it has been seen in the window.
    [[nodiscard]] const std::optional<std::pair<double, double>> &cursor() const { return cursor_; }
    /// Whether the mouse is where the divider can be taken.
    [[nodiscard]] bool over_divider(const InputScale &scale) const;

  private:
    enum class Drag { none, pan, box, divider };

    std::optional<Command> press(const SDL_MouseButtonEvent &event, const InputScale &scale);
    std::optional<Command> release(const SDL_MouseButtonEvent &event, const InputScale &scale);
    std::optional<Command> move(const SDL_MouseMotionEvent &event, const InputScale &scale);
    std::optional<Command> wheel(const SDL_MouseWheelEvent &event, const InputScale &scale);
    void place_cursor(int x, int y, const InputScale &scale);

    Drag drag_ = Drag::none;
    std::optional<Box> band_;
    double start_x_ = 0, start_y_ = 0; ///< of a box
    std::optional<std::pair<double, double>> cursor_;
};

} // namespace fathom
