#include "ui/widgets/theme.h"

#include "ui/widgets/glyphs.h"

#include <algorithm>
#include <array>
#include <imgui_internal.h>

namespace fathom::ui {
namespace {

/// As ImVec4, which cannot be a constant.
struct Colour {
    float r, g, b, a;
    operator ImVec4() const { return {r, g, b, a}; }
};

struct StyleColour {
    ImGuiCol which;
    Colour dark, light;
};

constexpr Colour grey(float level, float alpha) {
    return {level, level, level, alpha};
}

constexpr Colour blue(float alpha) {
    return {0.27F, 0.52F, 0.86F, alpha};
}

constexpr Colour deep_blue(float alpha) {
    return {0.13F, 0.40F, 0.78F, alpha};
}

// Every text reaches a contrast of at least 4.5 to 1 on the panels (WCAG 2.1).
constexpr std::array kColours = {
    StyleColour{ImGuiCol_Text, {0.93F, 0.94F, 0.96F, 1}, {0.10F, 0.11F, 0.14F, 1}},
    StyleColour{ImGuiCol_TextDisabled, {0.62F, 0.65F, 0.70F, 1}, {0.36F, 0.38F, 0.43F, 1}},
    StyleColour{ImGuiCol_WindowBg, {0.055F, 0.06F, 0.075F, 0.95F}, {0.965F, 0.97F, 0.98F, 0.95F}},
    StyleColour{ImGuiCol_ChildBg, grey(0, 0), grey(1, 0)},
    StyleColour{ImGuiCol_PopupBg, {0.09F, 0.10F, 0.12F, 0.98F}, {0.99F, 0.99F, 1, 0.99F}},
    StyleColour{ImGuiCol_Border, grey(1, 0.09F), grey(0, 0.14F)},
    StyleColour{ImGuiCol_FrameBg, grey(1, 0.07F), grey(0, 0.065F)},
    StyleColour{ImGuiCol_FrameBgHovered, grey(1, 0.12F), grey(0, 0.11F)},
    StyleColour{ImGuiCol_FrameBgActive, grey(1, 0.16F), grey(0, 0.15F)},
    StyleColour{ImGuiCol_TitleBg, {0.09F, 0.10F, 0.12F, 1}, {0.89F, 0.90F, 0.92F, 1}},
    StyleColour{ImGuiCol_TitleBgActive, {0.11F, 0.12F, 0.15F, 1}, {0.86F, 0.88F, 0.91F, 1}},
    StyleColour{ImGuiCol_Button, blue(0.55F), deep_blue(0.30F)},
    StyleColour{ImGuiCol_ButtonHovered, blue(0.80F), deep_blue(0.45F)},
    StyleColour{ImGuiCol_ButtonActive, blue(1), deep_blue(0.60F)},
    StyleColour{ImGuiCol_Header, blue(0.45F), deep_blue(0.25F)},
    StyleColour{ImGuiCol_HeaderHovered, blue(0.60F), deep_blue(0.35F)},
    StyleColour{ImGuiCol_HeaderActive, blue(1), deep_blue(0.50F)},
    StyleColour{ImGuiCol_Tab, grey(1, 0.07F), grey(0, 0.065F)},
    StyleColour{ImGuiCol_TabHovered, blue(0.60F), deep_blue(0.35F)},
    StyleColour{ImGuiCol_TabActive, blue(0.55F), deep_blue(0.30F)},
    StyleColour{ImGuiCol_CheckMark, {0.55F, 0.80F, 1, 1}, deep_blue(1)},
    StyleColour{ImGuiCol_SliderGrab, {0.45F, 0.66F, 0.93F, 1}, deep_blue(0.80F)},
    StyleColour{ImGuiCol_SliderGrabActive, {0.60F, 0.80F, 1, 1}, deep_blue(1)},
    StyleColour{ImGuiCol_ScrollbarBg, grey(0, 0), grey(1, 0)},
    StyleColour{ImGuiCol_ScrollbarGrab, grey(1, 0.16F), grey(0, 0.20F)},
    StyleColour{ImGuiCol_ScrollbarGrabHovered, grey(1, 0.26F), grey(0, 0.32F)},
    StyleColour{ImGuiCol_ScrollbarGrabActive, grey(1, 0.36F), grey(0, 0.44F)},
    StyleColour{ImGuiCol_Separator, grey(1, 0.09F), grey(0, 0.12F)},
    StyleColour{ImGuiCol_SeparatorHovered, blue(0.60F), deep_blue(0.50F)},
    StyleColour{ImGuiCol_SeparatorActive, blue(1), deep_blue(0.80F)},
    StyleColour{ImGuiCol_PlotHistogram, blue(1), deep_blue(1)},
    StyleColour{ImGuiCol_PlotLines, {0.45F, 0.74F, 1, 1}, {0.03F, 0.36F, 0.72F, 1}},
    StyleColour{ImGuiCol_PlotLinesHovered, {1, 0.73F, 0.36F, 1}, {0.60F, 0.31F, 0, 1}},
    StyleColour{ImGuiCol_DragDropTarget, {1, 0.78F, 0.35F, 1}, {0.54F, 0.34F, 0, 1}},
    StyleColour{ImGuiCol_PlotHistogramHovered, {1, 0.50F, 0.46F, 1}, {0.75F, 0.11F, 0.10F, 1}},
    StyleColour{ImGuiCol_NavHighlight, {1, 0.78F, 0.35F, 1}, {0.54F, 0.34F, 0, 1}},
    StyleColour{ImGuiCol_TextSelectedBg, blue(0.50F), deep_blue(0.30F)},
};

constexpr int kPlainColours = 3;

// To be followed by PopStyleColor(kPlainColours).
void push_plain_button() {
    ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_FrameBg));
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered,
                          ImGui::GetStyleColorVec4(ImGuiCol_FrameBgHovered));
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, ImGui::GetStyleColorVec4(ImGuiCol_FrameBgActive));
}

} // namespace

void apply_theme(UiSettings::ThemeChoice choice, float scale) {
    const bool light = choice == UiSettings::ThemeChoice::light;
    ImGuiStyle style;
    if (light)
        ImGui::StyleColorsLight(&style);
    else
        ImGui::StyleColorsDark(&style);
    for (const StyleColour &entry : kColours)
        style.Colors[entry.which] = light ? entry.light : entry.dark;
    style.WindowPadding = {12, 10};
    style.FramePadding = {9, 5};
    style.ItemSpacing = {9, 6};
    style.ItemInnerSpacing = {7, 5};
    style.CellPadding = {6, 3};
    style.ScrollbarSize = 11;
    style.GrabMinSize = 12;
    style.WindowRounding = 8;
    style.FrameRounding = 5;
    style.PopupRounding = 6;
    style.GrabRounding = 5;
    style.ScrollbarRounding = 6;
    style.WindowTitleAlign = {0.5F, 0.5F};
    style.WindowMenuButtonPosition = ImGuiDir_None;
    style.ScaleAllSizes(scale);
    style.WindowBorderSize = 1;
    ImGui::GetStyle() = style;
}

float em(double count) {
    return static_cast<float>(count) * ImGui::GetFontSize();
}

ImGuiWindowFlags passive_flags() {
    return ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav |
           ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
           ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_AlwaysAutoResize;
}

bool begin_passive_panel(const char *name, ImVec2 place, ImVec2 pivot) {
    ImGui::SetNextWindowPos(place, ImGuiCond_Always, pivot);
    return ImGui::Begin(name, nullptr, passive_flags());
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
    push_plain_button();
    const bool open = ImGui::BeginCombo(label, chosen, flags);
    ImGui::PopStyleColor(kPlainColours);
    if (open && key_pressed(ImGuiKey_Escape))
        ImGui::CloseCurrentPopup();
    return open;
}

bool keys_move_focus() {
    return (ImGui::GetIO().ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
}

bool popup_is_open() {
    return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}

void focus_first_item() {
    ImGui::NavInitWindow(ImGui::GetCurrentWindow(), true);
    show_focus();
}

void show_focus() {
#if IMGUI_VERSION_NUM >= 19140
    ImGui::SetNavCursorVisible(true);
#else
    ImGui::GetCurrentContext()->NavDisableHighlight = false;
#endif
}

bool focus_is_shown() {
#if IMGUI_VERSION_NUM >= 19140
    return ImGui::GetCurrentContext()->NavCursorVisible;
#else
    return !ImGui::GetCurrentContext()->NavDisableHighlight;
#endif
}

bool item_has_keys() {
    return focus_is_shown() && ImGui::IsItemFocused();
}

void frame_item_with_keys() {
    const ImGuiContext &context = *ImGui::GetCurrentContext();
#if IMGUI_VERSION_NUM >= 19140
    ImGui::RenderNavCursor(context.LastItemData.NavRect, context.LastItemData.ID);
#else
    ImGui::RenderNavHighlight(context.LastItemData.NavRect, context.LastItemData.ID);
#endif
}

ImGuiWindowFlags keyboard_flags() {
    const bool typing = ImGui::GetIO().WantTextInput;
    return typing || keys_move_focus() ? 0 : ImGuiWindowFlags_NoNav;
}

ImGuiWindowFlags panel_flags() {
    return ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
           ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
           ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
           ImGuiWindowFlags_NoFocusOnAppearing | keyboard_flags();
}

bool key_pressed(NamedKey key, bool repeats) {
#if IMGUI_VERSION_NUM >= 18700
    return ImGui::IsKeyPressed(key, repeats);
#else
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), repeats);
#endif
}

void keep_room_for_scrollbar() {
    ImGuiWindow &window = *ImGui::GetCurrentWindow();
    if (window.ScrollbarY)
        return;
    const float width = ImGui::GetStyle().ScrollbarSize;
    window.ContentRegionRect.Max.x -= width;
    window.WorkRect.Max.x -= width;
}

bool enter_pressed() {
#if IMGUI_VERSION_NUM >= 18700
    return key_pressed(ImGuiKey_Enter) || key_pressed(ImGuiKey_KeypadEnter);
#else
    return key_pressed(ImGuiKey_Enter) || key_pressed(ImGuiKey_KeyPadEnter);
#endif
}

void place_beside(std::string_view words, float width) {
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    const ImVec2 lines =
        ImGui::CalcTextSize(words.data(), words.data() + words.size(), false, width);
    const ImVec2 size{lines.x + 2 * padding.x, lines.y + 2 * padding.y};
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const ImRect panel = ImGui::GetCurrentWindow()->RootWindow->Rect();
    const ImVec2 low = ImGui::GetItemRectMin();
    const float gap = em(0.4);
    ImVec2 place{panel.Max.x + gap, low.y};
    if (place.x + size.x > display.x) {
        place = {low.x, panel.Max.y + gap};
        if (place.y + size.y > display.y)
            place.y = panel.Min.y - gap - size.y;
        if (place.y < 0)
            place.y = ImGui::GetItemRectMax().y + gap;
    }
    ImGui::SetNextWindowPos({std::clamp(place.x, 0.0F, std::max(0.0F, display.x - size.x)),
                             std::clamp(place.y, 0.0F, std::max(0.0F, display.y - size.y))});
}

bool mouse_area(const char *name, ImVec2 size) {
    ImGui::PushItemFlag(ImGuiItemFlags_NoNav, true);
    const bool pressed = ImGui::InvisibleButton(name, size);
    ImGui::PopItemFlag();
    return pressed;
}

bool plain_button(const char *label, ImVec2 size) {
    push_plain_button();
    const bool pressed = ImGui::Button(label, size);
    ImGui::PopStyleColor(kPlainColours);
    return pressed;
}

void want_glyphs(std::string_view words) {
    if (auto *glyphs = static_cast<Glyphs *>(ImGui::GetIO().UserData))
        glyphs->want(words);
}

void text(std::string_view words) {
    want_glyphs(words);
    ImGui::TextUnformatted(words.data(), words.data() + words.size());
}

void text(const ImVec4 &colour, std::string_view words) {
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    text(words);
    ImGui::PopStyleColor();
}

std::string shortened(std::string_view words, float width) {
    const auto fits = [width](std::string_view each) {
        return ImGui::CalcTextSize(each.data(), each.data() + each.size()).x <= width;
    };
    if (fits(words))
        return std::string(words);
    // What is taken out of the middle leaves whole characters.
    const auto is_inside = [words](std::size_t at) {
        return at < words.size() && (static_cast<unsigned char>(words[at]) & 0xc0) == 0x80;
    };
    for (std::size_t kept = words.size(); kept-- > 2;) {
        std::size_t head = (kept + 1) / 2;
        std::size_t tail = words.size() - kept / 2;
        while (head > 0 && is_inside(head))
            --head;
        while (is_inside(tail))
            ++tail;
        std::string shorter(words.substr(0, head));
        shorter += "...";
        shorter += words.substr(tail);
        if (fits(shorter))
            return shorter;
    }
    return "...";
}

void draw_text_within(ImVec2 place, float width, std::string_view words) {
    want_glyphs(words);
    const std::string shown = shortened(words, width);
    ImGui::GetWindowDrawList()->AddText(place, ImGui::GetColorU32(ImGuiCol_Text), shown.c_str());
}

void text_right(const ImVec4 &colour, std::string_view words) {
    const float width = ImGui::CalcTextSize(words.data(), words.data() + words.size()).x;
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
    text(colour, words);
}

} // namespace fathom::ui
