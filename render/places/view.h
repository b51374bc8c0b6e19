#pragma once
#include "render/numbers/decimal.h"
#include "render/places/plane_matrix.h"

namespace fathom {

/// Where one is in the plane. Height of the view = 4 / zoom, imaginary axis upwards. A point of the
/// screen dx to the right and dy above the centre shows centre + matrix (dx + i dy) e^(i rotation);
/// mirrored, centre + matrix (dx - i dy) e^(i rotation).
struct View {
    Decimal re = Decimal::parse("-0.75");
    Decimal im;
    Decimal zoom = Decimal::parse("1");
    /// Counter-clockwise turn of the sampled axes about the centre.
    double rotation_degrees = 0.0;
    /// The imaginary axis points downwards, as many programs have it.
    bool mirrored = false;
    /// Stretches and skews; is_view_matrix(). It comes last, so that a turn of the screen is the
    /// rotation's alone.
    PlaneMatrix matrix = {};

    /// Exactly the same place.
    friend bool operator==(const View &, const View &) = default;
};

/// The bounds in which views live; a file or option outside is refused, navigation stops there. The
/// widest view holds nothing but the far outside; the deepest is as far as the coordinates' digits
/// are planned for.
struct ViewLimits {
    Decimal min_zoom = Decimal::parse("1e-3");
    Decimal max_zoom = Decimal::parse("1e100000");
    Decimal max_coordinate = Decimal::parse("10000"); ///< for |re| and |im|
    double max_rotation_degrees = 36'000.0;           ///< either way
    double max_stretch = 1000.0;                      ///< longest() of the matrix
};

/// What a step to the right on the screen is in the plane, and one upwards; in the same unit, in
/// which they have length 1 without a matrix.
struct ScreenAxes {
    PlaneVector right, up;
};
ScreenAxes screen_axes(const View &view);

/// Distance between neighbouring pixels, 4 / (zoom height), to 20 significant digits, at any depth;
/// in a stretched view the square root of a pixel's area. height >= 1, zoom > 0.
Decimal exact_pixel_spacing(const View &view, int height);

/// The deepest zoom at which doubles still tell the pixels of this view apart with a margin: where
/// the shortest spacing is 4 units in the last place of a number as large as the centre's
/// coordinates, at least 1 (an orbit grows to that wherever the centre is). height >= 1.
double deepest_zoom_for_f64(const View &view, int height);

} // namespace fathom
