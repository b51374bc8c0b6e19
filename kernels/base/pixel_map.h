#pragma once
#include "kernels/base/portable.h"

#include <cmath>
#include <cstdint>

namespace fathom::kernels {

/// Where a pixel lies in the complex plane. Computed in double for every number type and then
/// rounded once, so that float and double views sample the same places.
///   p = x + origin_x (to the right), q = origin_y - y (upwards), both in pixels from the picture's
///   centre c = centre + p * (step_re, step_im) + q * (-step_im, step_re)
/// The origins hold the region's offset, half a pixel and the subpixel offset: multiples of 1/256,
/// so exact.
struct PixelMap {
    double centre_re = 0, centre_im = 0;
    double right_re = 0, right_im = 0; ///< one pixel to the right; (spacing, 0) without rotation
    double up_re = 0, up_im = 0;       ///< one pixel upwards; (0, spacing) without rotation
    double origin_x = 0, origin_y = 0;

    /// What the exact values are above these: for types of more digits.
    struct Rest {
        double centre_re = 0, centre_im = 0;
        double right_re = 0, right_im = 0;
        double up_re = 0, up_im = 0;
        friend bool operator==(const Rest &, const Rest &) = default;
    } rest{};
    friend bool operator==(const PixelMap &, const PixelMap &) = default;
};

/// A place in a picture in 1/256 of a pixel from the upper left corner, y downwards.
struct PixelPoint {
    std::int32_t x = 0;
    std::int32_t y = 0;
    friend bool operator==(const PixelPoint &, const PixelPoint &) = default;
};

/// Real part of the plane's place of pixel column x, row y. The imaginary part: pixel_im.
FATHOM_INLINE double pixel_re(const PixelMap &map, int x, int y) noexcept {
    const double p = x + map.origin_x;
    const double q = map.origin_y - y;
    return ::fma(p, map.right_re, ::fma(q, map.up_re, map.centre_re));
}

FATHOM_INLINE double pixel_im(const PixelMap &map, int x, int y) noexcept {
    const double p = x + map.origin_x;
    const double q = map.origin_y - y;
    return ::fma(q, map.up_im, ::fma(p, map.right_im, map.centre_im));
}

/// Likewise of a point anywhere in the picture; the map's origins are then those of the corner. All
/// sums before the last are exact.
FATHOM_INLINE double point_re(const PixelMap &map, PixelPoint point) noexcept {
    const double p = point.x / 256.0 + map.origin_x;
    const double q = map.origin_y - point.y / 256.0;
    return ::fma(p, map.right_re, ::fma(q, map.up_re, map.centre_re));
}

FATHOM_INLINE double point_im(const PixelMap &map, PixelPoint point) noexcept {
    const double p = point.x / 256.0 + map.origin_x;
    const double q = map.origin_y - point.y / 256.0;
    return ::fma(q, map.up_im, ::fma(p, map.right_im, map.centre_im));
}

/// Pixels of one row beside each other: the bits of pixel_re and pixel_im with fewer operations.
class PixelRow {
  public:
    /// The row of pixel (x, y).
    FATHOM_INLINE PixelRow(const PixelMap &map, int x, int y) noexcept
        : map_(map), p_(x + map.origin_x), q_(map.origin_y - y),
          row_re_(::fma(q_, map.up_re, map.centre_re)) {}

    /// Of the pixel `i` to the right. p is exact, so it may be summed in any order.
    FATHOM_INLINE double re(int i) const noexcept { return ::fma(p_ + i, map_.right_re, row_re_); }
    FATHOM_INLINE double im(int i) const noexcept {
        // Without rotation the inner product is a zero, which the sum does not notice.
        const double column =
            map_.right_im == 0 ? map_.centre_im : ::fma(p_ + i, map_.right_im, map_.centre_im);
        return ::fma(q_, map_.up_im, column);
    }

  private:
    const PixelMap &map_;
    double p_, q_, row_re_;
};

} // namespace fathom::kernels
