#include "ui/explorer/clipboard.h"
#include "ui/explorer/explorer.h"
#include "ui/explorer/location_edit.h"
#include "ui/texts/common.h"
#include "ui/texts/view.h"
#include "ui/widgets/theme.h"

namespace fathom::ui {
namespace {

OverlayMode next_overlay(OverlayMode mode) {
    switch (mode) {
    case OverlayMode::brief:
        return OverlayMode::coordinates;
    case OverlayMode::coordinates:
        return OverlayMode::none;
    case OverlayMode::none:
        return OverlayMode::all;
    case OverlayMode::all:
        break;
    }
    return OverlayMode::brief;
}

// Whether a person who was at the timeline stays there.
bool stays_at_timeline(const Command &command) {
    const Action *action = std::get_if<Action>(&command);
    if (action == nullptr)
        return false;
    switch (*action) {
    case Action::add_film_key:
    case Action::delete_film_key:
    case Action::timeline:
    case Action::undo:
    case Action::redo:
    case Action::resume:
    case Action::cancel:
        return true;
    default:
        return false;
    }
}

} // namespace

void Explorer::perform(const Command &command) {
    messages_.note(describe(command));
    help_.see(command, clock_.now());
    if (!stays_at_timeline(command))
        film_.leave();
    if (const auto *view = std::get_if<ViewCommand>(&command))
        steering_.drag(*view);
    else if (const auto *wheel = std::get_if<TurnWheel>(&command))
        steering_.wheel(*wheel);
    else if (const auto *hold = std::get_if<HoldZoom>(&command))
        steering_.hold(*hold);
    else if (std::holds_alternative<LetGo>(command))
        steering_.let_go();
    else if (const auto *action = std::get_if<Action>(&command))
        act(*action);
    else if (const auto *move = std::get_if<MoveDivider>(&command))
        in_use_.choice().move_divider(move->x / session_.size().width);
    else if (const auto *key = std::get_if<PaletteKey>(&command))
        key->put ? colours_.put_on_key(key->digit) : colours_.use_key(key->digit);
    else if (const auto *file = std::get_if<OpenFile>(&command))
        bookmarks_.files().open(file->path);
}

// Those that change the picture; act_on_window() has the others.
void Explorer::act(Action action) {
    if (is_view_action(action))
        return steering_.change(view_command(action, session_.viewport(), input_.cursor()));
    const auto iterations = session_.location().iterations;
    switch (action) {
    case Action::reset:
        return steering_.jump({texts::view::kWholeSet, &Session::back},
                              [this] { session_.go_home(); });
    case Action::reset_all:
        return steering_.jump({texts::view::kWholeSet, &Session::back},
                              [this] { session_.go_home_anew(); });
    case Action::back:
        return steering_.travel(&Session::back, texts::view::kNoViewBefore);
    case Action::forward:
        return steering_.travel(&Session::forward, texts::view::kNoViewAfter);
    case Action::undo:
        if (film_.undo() || bookmarks_.undo_removal())
            return;
        return steering_.travel(&Session::undo, texts::common::kNothingToUndo);
    case Action::redo:
        if (film_.redo())
            return;
        return steering_.travel(&Session::redo, texts::common::kNothingToRedo);
    case Action::slower:
        return steering_.change_speed(0.5);
    case Action::faster:
        return steering_.change_speed(2);
    case Action::next_samples:
        return pictures_.anti_aliasing().next_samples();
    case Action::halve_iterations:
        return session_.set_iterations(iterations / 2);
    case Action::double_iterations:
        return session_.set_iterations(iterations * 2);
    case Action::next_engine:
        return in_use_.use_next();
    case Action::resume:
        if (film_.toggle_play())
            return;
        return in_use_.resume();
    case Action::next_compare_mode:
        return compared_.next_mode();
    case Action::next_palette:
        return colours_.change_palette(1);
    case Action::previous_palette:
        return colours_.change_palette(-1);
    case Action::paste:
        return paste_location(messages_, session_, steering_);
    case Action::julia:
        return small_views_.toggle_julia();
    case Action::enter_julia:
        return small_views_.enter_julia();
    case Action::minibrot:
    case Action::half_way: {
        const auto [x, y] = input_.cursor().value_or(session_.viewport().middle());
        return action == Action::half_way
                   ? landmarks_.go_half_way(x, y)
                   : landmarks_.find_minibrot(x, y, Landmarks::Aim::minibrot);
    }
    case Action::unskew: {
        const auto [x, y] = input_.cursor().value_or(session_.viewport().middle());
        return landmarks_.unskew(x, y);
    }
    case Action::explore:
        return landmarks_.auto_explore().set_on(!landmarks_.auto_explore().on());
    case Action::morph:
        return landmarks_.set_morphing(!landmarks_.morphing());
    default:
        return act_on_window(action);
    }
}

// Those that concern panels, files and the window itself.
void Explorer::act_on_window(Action action) {
    switch (action) {
    case Action::copy:
        return copy_location(messages_, session_.location());
    case Action::copy_line:
        return copy_line(messages_, session_.location());
    case Action::screenshot:
        return files_.take_screenshot();
    case Action::save_location:
        return files_.save_location();
    case Action::open_file:
        panels_.take_keyboard(false);
        return bookmarks_.files().choose();
    case Action::export_picture:
        side_panel_.show("export");
        side_panel_.focus();
        return panels_.take_keyboard(true);
    case Action::panel_by_keys:
        if (!panels_.keyboard_taken())
            side_panel_.focus();
        return panels_.take_keyboard(!panels_.keyboard_taken());
    case Action::next_section:
        return side_panel_.show_next(1);
    case Action::previous_section:
        return side_panel_.show_next(-1);
    case Action::places:
        return side_panel_.shows("places") ? side_panel_.close() : side_panel_.show("places");
    case Action::find_place:
        side_panel_.show("places");
        return bookmarks_.focus_search();
    case Action::bookmark:
        return bookmarks_.add(session_.location(), pictures_.settled_frame());
    case Action::minimap:
        return small_views_.show_minimap(!small_views_.minimap_visible());
    case Action::add_film_key:
        return film_.add_key();
    case Action::delete_film_key:
        return film_.delete_key();
    case Action::timeline:
        return film_.show_timeline(!film_.timeline_shown());
    case Action::side_panel:
        return side_panel_.toggle();
    case Action::next_overlay: {
        OverlayMode &overlay = panels_.settings().overlay;
        overlay = next_overlay(overlay);
        return;
    }
    case Action::larger_text:
        return panels_.scale_text(1);
    case Action::smaller_text:
        return panels_.scale_text(-1);
    case Action::usual_text:
        return panels_.scale_text(0);
    case Action::help:
        return help_.set_open(!help_.open());
    case Action::full_screen:
        return window_.toggle_full_screen();
    case Action::cancel:
        return cancel();
    case Action::quit:
        return closing_.ask(files_.exporting(), clock_.now());
    default:
        return; // act() did it
    }
}

// What a click does that moved nothing.
void Explorer::click() {
    const auto cursor = input_.cursor();
    if (!cursor || !landmarks_.click(cursor->first, cursor->second, side_panel_.shows("minibrot")))
        small_views_.enter_julia();
}

// Whether the side panel tells how far an export is.
bool Explorer::shows_exports() const {
    return side_panel_.shows("export") || side_panel_.shows("film");
}

// One thing for each press, what is most in the way first.
void Explorer::cancel() {
    if (ImGuiFrames::have_keyboard())
        return; // the field takes back what was typed
    steering_.release();
    if (bookmarks_.files().chooser().close())
        return;
    if (landmarks_.auto_explore().on())
        return landmarks_.auto_explore().set_on(false);
    if (input_.cancel() || popup_is_open() || // which closes itself
        panels_.controls().take_back_refusals())
        return;
    if (steering_.turn_back())
        return;
    if (panels_.keyboard_taken())
        return panels_.take_keyboard(false);
    if (film_.cancel())
        return;
    if (shows_exports() && files_.exporting())
        files_.cancel_export(clock_.now());
    else if (help_.open())
        help_.set_open(false);
    else if (landmarks_.busy())
        landmarks_.cancel();
    else if (landmarks_.morphing())
        landmarks_.set_morphing(false);
    else if (small_views_.julia_on())
        small_views_.close_julia();
    else if (in_use_.busy() || in_use_.refining())
        in_use_.stop();
    else if (limit_.busy())
        limit_.cancel();
    else if (files_.exporting())
        side_panel_.show("export"); // hours of work do not end unseen
}

} // namespace fathom::ui
