#include "ui/panels/panels.h"
#include "ui/state/toasts.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom::ui {

namespace {

// Its folder can be shown with the mouse.
bool draw_words(Controls &controls, const Toasts::Toast &toast, std::size_t number, float wrap) {
    ImGui::PushTextWrapPos(wrap);
    text(toast.is_error ? Theme::kError : Theme::kText, toast.words);
    ImGui::PopTextWrapPos();
    if (toast.folder.empty())
        return false;
    ImGui::SameLine();
    return controls.icon_button(fmt::format("toast-folder-{}", number), Icon::folder);
}

} // namespace

std::filesystem::path draw_toasts(Controls &controls, const Toasts &toasts, float taken) {
    std::filesystem::path wanted;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    float y = display.y - taken - em(0.8);
    const float wrap = std::min(em(36), display.x - em(4));
    const auto list = toasts.list();
    for (std::size_t back = list.size(); back > 0; --back) {
        const Toasts::Toast &toast = list[back - 1];
        ImGui::SetNextWindowPos({display.x - em(0.8), y}, ImGuiCond_Always, {1, 1});
        ImGui::Begin(fmt::format("toast{}", back).c_str(), nullptr,
                     passive_flags() & (toast.folder.empty() ? ~0 : ~ImGuiWindowFlags_NoInputs));
        if (draw_words(controls, toast, back, wrap))
            wanted = toast.folder;
        y -= ImGui::GetWindowHeight() + em(0.5);
        ImGui::End();
    }
    return wanted;
}

} // namespace fathom::ui
