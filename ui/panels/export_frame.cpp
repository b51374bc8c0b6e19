#include "ui/panels/export_frame.h"

#include "ui/texts/exports.h"
#include "ui/widgets/controls.h"

#include <cmath>
#include <fmt/format.h>
#include <imgui.h>

namespace fathom::ui {

namespace {

constexpr int kLines = 2; ///< for what is said of the shape

} // namespace

void draw_export_frame(Controls &controls, Size window, const Viewport &viewport, Size pixels) {
    const Size size = viewport.size;
    const double aspect = static_cast<double>(pixels.width) / pixels.height;
    const double shown = static_cast<double>(size.width) / size.height;
    if (std::abs(aspect - shown) * size.height < 1) // not even a pixel
        return controls.note_in_lines(kLines, Theme::kDim, "");
    if (aspect > shown) {
        const double more = 100 * (aspect / shown - 1) / 2;
        return controls.note_in_lines(kLines, Theme::kDim,
                                      fmt::format(texts::exports::kWider, more));
    }
    controls.note_in_lines(kLines, Theme::kDim, texts::exports::kInsideFrame);
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const double points = static_cast<double>(display.x) / window.width;
    const auto middle = static_cast<float>(viewport.middle().first * points);
    const float half = 0.5F * display.y * static_cast<float>(aspect);
    const float left = middle - half;
    const float right = middle + half;
    ImDrawList &list = *ImGui::GetBackgroundDrawList();
    constexpr ImU32 kOutside = IM_COL32(0, 0, 0, 140);
    list.AddRectFilled({0, 0}, {left, display.y}, kOutside);
    list.AddRectFilled({right, 0}, display, kOutside);
    for (const float x : {left - 1, right})
        list.AddRectFilled({x, 0}, {x + 1, display.y}, IM_COL32(255, 255, 255, 200));
}

} // namespace fathom::ui
