#pragma once
#include "render/film/film_path.h"
#include "ui/panels/panel_film_export.h"
#include "ui/panels/panel_timeline.h"
#include "ui/state/film_timeline.h"
#include "ui/state/ui_clock.h"
#include "ui/state/ui_settings.h"
#include "ui/texts/film.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fathom {
class Background;
} // namespace fathom

namespace fathom::ui {

class ColourFlowAndFit;
class Controls;
class FramePacing;
class Messages;
class OpenedFiles;
class ScreenshotsAndExports;
class Session;
class ViewSteering;

/// The film that a person makes: its timeline at the window's lower edge, its section of the side
/// panel, its file, and the view that follows the playhead.
class FilmSession {
  public:
    /// What this uses; all of it outlives it.
    struct Uses {
        const UiClock &clock;
        FramePacing &pacing;
        Messages &messages;
        Session &session;
        Background &background;
        ViewSteering &steering;
        const ColourFlowAndFit &colours;
        OpenedFiles &files;
        ScreenshotsAndExports &exports;
        UiSettings &settings;
    };
    explicit FilmSession(const Uses &uses);

    /// The film of the last session.
    void restore(const film::Film &film);
    /// To be kept for the next one.
    [[nodiscard]] const std::shared_ptr<const film::Film> &film() const {
        return timeline_.shared();
    }

    /// The present view becomes a key; the timeline is to be seen then.
    void add_key();
    void show_timeline(bool shown);
    [[nodiscard]] bool timeline_shown() const;
    /// Plays the film, or stops it. Returns false where the timeline is not open or has nothing to
    /// play.
    bool toggle_play();
    /// What a key means for the timeline, if a person was there last; else they return false.
    bool undo() { return step(&FilmTimeline::undo, texts::film::kNothingToUndo); }
    bool redo() { return step(&FilmTimeline::redo, texts::film::kNothingToRedo); }
    void delete_key();
    /// A person has turned to the picture.
    void leave() { has_keys_ = false; }
    [[nodiscard]] bool playing() const { return timeline_.playing(); }
    /// Ends a drag or stops the film; returns whether there was either.
    bool cancel();

    /// Lets time move the playhead of a film that plays, and the view with it, until something else
    /// moves the view.
    void advance();
    /// Takes up the film, or a film's sound, of a file that was opened.
    void poll();

    /// `left` points are covered by the side panel, `bar` at the lower edge. Returns how many
    /// points it covers above that.
    float draw_timeline(Controls &controls, float left, float bar);
    void draw_section(Controls &controls);
    /// Exports that ended early, in this session or one before.
    void draw_unfinished(Controls &controls);

  private:
    bool step(bool (FilmTimeline::*change)(), const char *none);
    void find_path();
    [[nodiscard]] const film::FilmPath *path();
    void begin_to_show();
    void show();
    void go_to_key();
    void draw_export(Controls &controls);
    [[nodiscard]] bool may_be_of_this_film(const std::filesystem::path &path) const;
    void take_rings(const std::filesystem::path &path);
    [[nodiscard]] std::vector<BegunFilm> unfinished();
    void go_on_with(BegunFilm begun);
    void forget(const BegunFilm &begun);
    void ask_sound();
    void take_sound(const std::string &words);
    void save(bool ask);
    void save_to(std::filesystem::path path);

    Uses use_;
    FilmTimeline timeline_;
    TimelinePanel panel_;
    FilmExportPanel export_panel_;
    bool has_keys_ = false;           ///< Ctrl+Z is for the film, and Delete for the timeline
    bool pressed_in_section_ = false; ///< the mouse was, in this frame
    /// The way of that film at that size; null: there is none, and problem_ says why.
    std::shared_ptr<const film::Film> path_film_;
    Size path_size_{0, 0};
    std::optional<film::FilmPath> path_;
    std::string problem_;
    std::optional<UiClock::Time> played_at_; ///< the last step of a film that plays
    std::optional<View> shown_;              ///< what that showed
};

} // namespace fathom::ui
