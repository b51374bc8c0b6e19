#pragma once
#include "ui/state/ui_settings.h"
#include "ui/widgets/icons.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fathom::ui {

class Controls;

/// A part of the side panel: it draws its controls below the panel's head.
struct SideSection {
    const char *id; ///< in settings and item names
    const char *title;
    Icon icon;
    std::function<void()> draw;
    std::function<void()> draw_below{}; ///< what stays to be seen below it; empty: nothing does
};

/// The panel at the window's left edge: a rail of icons, and beside it one section at a time. It
/// lies over the picture; the place that is shown comes to the middle of the rest.
class SidePanel {
  public:
    SidePanel(Controls &controls, UiSettings &settings)
        : controls_(controls), settings_(settings) {}

    /// Sections show in the order in which they were added.
    void add(SideSection section) { sections_.push_back(std::move(section)); }
    /// Lets the panel be open or not by the width that the window comes with, until a person
    /// decides.
    void fit_to(double window_width_in_ems);
    [[nodiscard]] bool is_open() const;
    /// Whether that section is to be seen.
    [[nodiscard]] bool shows(const std::string &id) const;
    void toggle() { settings_.panel_open = !is_open(); }
    /// Opens the panel at that section.
    void show(const std::string &id);
    /// Likewise, at the section `steps` further, from the last one to the first.
    void show_next(int steps);
    /// Opens the panel, and gives its section the keyboard with the next frame.
    void focus();
    void close() { settings_.panel_open = false; }
    /// Draws it above the `bar` points that the status bar takes. Returns how many points it covers
    /// at the left.
    float draw(float bar);

  private:
    void draw_rail(float height);
    void draw_below();
    void draw_edge(float width, float height);
    [[nodiscard]] const SideSection &section() const;

    Controls &controls_;
    UiSettings &settings_;
    std::vector<SideSection> sections_;
    bool focus_ = false;              ///< the section is to get the keyboard
    std::optional<bool> wide_window_; ///< when it was first seen
};

} // namespace fathom::ui
