#include "render/places/view.h"
#include "ui/panels/panels.h"
#include "ui/state/number_text.h"
#include "ui/texts/common.h"
#include "ui/texts/status.h"
#include "ui/texts/view.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fathom::ui {
namespace {

// Ems.
constexpr double kItemGap = 1.4;
constexpr double kLabelGap = 0.4;
constexpr double kShortestNumber = 7;

/// What the bar tells, in the order of the screen: the last ones are left out where there is little
/// room.
struct Item {
    const char *name; ///< as in the item log
    const char *label;
    std::string value;
    Tone tone = Theme::kText;
    std::string widest{};  ///< value; it has its room, so that a value that changes moves nothing
    std::string copied{};  ///< by a click; empty: nothing is
    bool shortens = false; ///< in the middle, where there is little room
    bool tells_itself = false; ///< all of it is its tooltip
};

float text_width(const std::string &words) {
    return ImGui::CalcTextSize(words.c_str()).x;
}

float full_width(const Item &item) {
    return std::max(text_width(item.value), text_width(item.widest));
}

float least_width(const Item &item) {
    const float full = full_width(item);
    return item.shortens ? std::min(full, em(kShortestNumber)) : full;
}

float label_width(const Item &item) {
    return *item.label == '\0' ? 0 : ImGui::CalcTextSize(item.label).x + em(kLabelGap);
}

// What a coordinate of that view takes at most.
std::string widest_coordinate(const Decimal &zoom) {
    return coordinate_at(Decimal::parse("-0." + std::string(200, '8')), zoom);
}

std::vector<Item> items_of(const StatusInfo &info) {
    const Location &location = *info.location;
    const Decimal &zoom = location.view.zoom;
    const std::string widest = widest_coordinate(zoom);
    const auto coordinate = [&](const char *name, const char *label, const Decimal &value) {
        return Item{
            name, label, coordinate_at(value, zoom), Theme::kText, widest, value.to_string(), true};
    };
    std::vector<Item> items = {
        coordinate("status-re", texts::status::kReal, location.view.re),
        coordinate("status-im", texts::status::kImaginary, location.view.im),
        {"status-zoom", texts::status::kZoom, short_zoom(zoom), Theme::kText, "8.88888e88",
         zoom.to_string()},
        {"status-source", "", info.source, Theme::kLeft},
    };
    if (info.warning) { // which matters more than what is left out
        items.push_back({"status-warning", "", *info.warning, Theme::kWarning, {}, {}, true, true});
        return items;
    }
    items.push_back({"status-iterations", texts::status::kIterations,
                     location.automatic_iterations
                         ? fmt::format(texts::status::kAutomatic, grouped(location.iterations))
                         : grouped(location.iterations)});
    if (location.view.rotation_degrees != 0)
        items.push_back({"status-rotation", texts::status::kRotation,
                         fmt::format(texts::common::kDegrees, location.view.rotation_degrees)});
    if (const Stretching stretch = stretching_of(location.view.matrix); stretch.ratio != 1)
        items.push_back({"status-stretch", texts::status::kStretch,
                         fmt::format(texts::status::kStretchAt, stretch.ratio, stretch.degrees)});
    items.push_back({"status-palette", texts::status::kPalette, info.palette});
    if (info.cursor)
        items.push_back({"status-cursor",
                         texts::status::kCursor,
                         fmt::format("{}, {}", coordinate_at(info.cursor->re, zoom),
                                     coordinate_at(info.cursor->im, zoom)),
                         Theme::kText,
                         fmt::format("{0}, {0}", widest),
                         {},
                         true});
    return items;
}

// How wide each value is, in points; those without room are left out.
std::vector<float> fit(std::vector<Item> &items, float room) {
    const auto least = [](const Item &item) { return label_width(item) + least_width(item); };
    float used = 0;
    std::size_t count = 0;
    while (count < items.size()) {
        const float more = least(items[count]) + (count > 0 ? em(kItemGap) : 0);
        if (count > 0 && used + more > room)
            break;
        used += more;
        ++count;
    }
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(count), items.end());
    const auto growing =
        std::count_if(items.begin(), items.end(), [](const Item &item) { return item.shortens; });
    const float share = growing > 0 ? std::max(0.0F, room - used) / static_cast<float>(growing) : 0;
    std::vector<float> widths;
    for (const Item &item : items)
        widths.push_back(std::min(full_width(item), least_width(item) + share));
    return widths;
}

// Draws it with its left end at `x`, `width` points wide after its label. Returns what a click on
// it copies.
std::optional<std::string> draw_item(Controls &controls, const Item &item, float x, float width) {
    const float label = label_width(item);
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    std::optional<std::string> copied;
    ImGui::SetCursorPos({x, 0});
    const bool pressed =
        mouse_area(item.name, {label + width, ImGui::GetTextLineHeight() + 2 * padding.y});
    controls.note_item(item.name, item.tells_itself ? item.value.c_str() : nullptr);
    if (pressed && !item.copied.empty())
        copied = item.copied;
    if (!item.copied.empty() && ImGui::IsItemHovered())
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (label > 0) {
        ImGui::SetCursorPos({x, padding.y});
        text(Theme::kDim, item.label);
    }
    ImGui::SetCursorPos({x + label, padding.y});
    text(item.tone, shortened(item.value, width));
    return copied;
}

// What comes and goes has one place at the right end, so that nothing moves.
void draw_news(const StatusInfo &info, float x) {
    ImGui::SetCursorPos({x, ImGui::GetStyle().WindowPadding.y});
    const std::string news = info.progress ? describe(*info.progress) : "";
    const bool stopped = info.progress && info.progress->state == Progress::State::stopped;
    if (!news.empty())
        text(stopped ? Theme::kWarning : Theme::kLeft, news);
    else if (info.export_share)
        text(Theme::kLeft,
             fmt::format(texts::status::kExportShare, std::floor(*info.export_share * 100)));
    else if (info.inside)
        text(Theme::kWarning, texts::status::kInside);
    else
        text(Theme::kDim, texts::status::kHelpKey);
}

// A line along the bar's upper edge, so that nothing moves when it comes and goes.
void draw_progress(double share) {
    const ImVec2 corner = ImGui::GetWindowPos();
    const float width = ImGui::GetWindowWidth() * static_cast<float>(share);
    ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + width, corner.y + em(0.2)},
                                              ImGui::GetColorU32(Theme::kLeft));
}

// Above the bar, so that nothing moves when it comes and goes.
void draw_way(const std::string &way, float bar) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    begin_passive_panel("way", {0.5F * display.x, display.y - bar - em(1)}, {0.5F, 1});
    text(Theme::kLeft, fmt::format(texts::view::kOnTheWay, way));
    ImGui::End();
}

} // namespace

StatusDrawn draw_status_bar(Controls &controls, const StatusInfo &info) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const ImVec2 padding{em(0.8), em(0.4)};
    const float height = ImGui::GetTextLineHeight() + 2 * padding.y;
    ImGui::SetNextWindowPos({0, display.y - height});
    ImGui::SetNextWindowSize({display.x, height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::Begin("status", nullptr, panel_flags() | ImGuiWindowFlags_NoNav);
    StatusDrawn drawn{height, {}};
    std::vector<Item> items = items_of(info);
    const float news = display.x - padding.x - text_width(texts::status::kWidestNews);
    const std::vector<float> widths = fit(items, news - em(kItemGap) - padding.x);
    float x = padding.x;
    for (std::size_t at = 0; at < items.size(); ++at) {
        if (auto copied = draw_item(controls, items[at], x, widths[at]))
            drawn.copied = std::move(copied);
        x += label_width(items[at]) + widths[at] + em(kItemGap);
    }
    draw_news(info, news);
    if (info.share)
        draw_progress(*info.share);
    ImGui::End();
    ImGui::PopStyleVar(4);
    if (info.way)
        draw_way(*info.way, height);
    return drawn;
}

} // namespace fathom::ui
