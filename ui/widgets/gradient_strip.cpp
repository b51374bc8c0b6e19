#include "ui/widgets/gradient_strip.h"

#include <algorithm>

namespace fathom::ui {

void draw_gradient_strip(ImVec2 corner, ImVec2 size, std::span<const std::uint32_t> lut) {
    // A column every two points: fine enough for the eye, and no texture to keep.
    const int columns = std::max(1, static_cast<int>(size.x / 2));
    const float step = size.x / static_cast<float>(columns);
    ImDrawList &list = *ImGui::GetWindowDrawList();
    for (int column = 0; column < columns; ++column) {
        const auto at =
            static_cast<std::size_t>(column) * lut.size() / static_cast<std::size_t>(columns);
        const float x = corner.x + step * static_cast<float>(column);
        // ImGui packs colours as the table does: R in the lowest byte.
        list.AddRectFilled({x, corner.y}, {x + step, corner.y + size.y}, lut[at]);
    }
    list.AddRect(corner, {corner.x + size.x, corner.y + size.y},
                 ImGui::GetColorU32(ImGuiCol_Border));
}

} // namespace fathom::ui
