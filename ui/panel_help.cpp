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

constexpr double kKeyWidth = 8.5;
constexpr double kEffectWidth = 16;
// The mouse's rows stand above the rest of the keys: so both lists are about as long.
constexpr std::size_t kFirstList = 20;

void draw_row(const char *key, const char *effect) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    text(Theme::kLeft, key);
    ImGui::TableNextColumn();
    text(effect);
}

bool begin_list(const char *name) {
    if (!ImGui::BeginTable(name, 2, ImGuiTableFlags_None, {em(kKeyWidth + kEffectWidth), 0}))
        return false;
    ImGui::TableSetupColumn("key", ImGuiTableColumnFlags_WidthFixed, em(kKeyWidth));
    ImGui::TableSetupColumn("effect", ImGuiTableColumnFlags_WidthStretch);
    return true;
}

void draw_keys(std::span<const KeyBinding> bindings) {
    for (const KeyBinding &binding : bindings)
        if (binding.label != nullptr)
            draw_row(binding.label, binding.effect);
}

} // namespace

bool draw_help() {
    bool open = true;
    const std::string title = fmt::format("Fathom {}: keys and mouse###help", version());
    if (begin_dialog(title.c_str(), 0, &open)) {
        const auto bindings = key_bindings();
        if (begin_list("views")) {
            draw_keys(bindings.first(kFirstList));
            ImGui::EndTable();
        }
        if (ImGui::GetIO().DisplaySize.x > em(2 * (kKeyWidth + kEffectWidth) + 6))
            ImGui::SameLine(0, em(2));
        if (begin_list("the rest")) {
            for (const auto &[what, effect] : kMouse)
                draw_row(what, effect);
            draw_keys(bindings.subspan(kFirstList));
            ImGui::EndTable();
        }
    }
    ImGui::End();
    return open;
}

} // namespace fathom
