// Imported colours of Kalles Fraktaler against its own formulas, as CFraktalSFT's
// OutputIterationData, ApplyColors and SetColor of its sources (K. Runmo, C. Heiland-Allen) have
// them.
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/rank_table.h"
#include "render/import/foreign_location.h"
#include "render/places/location.h"
#include "render/places/palette.h"
#include "tests/support/frame_colours.h"

#include <array>
#include <cmath>
#include <complex>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fathom::kfr_colours_test {

constexpr double kPi = 3.14159265358979323846;
constexpr Size kSize = {96, 64};
using Colour = std::array<double, 3>; // red, green, blue, 0 to 255
using Point = std::complex<double>;

/// What a file asks for.
struct Look {
    int method = 0;
    double divider = 1;
    int offset = 0;
    bool smooth = true, flat = false;
    bool slopes = false;
    double angle = 45;
};

const std::vector<Colour> kKeys = {{255, 255, 255}, {128, 0, 64}, {160, 0, 0},
                                   {192, 128, 0},   {0, 128, 64}, {20, 30, 250}};
const Point kCentre(-0.743643887037, -0.131825904205);
constexpr double kZoom = 1200;
constexpr int kLimit = 4000;

std::string text_of(const Look &look) {
    std::string colours;
    for (const Colour &key : kKeys)
        colours += fmt::format("{},{},{},", key[2], key[1], key[0]);
    return fmt::format(
        "Re: -0.743643887037\r\nIm: -0.131825904205\r\nZoom: {}\r\nIterations: {}\r\n"
        "IterDiv: {}\r\nColorMethod: {}\r\nColorOffset: {}\r\nSmooth: {}\r\n"
        "Flat: {}\r\nSlopes: {}\r\nSlopePower: 50\r\nSlopeRatio: 50\r\n"
        "SlopeAngle: {}\r\nColors: {}\r\nInteriorColor: 3,2,1,\r\n",
        kZoom, kLimit, look.divider, look.method, look.offset, int{look.smooth}, int{look.flat},
        int{look.slopes}, look.angle, colours);
}

/// The table of 1024 places between the keys.
std::vector<Colour> places() {
    std::vector<Colour> table(1024);
    for (std::size_t i = 0; i < table.size(); ++i) {
        double way = static_cast<double>(i) * static_cast<double>(kKeys.size()) / 1024;
        const auto key = static_cast<std::size_t>(way);
        way -= static_cast<double>(key);
        way = std::sin((way - 0.5) * kPi) / 2 + 0.5;
        const Colour &next = kKeys[(key + 1) % kKeys.size()];
        for (std::size_t c = 0; c < 3; ++c)
            table[i][c] = std::floor(way * next[c] + (1 - way) * kKeys[key][c]);
    }
    return table;
}

/// Its count and the part of one that it lacks, of the point that Fathom samples there; a count
/// below 0 where it never escapes.
struct Count {
    std::int64_t whole = -1;
    double lacks = 0;
};
Count count_at(Point c) {
    constexpr double kBailout = 10000;
    Point z = c; // the reference begins with z_1
    for (std::int64_t step = 0; step < kLimit; ++step, z = z * z + c)
        if (std::norm(z) > kBailout * kBailout) {
            const double smooth =
                1 - std::log(std::log(std::abs(z)) / std::log(kBailout)) / std::log(2.0);
            const double all = static_cast<double>(step) + smooth;
            return {static_cast<std::int64_t>(std::floor(all)), 1 - (all - std::floor(all))};
        }
    return {};
}

Colour colour_of(const Count &count, const Look &look, const std::vector<Colour> &table) {
    double iter = static_cast<double>(count.whole);
    if (!look.flat)
        iter += 1 - count.lacks;
    if (look.method == 1)
        iter = std::sqrt(std::fmax(0, iter));
    if (look.method == 2)
        iter = std::pow(std::fmax(0, iter), 1.0 / 3);
    if (look.method == 3)
        iter = std::log(std::fmax(1, iter));
    iter = iter / look.divider + look.offset;
    const double whole = std::floor(iter);
    const double next = iter - whole;
    const auto column = static_cast<std::size_t>(static_cast<std::int64_t>(whole) % 1024);
    if (!look.smooth)
        return table[column];
    Colour colour{};
    for (std::size_t c = 0; c < 3; ++c)
        colour[c] = table[column][c] * (1 - next) + table[(column + 1) % 1024][c] * next;
    return colour;
}

Point place_of(std::size_t at) {
    const auto column = static_cast<double>(at % kSize.width);
    const auto row = static_cast<double>(at / kSize.width);
    const double spacing = 4 / (kZoom * kSize.height);
    // Im downwards.
    return kCentre +
           spacing * Point(column + 0.5 - kSize.width / 2.0, row + 0.5 - kSize.height / 2.0);
}

std::vector<std::uint32_t> our_picture(const Look &look) {
    Location location = parse_any_location(text_of(look), "x.kfr").location;
    location.colour.filter = kernels::ColourFilter::none;
    location.colour.dither = kernels::ColourDither::none;
    RenderRequest request =
        make_request(location, kSize, {0, 0, kSize.width, kSize.height}, {}, Precision::f64);
    request.colour.lut = load_lut(std::nullopt, location);
    request.colour.ranks = usual_ranks();
    const auto engine = make_engine("reference", {1, {}});
    return colours_of(*engine, request);
}

Colour ours(std::uint32_t rgba) {
    return {static_cast<double>(rgba & 255U), static_cast<double>(rgba >> 8 & 255U),
            static_cast<double>(rgba >> 16 & 255U)};
}

/// The share of pixels with a channel that differs by more than `most` levels between our picture
/// of one look and its colours of another.
double different(const Look &here_shown, const Look &look, double most) {
    const std::vector<std::uint32_t> picture = our_picture(here_shown);
    const std::vector<Colour> table = places();
    int differ = 0, counted = 0;
    for (std::size_t at = 0; at < picture.size(); ++at) {
        const Count count = count_at(place_of(at));
        if (count.whole < 0) {
            EXPECT_EQ(picture[at] & 0xffffffU, 0x030201U);
            continue;
        }
        ++counted;
        const Colour theirs = colour_of(count, look, table), here = ours(picture[at]);
        double worst = 0;
        for (std::size_t c = 0; c < 3; ++c)
            worst = std::fmax(worst, std::fabs(theirs[c] - here[c]));
        differ += worst > most ? 1 : 0;
    }
    EXPECT_GT(counted, 5000);
    return static_cast<double>(differ) / counted;
}

double different(const Look &look, double most) {
    return different(look, look, most);
}

// Of the 1024 places that program truncates to bytes; two levels are that, the place between two of
// ours, and what OKLab makes of the way between stops.
TEST(KfrColours, AreItsOwn) {
    for (const Look &look : std::vector<Look>{{0, 1, 0},
                                              {0, 0.1, 100},
                                              {0, 3.7, 1023},
                                              {0, 1, 17, false},
                                              {0, 0.25, 5, true, true},
                                              {0, 7, 5, false, true}})
        EXPECT_LT(different(look, 2.5), 0.01)
            << look.divider << ' ' << look.smooth << ' ' << look.flat;
    // A count more or less is seen.
    EXPECT_GT(different({0, 0.1, 100}, {0, 0.1, 110}, 2.5), 0.5);
}

// Where something is made of counts, one more (or for logarithms two) shows a little.
TEST(KfrColours, OfRootsAndLogarithmsAreNearlySo) {
    EXPECT_LT(different({1, 0.1, 40}, 4), 0.02);
    EXPECT_LT(different({2, 0.02, 900}, 4), 0.02);
    EXPECT_LT(different({3, 0.05, 0}, 4), 0.02);
}

/// Where that program lightens or darkens by its slopes, by differences to the pixels before, ours
/// is lighter or darker than half of the light, too.
TEST(KfrColours, SlopesAreLitFromTheSameSide) {
    for (const double angle : {45.0, 160.0, 290.0}) {
        Look look{0, 0.1, 100};
        const std::vector<std::uint32_t> plain = our_picture(look);
        look.slopes = true;
        look.angle = angle;
        const std::vector<std::uint32_t> lit = our_picture(look);
        int agree = 0, clear = 0;
        const auto smooth = [](std::size_t at) {
            const Count count = count_at(place_of(at));
            return static_cast<double>(count.whole) + 1 - count.lacks;
        };
        std::vector<std::pair<double, double>> theirs_and_ours;
        for (std::size_t at = kSize.width + 1; at < plain.size(); ++at) {
            if (at % kSize.width == 0 || count_at(place_of(at)).whole < 0)
                continue;
            const double slope =
                (smooth(at - 1) - smooth(at)) * std::cos(angle * kPi / 180) +
                (smooth(at - kSize.width) - smooth(at)) * std::sin(angle * kPi / 180);
            const Colour before = ours(plain[at]), after = ours(lit[at]);
            if (before[1] < 40 || std::fabs(slope) < 1e-3)
                continue;
            theirs_and_ours.emplace_back(slope, after[1] / before[1]);
        }
        double sum = 0;
        for (const auto &[slope, factor] : theirs_and_ours)
            sum += factor;
        const double mean = sum / static_cast<double>(theirs_and_ours.size());
        for (const auto &[slope, factor] : theirs_and_ours) {
            if (std::fabs(factor - mean) < 0.1)
                continue;
            ++clear;
            agree += (slope < 0) == (factor > mean) ? 1 : 0; // a negative slope is lightened
        }
        ASSERT_GT(clear, 500);
        EXPECT_GT(agree, 0.9 * clear) << angle;
    }
}

} // namespace fathom::kfr_colours_test
