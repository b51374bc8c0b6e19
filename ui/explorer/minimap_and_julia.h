#pragma once
#include "ui/live/julia_preview.h"
#include "ui/live/minimap.h"
#include "ui/state/ui_clock.h"

#include <functional>
#include <optional>
#include <utility>

namespace fathom::ui {

class ItemLog;
class ColourFlowAndFit;
class Messages;
class Session;
class ViewSteering;

/// The small pictures in the upper right corner, and where clicks on them lead: the minimap, and
/// the Julia set of the point under the mouse.
class MinimapAndJulia {
  public:
    /// `notify` is called from their engines' threads.
    MinimapAndJulia(Messages &messages, const Session &session, ViewSteering &steering,
                    const ColourFlowAndFit &colours, const std::function<void()> &notify);

    [[nodiscard]] bool minimap_visible() const { return minimap_.visible(); }
    void show_minimap(bool visible) { minimap_.set_visible(visible); }
    /// From a plane: the preview on or off. In a Julia set: back to where it came from.
    void toggle_julia();
    [[nodiscard]] bool julia_on() const { return julia_.on(); }
    void close_julia() { julia_.set_on(false); }
    /// Goes to the Julia set in the preview, if there is one.
    void enter_julia();

    /// Follows the session and the mouse: `cursor` in pixels, empty where a panel has it. Returns
    /// whether a picture has changed.
    bool update(UiClock::Time now, const std::optional<std::pair<double, double>> &cursor);
    /// When update() wants to be called next, if it does.
    [[nodiscard]] std::optional<UiClock::Time> next(UiClock::Time now) const;
    /// `top` points below the window's upper edge.
    void draw(float top, ItemLog &items, double pixel_ratio);

  private:
    void go_by_minimap(double x, double y);

    Messages &messages_;
    const Session &session_;
    ViewSteering &steering_;
    const ColourFlowAndFit &colours_;
    Minimap minimap_;
    JuliaPreview julia_;
};

} // namespace fathom::ui
