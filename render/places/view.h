#pragma once
#include "render/numbers/decimal.h"

namespace fathom {

/// Where one is in the plane. Height of the view = 4 / zoom, imaginary axis upwards. A point of the
/// screen dx to the right and dy above the centre shows centre + (dx + i dy) e^(i rotation);
/// mirrored, centre + (dx - i dy) e^(i rotation).
struct View {
    Decimal re = Decimal::parse("-0.75");
    Decimal im;
    Decimal zoom = Decimal::parse("1");
    /// Counter-clockwise turn of the sampled axes about the centre.
    double rotation_degrees = 0.0;
    /// The imaginary axis points downwards, as many programs have it.
    bool mirrored = false;

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
};

/// Distance between neighbouring pixels, 4 / (zoom height), to 20 significant digits, at any depth.
/// height >= 1, zoom > 0.
Decimal exact_pixel_spacing(const View &view, int height);

/// The deepest zoom at which doubles still tell the pixels of this view apart with a margin: where
/// the spacing is 4 units in the last place of a number as large as the centre's coordinates, at
/// least 1 (an orbit grows to that wherever the centre is). height >= 1.
double deepest_zoom_for_f64(const View &view, int height);

} // namespace fathom
