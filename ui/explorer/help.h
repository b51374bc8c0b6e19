#pragma once
#include "ui/panels/panels.h"

#include <vector>

namespace fathom {

class Messages;

/// The list of keys over the picture, and the section of the side panel with the manual.
class Help {
  public:
    explicit Help(Messages &messages);

    /// Whether the list is open.
    [[nodiscard]] bool open() const { return open_; }
    void set_open(bool open) { open_ = open; }
    /// Draws the list if it is open.
    void draw();
    void draw_section(Controls &controls);

  private:
    Messages &messages_;
    std::vector<ManualPage> manual_;
    bool open_ = false;
};

} // namespace fathom
