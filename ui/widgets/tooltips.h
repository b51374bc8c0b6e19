#pragma once
#include "ui/state/ui_clock.h"

#include <optional>
#include <string>
#include <string_view>

namespace fathom::ui {

/// The words for a control; null if there are none.
const char *find_tooltip(std::string_view control);

/// Shows the words for what the mouse rests on.
class TooltipTimer {
  public:
    /// Right after each ImGui item, over which the mouse is or not.
    void show_for_last_item(const std::string &control, const char *words, bool hovered,
                            UiClock::Time now);
    /// Until the mouse or the focus is elsewhere, nothing is shown any more.
    void put_away() { away_ = control_; }
    /// When a tooltip is to appear that does not stand yet.
    [[nodiscard]] std::optional<UiClock::Time> next_change() const;

  private:
    std::string control_; ///< that the mouse is over; empty: none
    std::string away_;    ///< that one was put away for
    UiClock::Time since_{};
    bool shown_ = false;
    int seen_in_frame_ = 0;
};

} // namespace fathom::ui
