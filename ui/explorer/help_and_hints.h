#pragma once
#include "ui/panels/panels.h"

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
    /// Until somebody has put them away, which `settings` keep. As draw_hints of ui/widgets.
    void draw_hints(Controls &controls, UiSettings &settings, float left, float bar);
    void draw_section(Controls &controls);

  private:
    Messages &messages_;
    std::vector<ManualPage> manual_;
    bool open_ = false;
};

} // namespace fathom
