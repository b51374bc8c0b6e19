// The colour filter: its arithmetic, what it does to gradients of which the answer is known, and
// how near it brings one sample a pixel to many.
#include "kernels/colour/colour_rows.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/supersample.h"
#include "render/images/srgb.h"
#include "render/jobs/band_schedule.h"
#include "render/jobs/survey.h"
#include "render/places/palette.h"
#include "tests/support/colour_schemes.h"
#include "tests/support/frame_colours.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fathom::colour_filter_test {

using kernels::ColourBase;
using kernels::ColourFilter;
using kernels::ColourMapping;
using kernels::ColourParams;
using kernels::ColourWords;

int channel_of(std::uint32_t colour, int channel) {
    return static_cast<int>(colour >> (8 * channel) & 255);
}

/// Of all channels, in levels of 255.
double mean_difference(const std::vector<std::uint32_t> &a, const std::vector<std::uint32_t> &b) {
    double sum = 0;
    for (std::size_t at = 0; at < a.size(); ++at)
        for (int channel = 0; channel < 3; ++channel)
            sum += std::abs(channel_of(a[at], channel) - channel_of(b[at], channel));
    return sum / (3.0 * static_cast<double>(a.size()));
}

/// A picture of which the phases are given: counts of a base that is the trap's distance.
class PhasePicture {
  public:
    template <class Phase> PhasePicture(int width, int height, Phase phase) {
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                trap_.push_back(phase(x, y));
        n_.assign(trap_.size(), 9);
        zx_.assign(trap_.size(), 300);
        zeros_.assign(trap_.size(), 0);
        atom_.assign(trap_.size(), 1);
        planes_ = {n_.data(),     zx_.data(),    zeros_.data(), width,       height,
                   zeros_.data(), zeros_.data(), trap_.data(),  atom_.data()};
    }
    [[nodiscard]] std::uint32_t colour(int x, int y, const ColourParams &params) const {
        return kernels::colour_pixel(planes_, x, y, 1, params);
    }
    /// As the CPU's pass colours them, row by row.
    [[nodiscard]] std::vector<std::uint32_t> rows(const ColourParams &params) const {
        std::vector<std::uint32_t> rgba(n_.size());
        for (int x = 0; x < planes_.width; x += kernels::kTileSide) {
            kernels::ColourWork<double> work;
            work.planes = planes_;
            work.params = params;
            work.x0 = x;
            work.x1 = std::min(x + kernels::kTileSide, planes_.width);
            work.y1 = planes_.height;
            work.rgba = rgba.data();
            kernels::colour_rectangle(work);
        }
        return rgba;
    }
    [[nodiscard]] int width() const { return planes_.width; }
    [[nodiscard]] int height() const { return planes_.height; }
    void make_interior(int x, int y) { n_[at(x, y)] = kernels::kInterior; }

  private:
    [[nodiscard]] std::size_t at(int x, int y) const {
        return static_cast<std::size_t>(y) * planes_.width + x;
    }
    std::vector<std::uint32_t> n_, atom_;
    std::vector<double> zx_, zeros_, trap_;
    kernels::SamplePlanes<double> planes_;
};

/// Colours straight from the trap's distance: a phase of 1 for each 1.
struct TrapColours {
    std::shared_ptr<const PaletteTable> lut;
    std::vector<std::uint32_t> sums;
    ColourParams params;
    TrapColours() {
        take(load_lut(std::nullopt, "default"));
        params.base = ColourBase::trap;
        params.density = 1;
        params.filter = ColourFilter::footprint;
    }
    void take(std::shared_ptr<const PaletteTable> table) {
        lut = std::move(table);
        sums = palette_sums(lut->colours());
        params.lut = lut->colours().data();
        params.lut_size = static_cast<std::int32_t>(lut->size());
        params.sums = sums.data();
        params.fine = lut->fine().data();
    }
    [[nodiscard]] ColourParams unfiltered() const {
        ColourParams plain = params;
        plain.filter = ColourFilter::none;
        return plain;
    }
    /// The mean of the palette from one phase to another, in linear light.
    [[nodiscard]] std::uint32_t mean(double from, double to) const {
        constexpr int kSteps = 4096;
        double light[3] = {};
        for (int i = 0; i < kSteps; ++i) {
            const double phase = from + (to - from) * (i + 0.5) / kSteps;
            const std::uint32_t colour = (*lut)[kernels::entry_at(phase, params)];
            for (int channel = 0; channel < 3; ++channel)
                light[channel] += linear_from_srgb(channel_of(colour, channel) / 255.0) / kSteps;
        }
        std::uint32_t colour = 0xff;
        for (int channel = 2; channel >= 0; --channel)
            colour = colour << 8 | static_cast<std::uint32_t>(
                                       std::lround(255 * srgb_from_linear(light[channel])));
        return colour;
    }
};

void expect_near(std::uint32_t colour, std::uint32_t expected, int levels) {
    EXPECT_EQ(colour >> 24, 255U);
    for (int channel = 0; channel < 3; ++channel)
        EXPECT_NEAR(channel_of(colour, channel), channel_of(expected, channel), levels)
            << "channel " << channel;
}

TEST(ColourFilter, BytesOfLightAreTheNearest) {
    for (int light = 0; light <= 65535; ++light) {
        const double exact = 255 * srgb_from_linear(light / 65535.0);
        ASSERT_NEAR(kernels::byte_of_light(static_cast<float>(light)), exact, 0.52) << light;
    }
    const auto light = light_of_bytes();
    for (std::uint32_t byte = 0; byte < 256; ++byte)
        EXPECT_EQ(kernels::byte_of_light(static_cast<float>(light[byte])), byte);
}

TEST(ColourFilter, SumsGiveTheMeanOfAnyRange) {
    const TrapColours colours;
    const int size = colours.params.lut_size;
    const auto light = light_of_bytes();
    for (const kernels::EntryRange range :
         {kernels::EntryRange{0, 1}, {size - 1, 1}, {17, 300}, {size - 100, 250}, {1, size}})
        for (int channel = 0; channel < 3; ++channel) {
            double sum = 0;
            for (int i = 0; i < range.count; ++i)
                sum += light[static_cast<std::size_t>(channel_of(
                    (*colours.lut)[static_cast<std::size_t>((range.first + i) % size)], channel))];
            EXPECT_FLOAT_EQ(kernels::mean_light(channel, range, colours.params),
                            static_cast<float>(sum / range.count));
        }
    EXPECT_TRUE(palette_sums({}).empty());
    EXPECT_TRUE(
        palette_sums(std::vector<std::uint32_t>(kernels::kMostFilteredEntries + 1)).empty());
    // The largest sums that there can be.
    const std::vector<std::uint32_t> white(kernels::kMostFilteredEntries, 0xffffffffU);
    const auto sums = palette_sums(white);
    ColourParams params;
    params.lut_size = kernels::kMostFilteredEntries;
    params.sums = sums.data();
    EXPECT_EQ(kernels::mean_light(2, {1, params.lut_size}, params), 65535.0F);
}

TEST(ColourFilter, LeavesWhatIsSmoothAlone) {
    const TrapColours colours;
    const double step = 0.9 / colours.params.lut_size;
    const PhasePicture picture(40, 20, [&](int x, int y) { return 0.3 + step * (x + y) / 2; });
    for (int y = 0; y < 20; ++y)
        for (int x = 0; x < 40; ++x)
            ASSERT_EQ(picture.colour(x, y, colours.params),
                      picture.colour(x, y, colours.unfiltered()));
}

TEST(ColourFilter, ShowsTheMeanOfAnEvenGradient) {
    const TrapColours colours;
    const double step = 1.0 / 24;
    const PhasePicture picture(48, 6, [&](int x, int) { return 0.01 + step * x; });
    // 2 w of the block's mean is mixed in; without it the width is that of the pixel.
    double filtered = 0, plain = 0;
    for (int x = 0; x < 48; ++x) {
        const double phase = 0.01 + step * x;
        const std::uint32_t mean = colours.mean(phase - step / 2, phase + step / 2);
        expect_near(picture.colour(x, 2, colours.params), mean, 8);
        filtered += mean_difference({picture.colour(x, 2, colours.params)}, {mean});
        plain += mean_difference({picture.colour(x, 2, colours.unfiltered())}, {mean});
    }
    EXPECT_LT(filtered, 48 * 1.5);
    EXPECT_GT(plain, 0);
}

TEST(ColourFilter, ManyCyclesInAPixelAreThePalettesMean) {
    const TrapColours colours;
    const std::uint32_t mean = colours.mean(0, 1);
    const PhasePicture picture(10, 9, [&](int x, int y) { return 5.37 * x + 7.71 * y; });
    for (int y = 0; y < 9; ++y)
        for (int x = 0; x < 10; ++x)
            expect_near(picture.colour(x, y, colours.params), mean, 1);
    EXPECT_GT(mean_difference({picture.colour(3, 2, colours.unfiltered())}, {mean}), 5);
}

TEST(ColourFilter, LooksAtEscapedSamplesOfTheBlockAlone) {
    const TrapColours colours;
    PhasePicture picture(4, 4, [&](int x, int y) { return x < 2 && y < 2 ? 0.25 : 0.25 + x + y; });
    const std::uint32_t flat = picture.colour(0, 0, colours.unfiltered());
    EXPECT_EQ(picture.colour(0, 0, colours.params), flat);
    EXPECT_EQ(picture.colour(1, 1, colours.params), flat);
    EXPECT_NE(picture.colour(2, 2, colours.params), picture.colour(2, 2, colours.unfiltered()));
    picture.make_interior(3, 2);
    picture.make_interior(2, 3);
    picture.make_interior(3, 3);
    EXPECT_EQ(picture.colour(2, 2, colours.params), picture.colour(2, 2, colours.unfiltered()));
    EXPECT_EQ(picture.colour(3, 3, colours.params), colours.params.interior);
}

/// Slopes in entries of the palette a pixel: rows that are seen to need no filter, those about the
/// limit of that, and steeper ones.
void expect_rows_of_any_slope(const TrapColours &colours) {
    const double entry = 1.0 / colours.params.lut_size;
    for (const double slope : {0.0, 0.4, 0.68, 0.6874, 0.6875, 0.6876, 0.7, 0.9, 1.01, 2.0, 13.6,
                               14.39, 14.41, 16.0, 18.0, 26.0, 200.0})
        for (const double tilt : {0.0, 0.3, 1.0, -1.0})
            for (const double from : {0.0, 0.1234567, 0.99999, 1234.56789, -5.4321}) {
                const auto phase = [&](int x, int y) {
                    return from + entry * slope * (x + tilt * y);
                };
                PhasePicture picture(83, 9, phase);
                for (int y = 2; y < 6; ++y) // two rows of blocks with nothing else, one tile wide
                    for (int x = 0; x < 64; ++x)
                        picture.make_interior(x, y);
                picture.make_interior(70, 1);
                const auto rows = picture.rows(colours.params);
                for (int y = 0; y < picture.height(); ++y)
                    for (int x = 0; x < picture.width(); ++x)
                        ASSERT_EQ(rows[static_cast<std::size_t>(y) * picture.width() + x],
                                  picture.colour(x, y, colours.params))
                            << x << ' ' << y << ", " << slope << ' ' << tilt << ' ' << from;
            }
}

TEST(ColourFilter, RowsOfAnySlopeAreThePixels) {
    for (const int size : {1, 7, 4096, kernels::kMostFilteredEntries}) {
        SCOPED_TRACE(size);
        TrapColours colours;
        colours.take(std::make_shared<PaletteTable>(
            Palette{"three", {{0.0, 250, 20, 3}, {0.3, 4, 100, 255}, {0.7, 90, 255, 160}}}, size));
        colours.params.interior = 0xff3355aaU;
        for (const ColourWords words :
             {ColourWords::nearest, ColourWords::dithered, ColourWords::packed}) {
            colours.params.words = words;
            expect_rows_of_any_slope(colours);
        }
    }
}

TEST(ColourFilter, StaysWithinThePhasesThatRanksHave) {
    TrapColours colours;
    ColourParams &params = colours.params;
    params.mapping = ColourMapping::rank;
    params.density = 0.75;
    const int size = params.lut_size, end = size * 3 / 4;
    const auto range = [&](double phase, float width) {
        const auto [first, count] = kernels::entries_of(phase, width, params);
        return std::pair(first, first + count);
    };
    EXPECT_EQ(range(0.7, 0.5F), std::pair(static_cast<int>(std::lround(0.45 * size)), end));
    EXPECT_EQ(range(0.1, 0.5F), std::pair(0, static_cast<int>(std::lround(0.35 * size))));
    EXPECT_EQ(range(0.4, 3.0F), std::pair(0, end));
    EXPECT_EQ(range(0.75, 0.002F), std::pair(end, end + 1)) << "too narrow, its own entry";
    params.offset = 0.5; // and round the end
    EXPECT_EQ(range(1.2, 0.5F).second, size / 4 + size);
    params.mapping = ColourMapping::linear;
    EXPECT_EQ(kernels::entries_of(0.4, 3.0F, params).count, size);
}

TEST(ColourFilter, TakesAFlatInteriorForLight) {
    TrapColours colours;
    PhasePicture picture(2, 2, [](int x, int y) { return 0.2 + 0.3 * x + 0.1 * y; });
    picture.make_interior(1, 1);
    ColourParams &params = colours.params;
    const std::uint32_t black = picture.colour(0, 0, params);
    std::fill_n(params.interior_light, 3, 65535.0F);
    const std::uint32_t white = picture.colour(0, 0, params);
    for (int channel = 0; channel < 3; ++channel)
        EXPECT_LT(channel_of(black, channel), channel_of(white, channel)) << channel;
    // What shows its period has no one colour.
    params.interior_colour = kernels::InteriorColour::period;
    const std::uint32_t without = picture.colour(0, 0, params);
    for (int channel = 0; channel < 3; ++channel) {
        EXPECT_LT(channel_of(black, channel), channel_of(without, channel)) << channel;
        EXPECT_LT(channel_of(without, channel), channel_of(white, channel)) << channel;
    }
}

TEST(ColourFilter, AnglesGoRound) {
    kernels::ColourScheme scheme;
    scheme.base = ColourBase::angle;
    scheme.density = 3;
    const ColourParams params = params_of(request_with(scheme));
    EXPECT_NEAR(kernels::phase_step(0.03, 2.97, params), -0.06, 1e-6);
    EXPECT_NEAR(kernels::phase_step(2.97, 0.03, params), 0.06, 1e-6);
    EXPECT_NEAR(kernels::phase_step(0.2, 1.2, params), 1.0, 1e-6);
    scheme.mapping = ColourMapping::logarithm;
    EXPECT_NEAR(kernels::phase_step(0, 3 * std::log(2.0) - 0.01, params_of(request_with(scheme))),
                -0.01, 1e-6);
    scheme.base = ColourBase::trap;
    EXPECT_NEAR(kernels::phase_step(0.03, 2.97, params_of(request_with(scheme))), 2.94, 1e-6);
    EXPECT_EQ(kernels::phase_step(0, 1e300, params_of(request_with(scheme))), 8.0F);
    EXPECT_EQ(kernels::phase_step(1e300, 0, params_of(request_with(scheme))), -8.0F);
}

struct DensePlace {
    const char *name, *re, *im, *zoom;
    std::uint64_t iterations;
    ColourMapping mapping;
    double density;
};
// A coarse picture of much detail, as it is, with ranks and with counts that go through
// several cycles of the palette in a pixel.
const DensePlace kDensePlaces[] = {
    {"seahorses", "-0.7436438870371587", "0.1318259043124", "3e3", 3000, ColourMapping::rank, 1},
    {"antenna", "-1.94151209635203446", "0.00663498740113024", "1e7", 4000, ColourMapping::rank, 1},
    {"spirals", "-0.7746806106269039", "-0.1374168856037867", "1e6", 4000, ColourMapping::linear,
     0.02},
    {"elephants", "0.2925755", "-0.0149977", "2e3", 4000, ColourMapping::linear, 0.5},
};

TEST(ColourFilter, PartsOfAPictureHaveTheColoursOfTheWhole) {
    const Size size{203, 131};
    Location location;
    location.colour.density = 0.3;
    const auto engine = make_engine("cpu");
    const auto part = [&](Region region, ColourFilter filter) {
        location.colour.filter = filter;
        RenderRequest request = make_request(location, size, region, {}, Precision::f64);
        request.colour.lut = load_lut(std::nullopt, "default");
        return colours_of(*engine, request);
    };
    const Region all{0, 0, size.width, size.height};
    const auto whole = part(all, ColourFilter::footprint);
    EXPECT_GT(mean_difference(whole, part(all, ColourFilter::none)), 1);
    EXPECT_EQ(band_rows(size.width, 7 * 203 + 5), 6);
    EXPECT_EQ(band_rows(10'000, 100), 2);
    for (const Region region : {Region{0, 6, 203, 6}, {0, 126, 203, 5}, {64, 32, 139, 50}})
        for (int y = 0; const std::uint32_t colour : part(region, ColourFilter::footprint)) {
            const int row = region.y + y / region.width, column = region.x + y % region.width;
            ASSERT_EQ(colour, whole[static_cast<std::size_t>(row) * 203 + column])
                << column << ' ' << row;
            ++y;
        }
}

TEST(ColourFilter, BringsOneSampleNearerToManyInDensePlaces) {
    const auto engine = make_engine("cpu");
    const std::atomic<bool> stop = false;
    const Size size{96, 64};
    for (const DensePlace &place : kDensePlaces) {
        Location location;
        location.view.re = Decimal::parse(place.re);
        location.view.im = Decimal::parse(place.im);
        location.view.zoom = Decimal::parse(place.zoom);
        location.iterations = place.iterations;
        location.colour.mapping = place.mapping;
        location.colour.density = place.density;
        const auto ranks = needed_ranks(*engine, location, size, nullptr, stop);
        const auto request_at = [&](Subpixel subpixel) {
            RenderRequest request = make_request(location, size, {0, 0, size.width, size.height},
                                                 subpixel, Precision::f64);
            request.colour.lut = load_lut(std::nullopt, "default");
            request.colour.ranks = ranks;
            return request;
        };
        Supersampler mean;
        mean.reset(static_cast<std::size_t>(size.width) * size.height);
        for (int sample = 0; sample < 64; ++sample)
            mean.add(
                colours_of(*engine, request_at({16 + 32 * (sample % 8), 16 + 4 * (sample & ~7)})));
        std::vector<std::uint8_t> rgb(3 * std::size_t{96} * 64);
        mean.resolve(rgb);
        std::vector<std::uint32_t> many;
        for (std::size_t at = 0; at < rgb.size(); at += 3)
            many.push_back(rgb[at] | rgb[at + 1] << 8 | rgb[at + 2] << 16);
        RenderRequest one = request_at({});
        const double plain = mean_difference(colours_of(*engine, one), many);
        one.colour.scheme.filter = ColourFilter::footprint;
        const double filtered = mean_difference(colours_of(*engine, one), many);
        RecordProperty(place.name, fmt::format("{:.2f} instead of {:.2f}", filtered, plain));
        EXPECT_LT(filtered, 0.92 * plain) << place.name;
        EXPECT_LE(filtered, 16) << place.name;
    }
}

} // namespace fathom::colour_filter_test
