#pragma once

namespace fathom {

class Controls;

/// What to know at a first start, in three lines above the `bar` points of the status bar; `left`
/// points are covered by the side panel. Draws nothing where there is little room. Returns false
/// once it was put away.
bool draw_hints(Controls &controls, float left, float bar);

} // namespace fathom
