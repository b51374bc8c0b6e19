#pragma once
#include "ui/state/viewport.h"

namespace fathom::ui {

class Controls;

/// Lies over what of the viewport's picture an export of that size leaves out, and draws its edge:
/// both have the same middle and the same height. Says so where it shows more than the viewport.
/// `window`: its pixels.
void draw_export_frame(Controls &controls, Size window, const Viewport &viewport, Size pixels);

} // namespace fathom::ui
