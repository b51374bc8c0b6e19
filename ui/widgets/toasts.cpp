#include "ui/widgets/toasts.h"

#include "ui/widgets/theme.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom {
namespace {

constexpr std::chrono::seconds kShort{4};
constexpr std::chrono::seconds kLong{12};
constexpr std::size_t kMost = 4;

} // namespace

void Toasts::add(std::string words, bool is_error) {
    // The same again replaces the old one, which would only push others away.
    std::erase_if(toasts_, [&](const Toast &toast) { return toast.words == words; });
    if (toasts_.size() == kMost)
        toasts_.erase(toasts_.begin());
    toasts_.push_back({std::move(words), is_error, clock_.now() + (is_error ? kLong : kShort)});
}

void Toasts::draw(float bar_height) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    float y = display.y - bar_height - em(0.8);
    const float wrap = std::min(em(36), display.x - em(4));
    for (std::size_t back = toasts_.size(); back > 0; --back) {
        const Toast &toast = toasts_[back - 1];
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

bool Toasts::expire_any(UiClock::Time now) {
    return std::erase_if(toasts_, [&](const Toast &toast) { return toast.end <= now; }) > 0;
}

std::optional<UiClock::Time> Toasts::next_expiry() const {
    std::optional<UiClock::Time> next;
    for (const Toast &toast : toasts_)
        if (!next || toast.end < *next)
            next = toast.end;
    return next;
}

} // namespace fathom
