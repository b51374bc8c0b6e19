#include "render/base/error.h"
#include "ui/explorer/explorer.h"
#include "ui/explorer/gui_options.h"
#include "ui/panels/small_view_panels.h"
#include "ui/widgets/theme.h"

#include <SDL.h>
#include <fmt/format.h>
#include <imgui.h>

namespace fathom {
namespace {} // namespace

void Explorer::restore(const GuiOptions &options) {
    if (touring_)
        return;
    places_.window = options.window;
    if (options.last) {
        places_.minimap.set_visible(options.last->minimap);
        settings_ = options.last->settings;
        motion_.settings = options.last->motion;
        set_samples(options.last->samples);
        places_.panel.show(static_cast<PlacesPanel::Tab>(settings_.places_tab));
        places_.visits.restore(options.last->visited);
        session_.restore_past(options.last->visited);
        messages_.note("session restored");
    }
    if (!options.complaint.empty())
        messages_.complain(options.complaint);
}

SavedSession Explorer::present_session() {
    if (!window_.full_screen())
        places_.window = window_.place();
    SavedSession saved;
    saved.location = lasting_location();
    saved.visited = places_.visits.locations();
    saved.engine = in_use_.chosen();
    saved.window = places_.window;
    saved.window.full_screen = window_.full_screen();
    saved.settings = settings_;
    saved.settings.places_tab = static_cast<int>(places_.panel.shown());
    saved.motion = motion_.settings;
    saved.samples = samples_;
    saved.minimap = places_.minimap.visible();
    return saved;
}

void Explorer::update_places() {
    if (touring_)
        return;
    const auto now = clock_.now();
    places_.visits.show(lasting_location(), colours_settled() ? in_use_.complete_frame() : nullptr,
                        now);
    places_.keeper.keep(now, [this] { return present_session(); });
    if (session_.location().formula.julia)
        places_.julia.set_on(false); // there is no set of a set
    follow_cursor(now);
    if (places_.minimap.visible())
        places_.minimap.follow(session_.location(), session_.colour(), now);
    const std::uint64_t before = places_.julia.picture().completed();
    if (places_.minimap.picture().update(now) || places_.julia.picture().update(now))
        pacing_.draw_once();
    if (places_.julia.picture().completed() != before)
        messages_.note("julia picture");
    if (places_.undo_until && now >= *places_.undo_until) {
        places_.undo_until.reset();
        pacing_.draw_once();
    }
}

// The last thing that is done.
void Explorer::finish_places() {
    surveyor_.stop();
    places_.library.finish();
    try {
        places_.keeper.finish(present_session());
    } catch (const Error &error) {
        messages_.note(fmt::format("complaint {}", error.what())); // nobody is there to be told
    }
}

void Explorer::follow_cursor(UiClock::Time now) {
    if (!places_.julia.on() || !input_.cursor() || ImGui::GetIO().WantCaptureMouse)
        return;
    const View at = centre_on(session_.location().view, session_.size(), input_.cursor()->first,
                              input_.cursor()->second);
    places_.julia.follow(lasting_location(), at.re, at.im, session_.colour(), now);
}

void Explorer::go(const Location &location, const std::string &name) {
    try {
        check_location(location);
        fly_to(location);
        messages_.note("go " + name);
    } catch (const Error &error) {
        messages_.complain(error.what());
    }
}

void Explorer::act_on_places(Action action) {
    switch (action) {
    case Action::places:
        return side_panel_.shows("places") ? side_panel_.close() : side_panel_.show("places");
    case Action::bookmark:
        return add_bookmark();
    case Action::minimap:
        return places_.minimap.set_visible(!places_.minimap.visible());
    case Action::julia:
        return toggle_julia();
    case Action::enter_julia:
        return enter_julia();
    default:
        return;
    }
}

void Explorer::add_bookmark() {
    const Location &location = session_.location();
    const std::string name = title_of(location) + " at " + depth_of(location);
    places_.library.add({name, "", location},
                        colours_settled() ? in_use_.complete_frame() : nullptr);
    messages_.say(fmt::format("Bookmarked: {}", name));
}

// From a plane: the preview on or off. In a Julia set: back to where it came from.
void Explorer::toggle_julia() {
    if (session_.location().formula.julia) {
        places_.julia.set_on(false);
        go(places_.julia.return_from(session_.location()), "back from the Julia set");
        return;
    }
    places_.julia.set_on(!places_.julia.on());
    messages_.note(places_.julia.on() ? "julia on" : "julia off");
}

void Explorer::enter_julia() {
    if (!places_.julia.on() || !places_.julia.set())
        return;
    const Location set = *places_.julia.set();
    places_.julia.enter_from(session_.location(), set);
    places_.julia.set_on(false);
    go(set, "into the Julia set");
}

void Explorer::build_places(float bar, float above) {
    places_.textures.begin_frame();
    const double ratio = window_.pixel_ratio();
    float top = above > 0 ? above + em(0.5) : em(0.8);
    if (places_.minimap.visible()) {
        const MinimapChoice choice = draw_minimap(places_.minimap, session_.location().view,
                                                  session_.size(), top, items_, ratio);
        top = choice.bottom + em(0.5);
        if (choice.clicked)
            go_by_minimap(choice.clicked->first, choice.clicked->second);
    }
    if (places_.julia.on())
        draw_julia_preview(places_.julia, top);
    const auto &removed = places_.library.removed();
    if (places_.undo_until && removed &&
        draw_undo_offer(removed->stored.place.name, bar, items_, ratio)) {
        places_.undo_until.reset();
        places_.library.put_back();
    }
}

void Explorer::go_by_minimap(double x, double y) {
    messages_.note(fmt::format("minimap {:.1f} {:.1f}", x, y));
    Location there = session_.location();
    there.view =
        view_from_map(there.view, places_.minimap.view(), places_.minimap.picture().size(), x, y);
    go(there, "by the minimap");
}

void Explorer::build_places_panel() {
    const PlacesChoice choice = places_.panel.draw(
        {places_.library, places_.visits, places_.textures, items_, window_.pixel_ratio()});
    if (choice.go)
        go(*choice.go, choice.go_name);
    if (choice.add)
        add_bookmark();
    if (choice.change)
        places_.library.change(choice.change->id, choice.change->name, choice.change->note);
    if (choice.remove)
        places_.library.remove(*choice.remove);
}

} // namespace fathom
