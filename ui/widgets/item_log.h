#pragma once
#include "ui/widgets/tooltips.h"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace fathom {

class EventLog;

/// Knows the panels' controls by name. It shows their tooltips, and it tells the event log where
/// they are, as 'item NAME X Y' (the middle, in pixels), whenever one has moved: so that a test can
/// click what it names. A control without a tooltip is told there as 'no tooltip NAME'.
class ItemLog {
  public:
    ItemLog(EventLog &log, const UiClock &clock) : log_(log), clock_(clock) {}
    /// Of the ImGui item that was drawn last. `pixel_ratio`: pixels to an ImGui unit.
    void note_last_item(const std::string &name, double pixel_ratio);
    /// When a tooltip is to appear although nothing happens.
    [[nodiscard]] std::optional<UiClock::Time> next_change() const {
        return tooltip_.next_change();
    }

  private:
    void note_place(const std::string &name, double pixel_ratio);

    EventLog &log_;
    const UiClock &clock_;
    TooltipTimer tooltip_;
    std::map<std::string, std::pair<int, int>> places_;
    std::set<std::string> without_tooltip_;
};

} // namespace fathom
