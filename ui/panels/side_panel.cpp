#include "ui/panels/side_panel.h"

#include "ui/widgets/controls.h"

#include <algorithm>
#include <utility>

namespace fathom::ui {
namespace {

constexpr double kWideWindow = 64;
/// What is left of the picture at least.
constexpr double kPictureWidth = 8;

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
        draw_tabs();
        ImGui::Dummy({0, em(0.2)});
        if (focus_)
            ImGui::SetNextWindowFocus();
        if (ImGui::BeginChild(section().id, {0, 0}, false, keyboard_flags())) {
            if (std::exchange(focus_, false))
                focus_first_item();
            section().draw();
        }
        ImGui::EndChild();
    }
    ImGui::End();
    draw_edge(width, height);
    return width;
}

void SidePanel::draw_tabs() {
    float widest = 0;
    for (const SideSection &section : sections_)
        widest = std::max(widest, ImGui::CalcTextSize(section.title).x);
    const float gap = em(0.2);
    const float room = ImGui::GetContentRegionAvail().x + gap;
    const auto count = static_cast<int>(sections_.size());
    const int most = std::max(1, static_cast<int>(room / (widest + em(0.7) + gap)));
    const int rows = (count + most - 1) / most;
    const int columns = (count + rows - 1) / rows; // as even as can be
    const float width = room / static_cast<float>(columns) - gap;
    const std::string shown = section().id;
    TabStops &stops = controls_.tab_stops();
    stops.begin_group();
    for (int at = 0; at < count; ++at) {
        const SideSection &tab = sections_[static_cast<std::size_t>(at)];
        if (at % columns != 0)
            ImGui::SameLine(0, gap);
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});
        const bool chosen = shown == tab.id;
        const bool pressed =
            chosen ? ImGui::Button(tab.title, {width, 0}) : plain_button(tab.title, {width, 0});
        ImGui::PopStyleVar();
        if (chosen)
            stops.enter_at_next();
        controls_.note_item(std::string("section-") + tab.id);
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
