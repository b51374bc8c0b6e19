#pragma once
#include "kernels/base/pixel_map.h"
#include "kernels/base/scalar_two_ops.h"

namespace fathom::kernels {

/// Where a sample lies, in one of the types that places are computed in.
template <class Number> struct ExactPlace { Number re, im; };

/// A place p pixels to the right of the picture's centre and q above it, to twice a double's
/// digits.
FATHOM_INLINE ExactPlace<Two<double>> place_in_two(const PixelMap &map, double p,
                                                   double q) noexcept {
    using Ops = ScalarOps<Two<double>>;
    const auto part = [&](Two<double> centre, Two<double> right, Two<double> up) {
        const auto sum = Ops::add(Ops::mul(right, Two<double>(p)), Ops::mul(up, Two<double>(q)));
        return Ops::add(Ops::exact_sum_of_ordered(centre.hi, centre.lo), sum);
    };
    const PixelMap::Rest &rest = map.rest;
    return {part({map.centre_re, rest.centre_re}, {map.right_re, rest.right_re},
                 {map.up_re, rest.up_re}),
            part({map.centre_im, rest.centre_im}, {map.right_im, rest.right_im},
                 {map.up_im, rest.up_im})};
}

/// The place of pixel (x, y).
template <class Number>
FATHOM_INLINE ExactPlace<Number> pixel_place(const PixelMap &map, int x, int y) noexcept {
    if constexpr (kIsTwo<Number>)
        return place_in_two(map, x + map.origin_x, map.origin_y - y);
    else
        return {pixel_re(map, x, y), pixel_im(map, x, y)};
}

/// That of a point anywhere in the picture, see point_re.
template <class Number>
FATHOM_INLINE ExactPlace<Number> point_place(const PixelMap &map, PixelPoint point) noexcept {
    if constexpr (kIsTwo<Number>)
        return place_in_two(map, point.x / 256.0 + map.origin_x, map.origin_y - point.y / 256.0);
    else
        return {point_re(map, point), point_im(map, point)};
}

} // namespace fathom::kernels
