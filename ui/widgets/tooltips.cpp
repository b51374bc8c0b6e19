#include "ui/widgets/tooltips.h"

#include "ui/texts/tooltips.h"
#include "ui/widgets/theme.h"

#include <algorithm>

namespace fathom::ui {
namespace {

constexpr std::chrono::milliseconds kRest{700};
constexpr double kWidth = 20; // ems

bool fits(std::string_view pattern, std::string_view control) {
    if (pattern.ends_with('*'))
        return control.starts_with(pattern.substr(0, pattern.size() - 1));
    return control == pattern;
}

} // namespace

const char *find_tooltip(std::string_view control) {
    // A whole name comes before a beginning of it.
    const auto exact = std::ranges::find(texts::kTooltips, control, &texts::Tooltip::control);
    const auto found =
        exact != texts::kTooltips.end()
            ? exact
            : std::find_if(texts::kTooltips.begin(), texts::kTooltips.end(),
                           [&](const texts::Tooltip &tip) { return fits(tip.control, control); });
    return found == texts::kTooltips.end() ? nullptr : found->words;
}

void TooltipTimer::show_for_last_item(const std::string &control, const char *words, bool hovered,
                                      UiClock::Time now) {
    const bool held = ImGui::IsItemActive() || ImGui::IsMouseDown(ImGuiMouseButton_Left);
    if (held || !hovered) {
        if (control == control_)
            control_.clear();
        return;
    }
    const int frame = ImGui::GetFrameCount();
    if (control != control_ || frame > seen_in_frame_ + 1) {
        control_ = control;
        since_ = now;
        away_.clear();
    }
    seen_in_frame_ = frame;
    shown_ = now - since_ >= kRest;
    if (!shown_ || control == away_)
        return;
    place_beside(words, em(kWidth));
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(em(kWidth));
    text(words);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

std::optional<UiClock::Time> TooltipTimer::next_change() const {
    const bool gone = ImGui::GetFrameCount() > seen_in_frame_ + 1;
    if (control_.empty() || shown_ || gone)
        return std::nullopt;
    return since_ + kRest;
}

} // namespace fathom::ui
