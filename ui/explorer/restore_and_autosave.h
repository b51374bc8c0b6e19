#pragma once
#include "ui/state/session_autosave.h"
#include "ui/state/ui_clock.h"

#include <optional>

namespace fathom::ui {

class AntiAliasing;
class BookmarksAndVisits;
class EnginesInUse;
class FilmSession;
class ColourFlowAndFit;
class Messages;
class MinimapAndJulia;
class Session;
class ViewSteering;
class Window;
struct GuiOptions;

/// What the window knows of the last session, and keeps for the next one.
class RestoreAndAutosave {
  public:
    /// Where all that is kept comes from, and goes to; outlives this.
    struct Parts {
        Window &window;
        UiSettings &settings;
        Session &session;
        const EnginesInUse &in_use;
        ViewSteering &steering;
        const ColourFlowAndFit &colours;
        AntiAliasing &anti_aliasing;
        MinimapAndJulia &small_views;
        BookmarksAndVisits &bookmarks;
        FilmSession &film;
    };
    /// Nothing is kept of a window that is `touring`.
    RestoreAndAutosave(const Parts &parts, Messages &messages, Background &background,
                       bool touring);

    /// What the last session was, as far as `options` bring it back. To be called first, and not
    /// for a tour.
    void restore(const GuiOptions &options);
    /// Something has happened that may have changed the session.
    void touch(UiClock::Time now) { autosave_.touch(now); }
    /// Saves the session once it is time.
    void keep(UiClock::Time now);
    /// When keep() wants to be called next, if it does.
    [[nodiscard]] std::optional<UiClock::Time> next() const { return autosave_.next(); }
    /// Saves it now: the last thing that a window does.
    void finish();

  private:
    [[nodiscard]] SavedSession present();

    Parts parts_;
    Messages &messages_;
    SessionAutosave autosave_;
    WindowPlace place_; ///< when the window was last not full screen
};

} // namespace fathom::ui
