#include "render/version.h"
#include "ui/panels.h"
#include "ui/theme.h"

#include <array>
#include <fmt/format.h>

namespace fathom {
namespace {

constexpr std::array kMouse = {
    std::pair{"Wheel", "zoom at the cursor"},
    std::pair{"Left drag", "move the picture"},
    std::pair{"Right drag", "zoom into a box"},
    std::pair{"Double click", "centre and zoom"},
    std::pair{"Drop a file", "go to its location (.toml, .png)"},
};

void draw_row(const char *key, const char *effect) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    text(Theme::kLeft, key);
    ImGui::TableNextColumn();
    text(effect);
}

bool begin_list(const char *name) {
    if (!ImGui::BeginTable(name, 2, ImGuiTableFlags_SizingFixedFit))
        return false;
    ImGui::TableSetupColumn("key", ImGuiTableColumnFlags_WidthFixed, em(8.5));
    ImGui::TableSetupColumn("effect", ImGuiTableColumnFlags_WidthFixed, em(17));
    return true;
}

void draw_lists() {
    const auto bindings = key_bindings();
    const std::size_t half = 18; // with the mouse's rows above the rest, both columns are as long
    if (begin_list("keys")) {
        for (const KeyBinding &binding : bindings.first(half))
            if (binding.label != nullptr)
                draw_row(binding.label, binding.effect);
        ImGui::EndTable();
    }
    ImGui::TableNextColumn();
    if (begin_list("mouse")) {
        for (const auto &[what, effect] : kMouse)
            draw_row(what, effect);
        for (const KeyBinding &binding : bindings.subspan(half))
            if (binding.label != nullptr)
                draw_row(binding.label, binding.effect);
        ImGui::EndTable();
    }
}

} // namespace

bool draw_help() {
    bool open = true;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {display.x - em(2), display.y - em(2)});
    const std::string title = fmt::format("Fathom {}: keys and mouse###help", version());
    if (ImGui::Begin(title.c_str(), &open,
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse |
                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                         ImGuiWindowFlags_NoMove)) {
        const bool wide = display.x > em(56);
        if (ImGui::BeginTable("columns", wide ? 2 : 1, ImGuiTableFlags_SizingFixedFit)) {
            ImGui::TableNextColumn();
            draw_lists();
            ImGui::EndTable();
        }
    }
    ImGui::End();
    return open;
}

} // namespace fathom
