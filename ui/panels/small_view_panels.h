#pragma once
#include "render/engines/render_request.h"
#include "render/places/view.h"

#include <optional>
#include <utility>

namespace fathom::ui {

class ItemLog;
class JuliaPreview;
class Minimap;

/// What came of drawing the minimap.
struct MinimapChoice {
    std::optional<std::pair<double, double>> clicked; ///< in pixels of the minimap
    float bottom = 0;                                 ///< of the panel, in ImGui's units
};

/// Draws the minimap in the upper right corner, `top` units below the edge, with what a window of
/// `size` shows of it.
MinimapChoice draw_minimap(Minimap &minimap, const View &view, Size size, float top, ItemLog &items,
                           double pixel_ratio);

/// Draws the Julia preview in the same corner; it takes no mouse.
void draw_julia_preview(JuliaPreview &preview, float top);

} // namespace fathom::ui
