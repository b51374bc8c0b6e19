// Pictures that are put together from layers, wherever means are taken, against schoolbook areas.
#include "kernels/colour/layer_mean.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/light_tables.h"
#include "tests/support/perturbed_views.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <set>

namespace fathom::colour_layers_test {

constexpr Size kPicture{45, 31};

RenderRequest request_of(Size size, const Region &region, bool dithered) {
    Location location;
    location.view.re = Decimal::parse("-0.743643887037151");
    location.view.im = Decimal::parse("0.131825904205330");
    location.view.zoom = Decimal::parse("300");
    location.iterations = 600;
    RenderRequest request = make_request(location, size, region, {}, Precision::f64);
    request.colour.lut = load_lut(std::nullopt, "default");
    request.colour.scheme.density = 0.11;
    request.colour.scheme.dither =
        dithered ? kernels::ColourDither::ordered : kernels::ColourDither::none;
    request.colour.mixed = true;
    return request;
}

/// Pixels of `step` cells from `first` on; those wholly inside, or all.
kernels::CellAxis axis(double first, double step, int cells, int pixels, bool all) {
    kernels::CellAxis axis{std::llround(first * 4294967296.0), std::llround(step * 4294967296.0),
                           cells, 0, 0};
    while (!all && axis.begin < pixels && axis.first + axis.begin * axis.step < 0)
        ++axis.begin;
    axis.end = all ? pixels : axis.begin;
    while (!all && axis.end < pixels && first + step * (axis.end + 1) <= cells)
        ++axis.end;
    return axis;
}

/// A layer of an engine's colours, made of four parts, in the mean's memory, with its words.
struct TestLayer {
    Size size;
    std::shared_ptr<ColourLayer> layer;
    std::vector<std::uint32_t> words;
    kernels::CellAxis x, y;

    TestLayer(Engine &engine, FrameMean &mean, Size of, bool dithered)
        : size(of), layer(mean.make_layer(of)),
          words(static_cast<std::size_t>(of.width) * of.height) {
        const int left = of.width / 3, top = of.height / 2;
        for (const Region &part :
             {Region{0, 0, left, top}, Region{left, 0, of.width - left, top},
              Region{0, top, of.width, 1}, Region{0, top + 1, of.width, of.height - top - 1}}) {
            const auto frame = complete_frame(engine, request_of(of, part, dithered));
            layer->take(*frame, part.x, part.y);
            std::vector<std::uint32_t> own(static_cast<std::size_t>(part.width) * part.height);
            frame->read_rgba(own.data());
            for (int row = 0; row < part.height; ++row)
                std::copy_n(&own[static_cast<std::size_t>(row) * part.width], part.width,
                            &words[static_cast<std::size_t>(part.y + row) * of.width + part.x]);
        }
    }
};

/// The mean light over the pixel's rectangle of cells, in doubles.
double schoolbook(const TestLayer &layer, int column, int row, int channel, bool packed) {
    static const LightTables tables;
    const auto edge = [](const kernels::CellAxis &axis, int at) {
        return std::clamp((static_cast<double>(axis.first) +
                           static_cast<double>(at) * static_cast<double>(axis.step)) /
                              4294967296.0,
                          0.0, static_cast<double>(axis.cells));
    };
    const double left = edge(layer.x, column), right = edge(layer.x, column + 1);
    const double top = edge(layer.y, row), bottom = edge(layer.y, row + 1);
    double sum = 0;
    for (int y = 0; y < layer.size.height; ++y)
        for (int x = 0; x < layer.size.width; ++x) {
            const double width = std::min(right, x + 1.0) - std::max(left, x * 1.0);
            const double height = std::min(bottom, y + 1.0) - std::max(top, y * 1.0);
            const std::uint32_t word =
                layer.words[static_cast<std::size_t>(y) * layer.size.width + x];
            if (width > 0 && height > 0)
                sum += width * height *
                       (packed ? kernels::light_of_packed(word, channel, tables.view().light)
                               : kernels::light_of_word(word, channel, tables.view().light));
        }
    return sum / ((right - left) * (bottom - top));
}

std::vector<std::uint8_t> picture_of(Engine &frames, Engine &means, bool dithered, bool check) {
    const auto mean = means.make_mean(dithered);
    TestLayer coarse(frames, *mean, {83, 61}, dithered), fine(frames, *mean, {70, 52}, dithered);
    coarse.x = axis(-0.3, 1.8531, coarse.size.width, kPicture.width, true);
    coarse.y = axis(0.25, 1.9, coarse.size.height, kPicture.height, true);
    fine.x = axis(-31.7, 3.317, fine.size.width, kPicture.width, false);
    fine.y = axis(-20.01, 3.9, fine.size.height, kPicture.height, false);
    EXPECT_EQ(fine.x.begin, 10);
    EXPECT_EQ(fine.x.end, 30);
    const PlacedLayer layers[] = {{coarse.layer.get(), coarse.x, coarse.y},
                                  {fine.layer.get(), fine.x, fine.y}};
    mean->begin(kPicture, 0, 0);
    mean->add(layers);
    std::vector<std::uint8_t> sixteen(6 * static_cast<std::size_t>(kPicture.width) *
                                      kPicture.height);
    mean->resolve_sixteen_bits(sixteen);
    const LightTables tables;
    for (int row = 0; check && row < kPicture.height; ++row)
        for (int column = 0; column < kPicture.width; ++column)
            for (int channel = 0; channel < 3; ++channel) {
                const bool inner = kernels::has_pixel(fine.x, fine.y, column, row);
                const double light =
                    schoolbook(inner ? fine : coarse, column, row, channel, dithered);
                const std::size_t at =
                    6 * (static_cast<std::size_t>(row) * kPicture.width + column) + 2 * channel;
                const int value = sixteen[at] << 8 | sixteen[at + 1];
                // Edges are rounded to 1 / 256 of a cell: of a pixel of 1.85 cells two of 1 / 474.
                const double spread = 65536 * 2 / 474.0;
                const auto level = [&](double of) {
                    return kernels::sixteen_bits(
                        static_cast<std::uint32_t>(std::clamp(of, 0.0, 65535.0)), 1, tables.view());
                };
                EXPECT_GE(value, static_cast<int>(level(light - spread))) << column << ", " << row;
                EXPECT_LE(value, static_cast<int>(level(light + spread + 1)))
                    << column << ", " << row;
            }
    return sixteen;
}

TEST(ColourLayers, AreMeansOfTheAreasThatPixelsCover) {
    const auto engine = make_engine("cpu");
    for (const bool dithered : {false, true}) {
        const auto picture = picture_of(*engine, *engine, dithered, true);
        EXPECT_GT(std::set(picture.begin(), picture.end()).size(), 100u);
    }
}

// The host adds rows along rows of cells; the bits are those of the pixel by pixel loop.
TEST(ColourLayers, OfTheHostAreThoseOfThePixelLoop) {
    const auto engine = make_engine("cpu");
    const auto mean = engine->make_mean(false);
    TestLayer layer(*engine, *mean, {97, 71}, false);
    layer.x = axis(0.11, 2.0917, layer.size.width, kPicture.width, true);
    layer.y = axis(3.7, 2.13, layer.size.height, kPicture.height, true);
    const PlacedLayer placed[] = {{layer.layer.get(), layer.x, layer.y}};
    mean->begin(kPicture, 0, 0);
    mean->add(placed);
    mean->add(placed);
    const std::size_t pixels = static_cast<std::size_t>(kPicture.width) * kPicture.height;
    std::vector<std::uint8_t> rgb(3 * pixels), wanted(3 * pixels);
    mean->resolve(rgb);
    const LightTables tables;
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
        std::uint32_t sums[3] = {};
        kernels::add_covered_light(
            {layer.words.data(), layer.x, layer.y}, static_cast<int>(pixel) % kPicture.width,
            static_cast<int>(pixel) / kPicture.width, false, tables.view().light, sums);
        for (int channel = 0; channel < 3; ++channel)
            wanted[3 * pixel + channel] = tables.view().byte[sums[channel]];
    }
    EXPECT_TRUE(rgb == wanted);
}

/// Has all GPUs make frames, means and both; false if there is none.
/// picture_of(frames, means, dithered): the picture of frames and means of those engines.
template <class PictureOf> bool expect_the_same_of_gpus(PictureOf picture_of) {
    const auto cpu = make_engine("cpu");
    bool any = false;
    for (const DeviceInfo &device : list_devices().devices) {
        if (device.kind != "gpu")
            continue;
        any = true;
        const auto gpu = make_engine(device.id);
        for (const bool dithered : {false, true}) {
            const auto wanted = picture_of(*cpu, *cpu, dithered);
            EXPECT_TRUE(picture_of(*gpu, *gpu, dithered) == wanted);
            EXPECT_TRUE(picture_of(*cpu, *gpu, dithered) == wanted);
            EXPECT_TRUE(picture_of(*gpu, *cpu, dithered) == wanted);
        }
    }
    return any;
}

TEST(ColourLayers, OfAGpuAreTheSameWhoeverMadeTheFrames) {
    if (!expect_the_same_of_gpus([](Engine &frames, Engine &means, bool dithered) {
            return picture_of(frames, means, dithered, false);
        }))
        GTEST_SKIP() << "no GPU";
}

/// Pixels of `side` cells, turned clockwise by `degrees` and `stretch` times as long that way as
/// across; the middle of the picture is at (x, y).
kernels::PointGrid grid(Size cells, double x, double y, double side, double degrees, double stretch,
                        int points) {
    const double angle = degrees * std::numbers::pi / 180;
    const double step = side / points;
    const auto fixed = [](double at) { return std::llround(at * 4294967296.0); };
    kernels::PointGrid grid;
    grid.xx = fixed(step * stretch * std::cos(angle));
    grid.yx = fixed(step * stretch * std::sin(angle));
    grid.xy = fixed(-step / stretch * std::sin(angle));
    grid.yy = fixed(step / stretch * std::cos(angle));
    const std::int64_t right = kPicture.width * points - 1, down = kPicture.height * points - 1;
    grid.x = fixed(x) - (right * grid.xx + down * grid.xy) / 2;
    grid.y = fixed(y) - (right * grid.yx + down * grid.yy) / 2;
    grid.columns = cells.width;
    grid.rows = cells.height;
    grid.points = points;
    return grid;
}

using Polygon = std::vector<std::pair<double, double>>;

/// What of a polygon lies where sign * (x, or y) >= sign * at.
Polygon cut(const Polygon &polygon, bool along_x, double at, double sign) {
    Polygon rest;
    const auto inside = [&](const std::pair<double, double> &point) {
        return sign * ((along_x ? point.first : point.second) - at);
    };
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const auto &from = polygon[i], &to = polygon[(i + 1) % polygon.size()];
        const double a = inside(from), b = inside(to);
        if (a >= 0)
            rest.push_back(from);
        if ((a > 0 && b < 0) || (a < 0 && b > 0)) {
            const double share = a / (a - b);
            rest.emplace_back(from.first + share * (to.first - from.first),
                              from.second + share * (to.second - from.second));
        }
    }
    return rest;
}

double area(const Polygon &polygon) {
    double twice = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const auto &from = polygon[i], &to = polygon[(i + 1) % polygon.size()];
        twice += from.first * to.second - to.first * from.second;
    }
    return 0.5 * std::fabs(twice);
}

/// The pixel as cells see it.
Polygon outline(const kernels::PointGrid &grid, int column, int row) {
    Polygon corners;
    for (const auto &[right, down] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
        const double i = (column + right) * grid.points - 0.5;
        const double j = (row + down) * grid.points - 0.5;
        const auto place = [&](std::int64_t at, std::int64_t across, std::int64_t along) {
            return (static_cast<double>(at) + i * static_cast<double>(across) +
                    j * static_cast<double>(along)) /
                   4294967296.0;
        };
        corners.emplace_back(place(grid.x, grid.xx, grid.xy), place(grid.y, grid.yx, grid.yy));
    }
    return corners;
}

/// The mean light over what the pixel covers of the layer's cells, in doubles.
std::array<double, 3> schoolbook(const TestLayer &layer, const Polygon &pixel, bool packed) {
    static const LightTables tables;
    const auto [left, right] =
        std::minmax({pixel[0].first, pixel[1].first, pixel[2].first, pixel[3].first});
    const auto [top, bottom] =
        std::minmax({pixel[0].second, pixel[1].second, pixel[2].second, pixel[3].second});
    std::array<double, 3> mean{};
    for (int y = static_cast<int>(top); y < bottom; ++y) {
        const Polygon of_row = cut(cut(pixel, false, y, 1), false, y + 1, -1);
        for (int x = static_cast<int>(left); x < right; ++x) {
            const double part = area(cut(cut(of_row, true, x, 1), true, x + 1, -1)) / area(pixel);
            const std::uint32_t word =
                layer.words[static_cast<std::size_t>(y) * layer.size.width + x];
            for (int channel = 0; channel < 3; ++channel)
                mean[channel] +=
                    part * (packed ? kernels::light_of_packed(word, channel, tables.view().light)
                                   : kernels::light_of_word(word, channel, tables.view().light));
        }
    }
    return mean;
}

/// Of a coarse layer that has all and a fine one. `check`: against areas; else by few points.
std::vector<std::uint8_t> turned_picture_of(Engine &frames, Engine &means, bool dithered,
                                            bool check) {
    const auto mean = means.make_mean(dithered);
    const TestLayer coarse(frames, *mean, {117, 113}, dithered),
        fine(frames, *mean, {70, 52}, dithered);
    const TurnedLayer layers[] = {
        {coarse.layer.get(), grid(coarse.size, 59.3, 56.1, 1.85, 33.7, 1.1, check ? 48 : 4)},
        {fine.layer.get(), grid(fine.size, 31.07, 27.9, 3.1, -101.3, 0.93, check ? 48 : 7)}};
    mean->begin(kPicture, 0, 0);
    mean->add(layers);
    std::vector<std::uint8_t> sixteen(6 * static_cast<std::size_t>(kPicture.width) *
                                      kPicture.height);
    mean->resolve_sixteen_bits(sixteen);
    const LightTables tables;
    int inner = 0, outer = 0;
    for (int row = 0; check && row < kPicture.height; ++row)
        for (int column = 0; column < kPicture.width; ++column) {
            const Polygon in_fine = outline(layers[1].grid, column, row);
            const Polygon in_coarse = outline(layers[0].grid, column, row);
            const auto within = [](const Polygon &pixel, Size size, double margin) {
                return std::all_of(pixel.begin(), pixel.end(), [&](const auto &corner) {
                    return corner.first >= margin && corner.second >= margin &&
                           corner.first <= size.width - margin &&
                           corner.second <= size.height - margin;
                });
            };
            EXPECT_TRUE(within(in_coarse, coarse.size, 0)) << column << ", " << row;
            const bool of_fine = within(in_fine, fine.size, 0);
            if (of_fine != within(in_fine, fine.size, -0.1))
                continue; // at the edge
            (of_fine ? inner : outer) += 1;
            const auto lights = of_fine ? schoolbook(fine, in_fine, dithered)
                                        : schoolbook(coarse, in_coarse, dithered);
            for (int channel = 0; channel < 3; ++channel) {
                const double light = lights[channel];
                const std::size_t at =
                    6 * (static_cast<std::size_t>(row) * kPicture.width + column) + 2 * channel;
                const int value = sixteen[at] << 8 | sixteen[at + 1];
                constexpr double kSpread = 65536 * 0.004;
                const auto level = [&](double of) {
                    return kernels::sixteen_bits(
                        static_cast<std::uint32_t>(std::clamp(of, 0.0, 65535.0)), 1, tables.view());
                };
                EXPECT_GE(value, static_cast<int>(level(light - kSpread)))
                    << column << ", " << row << " of " << of_fine;
                EXPECT_LE(value, static_cast<int>(level(light + kSpread + 1)))
                    << column << ", " << row << " of " << of_fine;
            }
        }
    if (check) {
        EXPECT_GT(inner, 50);
        EXPECT_GT(outer, 500);
    }
    return sixteen;
}

TEST(TurnedLayers, AreMeansOfTheAreasThatPixelsCover) {
    const auto engine = make_engine("cpu");
    for (const bool dithered : {false, true})
        turned_picture_of(*engine, *engine, dithered, true);
}

// As a GPU reads words, the host lights.
TEST(TurnedLayers, OfTheHostAreThoseOfThePixelLoop) {
    const auto engine = make_engine("cpu");
    const auto mean = engine->make_mean(false);
    const TestLayer layer(*engine, *mean, {97, 71}, false);
    // What is beyond the layer counts as moved inside.
    const kernels::PointGrid grid_of = grid(layer.size, 40, 30, 2.4, 200, 1, 5);
    const TurnedLayer placed[] = {{layer.layer.get(), grid_of}};
    mean->begin(kPicture, 0, 0);
    mean->add(placed);
    const std::size_t pixels = static_cast<std::size_t>(kPicture.width) * kPicture.height;
    std::vector<std::uint8_t> rgb(3 * pixels), wanted(3 * pixels);
    mean->resolve(rgb);
    const LightTables tables;
    const kernels::PointFrame frame = kernels::point_frame(grid_of);
    std::size_t beyond = 0;
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
        std::uint32_t sums[3] = {};
        const kernels::CellPoint first =
            kernels::first_point(grid_of, static_cast<int>(pixel) % kPicture.width,
                                 static_cast<int>(pixel) / kPicture.width);
        beyond += kernels::has_points(frame, first) ? 0 : 1;
        kernels::add_light_of_points(
            frame, first, kernels::LightsOfWords{layer.words.data(), tables.view().light, false},
            sums);
        for (int channel = 0; channel < 3; ++channel)
            wanted[3 * pixel + channel] = tables.view().byte[sums[channel]];
    }
    EXPECT_GT(beyond, 100u);
    EXPECT_LT(beyond, pixels / 2);
    EXPECT_TRUE(rgb == wanted);
}

// Not turned and cut along the cells, points are areas.
TEST(TurnedLayers, ThatAreNotTurnedAreLikeTheOthers) {
    const auto engine = make_engine("cpu");
    const auto mean = engine->make_mean(true);
    TestLayer layer(*engine, *mean, {97, 71}, true);
    layer.x = axis(2, 2, layer.size.width, kPicture.width, true);
    layer.y = axis(1.5, 2, layer.size.height, kPicture.height, true);
    const PlacedLayer placed[] = {{layer.layer.get(), layer.x, layer.y}};
    kernels::PointGrid points =
        grid(layer.size, 2 + kPicture.width, 1.5 + kPicture.height, 2, 0, 1, 4);
    const TurnedLayer turned[] = {{layer.layer.get(), points}};
    std::vector<std::uint8_t> a(6 * static_cast<std::size_t>(kPicture.width) * kPicture.height),
        b(a.size());
    mean->begin(kPicture, 0, 0);
    mean->add(placed);
    mean->resolve_sixteen_bits(a);
    mean->begin(kPicture, 0, 0);
    mean->add(turned);
    mean->resolve_sixteen_bits(b);
    EXPECT_TRUE(a == b);
}

TEST(TurnedLayers, OfAGpuAreTheSameWhoeverMadeTheFrames) {
    if (!expect_the_same_of_gpus([](Engine &frames, Engine &means, bool dithered) {
            return turned_picture_of(frames, means, dithered, false);
        }))
        GTEST_SKIP() << "no GPU";
}

} // namespace fathom::colour_layers_test
