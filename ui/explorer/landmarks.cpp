#include "ui/explorer/landmarks.h"

#include "ui/explorer/clipboard.h"
#include "ui/explorer/messages.h"
#include "ui/explorer/view_steering.h"
#include "ui/panels/panel_minibrot.h"
#include "ui/state/number_text.h"
#include "ui/state/session.h"
#include "ui/state/suggested_iterations.h"
#include "ui/texts/minibrot.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fathom::ui {
namespace {

// About a minibrot points need many of its periods to escape.
constexpr std::uint64_t kPeriodsToSeeIt = 10;
// Less than a thousandth shows nowhere.
constexpr double kSeenStretch = 1.001;
// Marks beyond are far outside of the window.
constexpr double kFarthestMark = 1e5;

bool has_minibrots(const FormulaChoice &formula) {
    return is_power(formula.id) && !formula.julia;
}

const char *name_of(Landmarks::Aim aim) {
    switch (aim) {
    case Landmarks::Aim::half_way:
        return "half-way to the minibrot";
    case Landmarks::Aim::julia:
        return "to the embedded Julia set";
    default:
        return "to the minibrot";
    }
}

} // namespace

Landmarks::Landmarks(const UiClock &clock, Messages &messages, Session &session,
                     Background &background, ViewSteering &steering)
    : messages_(messages), session_(session), steering_(steering), search_(background),
      auto_explore_(clock, messages, session, background, steering) {}

void Landmarks::find_minibrot(double x, double y, Aim aim) {
    messages_.note("search");
    search_.find_nucleus(
        places_near(session_.picture(), session_.size(), x, y),
        [this, aim](const Nucleus &nucleus) {
            nucleus_ = nucleus;
            messages_.note(fmt::format("minibrot {}", nucleus.period));
            messages_.say(fmt::format(texts::minibrot::kFound, grouped(nucleus.period),
                                      short_zoom(view_of(nucleus, session_.location().view).zoom)));
            go_to_minibrot(aim);
        },
        [this](const std::string &why) { messages_.complain(why); });
}

void Landmarks::go_half_way(double x, double y) {
    if (nucleus_ && has_minibrots(session_.location().formula) &&
        is_middle(*nucleus_, session_.location().view))
        go_to_minibrot(Aim::half_way);
    else
        find_minibrot(x, y, Aim::half_way);
}

void Landmarks::go_to_minibrot(Aim aim) {
    Location there = session_.location();
    const View from = there.view;
    switch (aim) {
    case Aim::none:
        return;
    case Aim::minibrot:
        there.view = view_of(*nucleus_, from);
        break;
    case Aim::half_way:
        there.view = multiplied_view(*nucleus_, from);
        // Less than a tenth of an octave: nothing would be seen to come back.
        if (there.view.zoom < from.zoom * Decimal::from_double(1.07))
            return messages_.complain(texts::minibrot::kTooDeepToHalve);
        break;
    case Aim::julia:
        there.view = embedded_julia_view(*nucleus_, from);
        break;
    }
    const std::uint64_t wanted =
        std::max(kPeriodsToSeeIt * nucleus_->period, suggested_iterations(there.view.zoom));
    there.iterations = static_cast<decltype(there.iterations)>(
        std::clamp<std::uint64_t>(wanted, there.iterations, LocationLimits::kMaxIterations));
    steering_.go(there, name_of(aim));
}

void Landmarks::unskew(double x, double y) {
    messages_.note("search");
    search_.find_straightening(
        places_near(session_.picture(), session_.size(), x, y),
        [this](const Straightening &straightening) { straighten(straightening); },
        [this](const std::string &why) { messages_.complain(why); });
}

void Landmarks::straighten(const Straightening &straightening) {
    messages_.note(fmt::format("straightened {}", straightening.period));
    Location there = session_.location();
    const PlaneMatrix change = inverse(there.view.matrix) * straightening.matrix;
    if (longest(change) < kSeenStretch)
        return messages_.say(texts::minibrot::kStraightAlready);
    there.view.matrix = straightening.matrix;
    steering_.go(there, "to the straightened view");
}

bool Landmarks::click(double x, double y, bool seen) {
    if (clicks_ == Clicks::morph)
        find_minibrot(x, y, Aim::half_way);
    else if (clicks_ == Clicks::mark && seen)
        mark_misiurewicz(x, y);
    else
        return false;
    return true;
}

void Landmarks::set_morphing(bool on) {
    if (on && !has_minibrots(session_.location().formula))
        return messages_.complain(texts::minibrot::kNoMorphing);
    clicks_ = on ? Clicks::morph : Clicks::nothing;
    messages_.note(on ? "morph on" : "morph off");
    messages_.say(on ? texts::minibrot::kMorphOn : texts::minibrot::kMorphOff);
}

void Landmarks::mark_misiurewicz(double x, double y) {
    messages_.note("search");
    search_.find_misiurewicz(
        places_near(session_.picture(), session_.size(), x, y),
        [this](const Misiurewicz &point) {
            point_ = point;
            messages_.note(fmt::format("misiurewicz {} {}", point.preperiod, point.period));
            add_mark({point.re, point.im,
                      fmt::format(texts::minibrot::kMarkOfPoint, grouped(point.preperiod),
                                  grouped(point.period))});
        },
        [this](const std::string &why) { messages_.complain(why); });
}

void Landmarks::add_mark(Mark mark) {
    mark.formula = session_.location().formula.id;
    const auto same = [&](const Mark &known) {
        return known.re == mark.re && known.im == mark.im && known.formula == mark.formula;
    };
    if (std::none_of(marks_.begin(), marks_.end(), same))
        marks_.push_back(std::move(mark));
}

// A point of the plane is where the middle of a view about it lies.
void Landmarks::draw_marks(double pixel_ratio) const {
    const Size size = session_.size();
    const FormulaChoice &formula = session_.location().formula;
    for (const Mark &mark : marks_) {
        if (formula.julia || mark.formula != formula.id)
            continue; // another plane
        View about = session_.picture_view();
        about.re = mark.re;
        about.im = mark.im;
        const AffineMap map =
            after(steering_.shown(), pixel_offset(about, size, session_.picture_view(), size));
        const auto [x, y] = mapped(map, {0.5 * size.width, 0.5 * size.height});
        if (std::max(std::fabs(x), std::fabs(y)) < kFarthestMark)
            draw_mark({static_cast<float>(x / pixel_ratio), static_cast<float>(y / pixel_ratio)},
                      mark.words);
    }
}

void Landmarks::draw_section(Controls &controls) {
    MinibrotInfo info;
    info.possible = has_minibrots(session_.location().formula);
    info.nucleus = nucleus_ ? &*nucleus_ : nullptr;
    info.point = point_ ? &*point_ : nullptr;
    if (search_.busy())
        info.searching = search_.share();
    info.clicks_mark = clicks_ == Clicks::mark;
    info.morph = morphing();
    info.exploring = auto_explore_.on();
    info.marks = marks_.size();
    follow(draw_minibrot_panel(controls, info));
}

void Landmarks::follow(const MinibrotChoice &choice) {
    const auto [x, y] = session_.viewport().middle();
    if (choice.find)
        find_minibrot(x, y, Aim::none);
    if (choice.half_way)
        go_half_way(x, y);
    if (choice.julia)
        find_minibrot(x, y, Aim::julia);
    if (choice.cancel)
        search_.cancel();
    if (choice.zoom)
        go_to_minibrot(Aim::minibrot);
    if (choice.mark)
        add_mark({nucleus_->re, nucleus_->im,
                  fmt::format(texts::minibrot::kMarkOfPeriod, grouped(nucleus_->period))});
    if (choice.copy)
        copy_minibrot();
    if (choice.centre)
        centre_misiurewicz();
    if (choice.clear_marks)
        marks_.clear();
    if (choice.explore)
        auto_explore_.set_on(*choice.explore);
    if (choice.morph)
        set_morphing(*choice.morph);
    if (choice.clicks_mark)
        clicks_ = *choice.clicks_mark ? Clicks::mark : Clicks::nothing;
}

void Landmarks::copy_minibrot() {
    copy_text(messages_,
              fmt::format("re = \"{}\"\nim = \"{}\"\n", nucleus_->re.to_string(),
                          nucleus_->im.to_string()),
              texts::minibrot::kNucleusCopied);
}

void Landmarks::centre_misiurewicz() {
    Location there = session_.location();
    there.view.re = point_->re;
    there.view.im = point_->im;
    steering_.go(there, "to the Misiurewicz point");
}

} // namespace fathom::ui
