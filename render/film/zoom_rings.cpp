#include "render/film/zoom_rings.h"

#include "render/numbers/rounded.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

namespace fathom::film {
namespace {

constexpr double kFactor = 1.1892071150027210;     // from level to level: the fourth root of 2
constexpr double kLogFactor = 0.07525749891599530; // its log10
constexpr int kLevelsAnOctave = 4;
constexpr int kRings = 8;      // of a frame, at least
constexpr int kMiddleStep = 4; // levels from one that has a middle to the next
constexpr int kThinning = 4;   // of middles each way: kFactor^kRings
constexpr long kDigits = 25;   // of zooms: far more than a double's

/// Rounded down.
constexpr int whole_part(int number, int divisor) {
    return number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor);
}

/// How many levels before a ring's own a frame may lie that shows it.
constexpr int levels_shown(int level) {
    return kRings - 1 + level - kMiddleStep * whole_part(level, kMiddleStep);
}

/// kFactor^levels, of at least 0.
double growth(int levels) {
    double factor = 1;
    for (int i = 0; i < levels % kLevelsAnOctave; ++i)
        factor *= kFactor;
    return std::ldexp(factor, levels / kLevelsAnOctave);
}

Decimal rounded_product(const Decimal &a, const Decimal &b) {
    return (a * b).rounded_to_significant(kDigits);
}

Decimal whole_power_of_two(int exponent) {
    Decimal result = Decimal::from_double(1);
    Decimal square = Decimal::from_double(exponent < 0 ? 0.5 : 2);
    for (int left = std::abs(exponent); left > 0; left /= 2) {
        if (left % 2 != 0)
            result = rounded_product(result, square);
        square = rounded_product(square, square);
    }
    return result;
}

std::int64_t fixed_point(double cells) {
    return std::llround(cells * 4294967296.0);
}

/// What takes vectors in pixels of the screen of `from`, x to the right and y downwards, to those
/// of `to`, whose pixels have the same area.
PlaneMatrix between_screens(const View &from, const View &to) {
    const auto to_plane = [](const View &view) {
        const auto [right, up] = screen_axes(view);
        return PlaneMatrix{right.re, -up.re, right.im, -up.im};
    };
    return inverse(to_plane(to)) * to_plane(from);
}

} // namespace

ZoomRings::ZoomRings(View fixed, const PixelPosition &position, Size size, int samples)
    : fixed_(std::move(fixed)), position_(position), size_(size), samples_(samples) {}

ZoomRings::ZoomRings(std::shared_ptr<const RingWay> way, int samples)
    : ZoomRings(way->anchor(0), way->position(0, 0), way->size(), samples) {
    if (!way->is_straight())
        way_ = std::move(way);
}

int ZoomRings::samples_of(int level) const noexcept {
    const auto after = densities_.upper_bound(level);
    return samples_ * (after == densities_.begin() ? 1 : std::prev(after)->second);
}

double ZoomRings::density_of(int level) const noexcept {
    return std::sqrt(samples_of(level));
}

// The fixed point lies between cells. One that is outside of the frame is inside of the rings,
// which shrink towards it.
ZoomRings::Shape ZoomRings::shape(View turned, const Box &box, double density) {
    Shape result{std::move(turned), {}, {}, {}};
    for (const int middle : {0, 1}) {
        const double cells = density * kFactor / (middle != 0 ? kThinning : 1);
        const auto count = [cells](double pixels) {
            return static_cast<int>(std::ceil(pixels * cells)) + 1;
        };
        result.cells[middle] = cells;
        result.x.before[middle] = count(box.left);
        result.x.after[middle] = count(box.right);
        result.y.before[middle] = count(box.top);
        result.y.after[middle] = count(box.bottom);
    }
    return result;
}

double ZoomRings::begin_of(int level) const {
    return way_->share_of(zoom_of(level));
}

View ZoomRings::turned_at(double share) const {
    View view;
    view.mirrored = fixed_.mirrored;
    way_->turn(view, share);
    return view;
}

double ZoomRings::scale_at(int level, double share) const {
    return std::min(1.0, rounded::exp10(level * kLogFactor - way_->log_zoom_at(share)));
}

// Of the frames between a level's coarsest and the next level's, a degree or less apart; between
// two of these a corner comes farther out by less than the circle does.
ZoomRings::Shape ZoomRings::shape_of(int level) const {
    if (!way_)
        return shape(fixed_,
                     {std::max(position_.x, 0.0), std::max(size_.width - position_.x, 0.0),
                      std::max(position_.y, 0.0), std::max(size_.height - position_.y, 0.0)},
                     density_of(level));
    const double first = begin_of(level);
    const double last = way_->zooms() ? begin_of(level + 1) : 1;
    const View turned = turned_at(first);
    const View end = turned_at(last);
    constexpr double kLeastSteps = 32, kMostDegrees = 360;
    const double turn = std::fabs(end.rotation_degrees - turned.rotation_degrees);
    const double steps = kLeastSteps + std::ceil(std::min(turn, kMostDegrees));
    Box box;
    double farthest = 0, thinnest = 1;
    for (double step = 0; step <= steps; ++step) {
        const double share = first + (last - first) * (step / steps);
        const View frame = turned_at(share);
        const PlaneMatrix to_ring = between_screens(frame, turned);
        const double scale = scale_at(level, share);
        const PixelPosition at = way_->position(first, share);
        for (const double x : {-at.x, size_.width - at.x})
            for (const double y : {-at.y, size_.height - at.y}) {
                const PlaneVector corner = to_ring * PlaneVector{scale * x, scale * y};
                box.left = std::max(box.left, -corner.re);
                box.right = std::max(box.right, corner.re);
                box.top = std::max(box.top, -corner.im);
                box.bottom = std::max(box.bottom, corner.im);
                farthest = std::max(farthest, corner.re * corner.re + corner.im * corner.im);
            }
        if (frame.matrix != turned.matrix)
            thinnest = std::max(thinnest, longest(to_ring) / (kFactor * scale));
    }
    const double arc = turn / steps * (std::numbers::pi / 180);
    const double more = std::sqrt(farthest) * arc * arc / 8;
    for (double *side : {&box.left, &box.right, &box.top, &box.bottom})
        *side += *side > 0 ? more : 0;
    constexpr double kParts = 64; // so that last bits of square roots do not matter
    return shape(turned, box, density_of(level) * std::ceil(thinnest * kParts) / kParts);
}

Decimal ZoomRings::zoom_of(int level) const {
    constexpr const char *kRoots[kLevelsAnOctave] = {"1", "1.189207115002721066717500",
                                                     "1.414213562373095048801689",
                                                     "1.681792830507429086062251"};
    const int octave = whole_part(level, kLevelsAnOctave);
    const Decimal whole = whole_power_of_two(octave);
    const int after = level - kLevelsAnOctave * octave;
    return after == 0 ? whole : rounded_product(whole, Decimal::parse(kRoots[after]));
}

int ZoomRings::level_at(const Decimal &zoom) const {
    auto level = static_cast<int>(std::floor(zoom.log10() / kLogFactor));
    while (zoom_of(level) > zoom)
        --level;
    while (zoom_of(level + 1) <= zoom)
        ++level;
    return level;
}

int ZoomRings::level_ahead(int level, int end) noexcept {
    return level + std::clamp(end - level, -kMiddleStep, kMiddleStep);
}

View ZoomRings::frame_view(const Decimal &zoom) const {
    return frame_view_at(way_ ? way_->share_of(zoom) : 0, zoom);
}

View ZoomRings::frame_view_at(double share, const Decimal &zoom) const {
    View view = fixed_;
    PixelPosition position = position_;
    if (way_) {
        view = way_->anchor(share);
        way_->turn(view, share);
        position = way_->position(share, share);
    }
    view.zoom = zoom;
    return centre_on(view, size_, size_.width - position.x, size_.height - position.y);
}

std::vector<Ring> ZoomRings::rings_of(int level) const {
    const int middle = kMiddleStep * (whole_part(level + kRings - 1, kMiddleStep) + 1);
    std::vector<Ring> rings;
    for (int ring = level; ring < middle; ++ring)
        rings.push_back({ring, false});
    rings.push_back({middle, true});
    return rings;
}

Size ZoomRings::size_of(const Ring &ring) const {
    return shape_of(ring.level).size(ring.middle);
}

View ZoomRings::view_of(const Ring &ring) const {
    const Shape shape = shape_of(ring.level);
    const Size size = shape.size(ring.middle);
    View view = way_ ? way_->anchor(begin_of(ring.level)) : fixed_;
    view.rotation_degrees = shape.turned.rotation_degrees;
    view.matrix = shape.turned.matrix;
    view.zoom = rounded_product(
        zoom_of(ring.level),
        Decimal::from_double(size_.height * shape.cells[ring.middle] / size.height));
    return centre_on(view, size, size.width - shape.x.before[ring.middle],
                     size.height - shape.y.before[ring.middle]);
}

double ZoomRings::reach(int level) const {
    if (!way_)
        return 1;
    const View turned = turned_at(begin_of(level));
    double most = 1;
    constexpr int kMost = kRings + kMiddleStep - 1; // levels of a frame before its middle's
    for (int i = 0; i <= kMost; ++i) {
        const View frame =
            turned_at(way_->zooms() ? begin_of(level - i) : static_cast<double>(i) / kMost);
        if (frame.matrix != turned.matrix)
            most = std::max(most, longest(between_screens(frame, turned)));
    }
    return most * std::numbers::sqrt2; // its diagonal
}

// A pixel that the next level does not cover wholly reaches into it by less than its own side. In
// pixels of the level's coarsest frame.
Region ZoomRings::hole(int level) const {
    const Shape shape = shape_of(level), next = shape_of(level + 1);
    const double cells = shape.cells[0];
    const double pixel = cells * growth(levels_shown(level));
    const double margin = (std::ceil(pixel * reach(level + 1)) + 2) / cells;
    const auto side = [&next](const int(&count)[2]) {
        return std::min(count[0] / next.cells[0], count[1] / next.cells[1]) / kFactor;
    };
    const double half_x = 0.5 * (side(next.x.before) + side(next.x.after)) - margin;
    const double half_y = 0.5 * (side(next.y.before) + side(next.y.after)) - margin;
    if (half_x <= 0 || half_y <= 0)
        return {};
    const PlaneMatrix to_next = way_ ? between_screens(shape.turned, next.turned) : PlaneMatrix{};
    PlaneVector middle =
        inverse(to_next) * PlaneVector{0.5 * (side(next.x.after) - side(next.x.before)),
                                       0.5 * (side(next.y.after) - side(next.y.before))};
    if (way_) { // from its anchor to the next one's
        const double first = begin_of(level), scale = scale_at(level, first);
        const PixelPosition own = way_->position(first, first);
        const PixelPosition other = way_->position(begin_of(level + 1), first);
        middle.re += scale * (other.x - own.x);
        middle.im += scale * (other.y - own.y);
    }
    const double part =
        std::min(half_x / (std::fabs(to_next.a) * half_x + std::fabs(to_next.b) * half_y),
                 half_y / (std::fabs(to_next.c) * half_x + std::fabs(to_next.d) * half_y));
    const Size size = shape.size(false);
    const auto edge = [&](int before, double at, int last) {
        return std::clamp(before + at * cells, 0.0, static_cast<double>(last));
    };
    const auto begin = [](double at) { return static_cast<int>(std::ceil(at)); };
    const auto end = [](double at) { return static_cast<int>(std::floor(at)); };
    const int left = begin(edge(shape.x.before[0], middle.re - part * half_x, size.width));
    const int right = end(edge(shape.x.before[0], middle.re + part * half_x, size.width));
    const int top = begin(edge(shape.y.before[0], middle.im - part * half_y, size.height));
    const int bottom = end(edge(shape.y.before[0], middle.im + part * half_y, size.height));
    return {left, top, right - left, bottom - top};
}

std::vector<Region> ZoomRings::parts_of(const Ring &ring) const {
    const auto [width, height] = size_of(ring);
    const Region hole = ring.middle ? Region{} : this->hole(ring.level);
    if (hole.width <= 0 || hole.height <= 0)
        return {{0, 0, width, height}};
    const int right = hole.x + hole.width, bottom = hole.y + hole.height;
    std::vector<Region> parts = {{0, 0, width, hole.y},
                                 {0, hole.y, hole.x, hole.height},
                                 {right, hole.y, width - right, hole.height},
                                 {0, bottom, width, height - bottom}};
    std::erase_if(parts, [](const Region &part) { return part.width == 0 || part.height == 0; });
    return parts;
}

double ZoomRings::cells_a_side(const Ring &ring, const Decimal &zoom) const {
    const Decimal ratio = divide(zoom_of(ring.level), zoom, kDigits);
    return ratio.to_double() * shape_of(ring.level).cells[ring.middle];
}

bool ZoomRings::is_fine(const Ring &ring, int level) const noexcept {
    constexpr double kFine = 16 - 1e-6; // cells a pixel in the level's deepest frames
    return !ring.middle && samples_of(ring.level) * growth(2 * (ring.level - level)) >= kFine;
}

kernels::PointGrid ZoomRings::grid_of(const Ring &ring, const View &frame) const {
    const Shape shape = shape_of(ring.level);
    const PlaneMatrix turn = between_screens(frame, shape.turned);
    const double side = cells_a_side(ring, frame.zoom);
    // Two points a cell each way: means of noise have up to 5 % more of it than of whole areas.
    constexpr double kPoints = 2;
    const double longer =
        std::sqrt(std::max(turn.a * turn.a + turn.c * turn.c, turn.b * turn.b + turn.d * turn.d));
    kernels::PointGrid grid;
    grid.points = std::clamp(static_cast<int>(std::ceil(kPoints * side * longer)), 1,
                             kernels::kMostPointsASide);
    const double step = side / grid.points;
    grid.xx = fixed_point(turn.a * step);
    grid.xy = fixed_point(turn.b * step);
    grid.yx = fixed_point(turn.c * step);
    grid.yy = fixed_point(turn.d * step);
    const PixelPosition anchor =
        way_ ? way_->position(begin_of(ring.level), way_->share_of(frame.zoom)) : position_;
    const PlaneVector first = turn * PlaneVector{step * (0.5 - grid.points * anchor.x),
                                                 step * (0.5 - grid.points * anchor.y)};
    grid.x = fixed_point(shape.x.before[ring.middle] + first.re);
    grid.y = fixed_point(shape.y.before[ring.middle] + first.im);
    const Size size = shape.size(ring.middle);
    grid.columns = size.width;
    grid.rows = size.height;
    return grid;
}

double ZoomRings::turn_of(const Ring &ring, const View &frame) const {
    if (!way_)
        return 0;
    const double turn = frame.rotation_degrees - turned_at(begin_of(ring.level)).rotation_degrees;
    return frame.mirrored ? -turn : turn;
}

kernels::CellAxis ZoomRings::axis(const Extent &extent, const Ring &ring, double position,
                                  int pixels, double side) const {
    kernels::CellAxis axis;
    axis.cells = extent.before[ring.middle] + extent.after[ring.middle];
    axis.step = fixed_point(side);
    axis.first = fixed_point(extent.before[ring.middle] - position * side);
    const std::int64_t last = fixed_point(axis.cells);
    // Of the pixels from begin on the first that begins inside, and of those the first that ends
    // outside.
    const std::int64_t skipped = axis.first < 0 ? (-axis.first + axis.step - 1) / axis.step : 0;
    const std::int64_t whole = axis.first > last ? 0 : (last - axis.first) / axis.step;
    axis.begin = static_cast<std::int32_t>(std::min<std::int64_t>(skipped, pixels));
    axis.end = static_cast<std::int32_t>(std::clamp<std::int64_t>(whole, axis.begin, pixels));
    return axis;
}

ZoomRings::Axes ZoomRings::axes_of(const Ring &ring, const Decimal &zoom) const {
    const double side = cells_a_side(ring, zoom);
    const Shape shape = shape_of(ring.level);
    Axes axes{axis(shape.x, ring, position_.x, size_.width, side),
              axis(shape.y, ring, position_.y, size_.height, side)};
    if (!ring.middle && ring.level == level_at(zoom)) {
        axes.x.begin = axes.y.begin = 0;
        axes.x.end = size_.width;
        axes.y.end = size_.height;
    }
    return axes;
}

} // namespace fathom::film
