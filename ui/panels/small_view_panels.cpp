#include "ui/panels/small_view_panels.h"

#include "ui/live/julia_preview.h"
#include "ui/live/minimap.h"
#include "ui/texts/minibrot.h"
#include "ui/widgets/item_log.h"
#include "ui/widgets/theme.h"

#include <imgui.h>

namespace fathom::ui {
namespace {

constexpr double kViewWidth = 15; // ems
constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings |
                                    ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav |
                                    ImGuiWindowFlags_AlwaysAutoResize;

ImVec2 shown_size(Size size) {
    const float width = em(kViewWidth);
    return {width, width * static_cast<float>(size.height) / static_cast<float>(size.width)};
}

/// Begins the panel in the window's upper right corner, `top` units from the edge.
void begin(const char *name, float top, ImGuiWindowFlags flags) {
    ImGui::SetNextWindowPos({ImGui::GetIO().DisplaySize.x - em(0.8), top}, ImGuiCond_Always,
                            {1, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {em(0.3), em(0.3)});
    ImGui::Begin(name, nullptr, flags);
    ImGui::PopStyleVar();
}

void draw_picture(SmallView &view, ImVec2 low, ImVec2 size) {
    const ImVec2 high{low.x + size.x, low.y + size.y};
    ImDrawList &draw = *ImGui::GetWindowDrawList();
    if (const GlTexture *texture = view.texture())
        draw.AddImage(reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(texture->name())),
                      low, high);
    else
        draw.AddRectFilled(low, high, ImGui::GetColorU32(ImGuiCol_FrameBg));
}

/// The visible rectangle, or a cross where that would be too small.
void draw_visible_part(const VisiblePart &part, ImVec2 low, float scale) {
    const auto place = [&](std::pair<double, double> at) {
        return ImVec2{low.x + static_cast<float>(at.first) * scale,
                      low.y + static_cast<float>(at.second) * scale};
    };
    ImDrawList &draw = *ImGui::GetWindowDrawList();
    const auto line = [&draw](ImVec2 from, ImVec2 to) {
        draw.AddLine(from, to, IM_COL32(0, 0, 0, 180), 3);
        draw.AddLine(from, to, IM_COL32(255, 255, 255, 255), 1);
    };
    if (!part.tiny) {
        for (std::size_t at = 0; at < 4; ++at)
            line(place(part.corners[at]), place(part.corners[(at + 1) % 4]));
        return;
    }
    const ImVec2 middle = place({(part.corners[0].first + part.corners[2].first) / 2,
                                 (part.corners[0].second + part.corners[2].second) / 2});
    const float arm = em(0.5);
    line({middle.x - arm, middle.y}, {middle.x + arm, middle.y});
    line({middle.x, middle.y - arm}, {middle.x, middle.y + arm});
}

} // namespace

MinimapChoice draw_minimap(Minimap &minimap, const View &view, Size size, float top, ItemLog &items,
                           double pixel_ratio) {
    MinimapChoice choice;
    SmallView &picture = minimap.picture();
    begin("minimap", top, kFlags);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 shown = shown_size(picture.size());
    const float scale = shown.x / static_cast<float>(picture.size().width);
    const bool pressed = ImGui::InvisibleButton("map", shown);
    items.note_last_item("minimap", pixel_ratio);
    draw_picture(picture, low, shown);
    ImGui::GetWindowDrawList()->PushClipRect(low, {low.x + shown.x, low.y + shown.y}, true);
    draw_visible_part(visible_part(view, size, minimap.view(), picture.size()), low, scale);
    ImGui::GetWindowDrawList()->PopClipRect();
    const ImVec2 mouse = ImGui::GetMousePos();
    if (pressed)
        choice.clicked =
            std::pair<double, double>{(mouse.x - low.x) / scale, (mouse.y - low.y) / scale};
    choice.bottom = ImGui::GetWindowPos().y + ImGui::GetWindowHeight();
    ImGui::End();
    return choice;
}

void draw_julia_preview(JuliaPreview &preview, float top) {
    SmallView &picture = preview.picture();
    begin("julia", top, kFlags | ImGuiWindowFlags_NoInputs);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 shown = shown_size(picture.size());
    ImGui::Dummy(shown);
    draw_picture(picture, low, shown);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + shown.x);
    text(preview.set() ? texts::minibrot::kEnterJulia : texts::minibrot::kPointAtPicture);
    ImGui::PopTextWrapPos();
    ImGui::End();
}

} // namespace fathom::ui
