#include "ui/widgets/tab_stops.h"

#include "ui/widgets/theme.h"

#include <algorithm>
#include <imgui_internal.h>
#include <utility>

namespace fathom::ui {
namespace {

// What keeps Tab to itself: null stands for all panels that do not.
const ImGuiWindow *surface_of(const ImGuiWindow *window) {
    const ImGuiWindow *root = window->RootWindow;
    const bool dialog = (root->Flags & ImGuiWindowFlags_NoTitleBar) == 0;
    return dialog || (root->Flags & ImGuiWindowFlags_Popup) != 0 ? root : nullptr;
}

} // namespace

void TabStops::begin_frame() {
    if (const auto at = present())
        last_ = *at;
    stops_.clear();
    group_ = 0;
    in_group_ = enters_next_ = false;
    if (tried_)
        wanted_.reset(); // NewFrame has led there, or it is gone
    tried_ = wanted_.has_value();
}

void TabStops::begin_group() {
    in_group_ = true;
    ++group_;
}

void TabStops::add_last_item() {
    const bool enters = std::exchange(enters_next_, false);
    const ImGuiWindow *window = ImGui::GetCurrentWindowRead();
    const ImGuiID id = ImGui::GetItemID();
    const ImGuiItemFlags flags = ImGui::GetItemFlags();
    if (id == 0 || (flags & ImGuiItemFlags_NoNav) != 0 ||
        (window->RootWindow->Flags & ImGuiWindowFlags_NoNavInputs) != 0)
        return;
    if (!in_group_)
        ++group_;
    const bool enabled = (flags & ImGuiItemFlags_Disabled) == 0;
    stops_.push_back({id, surface_of(window), group_, enabled, enters, ImGui::IsItemVisible()});
    if (wanted_ != id)
        return;
    ImGui::SetKeyboardFocusHere(-1); // a text field takes what is typed then
    show_focus();
}

bool TabStops::move(int direction) {
    const ImGuiContext &context = *ImGui::GetCurrentContext();
    const ImGuiWindow *surface =
        context.NavWindow == nullptr ? nullptr : surface_of(context.NavWindow);
    std::erase_if(stops_, [&](const Stop &stop) { return stop.surface != surface; });
    if (stops_.empty())
        return false;
    const std::size_t count = stops_.size();
    const auto step = [&](std::size_t at) {
        return direction > 0 ? (at + 1) % count : (at + count - 1) % count;
    };
    const auto from = present();
    const int left = from ? stops_[*from].group : 0;
    // Where a button has made itself disappear, another control is now.
    const std::size_t there = std::min(last_, count - 1);
    std::size_t next = from ? step(*from) : direction > 0 ? there : (there + count - 1) % count;
    for (std::size_t tried = 0; tried < count; ++tried, next = step(next))
        if (stops_[next].enabled && stops_[next].group != left)
            break;
    wanted_ = stops_[entry_of(next)].id;
    tried_ = false;
    return true;
}

std::optional<std::size_t> TabStops::present() const {
    // Two presses in one frame are two steps.
    const ImGuiID id = wanted_.value_or(ImGui::GetCurrentContext()->NavId);
    const auto found = std::find_if(stops_.begin(), stops_.end(),
                                    [id](const Stop &stop) { return stop.id == id; });
    if (found == stops_.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - stops_.begin());
}

std::size_t TabStops::entry_of(std::size_t at) const {
    const auto in_group = [&](auto matches) {
        return std::find_if(stops_.begin(), stops_.end(), [&](const Stop &stop) {
            return stop.group == stops_[at].group && stop.enabled && matches(stop);
        });
    };
    auto found = in_group([](const Stop &stop) { return stop.enters; });
    if (found == stops_.end())
        found = in_group([](const Stop &stop) { return stop.visible; });
    return found == stops_.end() ? at : static_cast<std::size_t>(found - stops_.begin());
}

} // namespace fathom::ui
