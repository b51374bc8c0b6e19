#include "render/places/view.h"

#include "kernels/base/elementary.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fathom {

ScreenAxes screen_axes(const View &view) {
    const auto [sine, cosine] = kernels::sine_cosine_degrees(view.rotation_degrees);
    const PlaneVector up = view.mirrored ? PlaneVector{sine, -cosine} : PlaneVector{-sine, cosine};
    return {view.matrix * PlaneVector{cosine, sine}, view.matrix * up};
}

Decimal exact_pixel_spacing(const View &view, int height) {
    return divide(Decimal::from_double(4.0), view.zoom * Decimal::from_double(height), 20);
}

double deepest_zoom_for_f64(const View &view, int height) {
    const double largest =
        std::max({1.0, std::fabs(view.re.to_double()), std::fabs(view.im.to_double())});
    const double last_place =
        std::ldexp(std::numeric_limits<double>::epsilon(), std::ilogb(largest));
    return 4.0 / (4.0 * last_place * height) / longest(view.matrix);
}

} // namespace fathom
