// That imported places show what their programs show: the same way up, at the same pixels.
#include "kernels/base/pixel_map.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/rank_table.h"
#include "render/engines/sample_buffer.h"
#include "render/import/foreign_location.h"
#include "render/places/location.h"

#include <cmath>
#include <complex>
#include <functional>
#include <gtest/gtest.h>

namespace fathom::import_picture_test {

constexpr Size kSize = {96, 64};
using Counts = std::vector<std::uint32_t>;
using Point = std::complex<double>;

Location imported(const std::string &text, const char *source) {
    return parse_any_location(text, source).location;
}

struct Picture {
    Counts n;
    std::vector<std::uint32_t> rgba;
};

Picture picture_of(const Location &location) {
    RenderRequest request =
        make_request(location, kSize, {0, 0, kSize.width, kSize.height}, {}, Precision::f64);
    request.colour.lut = load_lut(std::nullopt, location);
    request.colour.ranks = usual_ranks();
    const auto engine = make_engine("reference", {1, {}});
    const auto frame = engine->make_frame(request);
    const std::atomic<bool> stop = false;
    EXPECT_TRUE(frame->iterate(stop));
    SampleBuffer samples(kSize, Precision::f64);
    frame->read_samples(samples);
    Picture picture{{samples.n().begin(), samples.n().end()},
                    std::vector<std::uint32_t>(samples.count())};
    frame->read_rgba(picture.rgba.data());
    return picture;
}

/// The escape index of z_0 and c by nothing but the formula's own text, 0 within the limit.
std::uint32_t escape_index(Point z, Point c, std::uint32_t limit, double bailout,
                           const std::function<Point(Point)> &step) {
    for (std::uint32_t n = 0; n <= limit; ++n) {
        if (std::norm(z) > bailout * bailout)
            return n;
        z = step(z) + c;
    }
    return 0;
}

/// The picture of the places that Fathom samples for a location, of a plain formula.
Counts our_picture(const Location &location, const std::function<Point(Point)> &step) {
    const RenderRequest request =
        make_request(location, kSize, {0, 0, kSize.width, kSize.height}, {}, Precision::f64);
    const auto settings = kernels::rounded<double>(request.settings);
    const Point seed(settings.seed_re, settings.seed_im);
    Counts counts;
    for (int y = 0; y < kSize.height; ++y)
        for (int x = 0; x < kSize.width; ++x) {
            const Point place(kernels::pixel_re(request.map, x, y),
                              kernels::pixel_im(request.map, x, y));
            counts.push_back(request.settings.julia
                                 ? escape_index(place, seed, request.limit, request.bailout, step)
                                 : escape_index(0, place, request.limit, request.bailout, step));
        }
    return counts;
}

/// The rows the other way round.
template <class Value> std::vector<Value> upside_down(const std::vector<Value> &pixels) {
    std::vector<Value> result;
    for (int y = kSize.height - 1; y >= 0; --y)
        result.insert(result.end(), pixels.begin() + y * kSize.width,
                      pixels.begin() + (y + 1) * kSize.width);
    return result;
}

/// What most of those programs show: Im grows with the row, and then the picture is turned about
/// its centre, from right to downwards. Written without any of Fathom's own parts.
Counts their_picture(Point centre, double zoom, const std::function<Point(Point)> &transform,
                     std::uint32_t limit, double bailout, const std::function<Point(Point)> &step) {
    const double spacing = 4 / (zoom * kSize.height);
    Counts counts;
    for (int y = 0; y < kSize.height; ++y)
        for (int x = 0; x < kSize.width; ++x) {
            const Point offset(x + 0.5 - kSize.width / 2.0, y + 0.5 - kSize.height / 2.0);
            counts.push_back(
                escape_index(0, centre + spacing * transform(offset), limit, bailout, step));
        }
    return counts;
}

constexpr double kDegree = 3.14159265358979323846 / 180;

Counts their_picture(Point centre, double zoom, double degrees, std::uint32_t limit, double bailout,
                     const std::function<Point(Point)> &step) {
    const Point turn = std::polar(1.0, degrees * kDegree);
    return their_picture(
        centre, zoom, [turn](Point offset) { return offset * turn; }, limit, bailout, step);
}

/// Makes it `factor` times as long in that direction, and shorter across.
Point stretched(Point offset, double factor, double degrees) {
    const Point turn = std::polar(1.0, degrees * kDegree);
    const Point along = offset * std::conj(turn);
    return Point(along.real() * factor, along.imag() / factor) * turn;
}

/// Share of the pixels that differ, which roundings may do at the boundary.
double share_of_differences(const Counts &a, const Counts &b) {
    int differ = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        differ += a[i] != b[i];
    return static_cast<double>(differ) / static_cast<double>(a.size());
}

Point ship_step(Point z) {
    const Point folded(std::fabs(z.real()), std::fabs(z.imag()));
    return folded * folded;
}

/// |z| that has escaped, in Kalles Fraktaler and in Fraktaler-3.
constexpr double kKallesBailout = 1e4, kFraktalerBailout = 625;

/// Where the ship is; formulas_test shows that the engines compute this formula.
const std::string kShipPlace = "Re: -1.755\nIm: -0.03\nZoom: 25\nIterations: 300\n"
                               "FractalType: 1\nPower: 2\n";

TEST(ImportedPicture, AShipIsUprightAndWhereItsProgramShowsIt) {
    const Counts ours = our_picture(imported(kShipPlace, "ship.kfr"), ship_step);
    const Counts theirs = their_picture({-1.755, -0.03}, 25, 0, 300, kKallesBailout, ship_step);
    EXPECT_LT(share_of_differences(ours, theirs), 0.005);
    EXPECT_GT(share_of_differences(ours, upside_down(theirs)), 0.3); // it is no symmetric view
    // the hull is below the masts
    int above = 0;
    int below = 0;
    for (std::size_t i = 0; i < ours.size(); ++i)
        (i < ours.size() / 2 ? above : below) += ours[i] == 0;
    EXPECT_GT(below, above);
}

TEST(ImportedPicture, ATurnedShipIsTurnedTheSameWay) {
    const Counts ours =
        our_picture(imported(kShipPlace + "RotateAngle: 35\n", "ship.kfr"), ship_step);
    const Counts theirs = their_picture({-1.755, -0.03}, 25, 35, 300, kKallesBailout, ship_step);
    EXPECT_LT(share_of_differences(ours, theirs), 0.005);
    EXPECT_GT(share_of_differences(
                  ours, their_picture({-1.755, -0.03}, 25, -35, 300, kKallesBailout, ship_step)),
              0.2);
}

/// The picture is that one, and another without the transform.
void expect_ship(const std::string &text, const char *source,
                 const std::function<Point(Point)> &transform) {
    const double bailout =
        std::string_view(source) == "ship.kfr" ? kKallesBailout : kFraktalerBailout;
    const auto theirs = [bailout](const std::function<Point(Point)> &made) {
        return their_picture({-1.755, -0.03}, 25, made, 300, bailout, ship_step);
    };
    const Counts ours = our_picture(imported(text, source), ship_step);
    EXPECT_LT(share_of_differences(ours, theirs(transform)), 0.01) << text;
    EXPECT_GT(share_of_differences(ours, theirs([](Point p) { return p; })), 0.2) << text;
}

TEST(ImportedPicture, AStretchedShipIsStretchedTheSameWay) {
    const Point turn = std::polar(1.0, 35 * kDegree);
    const std::string kfr = kShipPlace + "RotateAngle: 35\nStretchAngle: 50\nStretchAmount: 0.7\n";
    expect_ship(kfr + "ImagPointsUp: 0\n", "ship.kfr",
                [&](Point p) { return stretched(p * turn, std::exp2(0.7), 50); });
    expect_ship(kfr + "ImagPointsUp: 1\n", "ship.kfr",
                [&](Point p) { return stretched(std::conj(p) * turn, std::exp2(0.7), 50); });
    const std::string f3 = "location.real = \"-1.755\"\nlocation.imag = \"-0.03\"\n"
                           "location.zoom = \"25\"\nbailout.iterations = 300\n"
                           "transform.rotate = 35\ntransform.stretch_angle = 50\n"
                           "transform.stretch_amount = 70\n";
    const std::string formula = "[[formula]]\nabs_x = true\nabs_y = true\n";
    // Its rows go upwards.
    expect_ship(f3 + formula, "x.f3.toml",
                [&](Point p) { return stretched(std::conj(p), std::exp2(0.7), 50) * turn; });
    expect_ship(f3 + "transform.reflect = true\n" + formula, "x.f3.toml",
                [&](Point p) { return stretched(p, std::exp2(0.7), 50) * std::conj(turn); });
}

TEST(ImportedPicture, AShipOfAnOldVersionHasItsRatioAndTurn) {
    // GetRe and GetIm of CFraktalSFT in those versions; their rows are as high as the zoom says.
    const auto old = [](double ratio, double radians) {
        return [=](Point p) {
            const double x = p.real() * 360 / ratio;
            const double c = std::cos(radians), s = std::sin(radians);
            return Point(c * x + s * p.imag(), -s * x + c * p.imag());
        };
    };
    expect_ship(kShipPlace + "Rotate: 0.000000\nRatio: 100\n", "ship.kfr", old(100, 0));
    expect_ship(kShipPlace + "Rotate: 0.500000\nRatio: 360\n", "ship.kfr", old(360, 0.5));
    expect_ship(kShipPlace + "Rotate: -2.1\nRatio: 700\n", "ship.kfr", old(700, -2.1));
}

TEST(ImportedPicture, AShipOfTheOtherSignIsTheirsToo) {
    const std::string text = "location.real = \"-1.755\"\nlocation.imag = \"0.02\"\n"
                             "location.zoom = \"25\"\nbailout.iterations = 300\n"
                             "transform.rotate = 20\n"
                             "[[formula]]\nabs_x = true\nabs_y = true\nneg_y = true\n";
    const Counts theirs = their_picture(
        {-1.755, 0.02}, 25, [](Point p) { return std::conj(p) * std::polar(1.0, 20 * kDegree); },
        300, kFraktalerBailout,
        [](Point z) {
            const Point folded(std::fabs(z.real()), -std::fabs(z.imag()));
            return folded * folded;
        });
    EXPECT_LT(share_of_differences(our_picture(imported(text, "x.f3.toml"), ship_step), theirs),
              0.005);
    const std::string skewed = text.substr(0, text.find("[[")) +
                               "transform.stretch_amount = 60\ntransform.stretch_angle = 25\n" +
                               text.substr(text.find("[["));
    const Counts all_theirs = their_picture(
        {-1.755, 0.02}, 25,
        [](Point p) {
            return stretched(std::conj(p), std::exp2(0.6), 25) * std::polar(1.0, 20 * kDegree);
        },
        300, kFraktalerBailout,
        [](Point z) {
            const Point folded(std::fabs(z.real()), -std::fabs(z.imag()));
            return folded * folded;
        });
    EXPECT_LT(
        share_of_differences(our_picture(imported(skewed, "x.f3.toml"), ship_step), all_theirs),
        0.005);
}

TEST(ImportedPicture, IsTheNativeViewPixelForPixel) {
    // The Mandelbrot set is its own mirror image: their view with Im downwards is Fathom's view
    // with Im upwards at the other side of the real axis.
    Location native;
    native.view.re = Decimal::parse("-0.1528");
    native.view.im = Decimal::parse("1.0397");
    native.view.zoom = Decimal::parse("40");
    native.iterations = 500;
    native.bailout = 256;
    take_automatic_look(native); // as places have that bring no colours
    const Picture expected = picture_of(native);
    ASSERT_NE(expected.rgba, upside_down(expected.rgba));
    const std::pair<const char *, const char *> places[] = {
        {"real = \"-0.1528\"\nimag = \"-1.0397\"\nzoom = \"40\"\niterations = 500\n", "x.toml"},
        {"[location]\nreal = -0.1528\nimag = -1.0397\nzoom = 40\ndepth = 500\n", "x.ini"},
        {"location.real = \"-0.1528\"\nlocation.imag = \"-1.0397\"\nlocation.zoom = \"40\"\n"
         "transform.reflect = true\nbailout.iterations = 500\nbailout.escape_radius = 256\n",
         "x.f3.toml"},
        {"location.real = \"-0.1528\"\nlocation.imag = \"1.0397\"\nlocation.zoom = \"40\"\n"
         "bailout.iterations = 500\nbailout.escape_radius = 256\n",
         "x.f3.toml"},
    };
    for (const auto &[text, source] : places) {
        const Picture picture = picture_of(imported(text, source));
        EXPECT_EQ(picture.n, expected.n) << source;
        EXPECT_EQ(picture.rgba, expected.rgba) << source;
    }
    // Kalles Fraktaler's has colours of its own: this divisor is our density of 0.01.
    native.colour = {};
    native.colour.density = 0.01;
    native.colour.offset = 0.99; // its counts begin one later
    native.bailout = kKallesBailout;
    native.colour.filter = kernels::ColourFilter::footprint;
    native.colour.dither = kernels::ColourDither::ordered;
    native.automatic_colours = false;
    const Picture linear = picture_of(native);
    EXPECT_NE(linear.rgba, expected.rgba);
    const Picture divided = picture_of(imported(
        "Re: -0.1528\nIm: -1.0397\nZoom: 40\nIterations: 500\nIterDiv: 0.09765625\n", "x.kfr"));
    EXPECT_EQ(divided.n, linear.n);
    EXPECT_EQ(divided.rgba, linear.rgba);
    // Imagina has Im upwards
    native.bailout = 256;
    native.view.im = Decimal::parse("0.625");
    native.view.re = Decimal::parse("-0.5");
    const std::string imagina = "Formula: Mandelbrot\nLocation:\n Re: -0x0.8\n Im: 0x0.A\n"
                                " Size: 0x0.0CCCCCCCCCCCCCCCCCCCD\n Iterations: 0x1F4\n";
    const Picture upwards = picture_of(native);
    EXPECT_EQ(picture_of(imported(imagina, "x.imt")).n, upwards.n);
    EXPECT_NE(upwards.n, upside_down(upwards.n));
}

TEST(ImportedPicture, AJuliaSetOfXaosIsTheirs) {
    const Location place = imported("(formula 'mandel)(julia #t)(juliaseed -0.41 0.62)\n"
                                    "(view -0.25 -0.05 0.4 0.4)(maxiter 200)\n",
                                    "x.xpf");
    const auto square = [](Point z) { return z * z; };
    const Counts ours = our_picture(place, square);
    Counts theirs;
    const double spacing = 0.4 / kSize.height;
    for (int y = 0; y < kSize.height; ++y)
        for (int x = 0; x < kSize.width; ++x) {
            const Point z(-0.25 + (x + 0.5 - kSize.width / 2.0) * spacing,
                          -0.05 + (y + 0.5 - kSize.height / 2.0) * spacing);
            theirs.push_back(escape_index(z, {-0.41, 0.62}, 200, 2, square));
        }
    EXPECT_LT(share_of_differences(ours, theirs), 0.01);
    EXPECT_GT(share_of_differences(ours, upside_down(theirs)), 0.1);
}

} // namespace fathom::import_picture_test
