#pragma once
#include "ui/live/comparison.h"
#include "ui/panels/panels.h"

namespace fathom::ui {

class EnginesInUse;
class Messages;
class Session;
class EngineReports;

/// The comparison of two engines: how it is shown, what differs, and the controls for it.
class ComparedPair {
  public:
    ComparedPair(Messages &messages, Session &session, Background &background, EnginesInUse &in_use,
                 EngineReports &reports);

    void next_mode();
    /// Back to one engine, with nothing left of the two engines' frames.
    void end();
    /// Looks at the pictures that there are now.
    void update();
    /// The picture of the difference; null until it is known.
    [[nodiscard]] const GlTexture *picture() const { return comparison_.picture(); }

    /// What stands in for that picture, if it is to be seen and not known yet.
    void draw_no_difference(BarHeight bar);
    /// The line between two pictures side by side, in column `x` in points. `lit`: the mouse can
    /// take it.
    void draw_divider(float x, BarHeight bar, bool lit);
    /// Of the difference mode. Returns how far it reaches down, in points; 0: it is not shown.
    float draw_result();
    void draw_section(Controls &controls);

  private:
    void show(CompareMode mode);
    [[nodiscard]] CompareInfo info();
    void take(const CompareChoice &choice);

    Messages &messages_;
    Session &session_;
    EnginesInUse &in_use_;
    EngineReports &reports_;
    Comparison comparison_;
    bool logged_difference_ = false; ///< whether the event log knows the present comparison
};

} // namespace fathom::ui
