#include "ui/live/minimap.h"

#include <algorithm>
#include <cmath>

namespace fathom::ui {
namespace {

constexpr Size kMapSize{192, 120};
constexpr double kTiny = 4;
// At the deepest zoom that a click goes to, a tenth of a map's pixel is a tenth of the window.
constexpr double kDeepestFromMap = 100;
constexpr std::uint32_t kMapIterations = 500;

} // namespace

VisiblePart visible_part(const View &view, Size size, const View &map, Size map_size) {
    const AffineMap to_map = pixel_offset(view, size, map, map_size);
    const auto place = [&to_map](double x, double y) {
        const PixelPosition there = mapped(to_map, {x, y});
        return std::pair{there.x, there.y};
    };
    VisiblePart part;
    part.corners = {place(0, 0), place(size.width, 0), place(size.width, size.height),
                    place(0, size.height)};
    const double height = std::hypot(to_map.xy, to_map.yy) * size.height;
    part.tiny = !(height >= kTiny);
    return part;
}

View view_from_map(const View &view, const View &map, Size map_size, double x, double y) {
    const View there = centre_on(map, map_size, x, y);
    View next = view;
    next.re = there.re;
    next.im = there.im;
    const Decimal deepest = Decimal::from_double(kDeepestFromMap);
    if (deepest < next.zoom)
        next.zoom = deepest;
    return next;
}

Minimap::Minimap(std::function<void()> notify) : picture_(kMapSize, 1, std::move(notify)) {}

void Minimap::follow(const Location &location, const ColourSettings &colour,
                     SmallView::Clock::time_point now) {
    Location whole;
    whole.formula = location.formula;
    whole.view = home_view(location.formula);
    whole.iterations = kMapIterations;
    take_automatic_look(whole); // what suits a deep view is one colour here
    whole.palette = location.palette;
    whole.own_palette = location.own_palette;
    view_ = whole.view;
    picture_.show(whole, colour, now);
}

} // namespace fathom::ui
