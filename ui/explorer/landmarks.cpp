#include "ui/explorer/landmarks.h"

#include "ui/explorer/clipboard.h"
#include "ui/explorer/messages.h"
#include "ui/explorer/view_steering.h"
#include "ui/panels/panel_minibrot.h"
#include "ui/state/number_text.h"
#include "ui/state/session.h"
#include "ui/state/suggested_iterations.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fathom {
namespace {

// About a minibrot points need many of its periods to escape.
constexpr std::uint64_t kPeriodsToSeeIt = 10;
// Marks beyond are far outside of the window.
constexpr double kFarthestMark = 1e5;

bool has_minibrots(const FormulaChoice &formula) {
    return is_power(formula.id) && !formula.julia;
}

} // namespace

Landmarks::Landmarks(Messages &messages, Session &session, Background &background,
                     ViewSteering &steering)
    : messages_(messages), session_(session), steering_(steering), search_(background) {}

void Landmarks::find_minibrot(double x, double y, bool go) {
    messages_.note("search");
    search_.find_nucleus(
        places_near(session_.location(), session_.size(), x, y),
        [this, go](const Nucleus &nucleus) {
            nucleus_ = nucleus;
            messages_.note(fmt::format("minibrot {}", nucleus.period));
            messages_.say(fmt::format("Minibrot of period {}, zoom {}", grouped(nucleus.period),
                                      short_zoom(view_of(nucleus, session_.location().view).zoom)));
            if (go)
                zoom_to_minibrot();
        },
        [this](const std::string &why) { messages_.complain(why); });
}

void Landmarks::zoom_to_minibrot() {
    Location there = session_.location();
    there.view = view_of(*nucleus_, there.view);
    const std::uint64_t wanted =
        std::max(kPeriodsToSeeIt * nucleus_->period, suggested_iterations(there.view.zoom));
    there.iterations = static_cast<decltype(there.iterations)>(
        std::clamp<std::uint64_t>(wanted, there.iterations, LocationLimits::kMaxIterations));
    steering_.go(there, "to the minibrot");
}

void Landmarks::mark_misiurewicz(double x, double y) {
    messages_.note("search");
    search_.find_misiurewicz(
        places_near(session_.location(), session_.size(), x, y),
        [this](const Misiurewicz &point) {
            point_ = point;
            messages_.note(fmt::format("misiurewicz {} {}", point.preperiod, point.period));
            add_mark({point.re, point.im,
                      fmt::format("M {}, {}", grouped(point.preperiod), grouped(point.period))});
        },
        [this](const std::string &why) { messages_.complain(why); });
}

void Landmarks::add_mark(Mark mark) {
    const auto same = [&](const Mark &known) { return known.re == mark.re && known.im == mark.im; };
    if (std::none_of(marks_.begin(), marks_.end(), same))
        marks_.push_back(std::move(mark));
}

// A point of the plane is where the middle of a view about it lies.
void Landmarks::draw_marks(double pixel_ratio) const {
    const Size size = session_.size();
    for (const Mark &mark : marks_) {
        View about = session_.location().view;
        about.re = mark.re;
        about.im = mark.im;
        const AffineMap map = after(steering_.glide().map(),
                                    pixel_offset(about, size, session_.location().view, size));
        const double x = map.xx * size.width / 2 + map.xy * size.height / 2 + map.x0;
        const double y = map.yx * size.width / 2 + map.yy * size.height / 2 + map.y0;
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
    info.clicks_mark = clicks_mark_;
    info.marks = marks_.size();
    const MinibrotChoice choice = draw_minibrot_panel(controls, info);
    const Size size = session_.size();
    if (choice.find)
        find_minibrot(0.5 * size.width, 0.5 * size.height, false);
    if (choice.cancel)
        search_.cancel();
    if (choice.zoom)
        zoom_to_minibrot();
    if (choice.mark)
        add_mark({nucleus_->re, nucleus_->im, fmt::format("period {}", grouped(nucleus_->period))});
    if (choice.copy)
        copy_minibrot();
    if (choice.centre)
        centre_misiurewicz();
    if (choice.clear_marks)
        marks_.clear();
    clicks_mark_ = choice.clicks_mark.value_or(clicks_mark_);
}

void Landmarks::copy_minibrot() {
    copy_text(messages_,
              fmt::format("re = \"{}\"\nim = \"{}\"\n", nucleus_->re.to_string(),
                          nucleus_->im.to_string()),
              "The minibrot's nucleus was copied.");
}

void Landmarks::centre_misiurewicz() {
    Location there = session_.location();
    there.view.re = point_->re;
    there.view.im = point_->im;
    steering_.go(there, "to the Misiurewicz point");
}

} // namespace fathom
