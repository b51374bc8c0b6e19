// The promise itself: every engine gives the same bits, with and without shortcuts, whatever it
// keeps, at places chosen to be hard. FATHOM_BITS_PIXELS=N makes every picture N pixels large.
#include "render/engines/devices.h"
#include "render/places/location.h"
#include "render/places/palette.h"
#include "tests/support/bits.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fathom::bits_test {

struct TestView {
    const char *name;
    const char *re;
    const char *im;
    const char *zoom;
    double rotation;
    std::uint32_t iterations;
    double bailout;
    int pixels; ///< that the reference computes in a fraction of a second
};

constexpr const char *kE14Re = "-1.759817130799847";
constexpr const char *kE14Im = "-0.012593310799749657";

const TestView kViews[] = {
    {"whole", "-0.75", "0", "1", 0, 1000, 256, 12000},
    {"whole, one step", "-0.75", "0", "1", 0, 1, 2, 12000},
    {"whole, 17 steps", "-0.75", "0.2", "1.5", 0, 17, 2, 12000},
    {"whole, turned", "-0.6", "0.1", "1.25", 57.5, 999, 2, 12000},
    {"outside", "1.5", "1.5", "10", 0, 100, 1e9, 6000},
    {"far outside", "0", "0", "0.001", 0, 50, 1e9, 6000},
    {"inside the cardioid", "-0.1", "0.1", "100", 0, 999, 256, 9000},
    {"inside the disc", "-1.05", "0.02", "30", 200, 2047, 2, 4500},
    {"cusp", "0.25", "0", "1e3", 0, 4999, 256, 3000},
    {"cusp, deep", "0.25", "0", "1e8", 15, 30'000, 2, 450},
    {"neck", "-0.75", "0", "1e3", 0, 10'000, 2, 1500},
    {"neck, deep", "-0.75", "1e-6", "1e7", 45, 40'000, 2, 360},
    {"second neck", "-1.25", "0", "400", 90, 10'000, 256, 1500},
    {"parabolic 1/3", "-0.125", "0.649519052838329", "1e4", 0, 8000, 256, 1800},
    {"parabolic 1/4", "0.25", "0.5", "1e5", -30, 8000, 4, 1800},
    {"parabolic 2/5", "-0.504508497187474", "0.562765287417941", "3e4", 0, 8000, 2, 1800},
    {"parabolic 1/5", "0.356762745781211", "0.328581945074458", "1e6", 0, 12'007, 256, 1200},
    {"seahorse", "-0.743643887037151", "0.131825904205330", "1e5", 0, 5000, 256, 7500},
    {"seahorse, deep", "-0.743643887037151", "0.131825904205330", "1e9", 0, 9999, 256, 4500},
    {"spiral", "-0.7746806106269039", "-0.1374168856037867", "1e9", -77.5, 5000, 1000, 4500},
    {"elephant", "0.2925755", "-0.0149977", "300", 30, 2000, 256, 9000},
    {"elephant, deep", "0.2751", "0.0066", "4e4", 0, 7777, 2, 2700},
    {"tip", "-2", "0", "50", 0, 1000, 2, 9000},
    {"tip, bits", "-2", "1e-8", "2e7", 0, 1001, 2, 9000},
    {"tip, last bits", "-2", "0", "1e13", 0, 1000, 2, 9000},
    {"misiurewicz i", "0", "1", "1e6", 0, 2000, 256, 7500},
    {"misiurewicz -i", "0", "-1", "1e12", 33, 3000, 2, 7500},
    {"misiurewicz 1/4", "-0.2281554936539612", "1.115142508039938", "1e8", 0, 3000, 256, 7500},
    {"bands merge", "-1.543689012692077", "0", "1e5", 0, 5000, 2, 3600},
    {"feigenbaum", "-1.401155189", "0", "1e4", 0, 20'011, 256, 900},
    {"feigenbaum, deep", "-1.401155189", "0", "1e8", 0, 20'000, 4, 900},
    {"island 3", "-1.754877666246692760", "0", "60", 0, 3001, 256, 4500},
    {"rabbit 3", "-0.1225611668766536", "0.7448617666197442", "25", 10, 3000, 2, 3600},
    {"island 4", "-1.940799806529483", "0", "2000", 0, 4000, 2, 3000},
    {"island 4, above", "-0.1565201668337551", "1.032247108922832", "150", 0, 2500, 256, 4500},
    {"deepest", "-1.7400623825793399", "0.0281753397792110", "1e13", 10, 4000, 256, 7500},
    {"island 252, deepest", kE14Re, kE14Im, "3e13", 0, 20'000, 256, 900},
    {"100,003 steps", "-1.26", "0.03", "100", 0, 100'003, 256, 180},
};

/// The rows of a picture that the slow judge computes: all of a small one.
Region band_of(Size size, int pixels) {
    const int rows = std::clamp((pixels + size.width - 1) / size.width, 1, size.height);
    return {0, (size.height - rows) * 3 / 8, size.width, rows};
}

RenderRequest request_for(const TestView &view, Precision precision, Size size,
                          const Region &region) {
    static const auto lut = load_lut(std::nullopt, "default");
    Location location;
    location.view.re = Decimal::parse(view.re);
    location.view.im = Decimal::parse(view.im);
    location.view.zoom = Decimal::parse(view.zoom);
    location.view.rotation_degrees = view.rotation;
    location.iterations = view.iterations;
    location.bailout = view.bailout;
    RenderRequest request = make_request(location, size, region, {}, precision);
    request.shortcuts = false;
    request.colour.lut = lut;
    return request;
}

/// Pixels that every picture is to have; 0: few.
int pixels_asked_for() {
    const char *text = std::getenv("FATHOM_BITS_PIXELS");
    int pixels = 0;
    if (text != nullptr)
        std::from_chars(text, text + std::strlen(text), pixels);
    return pixels;
}

/// Compares with the CPU's engine, of which the reference checks a picture of few pixels whole, and
/// of a larger one a band.
void expect_the_same(const std::vector<NamedEngine> &engines) {
    const auto reference = make_engine("reference");
    const auto cpu = make_engine("cpu");
    BitsReport report;
    for (const TestView &view : kViews) {
        for (const Precision precision : {Precision::f32, Precision::f64}) {
            SCOPED_TRACE(view.name);
            const bool large = pixels_asked_for() > view.pixels;
            const Size size = odd_size(large ? pixels_asked_for() : view.pixels);
            const Region whole = {0, 0, size.width, size.height};
            const Region judged = large ? band_of(size, view.pixels) : whole;
            const RenderRequest request = request_for(view, precision, size, whole);
            const ComputedPicture expected = compute(*cpu, request);
            const ComputedPicture by_reference =
                compute(*reference, request_for(view, precision, size, judged));
            report.add(fmt::format("cpu {} by the reference", to_string(precision)),
                       differences(by_reference, expected,
                                   static_cast<std::size_t>(judged.y) * size.width,
                                   FrameContents::samples));
            for (const NamedEngine &engine : engines)
                check_all_ways(engine, request, expected, report);
        }
    }
}

TEST(Bits, AreTheSameOnEveryInstructionSet) {
    expect_the_same(cpu_engines());
}

TEST(Bits, AreTheSameOnEveryGpu) {
    const std::vector<NamedEngine> gpus = gpu_engines();
    if (gpus.empty())
        GTEST_SKIP() << "no GPU on this machine";
    expect_the_same(gpus);
}

/// Interior samples of a picture of 4 x 4 about the origin.
double area_of(const SampleBuffer &samples) {
    const auto inside = std::count(samples.n().begin(), samples.n().end(), kernels::kInterior);
    return 16.0 * static_cast<double>(inside) / static_cast<double>(samples.count());
}

/// Pixels that lie on the other side of the set's edge than the pixel at their right.
int edge_pixels(const SampleBuffer &samples) {
    const auto is_inside = [&](std::size_t at) { return samples.n()[at] == kernels::kInterior; };
    int edges = 0;
    for (std::size_t at = 1; at < samples.count(); ++at)
        edges += is_inside(at) != is_inside(at - 1);
    return edges;
}

TEST(Bits, CountTheSetsArea) {
    constexpr double kArea = 1.5065918849; // R. Munafo, by counting pixels
    constexpr Size kSize{1024, 1024};
    const TestView view = {"4 x 4", "0", "0", "1", 0, 4000, 2, 0};
    const auto engine = make_engine("cpu");
    RenderRequest request =
        request_for(view, Precision::f64, kSize, {0, 0, kSize.width, kSize.height});
    const ComputedPicture plain = compute(*engine, request);
    request.shortcuts = true;
    const ComputedPicture quick = compute(*engine, request);
    const Tally tally = differences(plain, quick, 0, FrameContents::samples);
    EXPECT_EQ(tally.samples_differ, 0u);
    request.limit = view.iterations / 2;
    const ComputedPicture half = compute(*engine, request);

    const double area = area_of(quick.samples);
    // What further iterations take away falls with the limit: about as much again as the last
    // doubling did. A pixel at the edge counts wholly or not at all, by chance.
    const double too_much = area_of(half.samples) - area;
    const double pixel = 16.0 / static_cast<double>(quick.samples.count());
    const double chance = pixel * std::sqrt(static_cast<double>(edge_pixels(quick.samples)));
    EXPECT_LT(chance, 2e-3);
    EXPECT_LT(too_much, 4e-3);
    EXPECT_GT(area, kArea - 3 * chance);
    EXPECT_LT(area, kArea + 3 * chance + 2 * too_much);
    std::printf("AREA %.5f, known %.5f, by chance %.5f, too much %.5f\n", area, kArea, chance,
                too_much);
}

} // namespace fathom::bits_test
