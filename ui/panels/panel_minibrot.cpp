#include "ui/panels/panel_minibrot.h"

#include "ui/state/number_text.h"
#include "ui/texts/common.h"
#include "ui/texts/minibrot.h"
#include "ui/widgets/controls.h"

#include <fmt/format.h>

namespace fathom::ui {
namespace {

void row(Controls &controls, const char *label, const std::string &words) {
    controls.label(label);
    ImGui::AlignTextToFramePadding();
    controls.note(Theme::kText, words);
}

// Fields of which all can be selected and copied; what is typed into them changes nothing.
void place_rows(Controls &controls, const std::string &name, const Decimal &re, const Decimal &im) {
    controls.label(texts::common::kReal);
    controls.decimal_field(name + "-re", re);
    controls.label(texts::common::kImaginary);
    controls.decimal_field(name + "-im", im);
}

void draw_nucleus(Controls &controls, const Nucleus &nucleus, MinibrotChoice &choice) {
    row(controls, texts::minibrot::kPeriod, grouped(nucleus.period));
    place_rows(controls, "minibrot", nucleus.re, nucleus.im);
    row(controls, texts::common::kSize, short_zoom(nucleus.size));
    row(controls, texts::minibrot::kTurnedBy,
        fmt::format(texts::common::kDegrees, nucleus.turn_degrees));
    const float gap = em(0.2);
    const double width = (ImGui::GetContentRegionAvail().x - 2 * gap) / 3 / ImGui::GetFontSize();
    choice.zoom = controls.button("minibrot-zoom", texts::minibrot::kZoomThere, width);
    ImGui::SameLine(0, gap);
    choice.mark = controls.button("minibrot-mark", texts::minibrot::kMark, width);
    ImGui::SameLine(0, gap);
    choice.copy = controls.button("minibrot-copy", texts::minibrot::kCopy, width);
}

void draw_point(Controls &controls, const Misiurewicz &point, MinibrotChoice &choice) {
    row(controls, texts::minibrot::kPreperiod, grouped(point.preperiod));
    row(controls, texts::minibrot::kPeriod, grouped(point.period));
    place_rows(controls, "misiurewicz", point.re, point.im);
    row(controls, texts::minibrot::kTurn,
        fmt::format(texts::minibrot::kTurnGrows, short_zoom(point.multiplier), point.turn_degrees));
    choice.centre = controls.button("misiurewicz-centre", texts::minibrot::kCentre, -1);
}

// Two names, so that the click that ends it, which it does before it is let go, begins it no more.
void draw_exploring(Controls &controls, const MinibrotInfo &info, MinibrotChoice &choice) {
    controls.heading(texts::minibrot::kByItself);
    if (info.exploring) {
        if (controls.button("explore-stop", texts::minibrot::kStopExploring, -1))
            choice.explore = false;
    } else if (controls.button("explore", texts::minibrot::kExplore, -1)) {
        choice.explore = true;
    }
}

} // namespace

MinibrotChoice draw_minibrot_panel(Controls &controls, const MinibrotInfo &info) {
    MinibrotChoice choice;
    controls.heading(texts::minibrot::kMinibrot);
    if (!info.possible) {
        controls.note(texts::minibrot::kNotPossible);
        draw_exploring(controls, info, choice);
        return choice;
    }
    if (info.searching) {
        const std::string words =
            fmt::format(texts::minibrot::kCancelSearch, 100 * *info.searching);
        choice.cancel = controls.button("minibrot-cancel", words.c_str(), -1);
    } else {
        choice.find = controls.button("minibrot-find", texts::minibrot::kFind, -1);
    }
    const double half = 0.5 * (ImGui::GetContentRegionAvail().x / ImGui::GetFontSize() - 0.2);
    choice.half_way = controls.button("minibrot-half-way", texts::minibrot::kHalfWay, half);
    ImGui::SameLine(0, em(0.2));
    choice.julia = controls.button("minibrot-julia", texts::minibrot::kEmbeddedJulia, half);
    controls.note(texts::minibrot::kKeys);
    bool morph = info.morph;
    if (controls.toggle("minibrot-morph", texts::minibrot::kMorph, morph))
        choice.morph = morph;
    if (info.nucleus != nullptr)
        draw_nucleus(controls, *info.nucleus, choice);
    controls.heading(texts::minibrot::kMisiurewicz);
    bool clicks = info.clicks_mark;
    if (controls.toggle("misiurewicz-clicks", texts::minibrot::kClickMarks, clicks))
        choice.clicks_mark = clicks;
    if (info.point != nullptr)
        draw_point(controls, *info.point, choice);
    else
        controls.note(texts::minibrot::kAboutMisiurewicz);
    if (info.marks > 0)
        choice.clear_marks = controls.button("marks-clear", texts::minibrot::kClearMarks, -1);
    draw_exploring(controls, info, choice);
    return choice;
}

void draw_mark(ImVec2 at, const std::string &words) {
    ImDrawList &list = *ImGui::GetBackgroundDrawList();
    const float arm = em(0.6);
    for (const auto &[colour, width] :
         {std::pair{IM_COL32(0, 0, 0, 190), 3.0F}, std::pair{IM_COL32(255, 255, 255, 255), 1.2F}}) {
        list.AddLine({at.x - arm, at.y}, {at.x + arm, at.y}, colour, width);
        list.AddLine({at.x, at.y - arm}, {at.x, at.y + arm}, colour, width);
        list.AddCircle(at, arm * 0.6F, colour, 0, width);
    }
    const ImVec2 place{at.x + arm, at.y + arm * 0.3F};
    list.AddText({place.x + 1, place.y + 1}, IM_COL32(0, 0, 0, 220), words.c_str());
    list.AddText(place, IM_COL32(255, 255, 255, 255), words.c_str());
}

} // namespace fathom::ui
