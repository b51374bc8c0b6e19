#pragma once
#include "kernels/portable.h"

#include <cmath>

namespace fathom::kernels {

/// Where a pixel lies in the complex plane. Computed in double for every number type and then
/// rounded once, so that float and double views sample the same places.
///   p = x + origin_x (to the right), q = origin_y - y (upwards), both in pixels from the picture's
///   centre c = centre + p * (step_re, step_im) + q * (-step_im, step_re)
/// The origins hold the region's offset, half a pixel and the subpixel offset: multiples of 1/256,
/// so exact.
struct PixelMap {
    double centre_re = 0, centre_im = 0;
    double step_re = 0, step_im = 0; ///< one pixel to the right; (spacing, 0) without rotation
    double origin_x = 0, origin_y = 0;
};

/// Real part of the parameter c of pixel column x, row y. The imaginary part: pixel_im.
FATHOM_INLINE double pixel_re(const PixelMap &map, int x, int y) noexcept {
    const double p = x + map.origin_x;
    const double q = map.origin_y - y;
    return ::fma(p, map.step_re, ::fma(-q, map.step_im, map.centre_re));
}

FATHOM_INLINE double pixel_im(const PixelMap &map, int x, int y) noexcept {
    const double p = x + map.origin_x;
    const double q = map.origin_y - y;
    return ::fma(q, map.step_re, ::fma(p, map.step_im, map.centre_im));
}

} // namespace fathom::kernels
