#pragma once
#include "ui/live/small_view.h"

#include <optional>

namespace fathom::ui {

/// The Julia set that belongs to a point of a picture of a formula's parameter plane: the point
/// with all its digits is the seed, the view shows the whole set.
Location julia_location(const Location &location, const Decimal &re, const Decimal &im);

/// The way back from a Julia set that nobody entered here: the parameter plane, the seed in the
/// middle.
Location parameter_plane(const Location &julia);

/// A small, live picture of the Julia set of the point under the cursor, and the way into it and
/// back.
class JuliaPreview {
  public:
    explicit JuliaPreview(std::function<void()> notify);

    [[nodiscard]] bool on() const { return on_; }
    void set_on(bool on) { on_ = on; }
    /// The cursor is at a point of the picture of `location`: asks for its Julia set.
    void follow(const Location &location, const Decimal &re, const Decimal &im,
                const ColourSettings &colour, SmallView::Clock::time_point now);
    /// The Julia set that the cursor is at; nothing before the first.
    [[nodiscard]] const std::optional<Location> &set() const { return set_; }
    SmallView &picture() { return picture_; }
    [[nodiscard]] bool busy() const { return on_ && picture_.busy(); }

    /// Somebody goes from `here` into the Julia set `set`: `here` is where return_from() leads.
    void enter_from(const Location &here, const Location &set);
    /// Where to go from the Julia set `julia`: where it was entered from, or, if it is another than
    /// that, its parameter plane. The way in is forgotten.
    [[nodiscard]] Location return_from(const Location &julia);

  private:
    SmallView picture_;
    std::optional<Location> set_;
    std::optional<Location> entered_from_, entered_;
    bool on_ = false;
};

} // namespace fathom::ui
