#include "render/places/view.h"
#include "ui/panels/panels.h"
#include "ui/state/number_text.h"
#include "ui/texts/common.h"
#include "ui/texts/status.h"
#include "ui/widgets/theme.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fathom::ui {
namespace {

// Lays words out in lines, as many as the window's width asks for.
class Flow {
  public:
    // A label and its value stay together, unless the value alone is wider than the window. It
    // takes the room of `widest` at least, so that a value that changes breaks no other line.
    void add(const char *label, const std::string &value, const ImVec4 &colour,
             const std::string &widest = {}) {
        const float gap = em(0.4);
        const float value_width =
            std::max(ImGui::CalcTextSize(value.c_str()).x, ImGui::CalcTextSize(widest.c_str()).x);
        place(ImGui::CalcTextSize(label).x + gap + value_width);
        if (*label != '\0') {
            text(Theme::kDim, label);
            ImGui::SameLine(0, gap);
        }
        ImGui::PushStyleColor(ImGuiCol_Text, colour);
        ImGui::PushTextWrapPos(0);
        ImGui::TextUnformatted(value.c_str());
        ImGui::PopTextWrapPos();
        ImGui::PopStyleColor();
    }

    /// Begins a line, unless the last one has so much room.
    void need(float width) {
        if (used_ + em(1.6) + width > ImGui::GetWindowContentRegionMax().x)
            used_ = 0;
    }

    void place(float width) {
        const float limit = ImGui::GetWindowContentRegionMax().x;
        if (used_ > 0 && used_ + em(1.6) + width <= limit) {
            ImGui::SameLine(0, em(1.6));
            used_ += em(1.6) + width;
        } else {
            used_ = ImGui::GetCursorPosX() + width;
        }
    }

  private:
    float used_ = 0;
};

// What a coordinate of that view takes at most.
std::string widest_coordinate(const Decimal &zoom) {
    return coordinate_at(Decimal::parse("-0." + std::string(200, '8')), zoom);
}

void draw_items(const StatusInfo &info) {
    const ImVec4 plain = ImGui::GetStyleColorVec4(ImGuiCol_Text);
    const Location &location = *info.location;
    Flow flow;
    const Decimal &zoom = location.view.zoom;
    const std::string widest = widest_coordinate(zoom);
    flow.add(texts::status::kReal, coordinate_at(location.view.re, zoom), plain, widest);
    flow.add(texts::status::kImaginary, coordinate_at(location.view.im, zoom), plain, widest);
    flow.add(texts::status::kZoom, short_zoom(location.view.zoom), plain);
    if (location.view.rotation_degrees != 0)
        flow.add(texts::status::kRotation,
                 fmt::format(texts::common::kDegrees, location.view.rotation_degrees), plain);
    if (const Stretching stretch = stretching_of(location.view.matrix); stretch.ratio != 1)
        flow.add(texts::status::kStretch,
                 fmt::format(texts::status::kStretchAt, stretch.ratio, stretch.degrees), plain);
    const bool little_room = ImGui::GetIO().DisplaySize.y < em(18);
    if (!little_room) // it keeps its place while the mouse is elsewhere
        flow.add(info.cursor ? texts::status::kCursor : "",
                 info.cursor ? fmt::format("{}, {}", coordinate_at(info.cursor->re, zoom),
                                           coordinate_at(info.cursor->im, zoom))
                             : " ",
                 plain, fmt::format(texts::status::kWidestCursor, widest));
    if (!little_room)
        flow.add(texts::status::kIterations,
                 location.automatic_iterations
                     ? fmt::format(texts::status::kAutomatic, grouped(location.iterations))
                     : grouped(location.iterations),
                 plain);
    flow.add("", info.source, Theme::kLeft);
    const float news_width = ImGui::CalcTextSize(texts::status::kWidestNews).x;
    if (!little_room) {
        // What comes last does not stand alone in a line.
        flow.need(ImGui::CalcTextSize(("palette " + location.palette).c_str()).x + em(2) +
                  news_width);
        flow.add(texts::status::kPalette, location.palette, plain);
    }
    if (info.export_share)
        flow.add(texts::status::kExport,
                 fmt::format("{:.0f} %", std::floor(*info.export_share * 100)), plain);
    // Both have the same room, so that nothing moves when one comes for the other.
    const std::string news = info.progress ? describe(*info.progress) : "";
    flow.place(news_width);
    const bool stopped = info.progress && info.progress->state == Progress::State::stopped;
    if (news.empty() && info.inside)
        text(Theme::kWarning, texts::status::kInside);
    else if (news.empty())
        text(Theme::kDim, texts::status::kHelpKey);
    else
        text(stopped ? Theme::kWarning : Theme::kLeft, news);
}

// A line along the bar's upper edge, so that nothing moves when it comes and goes.
void draw_progress(double share) {
    const ImVec2 corner = ImGui::GetWindowPos();
    const float width = ImGui::GetWindowWidth() * static_cast<float>(share);
    ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + width, corner.y + em(0.2)},
                                              ImGui::GetColorU32(Theme::kLeft));
}

} // namespace

BarHeight draw_status_bar(const StatusInfo &info) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowSize({display.x, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {em(0.8), em(0.4)});
    begin_passive_panel("status", {0, display.y}, {0, 1});
    if (info.warning) {
        ImGui::PushTextWrapPos(0);
        text(Theme::kWarning, *info.warning);
        ImGui::PopTextWrapPos();
    }
    draw_items(info);
    const float height = ImGui::GetWindowHeight();
    if (info.share)
        draw_progress(*info.share);
    ImGui::End();
    ImGui::PopStyleVar(3);
    return height;
}

} // namespace fathom::ui
