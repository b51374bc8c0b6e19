#include "ui/panels/side_panel.h"

#include "ui/widgets/controls.h"

#include <algorithm>
#include <utility>

namespace fathom::ui {
namespace {

constexpr double kWideWindow = 64;
/// What is left of the picture at least.
constexpr double kPictureWidth = 8;
constexpr double kRailWidth = 3.7; // ems
constexpr double kRailMargin = 0.15;
constexpr double kBelowHeight = 12.2;

void draw_caption(ImVec2 middle_of_top, ImU32 colour, const char *words) {
    constexpr float kSmall = 0.72F;
    const float size = ImGui::GetFontSize() * kSmall;
    const float width = ImGui::CalcTextSize(words).x * kSmall;
    ImGui::GetWindowDrawList()->AddText(
        ImGui::GetFont(), size, {middle_of_top.x - width / 2, middle_of_top.y}, colour, words);
}

} // namespace

void SidePanel::fit_to(double window_width_in_ems) {
    if (!wide_window_)
        wide_window_ = window_width_in_ems >= kWideWindow;
}

bool SidePanel::is_open() const {
    return settings_.panel_open.value_or(wide_window_.value_or(false));
}

bool SidePanel::shows(const std::string &id) const {
    return is_open() && section().id == id;
}

void SidePanel::show(const std::string &id) {
    settings_.section = id;
    settings_.panel_open = true;
}

void SidePanel::show_next(int steps) {
    const auto count = static_cast<int>(sections_.size());
    const auto at = static_cast<int>(&section() - sections_.data());
    show(sections_[static_cast<std::size_t>((at + steps + count) % count)].id);
    focus_ = keys_move_focus();
}

void SidePanel::focus() {
    settings_.panel_open = true;
    focus_ = true;
}

const SideSection &SidePanel::section() const {
    const auto found =
        std::find_if(sections_.begin(), sections_.end(), [this](const SideSection &section) {
            return section.id == settings_.section;
        });
    return found == sections_.end() ? sections_.front() : *found;
}

float SidePanel::draw(float bar) {
    if (!is_open())
        return 0;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float height = display.y - bar;
    const float width = std::min(em(settings_.panel_width), display.x - em(kPictureWidth));
    if (width < em(10) || height < em(8))
        return 0;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({width, height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    const bool visible = ImGui::Begin("side panel", nullptr, panel_flags());
    ImGui::PopStyleVar(2);
    if (visible) {
        draw_rail(height);
        const ImVec2 padding = ImGui::GetStyle().WindowPadding;
        ImGui::SetCursorPos({em(kRailWidth) + padding.x, padding.y});
        if (focus_)
            ImGui::SetNextWindowFocus();
        const bool divided = section().draw_below != nullptr;
        const float below = divided ? std::min(em(kBelowHeight), height * 0.3F) : 0;
        if (ImGui::BeginChild(section().id, {0, -below}, false, keyboard_flags())) {
            keep_room_for_scrollbar();
            if (std::exchange(focus_, false))
                focus_first_item();
            section().draw();
        }
        ImGui::EndChild();
        if (divided)
            draw_below();
    }
    ImGui::End();
    draw_edge(width, height);
    return width;
}

// Its own part of the panel: what comes and goes there moves nothing above.
void SidePanel::draw_below() {
    ImGui::SetCursorPosX(em(kRailWidth) + ImGui::GetStyle().WindowPadding.x);
    if (ImGui::BeginChild("below", {0, 0}, false, keyboard_flags())) {
        keep_room_for_scrollbar();
        ImGui::Separator();
        section().draw_below();
    }
    ImGui::EndChild();
}

// Each section's icon with its name, from the top down; without names where there is little room.
void SidePanel::draw_rail(float height) {
    const auto count = static_cast<float>(sections_.size());
    const float gap = em(0.2);
    const ImVec2 size{em(kRailWidth - 2 * kRailMargin),
                      std::min(em(2.9), (height - gap) / count - gap)};
    const bool named = size.y >= em(2.4);
    const std::string shown = section().id;
    ImDrawList &list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({0, 0}, {em(kRailWidth), height}, ImGui::GetColorU32(ImGuiCol_FrameBg));
    TabStops &stops = controls_.tab_stops();
    stops.begin_group();
    for (std::size_t at = 0; at < sections_.size(); ++at) {
        const SideSection &tab = sections_[at];
        const ImVec2 low{em(kRailMargin), gap + static_cast<float>(at) * (size.y + gap)};
        ImGui::SetCursorPos(low);
        const std::string id = std::string("##section-") + tab.id;
        const bool chosen = shown == tab.id;
        const bool pressed =
            chosen ? ImGui::Button(id.c_str(), size) : plain_button(id.c_str(), size);
        if (chosen)
            stops.enter_at_next();
        controls_.note_item(std::string("section-") + tab.id);
        const ImU32 colour = ImGui::GetColorU32(chosen ? ImGuiCol_Text : ImGuiCol_TextDisabled);
        const float middle = low.x + size.x / 2;
        draw_icon(list, tab.icon, {middle, low.y + size.y * (named ? 0.38F : 0.5F)},
                  std::min(em(1.1), size.y * 0.6F), colour);
        if (named)
            draw_caption({middle, low.y + size.y * 0.66F}, colour, tab.title);
        if (pressed)
            settings_.section = tab.id;
    }
    stops.end_group();
}

// A window of its own, so that nothing in the panel is under it.
void SidePanel::draw_edge(float width, float height) {
    const float reach = em(0.35);
    ImGui::SetNextWindowPos({width - reach / 2, 0});
    ImGui::SetNextWindowSize({reach, height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::Begin("side panel edge", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground |
                     ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PopStyleVar(2);
    ImGui::InvisibleButton("edge", {reach, height});
    const bool held = ImGui::IsItemActive();
    const bool lit = held || ImGui::IsItemHovered();
    controls_.note_item("panel-edge");
    ImDrawList &list = *ImGui::GetWindowDrawList();
    list.AddLine({width, 0}, {width, height},
                 ImGui::GetColorU32(lit ? ImGuiCol_SeparatorActive : ImGuiCol_Border),
                 lit ? 2.0F : 1.0F);
    if (lit)
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (held || ImGui::IsItemDeactivated())
        settings_.panel_width =
            std::clamp(static_cast<double>(ImGui::GetMousePos().x / ImGui::GetFontSize()),
                       UiSettings::kMinPanelWidth, UiSettings::kMaxPanelWidth);
    ImGui::End();
}

} // namespace fathom::ui
