#pragma once
#include "ui/live/julia_preview.h"
#include "ui/live/minimap.h"
#include "ui/panels/panel_places.h"
#include "ui/state/gallery_and_bookmarks.h"
#include "ui/state/session_autosave.h"
#include "ui/state/ui_clock.h"
#include "ui/state/visits.h"
#include "ui/window/texture_cache.h"

#include <chrono>
#include <optional>
#include <string>

namespace fathom {

/// What helps a person to know where they are and to come back: the parts that Explorer drives
/// (explorer_places.cpp).
struct Places {
    using Clock = std::chrono::steady_clock;
    using Report = std::function<void(const std::string &)>;

    /// `failed` tells people, `happened` the event log; both come from Background::poll(). Nothing
    /// is kept or read for a window that is `touring`.
    Places(Background &background, const std::function<void()> &notify, Report failed,
           Report happened, const UiClock &clock, bool touring);

    /// When something of this wants the window's attention next.
    [[nodiscard]] std::optional<Clock::time_point> next(Clock::time_point now) const;

    TextureCache textures;
    GalleryAndBookmarks library;
    Visits visits;
    Minimap minimap;
    JuliaPreview julia;
    PlacesPanel panel;
    SessionAutosave keeper;
    std::string chosen_engine = "auto";          ///< by the person, not by us
    WindowPlace window;                          ///< when it was last not full screen
    std::optional<Clock::time_point> undo_until; ///< the last bookmark removed can be had back
};

} // namespace fathom
