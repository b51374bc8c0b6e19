#include "ui/explorer/minimap_and_julia.h"

#include "ui/explorer/colour_flow_and_fit.h"
#include "ui/explorer/messages.h"
#include "ui/explorer/view_steering.h"
#include "ui/panels/small_view_panels.h"
#include "ui/state/session.h"
#include "ui/widgets/theme.h"

#include <fmt/format.h>

namespace fathom::ui {
namespace {

// How often a small picture that is being computed is drawn.
constexpr std::chrono::milliseconds kPause{25};

} // namespace

MinimapAndJulia::MinimapAndJulia(Messages &messages, const Session &session, ViewSteering &steering,
                                 const ColourFlowAndFit &colours,
                                 const std::function<void()> &notify)
    : messages_(messages), session_(session), steering_(steering), colours_(colours),
      minimap_(notify), julia_(notify) {}

void MinimapAndJulia::toggle_julia() {
    if (session_.location().formula.julia) {
        julia_.set_on(false);
        steering_.go(julia_.return_from(session_.location()), "back from the Julia set");
        return;
    }
    julia_.set_on(!julia_.on());
    messages_.note(julia_.on() ? "julia on" : "julia off");
}

void MinimapAndJulia::enter_julia() {
    if (!julia_.on() || !julia_.set())
        return;
    const Location set = *julia_.set();
    julia_.enter_from(session_.location(), set);
    julia_.set_on(false);
    steering_.go(set, "into the Julia set");
}

bool MinimapAndJulia::update(UiClock::Time now,
                             const std::optional<std::pair<double, double>> &cursor) {
    if (session_.location().formula.julia)
        julia_.set_on(false); // there is no set of a set
    if (julia_.on() && cursor) {
        const View at =
            centre_on(session_.picture_view(), session_.size(), cursor->first, cursor->second);
        julia_.follow(colours_.lasting_location(), at.re, at.im, session_.colour(), now);
    }
    if (minimap_.visible())
        minimap_.follow(session_.location(), session_.colour(), now);
    const std::uint64_t before = julia_.picture().completed();
    const bool changed = minimap_.picture().update(now) || julia_.picture().update(now);
    if (julia_.picture().completed() != before)
        messages_.note("julia picture");
    return changed;
}

std::optional<UiClock::Time> MinimapAndJulia::next(UiClock::Time now) const {
    if (minimap_.busy() || julia_.busy())
        return now + kPause;
    return std::nullopt;
}

void MinimapAndJulia::draw(float top, ItemLog &items, double pixel_ratio) {
    if (minimap_.visible()) {
        const MinimapChoice choice = draw_minimap(
            minimap_, session_.location().view, session_.viewport().size, top, items, pixel_ratio);
        top = choice.bottom + em(0.5);
        if (choice.clicked)
            go_by_minimap(choice.clicked->first, choice.clicked->second);
    }
    if (julia_.on())
        draw_julia_preview(julia_, top);
}

void MinimapAndJulia::go_by_minimap(double x, double y) {
    messages_.note(fmt::format("minimap {:.1f} {:.1f}", x, y));
    Location there = session_.location();
    there.view = view_from_map(there.view, minimap_.view(), minimap_.picture().size(), x, y);
    steering_.go(there, "by the minimap");
}

} // namespace fathom::ui
