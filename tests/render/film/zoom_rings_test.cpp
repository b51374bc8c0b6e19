#include "render/film/zoom_rings.h"

#include "render/places/navigation.h"

#include <cmath>
#include <gtest/gtest.h>

namespace fathom {
namespace {

struct Case {
    Size size;
    PixelPosition position;
    int samples;
    const char *zoom;
};

const Case kCases[] = {
    {{160, 90}, {80, 45}, 1, "1"},          {{160, 90}, {13.25, 71.5}, 4, "3.7e3"},
    {{161, 91}, {0, 91}, 2, "0.02"},        {{64, 36}, {-20, 50}, 3, "1.4142135623730951"},
    {{320, 180}, {160, 90}, 16, "2.34e51"}, {{320, 180}, {250.5, 20.25}, 4, "9.99e499"}};

ZoomRings rings_of(const Case &c) {
    View fixed;
    fixed.re = Decimal::parse("-0.743643887037158704752191506114774");
    fixed.im = Decimal::parse("0.131825904205311970493132056385139");
    return {fixed, c.position, c.size, c.samples};
}

bool contains(const Region &region, int x, int y) {
    return x >= region.x && x < region.x + region.width && y >= region.y &&
           y < region.y + region.height;
}

/// Whether a part of the ring has the cell.
bool has_cell(const ZoomRings &rings, const Ring &ring, int x, int y) {
    int count = 0;
    for (const Region &region : rings.parts_of(ring))
        count += contains(region, x, y);
    EXPECT_LE(count, 1); // parts do not overlap
    return count == 1;
}

TEST(ZoomRings, LevelsAreFactorsOfTheRootOfTwo) {
    const ZoomRings rings = rings_of(kCases[0]);
    EXPECT_EQ(rings.zoom_of(0).to_string(), "1");
    EXPECT_EQ(rings.zoom_of(2).to_string(), "2");
    EXPECT_EQ(rings.zoom_of(-4).to_string(), "0.25");
    EXPECT_NEAR(rings.zoom_of(7).to_double(), std::pow(2, 3.5), 1e-14);
    EXPECT_NEAR(rings.zoom_of(-3).to_double(), std::pow(2, -1.5), 1e-15);
    EXPECT_NEAR(rings.zoom_of(6645).log10(), 6645 * std::log10(2) / 2, 1e-10);
    for (const int level : {-5, 0, 1, 99, 100, 6645}) {
        const Decimal zoom = rings.zoom_of(level);
        EXPECT_EQ(rings.level_at(zoom), level);
        EXPECT_EQ(rings.level_at(zoom * Decimal::parse("0.9999999999")), level - 1);
        EXPECT_EQ(rings.share_at(zoom), 0);
        EXPECT_NEAR(rings.share_at(zoom * Decimal::parse("1.2071067811865475")), 0.5, 1e-12);
    }
}

TEST(ZoomRings, EveryPixelHasItsCellsAndItsDensity) {
    for (const Case &c : kCases) {
        const ZoomRings rings = rings_of(c);
        for (const char *more : {"1", "1.05", "1.2", "1.41", "1.99"}) {
            const Decimal zoom = Decimal::parse(c.zoom) * Decimal::parse(more);
            const auto of_frame = rings.rings_of(rings.level_at(zoom));
            ASSERT_EQ(of_frame.size(), 5u);
            std::vector<ZoomRings::Axes> axes;
            for (const Ring &ring : of_frame)
                axes.push_back(rings.axes_of(ring, zoom));
            int of_inner = 0;
            for (int row = 0; row < c.size.height; ++row)
                for (int column = 0; column < c.size.width; ++column) {
                    std::size_t at = axes.size() - 1;
                    while (at > 0 && !kernels::has_pixel(axes[at].x, axes[at].y, column, row))
                        --at;
                    of_inner += at > 0;
                    const double side = rings.cells_a_side(of_frame[at], zoom);
                    EXPECT_GE(side * side, c.samples * (1 - 1e-9));
                    EXPECT_LE(side * side, 16 * c.samples * (1 + 1e-9));
                    const int left = kernels::edge_of(axes[at].x, column) >> 8;
                    const int right = (kernels::edge_of(axes[at].x, column + 1) - 1) >> 8;
                    const int top = kernels::edge_of(axes[at].y, row) >> 8;
                    const int bottom = (kernels::edge_of(axes[at].y, row + 1) - 1) >> 8;
                    for (const int x : {left, right})
                        for (const int y : {top, bottom})
                            ASSERT_TRUE(has_cell(rings, of_frame[at], x, y))
                                << c.zoom << " " << more << ": " << column << ", " << row << " in "
                                << at;
                }
            EXPECT_GT(of_inner, 0);
        }
    }
}

// Where a pixel's middle lies in the plane is where its cells lie there.
TEST(ZoomRings, CellsLieWhereThePixelsAre) {
    for (const Case &c : kCases) {
        const ZoomRings rings = rings_of(c);
        const Decimal zoom = Decimal::parse(c.zoom) * Decimal::parse("1.3");
        const View frame = rings.frame_view(zoom);
        for (const Ring &ring : rings.rings_of(rings.level_at(zoom))) {
            const ZoomRings::Axes axes = rings.axes_of(ring, zoom);
            const Size size = rings.size_of(ring);
            const AffineMap to_ring = pixel_offset(frame, c.size, rings.view_of(ring), size);
            for (const auto &[column, row] :
                 {std::pair{0, 0}, {c.size.width - 1, 7}, {50, c.size.height - 1}}) {
                const PixelPosition at = mapped(to_ring, {column + 0.5, row + 0.5});
                const auto place = [](const kernels::CellAxis &axis, int pixel) {
                    return (static_cast<double>(axis.first) +
                            (pixel + 0.5) * static_cast<double>(axis.step)) /
                           4294967296.0;
                };
                EXPECT_NEAR(place(axes.x, column), at.x, 2e-3) << c.zoom;
                EXPECT_NEAR(place(axes.y, row), at.y, 2e-3) << c.zoom;
            }
        }
    }
}

// 2.25 d^2 samples a pixel of the frame in an octave, and the holes' margins.
TEST(ZoomRings, AreFew) {
    const Size size{1920, 1080};
    const ZoomRings rings = rings_of({size, {960, 540}, 4, "1"});
    double samples = 0;
    for (const Ring &ring : {Ring{0, false}, Ring{1, false}, Ring{0, true}, Ring{1, true}})
        for (const Region &region : rings.parts_of(ring))
            samples += static_cast<double>(region.width) * region.height;
    const double pixels = static_cast<double>(size.width) * size.height;
    EXPECT_LT(samples / (4 * pixels), 2.4);
    EXPECT_GT(samples / (4 * pixels), 2.2);
}

} // namespace
} // namespace fathom
