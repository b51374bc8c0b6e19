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

/// Pixels of one row beside each other: the bits of pixel_re and pixel_im with fewer operations.
class PixelRow {
  public:
    /// The row of pixel (x, y).
    FATHOM_INLINE PixelRow(const PixelMap &map, int x, int y) noexcept
        : map_(map), p_(x + map.origin_x), q_(map.origin_y - y),
          row_re_(::fma(-q_, map.step_im, map.centre_re)) {}

    /// Of the pixel `i` to the right. p is exact, so it may be summed in any order.
    FATHOM_INLINE double re(int i) const noexcept { return ::fma(p_ + i, map_.step_re, row_re_); }
    FATHOM_INLINE double im(int i) const noexcept {
        // Without rotation the inner product is a zero, which the sum does not notice.
        const double column =
            map_.step_im == 0 ? map_.centre_im : ::fma(p_ + i, map_.step_im, map_.centre_im);
        return ::fma(q_, map_.step_re, column);
    }

  private:
    const PixelMap &map_;
    double p_, q_, row_re_;
};

} // namespace fathom::kernels
