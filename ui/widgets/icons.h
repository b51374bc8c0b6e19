#pragma once
#include <imgui.h>

namespace fathom::ui {

/// Pictures on buttons, drawn as lines, so that they are sharp at every size.
enum class Icon {
    view,
    formula,
    colour,
    places,
    minibrot,
    compare,
    picture,
    film,
    devices,
    help,
    play,
    stop,
    undo,
    redo,
    folder,
    bin
};

/// Draws the icon in a square of `size` points about `centre`.
void draw_icon(ImDrawList &list, Icon icon, ImVec2 centre, float size, ImU32 colour);

} // namespace fathom::ui
