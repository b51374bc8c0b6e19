#pragma once
#include "ui/panels/panels.h"
#include "ui/state/command.h"
#include "ui/state/ui_clock.h"
#include "ui/widgets/search_field.h"

#include <vector>

namespace fathom::ui {

class Messages;

/// The list of keys over the picture, the words for a first start, and the section of the side
/// panel with the manual.
class HelpAndHints {
  public:
    explicit HelpAndHints(Messages &messages);

    /// Whether the list is open.
    [[nodiscard]] bool open() const { return open_; }
    /// The field that searches it has the keyboard then.
    void set_open(bool open);
    /// Draws the list if it is open.
    void draw(ItemLog &items, double pixel_ratio);
    /// For a minute, or until somebody has put them away, which `settings` keep. As draw_hints of
    /// ui/widgets; returns the points from the window's lower edge that are taken.
    float draw_hints(Controls &controls, UiSettings &settings, float left, float bar,
                     UiClock::Time now);
    /// What they tell of was used: they fade.
    void see(const Command &command, UiClock::Time now);
    [[nodiscard]] bool fading() const { return fading_; }
    /// Puts them away once their time is over. Returns whether it has just done so.
    bool expire(UiSettings &settings, UiClock::Time now);
    /// When that will be, if they are to be seen.
    [[nodiscard]] std::optional<UiClock::Time> next_expiry() const { return until_; }
    void draw_section(Controls &controls);

  private:
    void put_away(UiSettings &settings);
    void find();

    Messages &messages_;
    std::vector<ManualPage> manual_;
    std::vector<ManualLine> lines_; ///< of the manual, once it was searched
    SearchField search_;
    std::string found_words_; ///< of found_
    HelpMatches found_;
    bool open_ = false;
    bool fading_ = false;
    std::optional<UiClock::Time> until_; ///< when the hints go by themselves
};

} // namespace fathom::ui
