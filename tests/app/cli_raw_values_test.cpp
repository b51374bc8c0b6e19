// What fathom render --raw writes into the channels of Kalles Fraktaler and Fraktaler-3, against
// orbits in 200 bits: in turned, mirrored, stretched and deep views that no symmetry helps.
#include "render/images/exr_reader.h"
#include "tests/support/exact.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

#include <cmath>
#include <complex>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fathom::cli_raw_values_test {

constexpr int kWidth = 61, kHeight = 37;
constexpr std::size_t kPixels = std::size_t{kWidth} * kHeight;

using Point = std::complex<double>;

struct ExactPoint {
    Exact x, y;
};
ExactPoint operator+(const ExactPoint &a, const ExactPoint &b) {
    return {a.x + b.x, a.y + b.y};
}
ExactPoint operator*(const ExactPoint &a, const ExactPoint &b) {
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

struct View {
    const char *name;
    std::string re, im, zoom;
    int limit;
    double bailout;
    double rotation = 0;
    bool mirrored = false;
    double ratio = 1, along = 0; ///< circles appear so many times as long as wide, along degrees
};

/// The text of the view as a location, with a look that tracks orbits.
std::string text_of(const View &view) {
    const Point turn = std::polar(1.0, view.along * 3.14159265358979323846 / 180);
    const double longer = 1 / std::sqrt(view.ratio), across = std::sqrt(view.ratio);
    const double c = turn.real(), s = turn.imag();
    return fmt::format(
        "fathom = 4\n[view]\nre = \"{}\"\nim = \"{}\"\nzoom = \"{}\"\nrotation = {}\n"
        "mirrored = {}\nmatrix = [{}, {}, {}, {}]\n[iteration]\nlimit = {}\n"
        "bailout = {}\n[colour]\nbase = \"distance\"\n",
        view.re, view.im, view.zoom, view.rotation, view.mirrored, c * c * longer + s * s * across,
        c * s * (longer - across), c * s * (longer - across), s * s * longer + c * c * across,
        view.limit, view.bailout);
}

/// What a step of one pixel to the right, or upwards, is in the plane, in pixels.
struct Axes {
    Point right, up;
};
Axes axes_of(const View &view) {
    const auto degrees = [](double angle) {
        return std::polar(1.0, angle * 3.14159265358979323846 / 180);
    };
    const auto to_plane = [&](Point screen) {
        const Point turned = (view.mirrored ? std::conj(screen) : screen) * degrees(view.rotation);
        // What appears long is short in the plane.
        const Point along = turned * std::conj(degrees(view.along));
        return Point(along.real() / std::sqrt(view.ratio), along.imag() * std::sqrt(view.ratio)) *
               degrees(view.along);
    };
    return {to_plane(1), to_plane(Point(0, 1))};
}

struct Values {
    std::uint32_t n = 0xffffffffU;
    double fraction = 0, angle = 0, right = 0, up = 0;
};

/// z^2 + c from 0, by the book.
Values values_at(const View &view, double column, double row) {
    const Axes axes = axes_of(view);
    const Exact spacing = Exact(4) / (Exact(view.zoom) * Exact(kHeight));
    const Point offset =
        (column + 0.5 - kWidth / 2.0) * axes.right - (row + 0.5 - kHeight / 2.0) * axes.up;
    const ExactPoint c = {Exact(view.re) + spacing * Exact(offset.real()),
                          Exact(view.im) + spacing * Exact(offset.imag())};
    ExactPoint z, slope;
    const double limit_squared = view.bailout * view.bailout;
    std::uint32_t n = 0;
    do {
        if (n == static_cast<std::uint32_t>(view.limit))
            return {};
        const ExactPoint doubled = {Exact(2) * z.x, Exact(2) * z.y};
        slope = doubled * slope + ExactPoint{Exact(1), Exact(0)};
        z = z * z + c;
        ++n;
    } while ((z.x * z.x + z.y * z.y).to_double() <= limit_squared);

    Values values;
    values.n = n + 1024;
    const Exact norm = z.x * z.x + z.y * z.y;
    const double size = log(norm).to_double() / 2;
    values.fraction = 1 - std::log2(size / std::log(view.bailout));
    values.angle = std::atan2(z.y.to_double(), z.x.to_double()) / (2 * 3.14159265358979323846);
    values.angle -= std::floor(values.angle);
    // The gradient of ln|z| on the screen, for each pixel: Re(z'/z times the step in the plane).
    const ExactPoint ratio = slope * ExactPoint{z.x / norm, Exact(0) - z.y / norm};
    const Point for_a_pixel((ratio.x * spacing).to_double(), (ratio.y * spacing).to_double());
    const Point gradient((for_a_pixel * axes.right).real(), (for_a_pixel * axes.up).real());
    values.right = size * gradient.real() / std::norm(gradient);
    values.up = size * gradient.imag() / std::norm(gradient);
    return values;
}

/// The channels as a file has them.
struct Channels {
    std::vector<std::uint32_t> n = std::vector<std::uint32_t>(kPixels);
    std::vector<float> fraction = std::vector<float>(kPixels), angle = fraction, right = fraction,
                       up = fraction;

    explicit Channels(const std::filesystem::path &file) {
        ExrReader reader(file);
        reader.read(0, std::vector<ExrReader::Wanted>{
                           {"N", n}, {"NF", fraction}, {"T", angle}, {"DEX", right}, {"DEY", up}});
    }
};

const std::string kRe = "-0.7436438870371587047", kIm = "0.1318259042053119704";
const View kViews[] = {
    {"upright", kRe, kIm, "3000", 2000, 1000},
    {"turned", kRe, kIm, "3000", 2000, 625, 70},
    {"mirrored", kRe, kIm, "3000", 2000, 10000, 20, true},
    {"stretched", kRe, kIm, "3000", 2000, 100, -35, false, 3, 50},
    {"stretched in a mirror", kRe, kIm, "3000", 2000, 625, 110, true, 0.4, 15},
    {"deep", "-1.7598171308048478136108250105617982382439999999999999999998",
     "-0.01259331079974986538374663184326485845034", "1e14", 4036, 625, 200, false, 1.5, 80},
};

TEST(RawValues, AreThoseOfTheOrbit) {
    for (const View &view : kViews) {
        SCOPED_TRACE(view.name);
        const TempFolder folder;
        write_all(folder / "place.toml", text_of(view));
        const RunResult made =
            run_fathom({"render", "--raw", "--quiet", "--device", "cpu", "--size",
                        fmt::format("{}x{}", kWidth, kHeight), "--location", folder / "place.toml",
                        "-o", folder / "a.exr"});
        ASSERT_EQ(made.exit_code, 0) << made.err;
        const Channels is(folder / "a.exr");
        int compared = 0;
        for (std::size_t at = 3; at < kPixels; at += 29) {
            const Values wanted =
                values_at(view, static_cast<double>(at % kWidth), static_cast<double>(at / kWidth));
            const bool inside = wanted.n == 0xffffffffU;
            const double distance = std::hypot(wanted.right, wanted.up);
            if (!inside && distance < 0.3)
                continue; // where doubles' roundings show
            compared += inside ? 0 : 1;
            EXPECT_EQ(is.n[at], wanted.n) << at;
            EXPECT_NEAR(is.fraction[at], wanted.fraction, 1e-5) << at;
            const double turn = std::fabs(is.angle[at] - wanted.angle);
            EXPECT_LT(std::min(turn, 1 - turn), 1e-5) << at;
            EXPECT_NEAR(is.right[at], wanted.right, 1e-4 * distance) << at;
            EXPECT_NEAR(is.up[at], wanted.up, 1e-4 * distance) << at;
        }
        EXPECT_GE(compared, 25);
    }
}

} // namespace fathom::cli_raw_values_test
