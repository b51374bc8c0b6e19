#include "ui/theme.h"

#include <algorithm>
#include <array>

namespace fathom {
namespace {

struct StyleColour {
    ImGuiCol which;
    Colour colour;
};

constexpr Colour kAccent{0.27F, 0.52F, 0.86F, 1};

constexpr std::array kColours = {
    StyleColour{ImGuiCol_Text, {0.93F, 0.94F, 0.96F, 1}},
    StyleColour{ImGuiCol_TextDisabled, Theme::kDim},
    StyleColour{ImGuiCol_WindowBg, Theme::kPanel},
    StyleColour{ImGuiCol_PopupBg, {0.09F, 0.10F, 0.12F, 0.98F}},
    StyleColour{ImGuiCol_Border, {1, 1, 1, 0.09F}},
    StyleColour{ImGuiCol_FrameBg, {1, 1, 1, 0.07F}},
    StyleColour{ImGuiCol_FrameBgHovered, {1, 1, 1, 0.12F}},
    StyleColour{ImGuiCol_FrameBgActive, {1, 1, 1, 0.16F}},
    StyleColour{ImGuiCol_TitleBg, {0.09F, 0.10F, 0.12F, 1}},
    StyleColour{ImGuiCol_TitleBgActive, {0.11F, 0.12F, 0.15F, 1}},
    StyleColour{ImGuiCol_Button, {0.27F, 0.52F, 0.86F, 0.55F}},
    StyleColour{ImGuiCol_ButtonHovered, {0.27F, 0.52F, 0.86F, 0.80F}},
    StyleColour{ImGuiCol_ButtonActive, kAccent},
    StyleColour{ImGuiCol_Header, {0.27F, 0.52F, 0.86F, 0.45F}},
    StyleColour{ImGuiCol_HeaderHovered, {0.27F, 0.52F, 0.86F, 0.60F}},
    StyleColour{ImGuiCol_HeaderActive, kAccent},
    StyleColour{ImGuiCol_CheckMark, {0.55F, 0.80F, 1, 1}},
    StyleColour{ImGuiCol_Separator, {1, 1, 1, 0.09F}},
    StyleColour{ImGuiCol_PlotHistogram, kAccent},
    StyleColour{ImGuiCol_PlotLines, Theme::kLeft},
    StyleColour{ImGuiCol_TextSelectedBg, {0.27F, 0.52F, 0.86F, 0.50F}},
};

} // namespace

void apply_theme(float scale) {
    ImGuiStyle style;
    ImGui::StyleColorsDark(&style);
    for (const StyleColour &entry : kColours)
        style.Colors[entry.which] = entry.colour;
    style.WindowPadding = {12, 10};
    style.FramePadding = {9, 5};
    style.ItemSpacing = {9, 6};
    style.ItemInnerSpacing = {7, 5};
    style.CellPadding = {6, 3};
    style.WindowRounding = 8;
    style.FrameRounding = 5;
    style.PopupRounding = 6;
    style.GrabRounding = 5;
    style.ScrollbarRounding = 6;
    style.WindowBorderSize = 1;
    style.WindowTitleAlign = {0.5F, 0.5F};
    style.WindowMenuButtonPosition = ImGuiDir_None;
    style.ScaleAllSizes(scale);
    style.WindowBorderSize = 1;
    ImGui::GetStyle() = style;
}

float em(double count) {
    return static_cast<float>(count) * ImGui::GetFontSize();
}

bool begin_passive_panel(const char *name, ImVec2 place, ImVec2 pivot) {
    ImGui::SetNextWindowPos(place, ImGuiCond_Always, pivot);
    return ImGui::Begin(
        name, nullptr,
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav |
            ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
            ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_AlwaysAutoResize);
}

bool begin_dialog(const char *title, double width, bool *open) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowBgAlpha(0.97F);
    const float widest = display.x - em(2);
    const float fixed = std::min(em(width), widest);
    ImGui::SetNextWindowSizeConstraints({fixed, 0},
                                        {width > 0 ? fixed : widest, display.y - em(2)});
    return ImGui::Begin(title, open,
                        ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse |
                            ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove);
}

bool begin_combo(const char *label, const char *chosen, ImGuiComboFlags flags) {
    if (!ImGui::BeginCombo(label, chosen, flags))
        return false;
#if IMGUI_VERSION_NUM >= 18700
    const auto escape = ImGuiKey_Escape;
#else
    const int escape = ImGui::GetKeyIndex(ImGuiKey_Escape);
#endif
    if (ImGui::IsKeyPressed(escape, false))
        ImGui::CloseCurrentPopup();
    return true;
}

bool plain_button(const char *label, ImVec2 size) {
    ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_FrameBg));
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered,
                          ImGui::GetStyleColorVec4(ImGuiCol_FrameBgHovered));
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, ImGui::GetStyleColorVec4(ImGuiCol_FrameBgActive));
    const bool pressed = ImGui::Button(label, size);
    ImGui::PopStyleColor(3);
    return pressed;
}

void text(std::string_view words) {
    ImGui::TextUnformatted(words.data(), words.data() + words.size());
}

void text(const ImVec4 &colour, std::string_view words) {
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    text(words);
    ImGui::PopStyleColor();
}

void text_right(const ImVec4 &colour, std::string_view words) {
    const float width = ImGui::CalcTextSize(words.data(), words.data() + words.size()).x;
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
    text(colour, words);
}

} // namespace fathom
