#pragma once
#include "ui/state/ui_settings.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/imgui_layer.h"
#include "ui/widgets/item_log.h"

#include <SDL_events.h>
#include <functional>

namespace fathom::ui {

class Messages;
class Window;

/// The frames of all panels, in the look that the person likes, and what events mean for them.
class ImGuiFrames {
  public:
    /// Builds the panels of one frame.
    using Build = std::function<void()>;

    ImGuiFrames(const UiClock &clock, Window &window, Messages &messages);

    UiSettings &settings() { return settings_; }
    Controls &controls() { return controls_; }
    ItemLog &items() { return items_; }
    /// Pixels to a unit of panels.
    [[nodiscard]] double scale() const { return imgui_.scale(); }
    /// A key's step of the text's size, larger (1) or smaller (-1); 0: as it was at first.
    void scale_text(int steps);

    /// Before an event: panels know what the mouse is over, and which keys are down, from their
    /// last frame. A press right after a move must not be judged by that, and a key that was up
    /// again, or down again, before the next frame would be lost.
    void catch_up(const SDL_Event &event, const Build &build);
    /// Gives panels an event. Returns whether they keep it for themselves.
    bool take(const SDL_Event &event, const Build &build);
    /// Whether arrows, Enter and the like move panels' focus, until the mouse is used.
    void take_keyboard(bool taken) { imgui_.take_keyboard(taken); }
    [[nodiscard]] bool keyboard_taken() const { return imgui_.keyboard_taken(); }
    /// Whether panels have the mouse.
    [[nodiscard]] static bool have_mouse();
    /// Whether a text field has the keyboard.
    [[nodiscard]] static bool have_keyboard();
    void draw(const Build &build);
    /// Draws nothing: for what panels learn in a frame, and others of them.
    void run(const Build &build);

  private:
    void begin(const Build &build);

    Window &window_;
    Messages &messages_;
    UiSettings settings_;
    ItemLog items_;
    ImGuiLayer imgui_;
    Controls controls_;
    bool mouse_moved_ = false;  ///< since the last frame
    bool key_pressed_ = false;  ///< likewise
    bool key_released_ = false; ///< likewise
};

} // namespace fathom::ui
