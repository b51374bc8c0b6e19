#include "render/film/zoom_rings.h"

#include "render/film/flight_way.h"
#include "render/film/zoom_way.h"
#include "render/places/navigation.h"

#include <cmath>
#include <gtest/gtest.h>

namespace fathom::film::zoom_rings_test {

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

/// Whether one of a ring's parts has the cell.
bool has_cell(const std::vector<Region> &parts, int x, int y) {
    int count = 0;
    for (const Region &region : parts)
        count += contains(region, x, y);
    EXPECT_LE(count, 1); // parts do not overlap
    return count == 1;
}

/// An octave's rings and its middle.
constexpr Ring kOctave[] = {{40, false}, {41, false}, {42, false}, {43, false}, {40, true}};

/// The parts of each of those rings.
std::vector<std::vector<Region>> parts_of(const ZoomRings &rings, const std::vector<Ring> &which) {
    std::vector<std::vector<Region>> parts;
    for (const Ring &ring : which)
        parts.push_back(rings.parts_of(ring));
    return parts;
}

/// Dense and thin levels among those of frames of that level.
RingDensities mixed(int level) {
    return {{level - 3, 2}, {level + 1, 4}, {level + 2, 1}, {level + 5, 2}, {level + 8, 4}};
}

TEST(ZoomRings, LevelsAreFourInAnOctave) {
    const ZoomRings rings = rings_of(kCases[0]);
    EXPECT_EQ(rings.zoom_of(0).to_string(), "1");
    EXPECT_EQ(rings.zoom_of(4).to_string(), "2");
    EXPECT_EQ(rings.zoom_of(-8).to_string(), "0.25");
    for (const int level : {1, 2, 3, 7, 14})
        EXPECT_NEAR(rings.zoom_of(level).to_double(), std::pow(2, level / 4.0), 1e-14);
    EXPECT_NEAR(rings.zoom_of(-3).to_double(), std::pow(2, -0.75), 1e-15);
    EXPECT_NEAR(rings.zoom_of(13291).log10(), 13291 * std::log10(2) / 4, 1e-10);
    for (const int level : {-5, 0, 1, 2, 3, 99, 100, 13291}) {
        const Decimal zoom = rings.zoom_of(level);
        EXPECT_EQ(rings.level_at(zoom), level);
        EXPECT_EQ(rings.level_at(zoom * Decimal::parse("0.9999999999")), level - 1);
    }
}

TEST(ZoomRings, EveryPixelHasItsCellsAndItsDensity) {
    for (const Case &c : kCases) {
        ZoomRings rings = rings_of(c);
        int tried = 0;
        for (const char *more : {"1", "1.05", "1.2", "1.41", "1.99", "1.99", "1.7", "1.9"}) {
            const Decimal zoom = Decimal::parse(c.zoom) * Decimal::parse(more);
            const auto of_frame = rings.rings_of(rings.level_at(zoom));
            if (++tried > 5) // the rest with dense levels
                rings.use(mixed(rings.level_at(zoom)));
            ASSERT_GE(of_frame.size(), 9u);
            ASSERT_LE(of_frame.size(), static_cast<std::size_t>(kernels::kMostLayers));
            const auto parts = parts_of(rings, of_frame);
            std::vector<ZoomRings::Axes> axes;
            std::vector<double> sides;
            for (const Ring &ring : of_frame) {
                axes.push_back(rings.axes_of(ring, zoom));
                sides.push_back(rings.cells_a_side(ring, zoom));
            }
            int of_inner = 0;
            for (int row = 0; row < c.size.height; ++row)
                for (int column = 0; column < c.size.width; ++column) {
                    std::size_t at = axes.size() - 1;
                    while (at > 0 && !kernels::has_pixel(axes[at].x, axes[at].y, column, row))
                        --at;
                    of_inner += at > 0;
                    const double side = sides[at];
                    const int samples = rings.samples_of(of_frame[at].level);
                    EXPECT_GE(side * side, samples * (1 - 1e-9));
                    EXPECT_LE(side * side, std::pow(2, 5.5) * samples * (1 + 1e-9));
                    const int left = kernels::edge_of(axes[at].x, column) >> 8;
                    const int right = (kernels::edge_of(axes[at].x, column + 1) - 1) >> 8;
                    const int top = kernels::edge_of(axes[at].y, row) >> 8;
                    const int bottom = (kernels::edge_of(axes[at].y, row + 1) - 1) >> 8;
                    for (const int x : {left, right})
                        for (const int y : {top, bottom})
                            ASSERT_TRUE(has_cell(parts[at], x, y))
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
        ZoomRings rings = rings_of(c);
        const Decimal zoom = Decimal::parse(c.zoom) * Decimal::parse("1.3");
        if (c.samples == 4)
            rings.use(mixed(rings.level_at(zoom)));
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

// 1.75 d^2 samples a pixel of the frame in an octave, and the holes' margins.
TEST(ZoomRings, AreFew) {
    const Size size{1920, 1080};
    const ZoomRings rings = rings_of({size, {960, 540}, 4, "1"});
    double samples = 0;
    for (const Ring &ring : kOctave)
        for (const Region &region : rings.parts_of(ring))
            samples += static_cast<double>(region.width) * region.height;
    const double pixels = static_cast<double>(size.width) * size.height;
    EXPECT_LT(samples / (4 * pixels), 1.85);
    EXPECT_GT(samples / (4 * pixels), 1.75);
}

TEST(ZoomRings, HaveMoreSamplesFromALevelOn) {
    ZoomRings rings = rings_of(kCases[1]);
    const Size thin = rings.size_of({5, false});
    EXPECT_EQ(rings.samples_of(5), 4);
    rings.use({{5, 4}, {9, 1}});
    for (const auto &[level, samples] : {std::pair{4, 4}, {5, 16}, {8, 16}, {9, 4}, {99, 4}})
        EXPECT_EQ(rings.samples_of(level), samples) << level;
    EXPECT_EQ(rings.size_of({4, false}), thin);
    EXPECT_NEAR(rings.size_of({5, false}).width, 2 * thin.width, 4);
    EXPECT_TRUE(rings.is_fine({5, false}, 5));
    EXPECT_FALSE(rings.is_fine({9, false}, 9));
}

// Those that a frame shows next are among what is made ahead, and no level beyond the way's end is.
TEST(ZoomRings, AreMadeAnOctaveAhead) {
    EXPECT_EQ(ZoomRings::level_ahead(10, 100), 14);
    EXPECT_EQ(ZoomRings::level_ahead(10, 12), 12);
    EXPECT_EQ(ZoomRings::level_ahead(10, 10), 10);
    EXPECT_EQ(ZoomRings::level_ahead(10, 7), 7);
    EXPECT_EQ(ZoomRings::level_ahead(10, -100), 6);
}

// A pixel with sixteen cells at least needs no filter.
TEST(ZoomRings, AreFineWherePixelsHaveManyOfTheirCells) {
    for (const auto &[samples, before] : {std::pair{1, 8}, {2, 6}, {4, 4}, {8, 2}, {16, 0}}) {
        const ZoomRings rings = rings_of({{160, 90}, {80, 45}, samples, "1"});
        for (int more = 0; more < 9; ++more)
            EXPECT_EQ(rings.is_fine({40 + more, false}, 40), more >= before) << samples;
        EXPECT_FALSE(rings.is_fine({48, true}, 40));
    }
}

/// A zoom about a point that turns or stretches meanwhile.
struct Turn {
    PixelPosition position; ///< of the point in pictures of kTurned
    int samples;
    const char *from, *to;         ///< zooms
    double first_degrees, degrees; ///< at its beginning, and more of them at its end
    PlaneMatrix matrix = {};       ///< at the end
    bool mirrored = false;
};
constexpr Size kTurned{96, 54};

const Turn kTurns[] = {{{48, 27}, 2, "1", "1e6", 0, 90},
                       {{13.25, 40.5}, 4, "3.7e30", "1.2", 20, -400},
                       {{-20, 30}, 1, "1", "1e300", 0, 720, {}, true},
                       {{48, 27}, 2, "0.5", "40", 0, 1800},
                       {{60, 10}, 2, "7", "7", -30, 200},
                       {{48, 27}, 9, "7", "7.3", 0, 40},
                       {{30, 30}, 2, "2", "3e4", 10, 0, stretching(9, 30)},
                       {{30, 30}, 3, "1e9", "2e5", 0, 120, stretching(0.2, -70)}};

std::shared_ptr<const RingWay> way_of(const Turn &turn, Size size = kTurned) {
    View fixed;
    fixed.re = Decimal::parse("-0.743643887037158704752191506114774");
    fixed.im = Decimal::parse("0.131825904205311970493132056385139");
    fixed.mirrored = turn.mirrored;
    const auto end = [&](const char *zoom, double degrees, const PlaneMatrix &matrix) {
        View view = fixed;
        view.zoom = Decimal::parse(zoom);
        view.rotation_degrees = degrees;
        view.matrix = matrix;
        return centre_on(view, size, size.width - turn.position.x, size.height - turn.position.y);
    };
    const auto way =
        ZoomWay::plan(end(turn.from, turn.first_degrees, {}),
                      end(turn.to, turn.first_degrees + turn.degrees, turn.matrix), size);
    EXPECT_TRUE(way->keeps_a_point() && way->stretches_slowly());
    return std::make_shared<ZoomWay>(*way);
}

/// A way with rings, and a frame of it at each of some shares.
struct Journey {
    std::shared_ptr<const RingWay> way;
    int samples;
    std::vector<View> frames;
};

/// Both halves of a flight.
void add_flight(const char *from_zoom, const char *to_zoom, const char *way, double degrees,
                std::vector<Journey> &journeys) {
    View from, to;
    from.re = Decimal::parse("-0.743643887037158704752191506114774");
    from.im = Decimal::parse("0.131825904205311970493132056385139");
    from.zoom = Decimal::parse(from_zoom);
    to.re = from.re + Decimal::parse(way);
    to.im = from.im - Decimal::parse(way) * Decimal::parse("0.7");
    to.zoom = Decimal::parse(to_zoom);
    to.rotation_degrees = degrees;
    const Flight flight = Flight::plan(from, to, kTurned).value();
    for (const bool after : {false, true}) {
        const auto half = std::make_shared<FlightWay>(flight, from, to, kTurned, after);
        journeys.push_back({half, 3, {}});
        for (const double part : {0.0, 0.02, 0.3, 0.55, 0.8, 0.9, 0.97, 1.0}) {
            const double share = half->first() + (half->last() - half->first()) * part;
            View frame = flight.at_share(share, kTurned.height);
            half->turn(frame, share);
            journeys.back().frames.push_back(frame);
        }
    }
}

std::vector<Journey> journeys() {
    std::vector<Journey> all;
    for (const Turn &turn : kTurns) {
        all.push_back({way_of(turn), turn.samples, {}});
        const auto &way = dynamic_cast<const ZoomWay &>(*all.back().way);
        for (const double share : {0.0, 0.013, 0.25, 0.391, 0.5, 0.77, 0.999, 1.0})
            all.back().frames.push_back(way.at(share));
    }
    add_flight("1e4", "1e5", "0.3", 0, all);
    add_flight("1e40", "1e12", "1e-9", 200, all);
    add_flight("1e700", "1e710", "1e-2", -40, all);
    return all;
}

/// Where a point of a pixel lies among cells.
PixelPosition place(const kernels::PointGrid &grid, int column, int row, int i, int j) {
    const kernels::CellPoint first = kernels::first_point(grid, column, row);
    return {static_cast<double>(first.x + i * grid.xx + j * grid.xy) / 4294967296.0,
            static_cast<double>(first.y + i * grid.yx + j * grid.yy) / 4294967296.0};
}

TEST(TurnedRings, EveryPointHasItsCell) {
    for (const Journey &journey : journeys()) {
        const ZoomRings rings(journey.way, journey.samples);
        ASSERT_FALSE(rings.is_straight());
        int of_inner = 0;
        for (const View &frame : journey.frames) {
            const std::string name = frame.zoom.to_string();
            const auto of_frame = rings.rings_of(rings.level_at(frame.zoom));
            const auto parts = parts_of(rings, of_frame);
            std::vector<kernels::PointFrame> layers;
            for (const Ring &ring : of_frame)
                layers.push_back(kernels::point_frame(rings.grid_of(ring, frame)));
            for (int row = 0; row < kTurned.height; ++row)
                for (int column = 0; column < kTurned.width; ++column) {
                    std::size_t at = layers.size() - 1;
                    const auto has = [&](std::size_t layer) {
                        return kernels::has_points(
                            layers[layer], kernels::first_point(layers[layer].grid, column, row));
                    };
                    while (at > 0 && !has(at))
                        --at;
                    ASSERT_TRUE(has(at)) << name << ": " << column << ", " << row;
                    of_inner += at > 0;
                    const kernels::PointGrid &grid = layers[at].grid;
                    const int last = grid.points - 1;
                    for (const auto &[i, j] :
                         {std::pair{0, 0}, {last, 0}, {0, last}, {last, last}}) {
                        const PixelPosition cell = place(grid, column, row, i, j);
                        ASSERT_TRUE(
                            has_cell(parts[at], static_cast<int>(cell.x), static_cast<int>(cell.y)))
                            << name << ": " << column << ", " << row << " in " << at;
                    }
                }
        }
        EXPECT_GT(of_inner, 1000);
    }
}

TEST(TurnedRings, PointsLieWhereThePixelsAre) {
    for (const Journey &journey : journeys()) {
        const ZoomRings rings(journey.way, journey.samples);
        for (const View &frame : journey.frames) {
            const std::string name = frame.zoom.to_string();
            for (const Ring &ring : rings.rings_of(rings.level_at(frame.zoom))) {
                const kernels::PointGrid grid = rings.grid_of(ring, frame);
                const AffineMap to_ring =
                    pixel_offset(frame, kTurned, rings.view_of(ring), rings.size_of(ring));
                for (const auto &[column, row] : {std::pair{0, 0}, {95, 7}, {50, 53}}) {
                    const PixelPosition at = mapped(to_ring, {column + 0.5, row + 0.5});
                    const PixelPosition first = place(grid, column, row, 0, 0);
                    const PixelPosition last =
                        place(grid, column, row, grid.points - 1, grid.points - 1);
                    EXPECT_NEAR(0.5 * (first.x + last.x), at.x, 5e-3) << name;
                    EXPECT_NEAR(0.5 * (first.y + last.y), at.y, 5e-3) << name;
                }
                // As dense as is asked for, along whatever direction.
                const double thinnest =
                    rings.cells_a_side(ring, frame.zoom) /
                    longest({to_ring.xx / rings.cells_a_side(ring, frame.zoom),
                             to_ring.xy / rings.cells_a_side(ring, frame.zoom),
                             to_ring.yx / rings.cells_a_side(ring, frame.zoom),
                             to_ring.yy / rings.cells_a_side(ring, frame.zoom)});
                if (ring.level == rings.level_at(frame.zoom)) {
                    EXPECT_GE(thinnest, std::sqrt(journey.samples) * (1 - 1e-9));
                }
            }
        }
    }
}

// A zoom that turns slowly has hardly more samples than one that does not.
TEST(TurnedRings, AreFew) {
    const auto samples = [](const ZoomRings &rings) {
        double sum = 0;
        for (const Ring &ring : kOctave)
            for (const Region &region : rings.parts_of(ring))
                sum += static_cast<double>(region.width) * region.height;
        return sum;
    };
    const auto of_turn = [&](double degrees) {
        return samples(ZoomRings(way_of({{240, 135}, 4, "1", "1e30", 0, degrees}, {480, 270}), 4));
    };
    const double straight = of_turn(0);
    EXPECT_LT(of_turn(90), 1.1 * straight);
    EXPECT_LT(of_turn(360), 1.2 * straight);
    EXPECT_LT(of_turn(3600), 2 * straight);
    EXPECT_LT(of_turn(20000), 4 * straight);
}

} // namespace fathom::film::zoom_rings_test
