#include "ui/panels/panels.h"
#include "ui/state/number_text.h"
#include "ui/texts/common.h"
#include "ui/texts/compare.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace fathom::ui {
namespace {

// Whether there is little room beside the overlay.
bool narrow() {
    return ImGui::GetIO().DisplaySize.x < em(46);
}

std::optional<std::string> draw_engine_choice(Controls &controls, const char *name,
                                              const CompareInfo &info, const std::string &chosen) {
    const std::vector<DeviceInfo> &devices = info.devices->devices;
    const auto found = std::find_if(devices.begin(), devices.end(),
                                    [&](const DeviceInfo &device) { return device.id == chosen; });
    const auto entry = [&](int at) {
        const DeviceInfo &device = devices[static_cast<std::size_t>(at)];
        return fmt::format(texts::compare::kEngine, device.id, device.name);
    };
    const auto choice = controls.list(name, chosen, static_cast<int>(devices.size()),
                                      static_cast<int>(found - devices.begin()), entry);
    return choice ? std::optional(devices[static_cast<std::size_t>(*choice)].id) : std::nullopt;
}

std::string differing(const Difference &difference) {
    return fmt::format(texts::compare::kDiffering,
                       grouped(std::max(difference.samples_differ, difference.rgba_differ)),
                       grouped(difference.pixels));
}

std::string largest_difference(const Difference &difference) {
    return fmt::format(texts::compare::kLargest,
                       grouped(static_cast<std::uint64_t>(difference.max_iteration_delta)));
}

Tone result_tone(const CompareInfo &info) {
    return info.difference && !info.difference->none() ? Theme::kError : Theme::kText;
}

// The number that matters is large, and what belongs to it below.
void draw_result(const CompareInfo &info) {
    if (!info.difference)
        return text(Theme::kDim, info.waiting_for);
    ImGui::SetWindowFontScale(1.5F);
    text(result_tone(info), differing(*info.difference));
    ImGui::SetWindowFontScale(1);
    if (!info.difference->none())
        text(Theme::kDim, largest_difference(*info.difference));
}

float chip_width(const std::string &words) {
    return ImGui::CalcTextSize(words.c_str()).x + em(1);
}

void draw_chip(ImDrawList &list, ImVec2 corner, const std::string &words, const ImVec4 &colour) {
    const ImVec2 size = ImGui::CalcTextSize(words.c_str());
    const ImVec2 pad{em(0.5), em(0.25)};
    list.AddRectFilled(corner, {corner.x + size.x + 2 * pad.x, corner.y + size.y + 2 * pad.y},
                       ImGui::GetColorU32(Theme::kPanel), em(0.35));
    list.AddText({corner.x + pad.x, corner.y + pad.y}, ImGui::GetColorU32(colour), words.c_str());
}

} // namespace

float draw_compare_result(const CompareInfo &info) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    // At the right, because the overlay is at the left.
    begin_passive_panel("compare", {display.x - em(0.8), em(0.8)}, {1, 0});
    // -1 never wraps; 0 would wrap at the edge of a panel that is as wide as its text.
    ImGui::PushTextWrapPos(narrow() ? em(15) : -1);
    draw_result(info);
    ImGui::PopTextWrapPos();
    const float bottom = ImGui::GetWindowPos().y + ImGui::GetWindowHeight();
    ImGui::End();
    return bottom;
}

ComparePanelChoice draw_compare_panel(Controls &controls, const CompareInfo &info) {
    constexpr std::array kModes = {texts::compare::kOff, texts::compare::kSplit,
                                   texts::compare::kDifference};
    ComparePanelChoice choice;
    controls.heading(texts::compare::kHeading);
    if (info.devices == nullptr) {
        controls.note(texts::common::kLookingForDevices);
        return choice;
    }
    if (const auto mode = controls.segments("compare-mode", kModes, static_cast<int>(info.mode)))
        choice.mode = static_cast<CompareMode>(*mode);
    controls.label(texts::compare::kLeft);
    choice.engines.left = draw_engine_choice(controls, "compare-left", info, info.left);
    controls.label(texts::compare::kRight);
    choice.engines.right = draw_engine_choice(controls, "compare-right", info, info.right);
    bool shortcuts = info.shortcuts;
    controls.label("");
    if (controls.toggle("compare-shortcuts", texts::compare::kShortcuts, shortcuts))
        choice.engines.shortcuts = shortcuts;
    controls.note(texts::compare::kAbout);
    return choice;
}

void draw_divider(const DividerInfo &info) {
    ImDrawList &list = *ImGui::GetBackgroundDrawList();
    const float bottom = ImGui::GetIO().DisplaySize.y - info.bar;
    const float half = info.lit ? 1.5F : 0.75F;
    list.AddRectFilled({info.x - half - 1, 0}, {info.x + half + 1, bottom}, IM_COL32(0, 0, 0, 130));
    list.AddRectFilled({info.x - half, 0}, {info.x + half, bottom}, IM_COL32(255, 255, 255, 230));
    const ImVec2 handle{info.x, bottom / 2};
    list.AddCircleFilled(handle, em(0.55), IM_COL32(20, 22, 28, 240));
    list.AddCircle(handle, em(0.55), IM_COL32(255, 255, 255, 230), 0, half + 0.5F);
    const float y = bottom - em(2.4);
    const float left = info.x - em(0.7) - chip_width(info.left);
    const float right = info.x + em(0.7);
    // Where there is no room, rather nothing than words across each other.
    if (y < em(5))
        return;
    if (left >= 0)
        draw_chip(list, {left, y}, info.left, Theme::kLeft);
    if (right + chip_width(info.right) <= ImGui::GetIO().DisplaySize.x)
        draw_chip(list, {right, y}, info.right, Theme::kRight);
}

void draw_no_difference(const std::string &words, BarHeight bar) {
    ImDrawList &list = *ImGui::GetBackgroundDrawList();
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    list.AddRectFilled({0, 0}, display, IM_COL32(74, 76, 82, 220));
    const int stripes = static_cast<int>((display.x + display.y) / em(1.2)) + 1;
    for (int stripe = 0; stripe < stripes; ++stripe) {
        const float x = static_cast<float>(stripe) * em(1.2) - display.y;
        list.AddLine({x, display.y}, {x + display.y, 0}, IM_COL32(110, 112, 118, 120), em(0.3));
    }
    const float middle = (display.y - bar) / 2;
    if (middle > em(6.5)) // below the compare mode's bar, which says it too
        draw_chip(list, {(display.x - chip_width(words)) / 2, middle}, words,
                  ImGui::GetStyleColorVec4(ImGuiCol_Text));
}

void draw_rubber_band(const Box &box, double pixel_ratio) {
    ImDrawList &list = *ImGui::GetBackgroundDrawList();
    const auto point = [&](double x, double y) {
        return ImVec2(static_cast<float>(x / pixel_ratio), static_cast<float>(y / pixel_ratio));
    };
    const ImVec2 a = point(std::min(box.x0, box.x1), std::min(box.y0, box.y1));
    const ImVec2 b = point(std::max(box.x0, box.x1), std::max(box.y0, box.y1));
    list.AddRectFilled(a, b, IM_COL32(255, 255, 255, 24));
    list.AddRect(a, b, IM_COL32(0, 0, 0, 160), 0, 0, 3);
    list.AddRect(a, b, IM_COL32(255, 255, 255, 235), 0, 0, 1);
}

} // namespace fathom::ui
