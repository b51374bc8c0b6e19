#pragma once
#include "render/places/navigation.h"
#include "ui/live/small_view.h"

#include <array>
#include <optional>

namespace fathom::ui {

/// Where the visible rectangle lies in a minimap, in the minimap's pixels.
struct VisiblePart {
    std::array<std::pair<double, double>, 4> corners; ///< clockwise from the upper left one
    bool tiny = false;                                ///< too small to be seen: a cross is better
};

/// What `view`, filling a viewport of `size`, covers of a minimap that shows `map` in `map_size`.
VisiblePart visible_part(const View &view, Size size, const View &map, Size map_size);

/// The view that a click at (x, y) on the minimap asks for: that point in the middle, as deep as
/// before, but no deeper than where the surroundings can still be recognised, and as turned as
/// before.
View view_from_map(const View &view, const View &map, Size map_size, double x, double y);

/// A small picture of the whole set of the present formula, drawn once for each.
class Minimap {
  public:
    explicit Minimap(std::function<void()> notify);

    [[nodiscard]] bool visible() const { return visible_; }
    void set_visible(bool visible) { visible_ = visible; }
    /// Asks for the whole set of the location's formula, in its palette.
    void follow(const Location &location, const ColourSettings &colour,
                SmallView::Clock::time_point now);
    SmallView &picture() { return picture_; }
    [[nodiscard]] bool busy() const { return visible_ && picture_.busy(); }
    /// What the picture shows.
    [[nodiscard]] const View &view() const { return view_; }

  private:
    SmallView picture_;
    View view_;
    bool visible_ = false;
};

} // namespace fathom::ui
