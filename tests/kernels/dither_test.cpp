// Ordered dithering: that slow gradients have no bands and the mean that they should have, and that
// what is exact in bytes stays as it is.
#include "kernels/colour/colour.h"
#include "kernels/colour/colour_rows.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/palette_sums.h"
#include "render/places/location.h"
#include "render/places/palette.h"
#include "tests/support/frame_colours.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <set>

namespace fathom::dither_test {

using kernels::ColourBase;
using kernels::ColourFilter;
using kernels::ColourParams;
using kernels::ColourWords;
using kernels::dither_threshold;
using kernels::kFineLevels;

double channel_of(std::uint32_t colour, int channel) {
    return static_cast<double>(colour >> (8 * channel) & 255);
}

/// Colours of phases that are given as the distances of a trap.
class PhaseColours {
  public:
    explicit PhaseColours(const Palette &palette)
        : table_(palette), sums_(palette_sums(table_.colours())) {
        params.lut = table_.colours().data();
        params.lut_size = static_cast<std::int32_t>(table_.size());
        params.sums = sums_.data();
        params.fine = table_.fine().data();
        params.base = ColourBase::trap;
        params.density = 1;
        params.words = ColourWords::dithered;
    }
    /// `phase(x, y)` is called for each pixel; rows of tiles as engines colour them.
    template <class Phase>
    [[nodiscard]] std::vector<std::uint32_t> picture(int width, int height, Phase phase) const {
        const auto count = static_cast<std::size_t>(width) * height;
        std::vector<double> trap, outside(count, 300.0), zeros(count, 0.0);
        std::vector<std::uint32_t> n(count, 9), atom(count, 1), rgba(count);
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                trap.push_back(phase(x, y));
        kernels::ColourWork<double> work;
        work.planes = {n.data(),     outside.data(), zeros.data(), width,      height,
                       zeros.data(), zeros.data(),   trap.data(),  atom.data()};
        work.params = params;
        work.y1 = height;
        work.rgba = rgba.data();
        for (; work.x0 < width; work.x0 += kernels::kTileSide) {
            work.x1 = std::min(work.x0 + kernels::kTileSide, width);
            kernels::colour_rectangle(work);
        }
        return rgba;
    }
    ColourParams params;

  private:
    PaletteTable table_;
    std::vector<std::uint32_t> sums_;
};

/// The most columns side by side of which 8 rows have one colour.
int widest_band(const std::vector<std::uint32_t> &rgba, int width) {
    int widest = 0;
    for (int x = 0, band = 0; x < width; ++x) {
        const auto at = static_cast<std::size_t>(x);
        const std::uint32_t colour = rgba[at];
        bool one = true;
        for (std::size_t row = 0; row < 8; ++row)
            one = one && rgba[at + row * static_cast<std::size_t>(width)] == colour;
        const bool goes_on = x > 0 && rgba[at - 1] == colour;
        band = !one ? 0 : goes_on ? band + 1 : 1;
        widest = std::max(widest, band);
    }
    return widest;
}

Palette slow_palette() {
    return {"slow", {{0.0, 40, 60, 90}, {0.5, 90, 100, 110}}};
}

TEST(Dither, AnyEightByEightPixelsHaveAllThresholds) {
    for (const int left : {0, 1, 5, -3})
        for (const int top : {0, 2, 7, -6}) {
            std::multiset<std::uint32_t> all;
            for (int y = 0; y < 8; ++y)
                for (int x = 0; x < 8; ++x)
                    all.insert(dither_threshold(left + x, top + y));
            EXPECT_EQ(std::set(all.begin(), all.end()).size(), 64U);
            EXPECT_EQ(*all.begin(), 8U);
            EXPECT_EQ(*all.rbegin(), 247U);
        }
    EXPECT_EQ(dither_threshold(3, 6), dither_threshold(3 + 8 * 77, 6 + 8 * 1234));
}

TEST(Dither, AMeanOfEightByEightIsTheLevelWithinASixteenth) {
    // Beside a byte a level is that byte, so that flat areas stay flat: at most 1/32 off.
    for (std::uint32_t level = 0; level <= 255U * kFineLevels; ++level) {
        double sum = 0;
        for (int y = 0; y < 8; ++y)
            for (int x = 0; x < 8; ++x)
                sum += (level + dither_threshold(x, y)) >> 8;
        ASSERT_NEAR(sum / 64, level / 256.0, 1.0 / 24) << level;
    }
}

/// Over a wide picture: some 20 levels in all, so that an entry of the palette covers some 10
/// pixels and a level some 200.
template <class Check> void with_slow_gradients(Check check) {
    PhaseColours colours(slow_palette());
    const int width = 4096, height = 16;
    const auto phase = [](int x, int y) { return 0.05 + x * 2.5e-5 + y * 1e-7; };
    for (const ColourFilter filter : {ColourFilter::none, ColourFilter::footprint}) {
        colours.params.filter = filter;
        check(colours, width, height, phase);
    }
}

TEST(Dither, SlowGradientsHaveNoBands) {
    with_slow_gradients([](PhaseColours &colours, int width, int height, auto phase) {
        const int dithered = widest_band(colours.picture(width, height, phase), width);
        colours.params.words = ColourWords::nearest;
        const int nearest = widest_band(colours.picture(width, height, phase), width);
        EXPECT_GE(nearest, 100);
        EXPECT_LE(dithered, nearest / 8);
        colours.params.words = ColourWords::dithered;
    });
}

TEST(Dither, SlowGradientsHaveTheirTrueMeanEverywhere) {
    constexpr int kTruth = 1 << 20;
    const PaletteTable truth(slow_palette(), kTruth);
    with_slow_gradients([&](const PhaseColours &colours, int width, int height, auto phase) {
        const auto rgba = colours.picture(width, height, phase);
        for (int x = 0; x + 8 <= width; x += 3)
            for (int channel = 0; channel < 3; ++channel) {
                double mean = 0, expected = 0;
                for (int at = 0; at < 64; ++at) {
                    const int column = x + at % 8, row = 5 + at / 8;
                    const auto entry = static_cast<std::size_t>(phase(column, row) * kTruth);
                    mean +=
                        channel_of(rgba[static_cast<std::size_t>(row) * width + column], channel);
                    expected += truth.fine()[3 * entry + channel] % 65536 / double(kFineLevels);
                }
                ASSERT_NEAR(mean / 64, expected / 64, 1.0 / 16) << x << " channel " << channel;
            }
    });
}

TEST(Dither, NoPixelIsALevelAway) {
    with_slow_gradients([](PhaseColours &colours, int width, int height, auto phase) {
        const auto dithered = colours.picture(width, height, phase);
        colours.params.words = ColourWords::nearest;
        const auto nearest = colours.picture(width, height, phase);
        colours.params.words = ColourWords::dithered;
        for (std::size_t at = 0; at < nearest.size(); ++at)
            for (int channel = 0; channel < 3; ++channel)
                ASSERT_LE(
                    std::abs(channel_of(dithered[at], channel) - channel_of(nearest[at], channel)),
                    1);
    });
}

TEST(Dither, FlatAndHardEdgedPalettesStayAsTheyAre) {
    const Palette flat{"flat", {{0.25, 17, 200, 3}}};
    // Each colour from its first stop to its second, and at once the next.
    const Palette hard{"hard",
                       {{0.0, 9, 90, 200},
                        {0.3, 9, 90, 200},
                        {0.30000001, 255, 255, 254},
                        {0.71, 255, 255, 254},
                        {0.7100001, 1, 2, 3},
                        {0.99999999, 1, 2, 3}}};
    for (const Palette &palette : {flat, hard})
        for (const double step : {1e-6, 1.0 / 300, 0.31}) {
            PhaseColours colours(palette);
            const auto phase = [step](int x, int y) { return 0.29 + step * (x + 0.7 * y); };
            const auto dithered = colours.picture(200, 30, phase);
            colours.params.words = ColourWords::nearest;
            EXPECT_EQ(dithered, colours.picture(200, 30, phase)) << palette.name << ' ' << step;
        }
    // The filter's means of a single colour are that colour.
    PhaseColours colours(flat);
    colours.params.filter = ColourFilter::footprint;
    const auto filtered = colours.picture(64, 8, [](int x, int y) { return 0.37 * x + 0.11 * y; });
    EXPECT_EQ(std::set(filtered.begin(), filtered.end()), std::set{0xff03c811U});
}

TEST(Dither, EveryFlatColourStaysThroughTheFilter) {
    for (int value = 0; value < 256; ++value) {
        const auto byte = static_cast<std::uint8_t>(value);
        PhaseColours colours({"flat", {{0.0, byte, byte, byte}}});
        colours.params.filter = ColourFilter::footprint;
        const auto rgba = colours.picture(64, 8, [](int x, int y) { return 0.29 * x + 0.4 * y; });
        ASSERT_EQ(std::set(rgba.begin(), rgba.end()), std::set{0xff000000U | 0x010101U * byte});
    }
}

TEST(Dither, InteriorsKeepTheirColour) {
    Location location;
    take_automatic_look(location);
    location.colour.interior_rgb = 0x102030;
    RenderRequest request = make_request(location, {64, 48}, {0, 0, 64, 48}, {}, Precision::f64);
    request.colour.lut = load_lut(std::nullopt, "default");
    const auto engine = make_engine("cpu");
    const auto rgba = colours_of(*engine, request);
    EXPECT_EQ(rgba[std::size_t{24} * 64 + 40], 0xff302010U) << "in the cardioid";
    EXPECT_GT(std::count(rgba.begin(), rgba.end(), 0xff302010U), 200);
}

TEST(Dither, PartsOfAPictureHaveTheColoursOfTheWhole) {
    const Size size{203, 131};
    Location location;
    take_automatic_look(location);
    location.colour.mapping = kernels::ColourMapping::linear;
    location.colour.density = 0.003;
    location.colour.shade = kernels::ColourShade::slope;
    const auto engine = make_engine("cpu");
    const auto part = [&](Region region) {
        RenderRequest request = make_request(location, size, region, {}, Precision::f64);
        request.colour.lut = load_lut(std::nullopt, "default");
        return colours_of(*engine, request);
    };
    const auto whole = part({0, 0, size.width, size.height});
    for (const Region region : {Region{0, 6, 203, 6}, {0, 126, 203, 5}, {62, 34, 141, 50}})
        for (int at = 0; const std::uint32_t colour : part(region)) {
            const int row = region.y + at / region.width, column = region.x + at % region.width;
            ASSERT_EQ(colour, whole[static_cast<std::size_t>(row) * 203 + column])
                << column << ' ' << row;
            ++at;
        }
}

TEST(Dither, PackedColoursKeepBytesAndEighths) {
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        const std::uint32_t word = kernels::packed(
            kernels::of_bytes<kernels::FineColour>(byte | (255U - byte) << 8 | byte << 16));
        EXPECT_EQ(kernels::eighths_of(word, 0), 8 * byte);
        EXPECT_EQ(kernels::eighths_of(word, 1), 8 * (255 - byte));
        EXPECT_EQ(kernels::eighths_of(word, 2), 8 * byte);
    }
    const std::uint32_t word = kernels::packed({{1000, 2017, 33000}});
    EXPECT_NEAR(kernels::eighths_of(word, 0) * 32.0, 1000, 16);
    EXPECT_NEAR(kernels::eighths_of(word, 1) * 32.0, 2017, 16);
    EXPECT_NEAR(kernels::eighths_of(word, 2) * 32.0, 33000, 32);
}

TEST(Dither, StepsOfMoreThanHalfOfAllLevelsAreEdges) {
    for (const std::int32_t step : {-32768, -300, -1, 0, 1, 32767}) {
        const std::uint32_t entry = kernels::fine_entry(33000, step);
        EXPECT_EQ(kernels::fine_level(entry, 0), 33000U);
        EXPECT_NEAR(kernels::fine_level(entry, 128), 33000 + step / 2.0, 0.5);
    }
    EXPECT_EQ(kernels::fine_level(kernels::fine_entry(0, 32768), 128), 0U);
    EXPECT_EQ(kernels::fine_level(kernels::fine_entry(65280, -65280), 255), 65280U);
}

} // namespace fathom::dither_test
