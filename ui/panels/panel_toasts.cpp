#include "ui/panels/panels.h"
#include "ui/state/toasts.h"
#include "ui/widgets/theme.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom::ui {

void draw_toasts(const Toasts &toasts, float taken) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    float y = display.y - taken - em(0.8);
    const float wrap = std::min(em(36), display.x - em(4));
    const auto list = toasts.list();
    for (std::size_t back = list.size(); back > 0; --back) {
        const Toasts::Toast &toast = list[back - 1];
        begin_passive_panel(fmt::format("toast{}", back).c_str(), {display.x - em(0.8), y}, {1, 1});
        ImGui::PushTextWrapPos(wrap);
        if (toast.is_error)
            text(Theme::kError, toast.words);
        else
            text(toast.words);
        ImGui::PopTextWrapPos();
        y -= ImGui::GetWindowHeight() + em(0.5);
        ImGui::End();
    }
}

} // namespace fathom::ui
