#pragma once
#include "render/places/location.h"
#include "ui/state/command.h"
#include "ui/state/motion.h"
#include "ui/state/ui_clock.h"
#include "ui/window/gamepad.h"

#include <optional>
#include <string>

namespace fathom {
struct ParsedLocation;
} // namespace fathom

namespace fathom::ui {

class EngineChoice;
class FramePacing;
class Messages;
class Session;

/// Where the view goes and how: by commands, wheels and held buttons, a controller, and in flight
/// to another place.
class ViewSteering {
  public:
    ViewSteering(const UiClock &clock, FramePacing &pacing, Messages &messages, Session &session,
                 const EngineChoice &choice);

    /// For panels to change.
    MotionSettings &settings() { return motion_.settings; }
    [[nodiscard]] const MotionSettings &settings() const { return motion_.settings; }
    /// How the window follows the view.
    [[nodiscard]] const Glide &glide() const { return motion_.glide; }

    /// The window has shown nothing yet: whatever moved the view was no movement.
    void begin();
    /// Lets time move the view. `dragging`: a button or finger is down.
    void advance(bool dragging);
    /// Whether the view is on its way.
    [[nodiscard]] bool moving() const;
    /// Somebody touches: what moves by itself ends where it is.
    void touch();
    /// How often that was so far, or the view was sent elsewhere.
    [[nodiscard]] std::uint64_t touches() const { return touches_; }

    void change(const ViewCommand &command);
    void wheel(const TurnWheel &wheel);
    void hold(const HoldZoom &hold);
    /// Ends what hold() began.
    void release() { motion_.hold(0); }
    /// The picture that followed the mouse is let go.
    void let_go();
    /// A panel covers so many columns at the window's left: the location comes to the middle of the
    /// rest, and the window follows smoothly.
    void cover(int columns);
    /// A command has moved the session's picture from that view of that formula: the window follows
    /// smoothly, but not in a drag, whose hand has the picture in it.
    void follow(const Command &command, const View &before, const FormulaChoice &formula);
    void change_speed(double factor);
    /// What a button of the controller asks for.
    std::optional<Action> handle_gamepad(const SDL_Event &event);

    /// A step of a slider to a view of the present picture; complains about one out of range.
    void slide_to(const Location &location);
    /// Moves smoothly to a place that the event log calls `name`, until somebody touches anything;
    /// a place of another formula, or at no distance that can be flown, is shown at once. Complains
    /// about a place out of range, or whose palette cannot be loaded.
    void go(const Location &location, const std::string &name);
    /// Likewise to another view of the same place, `pace` times as fast, without a step of the
    /// history of its own, and without a touch. Returns false where there is no way.
    bool roam_to(const View &view, double pace);
    [[nodiscard]] bool flying() const { return motion_.flying(); }
    /// Likewise as go(), to what a file or the clipboard said, with its warnings.
    void fly_to(const ParsedLocation &parsed) { take(parsed, &ViewSteering::fly_to); }
    /// The same without a way to it.
    void jump_to(const ParsedLocation &parsed) { take(parsed, &ViewSteering::jump_to); }

  private:
    // These throw InputError if its palette cannot be loaded.
    void fly_to(const Location &destination);
    void jump_to(const Location &destination);
    void take(const ParsedLocation &parsed, void (ViewSteering::*lead)(const Location &));
    void land();

    const UiClock &clock_;
    FramePacing &pacing_;
    Messages &messages_;
    Session &session_;
    const EngineChoice &choice_;
    Gamepad gamepad_;
    Motion motion_;
    std::optional<Location> destination_; ///< of a flight
    std::uint64_t touches_ = 0;
    std::uint64_t moved_generation_ = 1; ///< the last one that advance() saw
    UiClock::Time moved_at_{};           ///< when it saw it first
    bool moving_ = false;                ///< as advance() saw it last
};

} // namespace fathom::ui
