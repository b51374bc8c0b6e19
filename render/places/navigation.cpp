#include "render/places/navigation.h"

#include "kernels/base/elementary.h"
#include "render/base/error.h"
#include "render/numbers/rounded.h"
#include "render/places/picture_size.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace fathom {
namespace {

constexpr long kZoomDigits = 17;

/// A vector on the screen, in pixels: right and up.
struct Offset {
    double right = 0.0;
    double up = 0.0;
};

Offset from_centre(Size size, double x, double y) {
    return {x - 0.5 * size.width, 0.5 * size.height - y};
}

Offset turned(Offset v, double degrees) {
    const auto [sine, cosine] = kernels::sine_cosine_degrees(degrees);
    return {v.right * cosine - v.up * sine, v.right * sine + v.up * cosine};
}

Offset multiplied(const PlaneMatrix &matrix, Offset v) {
    const PlaneVector product = matrix * PlaneVector{v.right, v.up};
    return {product.re, product.im};
}

/// What lies on the screen of a mirrored view is upside down; the same the other way round.
Offset mirrored(Offset v, const View &view) {
    return {v.right, view.mirrored ? -v.up : v.up};
}

/// Moves the centre by what `screen` spans at the given length of a pixel.
void move_centre(View &view, Offset screen, const Decimal &pixel) {
    const auto [right, up] = screen_axes(view);
    const double re = screen.right * right.re + screen.up * up.re;
    const double im = screen.right * right.im + screen.up * up.im;
    view.re = view.re + Decimal::from_double(re) * pixel;
    view.im = view.im + Decimal::from_double(im) * pixel;
}

Decimal clamped(const Decimal &value, const Decimal &low, const Decimal &high) {
    return value < low ? low : high < value ? high : value;
}

View magnified(View view, const Decimal &factor) {
    const ViewLimits limits;
    view.zoom = clamped((view.zoom * factor).rounded_to_significant(kZoomDigits), limits.min_zoom,
                        limits.max_zoom);
    return view;
}

/// Decimals that a picture of that height needs: the place at or below 1e-4 of its pixel's shortest
/// side.
long needed_decimals(const View &view, int height) {
    const Decimal share = Decimal::from_double(1 / longest(view.matrix));
    return 4 - (exact_pixel_spacing(view, height) * share).exponent10();
}

Decimal tidied_coordinate(const Decimal &value, long decimals) {
    const ViewLimits limits;
    return clamped(value.rounded_to(decimals), -limits.max_coordinate, limits.max_coordinate);
}

} // namespace

View tidied(const View &view, int height) {
    View result = magnified(view, Decimal::from_double(1.0));
    const long decimals = needed_decimals(result, height);
    result.re = tidied_coordinate(result.re, decimals);
    result.im = tidied_coordinate(result.im, decimals);
    return result;
}

View zoom_about(const View &view, Size size, double x, double y, double factor) {
    View result = magnified(view, Decimal::from_double(factor));
    move_centre(result, from_centre(size, x, y),
                exact_pixel_spacing(view, size.height) - exact_pixel_spacing(result, size.height));
    const long decimals = needed_decimals(result, size.height);
    result.re = tidied_coordinate(result.re, std::max(decimals, view.re.decimals()));
    result.im = tidied_coordinate(result.im, std::max(decimals, view.im.decimals()));
    return result;
}

View pan_by_pixels(const View &view, Size size, double dx, double dy) {
    View result = view;
    move_centre(result, {-dx, dy}, exact_pixel_spacing(view, size.height));
    return tidied(result, size.height);
}

View centre_on(const View &view, Size size, double x, double y) {
    View result = view;
    move_centre(result, from_centre(size, x, y), exact_pixel_spacing(view, size.height));
    return tidied(result, size.height);
}

View zoom_to_box(const View &view, Size size, double x0, double y0, double x1, double y1) {
    const double width = std::max(1.0, std::fabs(x1 - x0));
    const double height = std::max(1.0, std::fabs(y1 - y0));
    const double factor = std::min(size.width / width, size.height / height);
    View result = view;
    move_centre(result, from_centre(size, 0.5 * (x0 + x1), 0.5 * (y0 + y1)),
                exact_pixel_spacing(view, size.height));
    return tidied(magnified(result, Decimal::from_double(factor)), size.height);
}

View rotate_about(const View &view, Size size, double x, double y, double degrees) {
    constexpr double kUnitsPerDegree = 1e6;
    if (!std::isfinite(degrees))
        throw InputError("a turn has to be a finite number of degrees");
    const double turn = view.mirrored ? -degrees : degrees;
    const Decimal pixel = exact_pixel_spacing(view, size.height);
    const Offset anchor = from_centre(size, x, y);
    View result = view;
    move_centre(result, anchor, pixel);
    const double angle = std::remainder(view.rotation_degrees + std::fmod(turn, 360.0), 360.0);
    result.rotation_degrees = std::round(angle * kUnitsPerDegree) / kUnitsPerDegree;
    move_centre(result, {-anchor.right, -anchor.up}, pixel);
    const long decimals = needed_decimals(result, size.height);
    result.re = tidied_coordinate(result.re, std::max(decimals, view.re.decimals()));
    result.im = tidied_coordinate(result.im, std::max(decimals, view.im.decimals()));
    return result;
}

Decimal power_of_ten(double exponent) {
    if (!(exponent > 20.0 - Decimal::kMaxDigits))
        return {};
    const double whole = std::floor(exponent);
    return Decimal::parse(
        fmt::format("{:.17g}e{}", rounded::exp10(exponent - whole), static_cast<long>(whole)));
}

PixelPosition mapped(const AffineMap &map, const PixelPosition &from) {
    return {map.xx * from.x + map.xy * from.y + map.x0, map.yx * from.x + map.yy * from.y + map.y0};
}

AffineMap inverse(const AffineMap &map) {
    const double determinant = map.xx * map.yy - map.xy * map.yx;
    AffineMap back{.xx = map.yy / determinant,
                   .xy = -map.xy / determinant,
                   .yx = -map.yx / determinant,
                   .yy = map.xx / determinant};
    back.x0 = -(back.xx * map.x0 + back.xy * map.y0);
    back.y0 = -(back.yx * map.x0 + back.yy * map.y0);
    return back;
}

AffineMap after(const AffineMap &second, const AffineMap &first) {
    return {.xx = second.xx * first.xx + second.xy * first.yx,
            .xy = second.xx * first.xy + second.xy * first.yy,
            .x0 = second.xx * first.x0 + second.xy * first.y0 + second.x0,
            .yx = second.yx * first.xx + second.yy * first.yx,
            .yy = second.yx * first.xy + second.yy * first.yy,
            .y0 = second.yx * first.x0 + second.yy * first.y0 + second.y0};
}

AffineMap pixel_offset(const View &from, Size from_size, const View &to, Size to_size) {
    const Decimal from_pixel = exact_pixel_spacing(from, from_size.height);
    const Decimal to_pixel = exact_pixel_spacing(to, to_size.height);
    const double scale = divide(from_pixel, to_pixel, 20).to_double();
    const PlaneMatrix back = to.matrix == PlaneMatrix() ? to.matrix : inverse(to.matrix);
    // What a vector on the one screen is on the other: into the plane and out of it again.
    const auto carried = [&](Offset v) {
        v = mirrored(v, from);
        if (from.matrix == to.matrix)
            return mirrored(turned(v, from.rotation_degrees - to.rotation_degrees), to);
        v = multiplied(from.matrix, turned(v, from.rotation_degrees));
        return mirrored(turned(multiplied(back, v), -to.rotation_degrees), to);
    };
    const Offset right = carried({scale, 0});
    const Offset down = carried({0, -scale});
    const Offset way{divide(from.re - to.re, to_pixel, 20).to_double(),
                     divide(from.im - to.im, to_pixel, 20).to_double()};
    const Offset shift = mirrored(turned(multiplied(back, way), -to.rotation_degrees), to);
    AffineMap map{.xx = right.right, .xy = down.right, .yx = -right.up, .yy = -down.up};
    map.x0 = 0.5 * to_size.width + shift.right - map.xx * 0.5 * from_size.width -
             map.xy * 0.5 * from_size.height;
    map.y0 = 0.5 * to_size.height - shift.up - map.yx * 0.5 * from_size.width -
             map.yy * 0.5 * from_size.height;
    return map;
}

} // namespace fathom
