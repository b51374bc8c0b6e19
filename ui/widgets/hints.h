#pragma once

namespace fathom::ui {

class Controls;

struct HintsDrawn {
    bool open = true; ///< they were not put away
    float height = 0; ///< points from the window's lower edge that are taken
};

/// What to know at a first start, in a few lines above the `bar` points of the status bar; `left`
/// points are covered by the side panel. Draws nothing where there is little room.
/// `opacity`: 1, or less while they fade.
HintsDrawn draw_hints(Controls &controls, float left, float bar, double opacity = 1);

} // namespace fathom::ui
