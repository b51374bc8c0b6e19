#include "ui/explorer/restore_and_autosave.h"

#include "render/base/error.h"
#include "ui/explorer/anti_aliasing.h"
#include "ui/explorer/bookmarks_and_visits.h"
#include "ui/explorer/colour_flow_and_fit.h"
#include "ui/explorer/engines_in_use.h"
#include "ui/explorer/film_session.h"
#include "ui/explorer/gui_options.h"
#include "ui/explorer/messages.h"
#include "ui/explorer/minimap_and_julia.h"
#include "ui/explorer/view_steering.h"
#include "ui/state/session.h"
#include "ui/window/window.h"

#include <fmt/format.h>

namespace fathom::ui {

RestoreAndAutosave::RestoreAndAutosave(const Parts &parts, Messages &messages,
                                       Background &background, bool touring)
    : parts_(parts), messages_(messages),
      autosave_(touring ? std::nullopt : session_path(), background,
                [this](const std::optional<std::string> &failure) {
                    if (failure)
                        messages_.complain(*failure);
                    else
                        messages_.note("session saved");
                }) {}

void RestoreAndAutosave::restore(const GuiOptions &options) {
    place_ = options.window;
    if (const auto &last = options.last) {
        parts_.small_views.show_minimap(last->minimap);
        parts_.settings = last->settings;
        parts_.steering.settings() = last->motion;
        parts_.anti_aliasing.set_samples(last->samples);
        parts_.bookmarks.show(static_cast<PlacesPanel::Tab>(last->settings.places_tab));
        parts_.bookmarks.restore(last->visited);
        parts_.session.restore_past(last->visited);
        messages_.note("session restored");
    }
    if (options.film)
        parts_.film.restore(*options.film);
    if (options.samples)
        parts_.anti_aliasing.set_samples(*options.samples);
    if (!options.complaint.empty())
        messages_.complain(options.complaint);
}

SavedSession RestoreAndAutosave::present() {
    if (!parts_.window.full_screen())
        place_ = parts_.window.place();
    SavedSession saved;
    saved.location = parts_.colours.lasting_location();
    saved.visited = parts_.bookmarks.visited();
    saved.engine = parts_.in_use.chosen();
    saved.window = place_;
    saved.window.full_screen = parts_.window.full_screen();
    saved.settings = parts_.settings;
    saved.settings.places_tab = static_cast<int>(parts_.bookmarks.shown());
    saved.motion = parts_.steering.settings();
    saved.samples = parts_.anti_aliasing.samples();
    saved.minimap = parts_.small_views.minimap_visible();
    saved.film = parts_.film.film();
    return saved;
}

void RestoreAndAutosave::keep(UiClock::Time now) {
    autosave_.keep(now, [this] { return present(); });
}

void RestoreAndAutosave::finish() {
    try {
        autosave_.finish(present());
    } catch (const Error &error) {
        messages_.note(fmt::format("complaint {}", error.what())); // nobody is there to be told
    }
}

} // namespace fathom::ui
