#include "render/base/version.h"
#include "ui/panels/panels.h"
#include "ui/state/input.h"
#include "ui/state/key_bindings.h"
#include "ui/texts/help.h"
#include "ui/texts/keys.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/search_field.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace fathom::ui {
namespace {

constexpr double kKeyWidth = 8.5;
constexpr double kEffectWidth = 17;
constexpr double kColumnGap = 1.5;
constexpr double kMatchesHeight = 26;

// A comma alone is hardly to be seen.
std::string spelt_out(std::string_view key) {
    return key == ","   ? texts::help::kComma
           : key == "." ? texts::help::kFullStop
                        : std::string(key);
}

void draw_row(const char *key, const char *effect) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    text(Theme::kLeft, spelt_out(key));
    ImGui::TableNextColumn();
    ImGui::PushTextWrapPos(0);
    text(effect);
    ImGui::PopTextWrapPos();
}

// `width` in ems.
bool begin_list(const char *name, double width) {
    if (!ImGui::BeginTable(name, 2, ImGuiTableFlags_None, {em(width), 0}))
        return false;
    ImGui::TableSetupColumn("key", ImGuiTableColumnFlags_WidthFixed, em(kKeyWidth));
    ImGui::TableSetupColumn("effect", ImGuiTableColumnFlags_WidthStretch);
    return true;
}

/// Rows under one heading.
struct Group {
    const char *heading;
    std::vector<std::pair<const char *, const char *>> rows; ///< what is done, and what it does
};

std::vector<Group> groups() {
    std::vector<Group> all;
    Group &mouse = all.emplace_back(Group{texts::keys::kMouse, {}});
    for (const MouseGesture &gesture : mouse_gestures())
        mouse.rows.emplace_back(gesture.label, gesture.effect);
    for (const KeyGroup &keys : key_groups()) {
        Group &group = all.emplace_back(Group{keys.heading, {}});
        for (const KeyBinding &binding : keys.bindings)
            if (binding.label != nullptr)
                group.rows.emplace_back(binding.label, binding.effect);
    }
    return all;
}

void draw_group(const Group &group) {
    text(Theme::kWarning, group.heading);
    if (begin_list(group.heading, kKeyWidth + kEffectWidth)) {
        for (const auto &[key, effect] : group.rows)
            draw_row(key, effect);
        ImGui::EndTable();
    }
    ImGui::Dummy({0, em(0.2)});
}

int column_count() {
    constexpr int kMost = 3;
    const float width = em(kKeyWidth + kEffectWidth + kColumnGap);
    return std::clamp(static_cast<int>((ImGui::GetIO().DisplaySize.x - em(4)) / width), 1, kMost);
}

float total_width() {
    const double columns = column_count();
    return em(columns * (kKeyWidth + kEffectWidth) + kColumnGap * (columns - 1));
}

// The field has the keyboard: these keys are of no use to it.
void scroll_by_keys() {
    const float page = ImGui::GetWindowHeight() * 0.8F;
    if (key_pressed(ImGuiKey_PageDown, true))
        ImGui::SetScrollY(ImGui::GetScrollY() + page);
    if (key_pressed(ImGuiKey_PageUp, true))
        ImGui::SetScrollY(ImGui::GetScrollY() - page);
}

// Groups in columns that are about equally long.
void draw_everything() {
    const std::vector<Group> all = groups();
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ImGui::GetStyle().CellPadding.x, em(0.06)});
    const auto rows_of = [](const Group &group) { return group.rows.size() + 2; };
    std::size_t left = 0;
    for (const Group &group : all)
        left += rows_of(group);
    std::size_t at = 0;
    for (int columns = column_count(); columns > 0; --columns) {
        ImGui::BeginGroup();
        const std::size_t room = left / static_cast<std::size_t>(columns);
        for (std::size_t used = 0; at < all.size(); ++at) {
            const std::size_t more = rows_of(all[at]);
            if (columns > 1 && used > 0 && used + more / 2 > room)
                break;
            draw_group(all[at]);
            used += more;
            left -= more;
        }
        ImGui::EndGroup();
        if (columns > 1)
            ImGui::SameLine(0, em(kColumnGap));
    }
    ImGui::PopStyleVar();
}

void draw_matches(const HelpInfo &info, float width) {
    const HelpMatches &found = info.matches;
    if (found.keys.empty() && found.gestures.empty() && found.lines.empty())
        text(texts::help::kNothingFound);
    ImGui::BeginChild("matches",
                      {width, std::min(em(kMatchesHeight), ImGui::GetIO().DisplaySize.y - em(8))});
    scroll_by_keys();
    if (begin_list("found", width / ImGui::GetFontSize())) {
        for (const MouseGesture *gesture : found.gestures)
            draw_row(gesture->label, gesture->effect);
        for (const KeyBinding *binding : found.keys)
            draw_row(binding->label, binding->effect);
        ImGui::EndTable();
    }
    const ManualLine *before = nullptr;
    ImGui::PushTextWrapPos(0);
    for (const ManualLine *line : found.lines) {
        if (before == nullptr || before->page != line->page) {
            ImGui::Separator();
            text(Theme::kLeft, info.pages[line->page].title);
        }
        text(line->text);
        before = line;
    }
    ImGui::PopTextWrapPos();
    ImGui::EndChild();
}

} // namespace

bool draw_help(const HelpInfo &info) {
    bool open = true;
    const std::string title = fmt::format(texts::help::kTitle, version()) + "###help";
    if (begin_dialog(title.c_str(), 0, &open)) {
        const float width = total_width();
        info.search.draw("help-search", texts::help::kSearch, width, info.items, info.pixel_ratio);
        if (info.search.words().empty()) {
            draw_everything();
            scroll_by_keys();
        } else {
            draw_matches(info, width);
        }
        open = open && !info.search.dismissed();
    }
    ImGui::End();
    return open;
}

HelpPanelChoice draw_help_panel(Controls &controls, std::span<const ManualPage> pages) {
    HelpPanelChoice choice;
    controls.heading(texts::help::kKeys);
    choice.keys = controls.button("help-keys", texts::help::kAllKeys, -1);
    if (!pages.empty())
        controls.heading(texts::help::kManual);
    for (std::size_t at = 0; at < pages.size(); ++at)
        if (controls.button(fmt::format("help-doc-{}", at), pages[at].title.c_str(), -1))
            choice.page = at;
    controls.note(fmt::format(texts::help::kVersion, version()));
    return choice;
}

} // namespace fathom::ui
