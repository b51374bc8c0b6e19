#pragma once
#include "ui/widgets/tab_stops.h"
#include "ui/widgets/tooltips.h"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace fathom::ui {

class EventLog;

/// Knows the panels' controls by name. It shows their tooltips, and it tells the event log where
/// they are, as 'item NAME X Y' (the middle, in pixels), whenever one has moved: so that a test can
/// click what it names, and which of them keys lead to, as 'focus NAME'. A control without a
/// tooltip is told there as 'no tooltip NAME'. Each is a stop of Tab.
class ItemLog {
  public:
    ItemLog(EventLog &log, const UiClock &clock) : log_(log), clock_(clock) {}
    /// Of the ImGui item that was drawn last. `pixel_ratio`: pixels to an ImGui unit. `words`: its
    /// tooltip instead of the usual one.
    void note_last_item(const std::string &name, double pixel_ratio, const char *words = nullptr);
    /// Likewise of text in a panel that leaves the mouse to the picture: no stop of Tab.
    void note_passive_item(const std::string &name, double pixel_ratio);
    TabStops &tab_stops() { return tab_stops_; }
    /// A key says that the tooltip has been read, or is in the way.
    void put_tooltip_away() { tooltip_.put_away(); }
    /// When a tooltip is to appear although nothing happens.
    [[nodiscard]] std::optional<UiClock::Time> next_change() const {
        return tooltip_.next_change();
    }

  private:
    void show_tooltip(const std::string &name, bool hovered, const char *words = nullptr);
    void note_place(const std::string &name, double pixel_ratio);
    void note_focus(const std::string &name);

    EventLog &log_;
    const UiClock &clock_;
    TooltipTimer tooltip_;
    TabStops tab_stops_;
    std::string focus_; ///< the name of what has it
    std::map<std::string, std::pair<int, int>> places_;
    std::set<std::string> without_tooltip_;
};

} // namespace fathom::ui
