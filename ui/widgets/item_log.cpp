#include "ui/widgets/item_log.h"

#include "ui/state/event_log.h"
#include "ui/widgets/theme.h"

#include <cmath>
#include <fmt/format.h>
#include <imgui.h>

namespace fathom::ui {

void ItemLog::note_last_item(const std::string &name, double pixel_ratio, const char *words) {
    show_tooltip(name, ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled), words);
    tab_stops_.add_last_item();
    note_focus(name);
    note_place(name, pixel_ratio);
}

void ItemLog::note_passive_item(const std::string &name, double pixel_ratio) {
    show_tooltip(name,
                 !ImGui::GetIO().WantCaptureMouse &&
                     ImGui::IsMouseHoveringRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax()));
    note_place(name, pixel_ratio);
}

void ItemLog::show_tooltip(const std::string &name, bool hovered, const char *words) {
    if (words == nullptr)
        words = find_tooltip(name);
    if (words != nullptr)
        tooltip_.show_for_last_item(name, words, hovered, clock_.now());
    else if (without_tooltip_.insert(name).second)
        log_.write("no tooltip " + name);
}

void ItemLog::note_focus(const std::string &name) {
    if (name == focus_ || !item_has_keys())
        return;
    focus_ = name;
    log_.write("focus " + name);
}

void ItemLog::note_place(const std::string &name, double pixel_ratio) {
    if (!log_.enabled() || !ImGui::IsItemVisible())
        return;
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const std::pair place{static_cast<int>(std::lround((low.x + high.x) / 2 * pixel_ratio)),
                          static_cast<int>(std::lround((low.y + high.y) / 2 * pixel_ratio))};
    const auto [entry, is_new] = places_.try_emplace(name, place);
    if (!is_new && entry->second == place)
        return;
    entry->second = place;
    log_.write(fmt::format("item {} {} {}", name, place.first, place.second));
}

} // namespace fathom::ui
