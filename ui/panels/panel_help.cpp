#include "render/base/version.h"
#include "ui/panels/panels.h"
#include "ui/state/input.h"
#include "ui/state/key_bindings.h"
#include "ui/texts/help.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/search_field.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom::ui {
namespace {

constexpr double kKeyWidth = 8.5;
constexpr double kNarrowKeys = 7.2;
constexpr double kEffectWidth = 16;
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

// `width` and that of the keys in ems; 0: all there is.
bool begin_list(const char *name, double width, double keys = kKeyWidth) {
    if (!ImGui::BeginTable(name, 2, ImGuiTableFlags_None, {em(width), 0}))
        return false;
    ImGui::TableSetupColumn("key", ImGuiTableColumnFlags_WidthFixed, em(keys));
    ImGui::TableSetupColumn("effect", ImGuiTableColumnFlags_WidthStretch);
    return true;
}

// How many bindings come before the mouse's rows and the rest, so that both lists are about as
// long.
std::size_t first_half(std::span<const KeyBinding> bindings) {
    std::size_t rows = mouse_gestures().size();
    for (const KeyBinding &binding : bindings)
        rows += binding.label != nullptr ? 1 : 0;
    std::size_t count = 0;
    for (std::size_t shown = 0; shown < rows / 2 && count < bindings.size(); ++count)
        shown += bindings[count].label != nullptr ? 1 : 0;
    return count;
}

void draw_keys(std::span<const KeyBinding> bindings) {
    for (const KeyBinding &binding : bindings)
        if (binding.label != nullptr)
            draw_row(binding.label, binding.effect);
}

void draw_mouse() {
    for (const MouseGesture &gesture : mouse_gestures())
        draw_row(gesture.label, gesture.effect);
}

bool fits_two_columns() {
    return ImGui::GetIO().DisplaySize.x > em(2 * (kKeyWidth + kEffectWidth) + 6);
}

// The field has the keyboard: these keys are of no use to it.
void scroll_by_keys() {
    const float page = ImGui::GetWindowHeight() * 0.8F;
    if (key_pressed(ImGuiKey_PageDown, true))
        ImGui::SetScrollY(ImGui::GetScrollY() + page);
    if (key_pressed(ImGuiKey_PageUp, true))
        ImGui::SetScrollY(ImGui::GetScrollY() - page);
}

void draw_everything() {
    const auto bindings = key_bindings();
    if (begin_list("views", kKeyWidth + kEffectWidth)) {
        draw_keys(bindings.first(first_half(bindings)));
        ImGui::EndTable();
    }
    if (fits_two_columns())
        ImGui::SameLine(0, em(2));
    if (begin_list("the rest", kKeyWidth + kEffectWidth)) {
        draw_mouse();
        draw_keys(bindings.subspan(first_half(bindings)));
        ImGui::EndTable();
    }
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
        const double columns = fits_two_columns() ? 2 : 1;
        const float width = em(columns * (kKeyWidth + kEffectWidth) + 2 * (columns - 1));
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

std::optional<std::size_t> draw_help_panel(Controls &controls, std::span<const ManualPage> pages) {
    std::optional<std::size_t> choice;
    controls.heading(texts::help::kMouse);
    if (begin_list("mouse", 0, kNarrowKeys)) {
        draw_mouse();
        ImGui::EndTable();
    }
    controls.heading(texts::help::kKeys);
    if (begin_list("keys", 0, kNarrowKeys)) {
        draw_keys(key_bindings());
        ImGui::EndTable();
    }
    if (!pages.empty())
        controls.heading(texts::help::kManual);
    for (std::size_t at = 0; at < pages.size(); ++at)
        if (controls.button(fmt::format("help-doc-{}", at), pages[at].title.c_str(), -1))
            choice = at;
    controls.note(fmt::format(texts::help::kVersion, version()));
    return choice;
}

} // namespace fathom::ui
