#include "render/film/zoom_rings.h"

#include <algorithm>
#include <cmath>

namespace fathom {
namespace {

constexpr double kFactor = 1.4142135623730951; // from level to level
constexpr int kRings = 4;                      // of a frame
constexpr int kThinning = 4;                   // of its middle each way: kFactor^kRings
constexpr long kDigits = 25;                   // of zooms: far more than a double's

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

} // namespace

ZoomRings::ZoomRings(View fixed, const PixelPosition &position, Size size, int samples)
    : fixed_(std::move(fixed)), position_(position), size_(size), density_(std::sqrt(samples)),
      x_(extent(position.x, size.width)), y_(extent(position.y, size.height)) {}

// The fixed point lies between cells. One that is outside of the frame is inside of the rings,
// which shrink towards it.
ZoomRings::Extent ZoomRings::extent(double position, int pixels) const {
    Extent result;
    for (const int middle : {0, 1}) {
        const double cells = density_ * kFactor / (middle != 0 ? kThinning : 1);
        result.before[middle] = static_cast<int>(std::ceil(std::max(position, 0.0) * cells)) + 1;
        result.after[middle] =
            static_cast<int>(std::ceil(std::max(pixels - position, 0.0) * cells)) + 1;
    }
    return result;
}

Decimal ZoomRings::zoom_of(int level) const {
    const int octave = level >= 0 ? level / 2 : -((1 - level) / 2);
    const Decimal whole = whole_power_of_two(octave);
    return level == 2 * octave
               ? whole
               : rounded_product(whole, Decimal::parse("1.414213562373095048801689"));
}

int ZoomRings::level_at(const Decimal &zoom) const {
    auto level = static_cast<int>(std::floor(zoom.log10() / std::log10(kFactor)));
    while (zoom_of(level) > zoom)
        --level;
    while (zoom_of(level + 1) <= zoom)
        ++level;
    return level;
}

double ZoomRings::share_at(const Decimal &zoom) const {
    const double ratio = divide(zoom, zoom_of(level_at(zoom)), kDigits).to_double();
    return std::clamp((ratio - 1) / (kFactor - 1), 0.0, 1.0);
}

View ZoomRings::frame_view(const Decimal &zoom) const {
    View view = fixed_;
    view.zoom = zoom;
    return centre_on(view, size_, size_.width - position_.x, size_.height - position_.y);
}

std::vector<Ring> ZoomRings::rings_of(int level) const {
    std::vector<Ring> rings;
    for (int i = 0; i < kRings; ++i)
        rings.push_back({level + i, false});
    rings.push_back({level + kRings, true});
    return rings;
}

Size ZoomRings::size_of(const Ring &ring) const noexcept {
    return {x_.before[ring.middle] + x_.after[ring.middle],
            y_.before[ring.middle] + y_.after[ring.middle]};
}

View ZoomRings::view_of(const Ring &ring) const {
    const Size size = size_of(ring);
    // A cell is 1 / (density sqrt(2)) of a pixel of the level's coarsest frame, or four times that.
    const double factor =
        size_.height * density_ * kFactor / ((ring.middle ? kThinning : 1) * size.height);
    View view = fixed_;
    view.zoom = rounded_product(zoom_of(ring.level), Decimal::from_double(factor));
    return centre_on(view, size, size.width - x_.before[ring.middle],
                     size.height - y_.before[ring.middle]);
}

// A pixel that the next level does not cover wholly reaches into it by less than its own side,
// which is at most kFactor^kRings times the density.
ZoomRings::Hole ZoomRings::hole(const Extent &extent) const {
    const int margin = static_cast<int>(std::ceil(kThinning * density_)) + 2;
    const double before = std::min(extent.before[0], kThinning * extent.before[1]) / kFactor;
    const double after = std::min(extent.after[0], kThinning * extent.after[1]) / kFactor;
    return {static_cast<int>(std::ceil(extent.before[0] - before)) + margin,
            static_cast<int>(std::floor(extent.before[0] + after)) - margin};
}

std::vector<Region> ZoomRings::parts_of(const Ring &ring) const {
    const Size size = size_of(ring);
    const Hole x = hole(x_), y = hole(y_);
    if (ring.middle || x.begin >= x.end || y.begin >= y.end)
        return {{0, 0, size.width, size.height}};
    return {{0, 0, size.width, y.begin},
            {0, y.begin, x.begin, y.end - y.begin},
            {x.end, y.begin, size.width - x.end, y.end - y.begin},
            {0, y.end, size.width, size.height - y.end}};
}

double ZoomRings::cells_a_side(const Ring &ring, const Decimal &zoom) const {
    const Decimal ratio = divide(zoom_of(ring.level), zoom, kDigits);
    return ratio.to_double() * (density_ * kFactor) / (ring.middle ? kThinning : 1);
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
    Axes axes{axis(x_, ring, position_.x, size_.width, side),
              axis(y_, ring, position_.y, size_.height, side)};
    if (!ring.middle && ring.level == level_at(zoom)) {
        axes.x.begin = axes.y.begin = 0;
        axes.x.end = size_.width;
        axes.y.end = size_.height;
    }
    return axes;
}

} // namespace fathom
