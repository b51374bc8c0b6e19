#pragma once
#include "ui/panels/panels.h"
#include "ui/state/ui_clock.h"

#include <vector>

namespace fathom {

class Messages;

/// The list of keys over the picture, the words for a first start, and the section of the side
/// panel with the manual.
class HelpAndHints {
  public:
    explicit HelpAndHints(Messages &messages);

    /// Whether the list is open.
    [[nodiscard]] bool open() const { return open_; }
    void set_open(bool open) { open_ = open; }
    /// Draws the list if it is open.
    void draw();
    /// For a minute, or until somebody has put them away, which `settings` keep. As draw_hints of
    /// ui/widgets; returns the points from the window's lower edge that are taken.
    float draw_hints(Controls &controls, UiSettings &settings, float left, float bar,
                     UiClock::Time now);
    /// Puts them away once their time is over. Returns whether it has just done so.
    bool expire(UiSettings &settings, UiClock::Time now);
    /// When that will be, if they are to be seen.
    [[nodiscard]] std::optional<UiClock::Time> next_expiry() const { return until_; }
    void draw_section(Controls &controls);

  private:
    void put_away(UiSettings &settings);

    Messages &messages_;
    std::vector<ManualPage> manual_;
    bool open_ = false;
    std::optional<UiClock::Time> until_; ///< when the hints go by themselves
};

} // namespace fathom
