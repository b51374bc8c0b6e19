#pragma once
#include "render/places/location.h"
#include "ui/state/command.h"
#include "ui/state/motion.h"
#include "ui/state/ui_clock.h"
#include "ui/window/gamepad.h"

#include <functional>
#include <optional>
#include <string>

namespace fathom {
struct ParsedLocation;
} // namespace fathom

namespace fathom::ui {

class EngineChoice;
class FramePacing;
class HeldPicture;
class Messages;
class Session;

/// Where the view goes and how: by commands, wheels and held buttons, a controller, and in jumps to
/// another place.
///
/// A jump changes the session at once, whatever asks for it. If every frame of a flight there is
/// worth seeing (short_flight), the window flies to the new view. Else the jump is a cut: the old
/// picture stays on the screen until a preview of the new one stands (HeldPicture).
class ViewSteering {
  public:
    ViewSteering(const UiClock &clock, FramePacing &pacing, Messages &messages, Session &session,
                 const EngineChoice &choice, HeldPicture &held);

    /// For panels to change.
    MotionSettings &settings() { return motion_.settings; }
    [[nodiscard]] const MotionSettings &settings() const { return motion_.settings; }
    /// Whether the window shows the session's view itself.
    [[nodiscard]] bool shows_view() const { return motion_.resting(); }
    /// Where a position of the session's picture lies on the screen.
    [[nodiscard]] AffineMap shown() const;

    /// The window has shown nothing yet: whatever moved the view was no movement.
    void begin();
    /// Lets time move the view. `dragging`: a button or finger is down.
    void advance(bool dragging);
    /// Whether the view is on its way.
    [[nodiscard]] bool moving() const;
    /// Somebody touches: what moves by itself ends where it is, a jump at its target. `arrives`:
    /// false for the key that takes a jump back.
    void touch(bool arrives = true);
    /// How often that was so far, or the view was sent elsewhere.
    [[nodiscard]] std::uint64_t touches() const { return touches_; }

    /// By a hand that has the picture in it.
    void drag(const ViewCommand &command);
    /// By a key: the window follows smoothly.
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
    void change_speed(double factor);
    /// What a button of the controller asks for.
    std::optional<Action> handle_gamepad(const SDL_Event &event);
    /// A step of a slider to a view of the present picture; complains about one out of range.
    void slide_to(const Location &location);

    /// A step through the session's history.
    using Step = bool (Session::*)();
    /// A jump.
    struct Jump {
        std::string to;      ///< where, for people
        Step back = nullptr; ///< the step that takes it back; null: nothing does
        bool flies = true;   ///< false: to a near view it goes at once, without a flight
        double pace = 1;     ///< of its flight, in terms of the usual speed
    };
    /// Makes a jump of what `change` does to the session, if that changes its view or formula.
    /// Throws what `change` throws; it has changed nothing then.
    void jump(const Jump &jump, const std::function<void()> &change);
    /// A step through the history; says `nowhere` if there is none, and complains about one that
    /// cannot be shown.
    void travel(Step step, const char *nowhere);
    /// Jumps to a place that the event log calls `name`. Complains about a place out of range, or
    /// whose palette cannot be loaded.
    void go(const Location &location, const std::string &name);
    /// Jumps to what a file or the clipboard said, with its warnings.
    void go(const ParsedLocation &parsed, const std::string &name);
    /// Likewise to another view of the same place, `pace` times as fast, without a step of the
    /// history of its own, and without a touch.
    void roam_to(const View &view, double pace);
    /// Whether the window is on a flight.
    [[nodiscard]] bool flying() const { return motion_.flying(); }
    /// Whether a jump is under way.
    [[nodiscard]] bool jumping() const { return way_.has_value(); }
    /// Where a jump leads that is under way for long enough to say so.
    [[nodiscard]] std::optional<std::string> way() const;
    /// Takes a jump back that is under way. Returns false if there is none.
    bool turn_back();

  private:
    /// A jump that is under way.
    struct Way {
        std::string to;
        Step back = nullptr;
        UiClock::Time since{};
    };
    void arrive();
    void follow_from(const View &before);
    [[nodiscard]] bool told(const Way &way) const;

    const UiClock &clock_;
    FramePacing &pacing_;
    Messages &messages_;
    Session &session_;
    const EngineChoice &choice_;
    HeldPicture &held_;
    Gamepad gamepad_;
    Motion motion_;
    std::optional<Way> way_;
    std::uint64_t touches_ = 0;
    std::uint64_t moved_generation_ = 1; ///< the last one that advance() saw
    UiClock::Time moved_at_{};           ///< when it saw it first
    bool moving_ = false;                ///< as advance() saw it last
};

} // namespace fathom::ui
