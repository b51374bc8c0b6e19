#include "ui/panels/panels.h"
#include "ui/state/number_text.h"
#include "ui/texts/overlay.h"
#include "ui/texts/status.h"
#include "ui/widgets/item_log.h"
#include "ui/widgets/theme.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom::ui {
namespace {

constexpr double kPanelWidth = 21;
constexpr double kCompareBarWidth = 17; ///< where it is narrow

// Frame times from the oldest to the newest, one bar each, up to the largest, which is told.
void draw_graph(const std::vector<float> &values, const ImVec4 &colour) {
    const ImVec2 size{ImGui::GetContentRegionAvail().x, em(2.4)};
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImDrawList &list = *ImGui::GetWindowDrawList();
    const ImVec2 end{corner.x + size.x, corner.y + size.y};
    list.AddRectFilled(corner, end, ImGui::GetColorU32(ImGuiCol_FrameBg), em(0.25));
    const float largest = *std::max_element(values.begin(), values.end());
    const float step = size.x / static_cast<float>(FrameStats::kKept);
    const float first = end.x - step * static_cast<float>(values.size());
    for (std::size_t at = 0; at < values.size(); ++at) {
        const float x = first + step * static_cast<float>(at);
        const float height = size.y * 0.92F * values[at] / std::max(largest, 1e-6F);
        list.AddRectFilled({x, end.y - std::max(height, 1.0F)},
                           {x + std::max(step - 0.5F, 1.0F), end.y}, ImGui::GetColorU32(colour));
    }
    ImGui::Dummy(size);
    const std::string scale = fmt::format(texts::overlay::kMilliseconds, short_number(largest));
    list.AddText({corner.x + em(0.3), corner.y}, ImGui::GetColorU32(Theme::kDim), scale.c_str());
}

bool has_graph() {
    return ImGui::GetIO().DisplaySize.y > em(36); // a small window has no room for it
}

bool is_news(const EngineReport &report) {
    return report.progress && !report.progress->complete();
}

void draw_news(const Progress &progress) {
    const bool stopped = progress.state == Progress::State::stopped;
    text_right(stopped ? Theme::kWarning : Theme::kText, describe(progress));
}

// Words that commas part, none of them broken over lines.
void draw_list(const std::string &words) {
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    for (std::size_t begin = 0; begin < words.size();) {
        const std::size_t comma = std::min(words.find(", ", begin), words.size());
        const std::string item = words.substr(begin, std::min(comma + 1, words.size()) - begin);
        const float room = right - ImGui::GetItemRectMax().x - em(0.3);
        if (begin > 0 && ImGui::CalcTextSize(item.c_str()).x <= room)
            ImGui::SameLine(0, em(0.3));
        text(Theme::kDim, item);
        begin = comma + 2;
    }
}

// How long the newest picture took, or how far the next is.
void draw_brief_times(const EngineReport &report, const ImVec4 &colour) {
    if (is_news(report))
        text(colour, describe(*report.progress));
    else
        text(colour, fmt::format(texts::overlay::kPictureTime,
                                 short_number(report.stats->last().frame_ms())));
}

void draw_times(const EngineReport &report, const ImVec4 &colour) {
    const FrameStats &stats = *report.stats;
    const FrameSample &last = stats.last();
    const Summary summary = stats.summary();
    const bool old = is_news(report);
    const float alpha = ImGui::GetStyle().Alpha * (old ? 0.4F : 1.0F);
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, alpha);
    text(colour, fmt::format(texts::overlay::kMilliseconds, short_number(last.frame_ms())));
    if (!old)
        text_right(Theme::kDim, fmt::format(texts::overlay::kSpread, short_number(summary.median),
                                            short_number(summary.p99)));
    ImGui::PopStyleVar();
    if (old)
        draw_news(*report.progress);
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, alpha);
    if (has_graph())
        draw_graph(stats.graph(), colour);
    text(Theme::kDim, fmt::format(texts::overlay::kStages, short_number(last.iterate_ms),
                                  short_number(last.colour_ms), short_number(last.present_ms)));
    const double seconds = std::max(last.iterate_ms, 1e-6) / 1000;
    text(fmt::format(texts::overlay::kRate,
                     short_count(static_cast<double>(last.iterations) / seconds)));
    ImGui::PopStyleVar();
}

void draw_engine(const EngineReport &report, const ImVec4 &colour, bool brief) {
    text(colour, report.info.id);
    text_right(Theme::kDim, report.precision);
    if (!brief)
        draw_list(report.method);
    if (report.stats == nullptr) {
        text(Theme::kDim, texts::status::kStarting);
        return;
    }
    if (!report.stats->empty())
        brief ? draw_brief_times(report, colour) : draw_times(report, colour);
    else
        text(Theme::kDim,
             is_news(report) ? describe(*report.progress) : texts::overlay::kStartingPicture);
    const bool good = !report.interop.starts_with("off");
    ImGui::PushTextWrapPos(0);
    if (!report.interop.empty() && !(brief && good))
        text(good ? Theme::kDim : Theme::kWarning,
             fmt::format(texts::overlay::kInterop, report.interop));
    ImGui::PopTextWrapPos();
}

void draw_exactness(const OverlayInfo &info) {
    const CheckedPixels &found = *info.exactness;
    ImGui::PushTextWrapPos(0);
    text(found.good() || !info.better_exports ? Theme::kDim : Theme::kWarning,
         describe(found, info.better_exports));
    ImGui::PopTextWrapPos();
    info.items->note_passive_item("exactness", info.pixel_ratio);
}

// Only of the times that stand above, which it must not contradict.
void draw_ratio(const EngineReport &left, const EngineReport &right) {
    if (left.stats == nullptr || right.stats == nullptr)
        return;
    const auto ratio = left.stats->times_as_fast_as(*right.stats);
    if (!ratio)
        return;
    const bool left_wins = *ratio > 1;
    const Tone colour = left_wins ? Theme::kLeft : Theme::kRight;
    text(is_news(left) || is_news(right) ? Theme::kDim : colour,
         fmt::format(texts::overlay::kFaster, left_wins ? left.info.id : right.info.id,
                     short_number(left_wins ? *ratio : 1 / *ratio),
                     left_wins ? right.info.id : left.info.id));
}

// Whether the panel, with the bar of the compare mode beside it, fits above the status bar.
bool fits(const OverlayInfo &info, float width) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const bool comparing = info.engines.size() == 2;
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const float engine = info.brief ? 2 * line : 7 * line + (has_graph() ? em(2.8) : 0);
    const float below = info.exactness ? (info.exactness->good() ? 3 : 5) * line : 2 * line;
    const float height = static_cast<float>(info.engines.size()) * engine + below + em(1.4);
    return info.left + width + em(comparing ? kCompareBarWidth : 0) + em(1.6) <= display.x &&
           height + em(1.6) + info.bar <= display.y;
}

} // namespace

void draw_overlay(const OverlayInfo &info) {
    const float text_width = ImGui::CalcTextSize(texts::overlay::kWidestStages).x + em(1.8);
    const float width = std::max(em(kPanelWidth), text_width);
    if (!fits(info, width))
        return;
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, 1e6F});
    begin_passive_panel("overlay", {info.left + em(0.8), em(0.8)}, {0, 0});
    for (std::size_t at = 0; at < info.engines.size(); ++at) {
        if (at > 0)
            ImGui::Separator();
        draw_engine(info.engines[at], at == 0 ? Theme::kLeft : Theme::kRight, info.brief);
    }
    if (info.exactness)
        draw_exactness(info);
    if (!info.brief || info.engines.size() == 2)
        ImGui::Separator();
    if (info.engines.size() == 2)
        draw_ratio(info.engines[0], info.engines[1]);
    if (!info.brief)
        text(Theme::kDim, info.frames_per_second > 0
                              ? fmt::format(texts::overlay::kFrames, info.frames_per_second)
                              : texts::overlay::kAtRest);
    ImGui::End();
}

} // namespace fathom::ui
