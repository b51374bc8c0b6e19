// Every base, mapping, shade and interior of the colour pass: the vector loops against the formula
// of one pixel, byte for byte, and answers that are known without it.
#include "kernels/colour/colour_rows.h"
#include "render/engines/sample_buffer.h"
#include "tests/support/colour_schemes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace fathom::colour_modes_test {

using kernels::ColourBase;
using kernels::ColourMapping;
using kernels::ColourParams;
using kernels::ColourScheme;
using kernels::ColourShade;
using kernels::InteriorColour;

/// Samples of all kinds, extreme ones among them.
template <class Real> class Picture {
  public:
    static constexpr int kWidth = 75, kHeight = 19;

    explicit Picture(int finest, bool tracked = true, bool wide = false)
        : samples_({kWidth, kHeight},
                   sizeof(Real) == sizeof(float) ? Precision::f32 : Precision::f64,
                   FrameContents::samples, tracked ? kernels::Tracks::all : kernels::Tracks::none,
                   wide) {
        std::mt19937 random(13);
        planes_ = samples_.planes<Real>();
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x)
                fill(random, static_cast<std::size_t>(y) * kWidth + x,
                     x % finest == 0 && y % finest == 0);
        // A tile's rows of blocks without any that escaped; of long indices, one with a high word.
        for (std::size_t x = 0; x < kernels::kTileSide; ++x)
            for (const std::size_t at : {4 * kWidth + x, 5 * kWidth + x})
                if (planes_.n[at] != kernels::kPending) {
                    planes_.n[at] = kernels::kInterior;
                    if (planes_.n_high != nullptr)
                        planes_.n_high[at] = x == 24 ? 1 : 0;
                }
    }

    kernels::SamplePlanes<Real> &planes() { return planes_; }
    SampleBuffer &samples() { return samples_; }

  private:
    void fill(std::mt19937 &random, std::size_t at, bool known) {
        std::uniform_real_distribution<double> unit(0, 1);
        const bool interior = random() % 7 == 0;
        const auto most = std::numeric_limits<Real>::max();
        const Real extremes[] = {0, most, -most, std::numeric_limits<Real>::min(), Real(1e-18)};
        const auto any = [&](double scale) {
            return random() % 5 == 0 ? extremes[random() % 5]
                                     : static_cast<Real>(scale * (unit(random) - 0.5));
        };
        const double size = std::exp2(8 + 8 * unit(random));
        const double angle = 6.2831853 * unit(random);
        const bool huge = random() % 9 == 0;
        planes_.n[at] = !known     ? kernels::kPending
                        : interior ? kernels::kInterior
                        : at % 5   ? 1 + random() % 2000
                                   : 1 + random() % 4'000'000'000U;
        if (planes_.n_high != nullptr)
            planes_.n_high[at] = !known     ? kernels::kPending
                                 : interior ? 0
                                 : at % 4   ? random() % 256
                                            : 0;
        if (planes_.n_high != nullptr && at % 11 == 0 && known && !interior) {
            planes_.n[at] = at % 2 ? kernels::kPending : 0; // one word of what has a meaning as two
            planes_.n_high[at] = 1;
        }
        planes_.zx[at] = interior ? 0 : huge ? most : static_cast<Real>(size * std::cos(angle));
        planes_.zy[at] = interior ? 0 : static_cast<Real>(size * std::sin(angle));
        if (planes_.gx == nullptr)
            return;
        planes_.gx[at] = interior ? std::fabs(any(1)) : any(1000);
        planes_.gy[at] = interior ? 0 : any(1000);
        planes_.trap[at] = std::fabs(any(2));
        planes_.atom[at] = random() % 4 == 0 ? 0 : random() % 4'000'000'000U;
    }

    SampleBuffer samples_;
    kernels::SamplePlanes<Real> planes_;
};

template <class Real>
void expect_rows_equal_pixels(const kernels::SamplePlanes<Real> &planes, const ColourParams &params,
                              int finest) {
    std::vector<std::uint32_t> rgba(static_cast<std::size_t>(planes.width) * planes.height);
    for (int x = 0; x < planes.width; x += kernels::kTileSide) {
        kernels::ColourWork<Real> work;
        work.planes = planes;
        work.params = params;
        work.x0 = x;
        work.x1 = std::min(x + kernels::kTileSide, planes.width);
        work.y1 = planes.height;
        work.finest = finest;
        work.rgba = rgba.data();
        kernels::colour_rectangle(work);
    }
    for (int y = 0; y < planes.height; ++y)
        for (int x = 0; x < planes.width; ++x)
            ASSERT_EQ(rgba[static_cast<std::size_t>(y) * planes.width + x],
                      kernels::colour_pixel(planes, x, y, finest, params))
                << x << ' ' << y << " finest " << finest;
}

template <class Real> void expect_all_rows_equal_pixels(bool tracked, bool wide = false) {
    Picture<Real> whole(1, tracked, wide), coarse(4, tracked, wide);
    for_each_scheme([&](const ColourScheme &scheme) {
        ColourParams params = params_of(request_with(scheme));
        expect_rows_equal_pixels(whole.planes(), params, 1);
        expect_rows_equal_pixels(coarse.planes(), params, 4);
        params.inverse_log2_power = 0.5F; // z^4
        params.interior = 0xff8090a0U;
        params.left = 3; // of the whole picture, which dithering goes by
        params.top = 1;
        expect_rows_equal_pixels(whole.planes(), params, 1);
        if (params.words == kernels::ColourWords::dithered) {
            params.words = kernels::ColourWords::packed;
            expect_rows_equal_pixels(whole.planes(), params, 1);
        }
    });
}

TEST(ColourModes, RowsGiveThePixelsBytesInFloat) {
    expect_all_rows_equal_pixels<float>(true);
}
TEST(ColourModes, RowsGiveThePixelsBytesInDouble) {
    expect_all_rows_equal_pixels<double>(true);
}
TEST(ColourModes, RowsGiveThePixelsBytesOfLongIndices) {
    expect_all_rows_equal_pixels<float>(true, true);
    expect_all_rows_equal_pixels<double>(false, true);
}

/// A palette with a guard on either side that no pixel may show.
TEST(ColourModes, NeverReadOutsideOfThePalette) {
    constexpr std::uint32_t kGuard = 0xff00ff00U;
    std::vector<std::uint32_t> lut(std::size_t{3} * 4096, kGuard);
    std::fill_n(lut.begin() + 4096, 4096, 0xff0000ffU);
    // Sums beside which everything is light.
    const auto red = palette_sums(std::vector<std::uint32_t>(4096, 0xff0000ffU));
    std::vector<std::uint32_t> sums(red.size() + 2 * 4096, 0x7fffffffU);
    std::copy(red.begin(), red.end(), sums.begin() + 4096);
    std::vector<std::uint32_t> fine(std::size_t{9} * 4096, kernels::fine_entry(65280, 0));
    for (std::size_t entry = 4096; entry < 8192; ++entry)
        fine[3 * entry + 1] = fine[3 * entry + 2] = kernels::fine_entry(0, 0);
    Picture<double> picture(1);
    Picture<float> small(1);
    for_each_scheme([&](const ColourScheme &scheme) {
        const RenderRequest request = request_with(scheme);
        ColourParams params = params_of(request);
        params.lut = lut.data() + 4096;
        params.sums = sums.data() + 4096;
        params.fine = fine.data() + std::size_t{3} * 4096;
        for (const double density : {1e-13, 1000.0})
            for (const double offset : {-1.0, 1.0}) {
                params.density = density;
                params.offset = offset;
                for (int y = 0; y < picture.kHeight; ++y)
                    for (int x = 0; x < picture.kWidth; ++x) {
                        const auto a = kernels::colour_pixel(picture.planes(), x, y, 1, params);
                        const auto b = kernels::colour_pixel(small.planes(), x, y, 1, params);
                        ASSERT_EQ(a & 0xff00ff00U, 0xff000000U) << x << ' ' << y;
                        ASSERT_EQ(b & 0xff00ff00U, 0xff000000U) << x << ' ' << y;
                    }
            }
    });
}

TEST(ColourModes, WithoutTheirPlanesAreSmoothAndFlat) {
    expect_all_rows_equal_pixels<double>(false);
    Picture<double> picture(1, false);
    for_each_scheme([&](ColourScheme scheme) {
        RenderRequest request = request_with(scheme);
        request.colour.ranks = nullptr;
        const ColourParams params = params_of(request);
        if (scheme.base != ColourBase::bands && scheme.base != ColourBase::angle)
            scheme.base = ColourBase::smooth;
        if (scheme.mapping == ColourMapping::rank)
            scheme.mapping = ColourMapping::linear;
        scheme.shade = ColourShade::none;
        scheme.interior = InteriorColour::flat;
        request.colour.scheme = scheme;
        const ColourParams plain = params_of(request);
        for (int x = 0; x < picture.kWidth; ++x)
            ASSERT_EQ(kernels::colour_pixel(picture.planes(), x, 3, 1, params),
                      kernels::colour_pixel(picture.planes(), x, 3, 1, plain));
    });
}

TEST(ColourModes, TheAngleIsThatOfTheLastPoint) {
    Ruler ruler;
    ruler.params.base = ColourBase::angle;
    One sample;
    sample.zx = -300;
    sample.zy = 300;
    EXPECT_NEAR(ruler.phase(sample), 3.0 / 8, 2e-7);
    sample.zy = -300;
    EXPECT_NEAR(ruler.phase(sample), 5.0 / 8, 2e-7);
}

TEST(ColourModes, TheDistanceIsInPixels) {
    // Outside of the unit disc, the set of z^2 with c = 0 as a Julia set, z_n = z^(2^n): so
    // ln|z_n| / |gradient| = |z| ln|z|, which is near |z| - 1.
    Ruler ruler;
    ruler.params.base = ColourBase::distance;
    ruler.params.density = 1.0 / 64;
    ruler.params.spacing = 1e-3;
    One sample;
    const double z = 1.02, power = 512;
    sample.zx = std::pow(z, power);
    sample.gx = 0;
    sample.gy = power / z;
    EXPECT_NEAR(ruler.phase(sample), z * std::log(z) / 1e-3 / 64, 1e-6);
    EXPECT_NEAR(ruler.phase(sample), 20.0 / 64, 0.01 * 20 / 64);
    // Half the pixel, twice as many.
    ruler.params.spacing = 5e-4;
    EXPECT_NEAR(ruler.phase(sample), 2 * z * std::log(z) / 1e-3 / 64, 2e-6);
}

TEST(ColourModes, MappingsAreTheFunctionsTheyAreNamedFor) {
    Ruler ruler;
    ruler.params.base = ColourBase::trap;
    ruler.params.density = 1e-2;
    One sample;
    for (const double value : {0.0, 1e-9, 0.5, 1.0, 8.0, 4000.0}) {
        sample.trap = value;
        const auto phase = [&](ColourMapping mapping) {
            ruler.params.mapping = mapping;
            return ruler.phase(sample);
        };
        EXPECT_NEAR(phase(ColourMapping::square_root), std::fmod(std::sqrt(value) / 100, 1), 1e-7);
        EXPECT_NEAR(phase(ColourMapping::cube_root), std::fmod(std::cbrt(value) / 100, 1), 1e-7);
        EXPECT_NEAR(phase(ColourMapping::logarithm), std::log1p(value) / 100, 1e-7);
    }
}

TEST(ColourModes, TheSmoothCountOfZToTheFourthIsContinuous) {
    // z of one band to the fourth is z of the next.
    Ruler ruler;
    ruler.params.density = 0.25;
    ruler.params.inverse_log2_power = 0.5F;
    for (const double size : {257.0, 1e4, 1e7, 4e9}) {
        One inner, outer;
        inner.zx = std::pow(size, 4);
        outer.zx = size;
        inner.n = outer.n + 1;
        EXPECT_NEAR(ruler.phase(inner), ruler.phase(outer), 1e-6) << size;
    }
}

int brightness(std::uint32_t colour) {
    return static_cast<int>((colour & 255) + (colour >> 8 & 255) + (colour >> 16 & 255));
}

/// How bright a slope appears that falls towards `degrees` on the screen.
int lit(const View &view, double degrees) {
    Location location;
    location.view = view;
    location.colour.shade = ColourShade::slope;
    location.colour.light_degrees = 0;
    location.colour.light_height = 1;
    RenderRequest request = make_request(location, {64, 64}, {0, 0, 64, 64}, {}, Precision::f64);
    request.colour.lut = std::make_shared<const PaletteTable>(1, 0xffffffffU);
    const ColourParams params = params_of(request);
    const double x = std::cos(degrees * 0.0174532925), y = std::sin(degrees * 0.0174532925);
    One sample;
    // The plane's gradient that is (x, y) on the screen, where it is right . g and up . g.
    const kernels::PixelMap &map = request.map;
    const double area = map.right_re * map.up_im - map.right_im * map.up_re;
    sample.gx = (x * map.up_im - y * map.right_im) / area;
    sample.gy = (y * map.right_re - x * map.up_re) / area;
    return brightness(sample.colour(params));
}

TEST(ColourModes, LightFromTheRightFallsOnWhatFacesRight) {
    View turned, mirrored, both;
    turned.rotation_degrees = 130;
    mirrored.mirrored = true;
    both.mirrored = true;
    both.rotation_degrees = -40;
    View stretched = both, skewed = turned;
    stretched.matrix = stretching(30, 0);
    skewed.matrix = stretching(6, -70);
    for (const View &view : {View(), turned, mirrored, both, stretched, skewed}) {
        EXPECT_EQ(lit(view, 0), 3 * 255);
        EXPECT_NEAR(lit(view, 90), 3 * 255 * 0.6, 3); // half of a light of strength 0.8
        EXPECT_NEAR(lit(view, -90), 3 * 255 * 0.6, 3);
        EXPECT_NEAR(lit(view, 180), 3 * 255 * 0.2, 3);
        EXPECT_NEAR(lit(view, 30), lit(view, -30), 3);
        EXPECT_GT(lit(view, 30), lit(view, 60));
    }
}

TEST(ColourModes, DistancesAreThoseOnTheScreen) {
    // ln|z| grows by 2 for each pixel towards some direction of the screen, whatever the view.
    View skewed;
    skewed.rotation_degrees = 15;
    skewed.matrix = stretching(40, 25);
    for (const View &view : {View(), skewed})
        for (const double degrees : {0.0, 40.0, 90.0, 200.0})
            for (const int lattice : {1, 4}) {
                Location location;
                location.view = view;
                location.colour.base = ColourBase::distance;
                RenderRequest request =
                    make_request(location, {64, 64}, {0, 0, 64, 64}, {}, Precision::f64);
                request.lattice = lattice;
                request.colour.lut = ruler();
                const ColourParams params = params_of(request);
                const kernels::PixelMap &map = request.map;
                const double x = 2 * lattice * std::cos(degrees * 0.0174532925);
                const double y = 2 * lattice * std::sin(degrees * 0.0174532925);
                const double area = map.right_re * map.up_im - map.right_im * map.up_re;
                std::uint32_t n = 7;
                double zx = 300, zy = 0;
                double gx = (x * map.up_im - y * map.right_im) / area;
                double gy = (y * map.right_re - x * map.up_re) / area;
                const kernels::SamplePlanes<double> planes{&n, &zx, &zy, 1, 1, &gx, &gy};
                const kernels::PlaneSample<double> sample{planes, 0};
                EXPECT_NEAR(kernels::pixel_distance(sample, params), std::log(300.0) / 2, 1e-5);
                EXPECT_NEAR(params.spacing * lattice, pixel_spacing(view, 64), 1e-12);
            }
}

TEST(ColourModes, TheDistanceShadeDarkensTowardsTheSet) {
    ColourParams params;
    const std::uint32_t white = 0xffffffffU;
    params.lut = &white;
    params.lut_size = 1;
    params.shade = ColourShade::distance;
    params.shade_strength = 1;
    One sample;
    int before = -1;
    for (const double gradient : {1e6, 100.0, 10.0, 5.7, 1.0, 1e-3}) {
        sample.gx = gradient;
        const int now = brightness(sample.colour(params));
        EXPECT_GT(now, before);
        before = now;
    }
    EXPECT_EQ(before, 3 * 255);
    sample.gx = std::log(300.0); // one pixel
    EXPECT_NEAR(brightness(sample.colour(params)), 3 * 127.5, 3);
    params.shade_strength = 0;
    EXPECT_EQ(sample.colour(params), white);
}

TEST(ColourModes, InteriorsShowTheirPeriodAndDistance) {
    Ruler ruler;
    ruler.params.interior_colour = InteriorColour::period;
    One sample;
    sample.n = kernels::kInterior;
    sample.zx = 0;
    sample.atom = 3;
    EXPECT_NEAR(ruler.phase(sample), 3 * 0.6180339887 - 1, 1e-6);
    sample.atom = 0;
    EXPECT_EQ(sample.colour(ruler.params), ruler.params.interior);
    ruler.params.interior_colour = InteriorColour::distance;
    ruler.params.interior = 0xffc86432U; // 200, 100, 50 of blue, green, red
    sample.gx = 16;
    EXPECT_EQ(sample.colour(ruler.params), 0xff643219U);
    sample.gx = 1e9;
    EXPECT_EQ(sample.colour(ruler.params), ruler.params.interior);
    sample.gx = 0; // not known
    EXPECT_EQ(sample.colour(ruler.params), ruler.params.interior);
}

TEST(ColourModes, TheInteriorColourIsRedGreenBlue) {
    ColourScheme scheme;
    scheme.interior_rgb = 0x102030;
    EXPECT_EQ(params_of(request_with(scheme)).interior, 0xff302010U);
}

} // namespace fathom::colour_modes_test
