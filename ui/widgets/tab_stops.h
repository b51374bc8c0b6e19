#pragma once
#include <imgui.h>
#include <optional>
#include <vector>

struct ImGuiWindow;

namespace fathom::ui {

/// Where the Tab key leads: to each control in the order in which they are drawn, and to a list, a
/// grid or a row of tabs as a whole, in which arrows go on. Dear ImGui's own Tab knows text fields
/// alone. An open list and a dialog keep Tab for themselves; all other panels are one round.
class TabStops {
  public:
    /// After ImGui::NewFrame: what is drawn from here on are the stops.
    void begin_frame();
    /// The ImGui item that was drawn last is one, if keys can do anything with it.
    void add_last_item();
    /// What is added from here on is one stop. Groups do not nest.
    void begin_group();
    void end_group() { in_group_ = false; }
    /// The item that is added next is where Tab enters its group; otherwise at the first in sight.
    void enter_at_next() { enters_next_ = true; }
    /// Between frames: goes to the next stop (1) or the one before (-1), shows the focus there and
    /// scrolls it into sight with the next frames. Returns whether there is any to go to.
    bool move(int direction);

  private:
    struct Stop {
        ImGuiID id = 0;
        const ImGuiWindow *surface = nullptr; ///< see surface_of
        int group = 0;                        ///< equal for those that are one
        bool enabled = true;
        bool enters = false;
        bool visible = false;
    };
    [[nodiscard]] std::optional<std::size_t> present() const;
    [[nodiscard]] std::size_t entry_of(std::size_t at) const;

    std::vector<Stop> stops_;
    std::size_t last_ = 0; ///< where the focus was last
    int group_ = 0;
    bool in_group_ = false;
    bool enters_next_ = false;
    std::optional<ImGuiID> wanted_; ///< where the focus is to go
    bool tried_ = false;            ///< in the present frame
};

} // namespace fathom::ui
