#pragma once
#include <imgui.h>

#include <cstdint>
#include <span>

namespace fathom::ui {

/// Draws a palette's colours (as make_lut makes them) from left to right into a rectangle of the
/// present window.
void draw_gradient_strip(ImVec2 corner, ImVec2 size, std::span<const std::uint32_t> lut);

} // namespace fathom::ui
