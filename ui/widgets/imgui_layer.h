#pragma once
#include "ui/state/ui_clock.h"
#include "ui/state/ui_settings.h"
#include "ui/widgets/glyphs.h"

#include <SDL_events.h>
#include <optional>
#include <utility>

namespace fathom::ui {

class Window;

/// Dear ImGui on a window: set up, fed, drawn and shut down.
class ImGuiLayer {
  public:
    ImGuiLayer(Window &window, const UiClock &clock);
    ~ImGuiLayer();
    ImGuiLayer(const ImGuiLayer &) = delete;
    ImGuiLayer &operator=(const ImGuiLayer &) = delete;

    void handle(const SDL_Event &event);
    /// From the next frame on.
    void set_look(UiSettings::ThemeChoice theme, double font_scale);
    /// Whether arrows, Enter and the like go to panels even where no list is open: their focus
    /// moves.
    void take_keyboard(bool taken) { keyboard_taken_ = taken; }
    [[nodiscard]] bool keyboard_taken() const { return keyboard_taken_; }
    /// Whether panels want this event for themselves, by what the mouse was over in the last frame.
    [[nodiscard]] bool wants(const SDL_Event &event) const;
    /// Begins a frame: panels follow. Adapts font and style to a new look and where the window
    /// has come to a screen of another density.
    void begin();
    /// Ends a frame without drawing it, just to learn what the mouse is over.
    void end_unseen();
    /// Ends a frame and draws it.
    void end();
    /// Pixels to a unit of panels.
    [[nodiscard]] double scale() const { return scale_; }

  private:
    static void feed(const SDL_Event &event);
    void apply_look();
    void place_mouse() const;
    void tell_time();

    Window &window_;
    const UiClock &clock_;
    UiClock::Time frame_at_; ///< when the last frame began
    UiSettings::ThemeChoice theme_ = UiSettings::ThemeChoice::dark;
    double font_scale_ = 1;
    Glyphs glyphs_;             ///< that the font has to have
    double scale_ = 0;          ///< that the font was made for
    bool look_changed_ = false; ///< since then
    bool keyboard_taken_ = false;
    std::optional<std::pair<int, int>> mouse_; ///< in points, by the last event of it
};

} // namespace fathom::ui
