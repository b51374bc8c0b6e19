#pragma once
#include "render/engines/render_request.h"
#include "render/places/view.h"
#include "ui/state/viewport.h"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace fathom::ui {

// What a person can ask for. Positions are in pixels from the window's upper left corner, y
// downwards.

/// The point under (x, y) stays and everything grows by `factor`.
struct ZoomAt {
    double x, y, factor;
};
/// The picture follows the mouse.
struct PanBy {
    double dx, dy;
};
/// The box between two corners fills the viewport.
struct ZoomToBox {
    double x0, y0, x1, y1;
};
/// The point under (x, y) comes to the centre, magnified by `factor`.
struct CentreAndZoom {
    double x, y, factor;
};
/// The picture turns clockwise by `degrees` about the point under (x, y).
struct RotateAt {
    double x, y, degrees;
};
using ViewCommand = std::variant<ZoomAt, PanBy, ZoomToBox, CentreAndZoom, RotateAt>;

/// The view that follows for a location in the middle of the viewport.
View apply(const ViewCommand &command, const View &view, const Viewport &viewport);

/// Whether the view before is worth coming back to at once: wheel and drag go through many that are
/// not.
bool is_jump(const ViewCommand &command);

/// What keys ask for.
enum class Action {
    pan_left,
    pan_right,
    pan_up,
    pan_down,
    zoom_in,
    zoom_out,
    turn_left,
    turn_right,
    slower,
    faster,
    next_samples,
    reset,
    reset_all,
    undo,
    redo,
    back,
    forward,
    halve_iterations,
    double_iterations,
    next_engine,
    next_compare_mode,
    next_overlay,
    next_palette,
    previous_palette,
    palette_on_key,
    put_on_key,
    copy,
    copy_line,
    paste,
    screenshot,
    save_location,
    open_file,
    export_picture,
    places,
    find_place,
    bookmark,
    minimap,
    julia,
    enter_julia,
    minibrot,
    half_way,
    morph,
    unskew,
    explore,
    add_film_key,
    delete_film_key,
    timeline,
    side_panel,
    panel_by_keys,
    next_section,
    previous_section,
    larger_text,
    smaller_text,
    usual_text,
    help,
    full_screen,
    resume,
    cancel,
    quit,
};

/// The view that an action for the arrow, zoom or turning keys means; the latter turn about
/// `cursor`, or the middle if there is none.
bool is_view_action(Action action);
ViewCommand view_command(Action action, const Viewport &viewport,
                         const std::optional<std::pair<double, double>> &cursor);

/// The compare mode's divider comes to column x.
struct MoveDivider {
    double x;
};
/// A file was dropped on the window.
struct OpenFile {
    std::filesystem::path path;
};

/// The palette on a digit key, 1 to 9, is wanted, or the present one is to lie there.
struct PaletteKey {
    int digit;
    bool put;
};

/// The wheel was turned by so many notches, forward positive, with the mouse at (x, y).
struct TurnWheel {
    double x, y, notches;
};
/// A button is held still at (x, y): zoom in (1) or out (-1); 0: it was let go.
struct HoldZoom {
    double x, y;
    int direction;
};
/// The picture that followed the mouse was let go.
struct LetGo {};

using Command = std::variant<ViewCommand, Action, MoveDivider, OpenFile, PaletteKey, TurnWheel,
                             HoldZoom, LetGo>;

/// For the event log: a word and its numbers.
std::string describe(const Command &command);

} // namespace fathom::ui
