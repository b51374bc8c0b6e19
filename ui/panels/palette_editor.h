#pragma once
#include "ui/panels/palette_model.h"

#include <imgui.h>

namespace fathom::ui {

class Controls;

/// Edits a palette: a bar with its gradient, a handle below it for each stop, and the numbers of
/// the stop that is chosen.
class PaletteEditor {
  public:
    [[nodiscard]] bool is_open() const { return open_; }
    void open() { open_ = true; }
    void close() { open_ = false; }
    /// Returns whether the palette has changed. `palette` is the one in use: where it is not the
    /// one that was edited last, the editor takes it over.
    bool draw(Controls &controls, const Palette &palette);
    [[nodiscard]] const Palette &palette() const { return model_.palette(); }
    /// Whether the last draw() had its button pressed that takes a step back (makes it again).
    [[nodiscard]] bool undo_wanted() const { return undo_wanted_; }
    [[nodiscard]] bool redo_wanted() const { return redo_wanted_; }
    /// What is edited was saved under that name.
    void rename(std::string name) { model_.set_name(std::move(name)); }

  private:
    void draw_bar(Controls &controls);
    void press(float x, float width, ImVec2 corner);
    void drag(float x, float width, float away);
    void draw_handles(ImVec2 corner, float width) const;
    void draw_stop(Controls &controls);
    void draw_steps(Controls &controls);
    void draw_walk(Controls &controls);
    void add_beside();
    void take_keys();

    PaletteModel model_;
    bool open_ = false;
    bool removing_ = false; ///< the stop that is dragged is off the bar
    bool undo_wanted_ = false, redo_wanted_ = false;
};

} // namespace fathom::ui
