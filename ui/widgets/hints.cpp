#include "ui/widgets/hints.h"

#include "ui/texts/hints.h"
#include "ui/widgets/controls.h"

#include <array>

namespace fathom::ui {
namespace {

struct Hint {
    const char *what;
    const char *effect;
};
constexpr std::array kHints = {
    Hint{texts::hints::kWheel, texts::hints::kWheelDoes},
    Hint{texts::hints::kDrag, texts::hints::kDragDoes},
    Hint{texts::hints::kHold, texts::hints::kHoldDoes},
    Hint{texts::hints::kBox, texts::hints::kBoxDoes},
    Hint{texts::hints::kPanel, texts::hints::kPanelDoes},
    Hint{texts::hints::kHelp, texts::hints::kHelpDoes},
};

constexpr double kWidth = 35;

} // namespace

HintsDrawn draw_hints(Controls &controls, float left, float bar, double opacity) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    if (display.x - left < em(kWidth + 3) || display.y - bar < em(34))
        return {true, bar};
    ImGui::SetNextWindowPos({left + (display.x - left) / 2, display.y - bar - em(1.2)},
                            ImGuiCond_Always, {0.5F, 1});
    ImGui::SetNextWindowSize({em(kWidth), 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {em(1.2), em(0.9)});
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, static_cast<float>(opacity));
    HintsDrawn drawn;
    ImGui::Begin("hints", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | keyboard_flags() |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_AlwaysAutoResize);
    for (const Hint &hint : kHints) {
        text(Theme::kLeft, hint.what);
        ImGui::SameLine(em(8.5));
        text(hint.effect);
    }
    ImGui::Dummy({0, em(0.1)});
    if (controls.button("hints-close", texts::hints::kGotIt, 6))
        drawn.open = false;
    drawn.height = display.y - ImGui::GetWindowPos().y;
    ImGui::End();
    ImGui::PopStyleVar(2);
    return drawn;
}

} // namespace fathom::ui
