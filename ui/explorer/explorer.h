#pragma once
#include "render/base/background.h"
#include "ui/explorer/engines_in_use.h"
#include "ui/explorer/frame_pacing.h"
#include "ui/explorer/messages.h"
#include "ui/explorer/places.h"
#include "ui/live/comparison.h"
#include "ui/live/feature_search.h"
#include "ui/live/surveyor.h"
#include "ui/panels/panel_colour.h"
#include "ui/panels/panel_export.h"
#include "ui/panels/panel_minibrot.h"
#include "ui/panels/panels.h"
#include "ui/panels/side_panel.h"
#include "ui/state/input.h"
#include "ui/state/motion.h"
#include "ui/state/pictures_folder.h"
#include "ui/state/session.h"
#include "ui/state/ui_clock.h"
#include "ui/state/ui_settings.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/imgui_layer.h"
#include "ui/widgets/item_log.h"
#include "ui/window/gamepad.h"
#include "ui/window/presenter.h"
#include "ui/window/waker.h"
#include "ui/window/window.h"

namespace fathom {

struct GuiOptions;

/// The window: takes events, lets engines compute, draws. A person drives it through run(), a tour
/// through the functions after it.
class Explorer {
  public:
    /// Throws DeviceError where there is no display or no OpenGL 3.3, InputError if the palette
    /// cannot be loaded.
    explicit Explorer(const GuiOptions &options);

    /// Until the window is closed.
    void run();

    /// Takes the events that have come, without waiting.
    void pump() { handle_events(); }
    /// Lets time move the view; takes anti-aliasing up when it rests.
    void move();
    /// Lets engines start, fail over and take up the session's picture.
    void prepare();
    /// Whether the view is on its way.
    [[nodiscard]] bool moving() const;
    /// Moves smoothly to a place, until somebody touches anything; a place of another formula, or
    /// at no distance that can be flown, is shown at once. Throws InputError if its palette cannot
    /// be loaded.
    void fly_to(const Location &destination);
    /// How the window moves, for panels to change.
    MotionSettings &motion_settings() { return motion_.settings; }
    /// Samples at each pixel of an edge when the view rests; 1 is none.
    [[nodiscard]] int samples() const { return samples_; }
    void set_samples(int samples);
    /// Draws the pictures; panels come on top of them.
    void draw_pictures();
    /// Draws the newest complete picture of the engine in use as it is, although the session may be
    /// elsewhere by now.
    void draw_complete_picture();
    /// Draws the panels. To be followed by swap().
    void draw_panels();
    void swap();
    /// Time of this thread that engines have taken since the last call: asking them, waiting for
    /// them, taking their colours over; without OpenGL's part of that.
    double take_engine_ms() { return std::exchange(engine_ms_, 0); }
    /// Whether a person or a signal has asked the window to close.
    [[nodiscard]] bool quitting() const { return quit_; }
    Session &session() { return session_; }
    Waker &waker() { return waker_; }
    /// What OpenGL calls the device that draws.
    [[nodiscard]] const char *renderer() const { return window_.renderer(); }
    /// The engine in use (the left one while comparing); null until it has started.
    EngineFeed *feed() { return in_use_.first(); }
    /// Why an engine is not in use any more that was asked for; empty if none is.
    [[nodiscard]] const std::string &lost_engine() const { return lost_engine_; }

  private:
    /// For what measures or spares the processor; all else goes by clock_.
    using RealClock = std::chrono::steady_clock;

    // explorer.cpp: the loop
    void wait_for_events();
    void handle_events();
    void follow_commands();
    void tell_time();
    void handle(const SDL_Event &event);
    void click();
    void handle_drop(const SDL_DropEvent &event);
    void handle_touring(const SDL_Event &event);
    void begin_panels();
    void run_panels();
    [[nodiscard]] bool must_draw() const;
    void watch_the_clock(UiClock::Time now);
    [[nodiscard]] bool cursor_blinks() const;
    void draw_again();
    void draw();
    void choose_engines();
    void replace_failed(const std::string &id, const std::string &why);
    void tell_refusal(const EngineFeed *feed);
    void update_feeds();
    void compare_pictures();
    [[nodiscard]] double frames_per_second();

    // explorer_motion.cpp: how the view moves
    void handle_gamepad(const SDL_Event &event);
    void touch();
    void follow_feed(EngineFeed &feed);
    void refine();
    [[nodiscard]] bool shows_samples_alone() const;
    [[nodiscard]] bool can_stand_in(const Picture &picture) const;
    void turn_wheel(const TurnWheel &wheel);
    void hold_zoom(const HoldZoom &hold);
    void change_speed(double factor);
    void next_samples();
    void land();

    // explorer_panels.cpp: what the panels show
    void build_panels();
    float build_status_bar();
    void build_overlay(float left, float bar);
    float build_compare_bar(float bar);
    [[nodiscard]] EngineReport report(const std::string &id);
    [[nodiscard]] Progress progress(const std::string &id);
    [[nodiscard]] Progress overall_progress();
    [[nodiscard]] std::optional<Progress> worth_telling(const Progress &progress) const;
    [[nodiscard]] std::string words_beside_divider(const std::string &id);
    [[nodiscard]] std::string words_for_no_difference();
    [[nodiscard]] InputScale input_scale() const;

    // explorer_side_panel.cpp: the side panel's sections, and what they ask for
    void add_sections();
    float build_side_panel(float bar);
    void build_hints(float left, float bar);
    void build_view_panel();
    void build_formula_panel();
    void build_colour_panel();
    void build_compare_panel();
    void build_export_panel();
    void build_help_panel();
    void edit(const Location &location);
    void move_to(const Location &location);
    void let_colours_flow(UiClock::Time now);
    void update_survey();
    void fit_colours(const PaletteFit &fit);
    [[nodiscard]] bool colours_settled() const;
    [[nodiscard]] Location lasting_location() const;
    [[nodiscard]] CompareInfo compare_info();
    void take(const CompareChoice &choice);
    void scale_text(int steps);

    // explorer_actions.cpp: what commands do
    void perform(const Command &command);
    void act(Action action);
    void change_view(const ViewCommand &command);
    void next_compare_mode();
    void set_compare_mode(CompareMode mode);
    void cancel();
    void quit();
    void copy_location();
    void copy_text(const std::string &text, const char *done);
    void paste_location();
    void open_file(const std::filesystem::path &path);
    void take_screenshot();
    void poll_screenshot();
    void save_location();
    void save(const char *what, const std::filesystem::path &path, std::function<void()> write);

    // explorer_minibrots.cpp: minibrots and Misiurewicz points
    void find_minibrot(double x, double y, bool go);
    void zoom_to_minibrot();
    void mark_misiurewicz(double x, double y);
    struct Mark {
        Decimal re, im;
        std::string words;
    };
    void add_mark(Mark mark);
    void draw_marks();
    void build_minibrot_panel();

    // explorer_places.cpp: knowing where one is, and coming back
    void restore(const GuiOptions &options);
    [[nodiscard]] SavedSession present_session();
    void update_places();
    void finish_places();
    void follow_cursor(UiClock::Time now);
    void go(const Location &location, const std::string &name);
    void act_on_places(Action action);
    void add_bookmark();
    void toggle_julia();
    void enter_julia();
    void build_places(float bar, float above);
    void build_places_panel();
    void go_by_minimap(double x, double y);

    UiClock clock_;
    Window window_;
    Waker waker_;
    FramePacing pacing_;
    Messages messages_;
    ItemLog items_;
    ImGuiLayer imgui_;
    Presenter presenter_;
    Session session_;
    Input input_;
    Gamepad gamepad_;
    Motion motion_;
    Background background_;
    EnginesInUse in_use_;
    Comparison comparison_;
    Places places_;
    NewFileNames names_;
    UiSettings settings_;
    Controls controls_;
    SidePanel side_panel_;
    ColourPanel colour_panel_;
    Surveyor surveyor_;
    std::optional<std::uint64_t> fit_wanted_; ///< generation that the colours are to be fitted to
    std::optional<double> still_offset_;      ///< from before the colours began to flow
    UiClock::Time flowed_at_{};               ///< when they did so last
    ExportPanel export_panel_;
    FeatureSearch features_;
    std::optional<Nucleus> nucleus_;   ///< found last
    std::optional<Misiurewicz> point_; ///< likewise
    std::vector<Mark> marks_;
    bool clicks_mark_ = false; ///< a click marks the nearest Misiurewicz point
    std::vector<ManualPage> manual_;

    std::string lost_engine_;
    std::uint64_t failed_generation_ = 0; ///< at which even the CPU failed
    std::optional<std::string> refusal_;  ///< that was told, until a picture is complete
    bool help_open_ = false;
    bool screenshot_wanted_ = false;
    bool quit_ = false;
    bool closed_ = false; ///< by the window's button: SDL's wish to quit will follow
    std::optional<UiClock::Time> quit_refused_; ///< because of an export
    bool touring_;
    bool every_picture_;                  ///< is waited for: nothing is warped in between
    double engine_ms_ = 0;                ///< see take_engine_ms()
    std::optional<Location> destination_; ///< of a flight
    std::uint64_t moved_generation_ = 1;  ///< the last one that move() saw
    UiClock::Time moved_at_{};            ///< when it saw it first
    bool moving_ = false;                 ///< as move() saw it last
    int samples_ = 4;
    int shown_samples_ = 1;    ///< of the present picture
    bool mouse_moved_ = false; ///< since the panels' last frame
    bool key_pressed_ = false; ///< likewise

    std::uint64_t timed_generation_ = 0; ///< that busy_since_ is about
    UiClock::Time busy_since_{};
    bool slow_ = false; ///< the picture has been computed for long enough to say so in words

    std::uint64_t logged_generation_ = 0; ///< whose first drawing the event log knows
    bool logged_difference_ = false;      ///< whether it knows the present comparison
};

} // namespace fathom
