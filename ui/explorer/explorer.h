#pragma once
#include "render/base/background.h"
#include "ui/explorer/bookmarks_and_visits.h"
#include "ui/explorer/closing.h"
#include "ui/explorer/colour_flow_and_fit.h"
#include "ui/explorer/compared_pair.h"
#include "ui/explorer/engine_pictures.h"
#include "ui/explorer/engine_reports.h"
#include "ui/explorer/engines_in_use.h"
#include "ui/explorer/film_session.h"
#include "ui/explorer/frame_pacing.h"
#include "ui/explorer/help_and_hints.h"
#include "ui/explorer/imgui_frames.h"
#include "ui/explorer/landmarks.h"
#include "ui/explorer/limit_following.h"
#include "ui/explorer/messages.h"
#include "ui/explorer/minimap_and_julia.h"
#include "ui/explorer/restore_and_autosave.h"
#include "ui/explorer/screenshots_and_exports.h"
#include "ui/explorer/view_steering.h"
#include "ui/panels/side_panel.h"
#include "ui/state/input.h"
#include "ui/state/session.h"
#include "ui/state/ui_clock.h"
#include "ui/window/held_picture.h"
#include "ui/window/waker.h"
#include "ui/window/window.h"

namespace fathom::ui {

struct GuiOptions;

/// The window: takes events, lets engines compute, draws. It owns what does that and brings it
/// together: events become commands, commands go to their owners, and each round of the loop gives
/// all of them their turn. A person drives it through run(), a tour through the functions after it.
class Explorer {
  public:
    /// Throws DeviceError where there is no display or no OpenGL 3.3, InputError if the palette
    /// cannot be loaded.
    explicit Explorer(const GuiOptions &options);

    /// Until the window is closed.
    void run();

    /// Takes the events that have come, without waiting.
    void pump() { handle_events(); }
    /// Lets time move the view.
    void move();
    /// Lets engines start, fail over and take up the session's picture; takes anti-aliasing up when
    /// the view rests.
    void prepare();
    /// To be drawn; panels come on top of them.
    EnginePictures &pictures() { return pictures_; }
    /// Draws the panels. To be followed by swap().
    void draw_panels();
    void swap();
    /// Whether a person or a signal has asked the window to close.
    [[nodiscard]] bool quitting() const { return closing_.decided(); }
    Session &session() { return session_; }
    Waker &waker() { return waker_; }
    /// What OpenGL calls the device that draws.
    [[nodiscard]] const char *renderer() const { return window_.renderer(); }
    /// The engine in use (the left one while comparing); null until it has started.
    EngineFeed *feed() { return in_use_.first(); }

  private:
    /// For what measures or spares the processor; all else goes by clock_.
    using RealClock = std::chrono::steady_clock;

    // explorer.cpp: the loop
    void wait_for_events();
    [[nodiscard]] std::optional<UiClock::Time> next_turn(UiClock::Time now);
    void handle_events();
    void follow_commands();
    void tell_time();
    [[nodiscard]] bool changes_by_time() const;
    void handle(const SDL_Event &event);
    void handle_touring(const SDL_Event &event);
    void update_places(UiClock::Time now);
    [[nodiscard]] bool must_draw() const;
    void draw_again();
    void draw();
    void draw_seen();
    void finish();
    [[nodiscard]] bool cursor_blinks() const;
    [[nodiscard]] InputScale input_scale() const;

    // explorer_commands.cpp: who does what commands ask for
    void perform(const Command &command);
    void act(Action action);
    void act_on_window(Action action);
    void click();
    void cancel();
    [[nodiscard]] bool shows_exports() const;

    // explorer_panels.cpp: which panels lie where
    void add_sections();
    void build_panels();
    float build_status_bar();
    float build_side_panel(float bar);
    float build_comparison(float bar);

    UiClock clock_;
    Window window_;
    Waker waker_;
    FramePacing pacing_;
    Messages messages_;
    ImGuiFrames panels_;
    Session session_;
    Input input_;
    Background background_;
    EnginesInUse in_use_;
    HeldPicture held_;
    ViewSteering steering_;
    ColourFlowAndFit colours_;
    LimitFollowing limit_;
    EngineReports reports_;
    ComparedPair compared_;
    EnginePictures pictures_;
    MinimapAndJulia small_views_;
    BookmarksAndVisits bookmarks_;
    Landmarks landmarks_;
    ScreenshotsAndExports files_;
    FilmSession film_;
    RestoreAndAutosave autosave_;
    SidePanel side_panel_;
    HelpAndHints help_;
    Closing closing_;
    bool touring_;
    bool tells_brightness_; ///< of each frame, in the event log
};

} // namespace fathom::ui
