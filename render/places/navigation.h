#pragma once
#include "render/places/view.h"

#include <cstddef>
#include <deque>
#include <utility>

namespace fathom {

struct Size;

// Pure functions from a view and a move to the next view. Positions (x, y) are continuous, in
// pixels of a picture of the given size: (0, 0) is its upper left corner, (width, height) its lower
// right one, y grows downwards.
//
// A move is computed in double relative to the pixel spacing and added exactly. Then the centre is
// rounded to the decimal place at or below 1e-4 of the new spacing and the zoom to 17 significant
// digits, so that texts are as long as the depth needs and no longer; but zooming about a point
// keeps the digits that are there, so that zooming out and in again leads back. Results stay within
// ViewLimits. Arguments are finite, else InputError.

/// `view` moved to the nearest one within ViewLimits, rounded as above for a picture of that
/// height.
View tidied(const View &view, int height);

/// Magnifies by `factor` > 0; the point of the plane under (x, y) stays there.
View zoom_about(const View &view, Size size, double x, double y, double factor);

/// The plane follows a drag by (dx, dy) pixels.
View pan_by_pixels(const View &view, Size size, double dx, double dy);

/// The point under (x, y) comes to the centre.
View centre_on(const View &view, Size size, double x, double y);

/// The box between the corners (x0, y0) and (x1, y1), in any order, comes to the centre, as large
/// as it fits. A side shorter than a pixel counts as one pixel.
View zoom_to_box(const View &view, Size size, double x0, double y0, double x1, double y1);

/// The picture turns clockwise by `degrees`, as seen on the screen, about the point under (x, y),
/// which stays there. The angle is rounded to 1e-6 degrees and kept within -180 to 180.
View rotate_about(const View &view, Size size, double x, double y, double degrees);

/// 10^exponent to 17 digits, also beyond doubles; 0 below what a Decimal's text holds. The exponent
/// is at most 1e5.
Decimal power_of_ten(double exponent);

/// x' = xx x + xy y + x0, y' = yx x + yy y + y0.
struct AffineMap {
    double xx = 1.0, xy = 0.0, x0 = 0.0;
    double yx = 0.0, yy = 1.0, y0 = 0.0;
};

/// A position in a picture, in pixels from its upper left corner.
struct PixelPosition {
    double x = 0, y = 0;
};

PixelPosition mapped(const AffineMap &map, const PixelPosition &from);
/// The map that leads back; `map` has to have an inverse.
AffineMap inverse(const AffineMap &map);
/// First `first`, then `second`.
AffineMap after(const AffineMap &second, const AffineMap &first);

/// Where a position of one picture lies in another: maps positions under `from` to those of the
/// same point of the plane under `to`, for warping the last picture into the next. The entries
/// overflow to infinities where the views are more than about 1e300 pixels or magnifications apart.
AffineMap pixel_offset(const View &from, Size from_size, const View &to, Size to_size);

/// The places visited, as in a browser: visiting after going back forgets what was ahead. Keeps the
/// last 1000. A place is a View or what holds one, and can be compared.
template <class Place> class History {
  public:
    static constexpr std::size_t kCapacity = 1000;

    explicit History(Place first) { places_.push_back(std::move(first)); }

    [[nodiscard]] const Place &current() const { return places_[at_]; }
    [[nodiscard]] bool can_go_back() const { return at_ > 0; }
    [[nodiscard]] bool can_go_forward() const { return at_ + 1 < places_.size(); }

    /// Makes `place` the current one; nothing if it is already.
    void visit(Place place) {
        if (place == current()) {
            return;
        }
        places_.erase(places_.begin() + static_cast<std::ptrdiff_t>(at_) + 1, places_.end());
        places_.push_back(std::move(place));
        if (places_.size() > kCapacity) {
            places_.pop_front();
        }
        at_ = places_.size() - 1;
    }
    /// The current place is this one instead; those before and after it stay.
    void amend(Place place) { places_[at_] = std::move(place); }
    /// The last place before the current one that is such, or null.
    template <class Is> [[nodiscard]] const Place *last_before(Is is) const {
        for (std::size_t at = at_; at-- > 0;)
            if (is(places_[at]))
                return &places_[at];
        return nullptr;
    }
    /// Where the current place is, to go() back to; until the next visit().
    [[nodiscard]] std::size_t position() const { return at_; }
    void go(std::size_t position) { at_ = position; }
    /// Steps to the place before (after) the current one, and returns the now current one; stays at
    /// the ends.
    const Place &back() {
        at_ -= can_go_back() ? 1 : 0;
        return current();
    }
    const Place &forward() {
        at_ += can_go_forward() ? 1 : 0;
        return current();
    }

  private:
    std::deque<Place> places_;
    std::size_t at_ = 0;
};

using ViewHistory = History<View>;

} // namespace fathom
