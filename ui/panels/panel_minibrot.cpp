#include "ui/panels/panel_minibrot.h"

#include "ui/state/number_text.h"
#include "ui/texts/common.h"
#include "ui/texts/minibrot.h"
#include "ui/texts/why_not.h"
#include "ui/widgets/controls.h"

#include <fmt/format.h>

namespace fathom::ui {
namespace {

constexpr const char *kUnknown = "-";

void row(Controls &controls, const char *label, const std::string &words) {
    controls.label(label);
    ImGui::AlignTextToFramePadding();
    controls.note(Theme::kText, words);
}

// A field of which all can be selected and copied; what is typed into it changes nothing.
void number_row(Controls &controls, const char *label, const std::string &name,
                const Decimal *value) {
    controls.label(label);
    if (value != nullptr)
        controls.decimal_field(name, *value);
    else
        controls.text_field(name, "");
}

// What is not known yet has its rows, too, so that nothing moves once it is.
void draw_nucleus(Controls &controls, const Nucleus *nucleus, MinibrotChoice &choice) {
    const Controls::Unless unless(controls,
                                  nucleus != nullptr ? nullptr : texts::why_not::kNoMinibrot);
    row(controls, texts::minibrot::kPeriod,
        nucleus != nullptr ? grouped(nucleus->period) : kUnknown);
    number_row(controls, texts::common::kReal, "minibrot-re",
               nucleus != nullptr ? &nucleus->re : nullptr);
    number_row(controls, texts::common::kImaginary, "minibrot-im",
               nucleus != nullptr ? &nucleus->im : nullptr);
    row(controls, texts::common::kSize, nucleus != nullptr ? short_zoom(nucleus->size) : kUnknown);
    row(controls, texts::minibrot::kTurnedBy,
        nucleus != nullptr ? fmt::format(texts::common::kDegrees, nucleus->turn_degrees)
                           : kUnknown);
    const float gap = em(0.2);
    const double width = (ImGui::GetContentRegionAvail().x - 2 * gap) / 3 / ImGui::GetFontSize();
    choice.zoom = controls.button("minibrot-zoom", texts::minibrot::kZoomThere, width);
    ImGui::SameLine(0, gap);
    choice.mark = controls.button("minibrot-mark", texts::minibrot::kMark, width);
    ImGui::SameLine(0, gap);
    choice.copy = controls.button("minibrot-copy", texts::minibrot::kCopy, width);
}

void draw_point(Controls &controls, const Misiurewicz *point, MinibrotChoice &choice) {
    const Controls::Unless unless(controls, point != nullptr ? nullptr : texts::why_not::kNoPoint);
    row(controls, texts::minibrot::kPreperiod,
        point != nullptr ? grouped(point->preperiod) : kUnknown);
    row(controls, texts::minibrot::kPeriod, point != nullptr ? grouped(point->period) : kUnknown);
    number_row(controls, texts::common::kReal, "misiurewicz-re",
               point != nullptr ? &point->re : nullptr);
    number_row(controls, texts::common::kImaginary, "misiurewicz-im",
               point != nullptr ? &point->im : nullptr);
    row(controls, texts::minibrot::kTurn,
        point != nullptr ? fmt::format(texts::minibrot::kTurnGrows, short_zoom(point->multiplier),
                                       point->turn_degrees)
                         : kUnknown);
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

void draw_landmarks(Controls &controls, const MinibrotInfo &info, MinibrotChoice &choice) {
    const Controls::Unless unless(controls,
                                  info.possible ? nullptr : texts::minibrot::kNotPossible);
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
    draw_nucleus(controls, info.nucleus, choice);
    controls.heading(texts::minibrot::kMisiurewicz);
    bool clicks = info.clicks_mark;
    if (controls.toggle("misiurewicz-clicks", texts::minibrot::kClickMarks, clicks))
        choice.clicks_mark = clicks;
    controls.note(texts::minibrot::kAboutMisiurewicz);
    draw_point(controls, info.point, choice);
}

} // namespace

MinibrotChoice draw_minibrot_panel(Controls &controls, const MinibrotInfo &info) {
    MinibrotChoice choice;
    controls.heading(texts::minibrot::kMinibrot);
    draw_landmarks(controls, info, choice);
    {
        const Controls::Unless unless(controls,
                                      info.marks > 0 ? nullptr : texts::why_not::kNoMarks);
        choice.clear_marks = controls.button("marks-clear", texts::minibrot::kClearMarks, -1);
    }
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
