#pragma once
#include "ui/explorer/opened_files.h"
#include "ui/panels/panel_places.h"
#include "ui/state/gallery_and_bookmarks.h"
#include "ui/state/ui_clock.h"
#include "ui/state/visits.h"
#include "ui/window/texture_cache.h"

#include <memory>
#include <optional>
#include <vector>

namespace fathom::ui {

class Messages;
class ViewSteering;

/// Places to come back to: the gallery, bookmarks, files and where one has been, with the section
/// of the side panel for them.
class BookmarksAndVisits {
  public:
    /// What this uses; all of it outlives it.
    struct Uses {
        const UiClock &clock;
        Messages &messages;
        Background &background;
        EnginesInUse &in_use;
        ViewSteering &steering;
        ColourFlowAndFit &colours;
        UiSettings &settings;
    };
    /// Reads nothing, and keeps nothing, for a window that is `touring`.
    BookmarksAndVisits(const Uses &uses, bool touring);

    /// Bookmarks `location`, whose complete frame that is; null: there is none.
    void add(const Location &location, std::shared_ptr<Frame> complete);
    /// The window shows `location`; likewise. Returns whether what draw_undo_offer() shows is over.
    /// Puts the bookmark back that was deleted last, while that is offered. Returns whether it was.
    bool undo_removal();
    bool update(const Location &location, const std::shared_ptr<Frame> &complete,
                UiClock::Time now);
    /// When update() wants to be called next, if it does.
    [[nodiscard]] std::optional<UiClock::Time> next(UiClock::Time now) const;
    /// Ends what is under way, on this thread. To be called once nothing more is asked for.
    void finish() {
        files_.chooser().stop();
        places_.finish();
    }

    OpenedFiles &files() { return files_; }
    /// What the window is called that shows `location`: its name, if it has one, or its formula, if
    /// that is not the usual one, and the program's name.
    [[nodiscard]] std::string window_title(const Location &location) const;

    /// Places visited, the oldest first.
    [[nodiscard]] std::vector<Location> visited() const { return visits_.locations(); }
    void restore(const std::vector<Location> &visited) { visits_.restore(visited); }
    /// The section's tab.
    [[nodiscard]] PlacesPanel::Tab shown() const { return panel_.shown(); }
    void show(PlacesPanel::Tab tab) { panel_.show(tab); }

    void focus_search() { panel_.focus_search(); }

    /// Before a frame's pictures are drawn.
    void begin_frame() { textures_.begin_frame(); }
    /// Returns whether the present place is to be bookmarked.
    bool draw_section(ItemLog &items, double pixel_ratio);
    /// Above `bar`, for a while after a bookmark was removed.
    void draw_undo_offer(float bar, ItemLog &items, double pixel_ratio);

  private:
    Messages &messages_;
    ViewSteering &steering_;
    TextureCache textures_;
    GalleryAndBookmarks places_;
    Visits visits_;
    OpenedFiles files_;
    PlacesPanel panel_;
    std::optional<UiClock::Time> undo_until_; ///< the last bookmark removed can be had back
};

} // namespace fathom::ui
