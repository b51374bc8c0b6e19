// Means of frames, wherever they are taken, against those of the words themselves.
#include "render/engines/frame_mean.h"

#include "kernels/colour/fine_colour.h"
#include "kernels/colour/ycbcr_rows.h"
#include "render/engines/devices.h"
#include "render/engines/supersample.h"
#include "render/jobs/export.h"
#include "tests/support/perturbed_views.h"

#include <set>

namespace fathom::frame_mean_test {

RenderRequest request_of(int sample, bool dithered, Size size = kSize) {
    Location location;
    location.view.re = Decimal::parse("-0.743643887037151");
    location.view.im = Decimal::parse("0.131825904205330");
    location.view.zoom = Decimal::parse("2000");
    location.iterations = 700;
    RenderRequest request = make_request(location, {203, 131}, {40, 24, size.width, size.height},
                                         sample_position(sample), Precision::f64);
    request.colour.lut = load_lut(std::nullopt, "default");
    request.colour.scheme.dither =
        dithered ? kernels::ColourDither::ordered : kernels::ColourDither::none;
    request.colour.mixed = true;
    return request;
}

/// That the lines are those of the picture, as kernels/base/png_lines.h has them.
void expect_lines(FrameMean &mean, int bits, std::span<const std::uint8_t> picture) {
    const std::size_t row_bytes = picture.size() / kSize.height;
    std::vector<std::uint8_t> wanted;
    for (std::size_t at = 0; at < picture.size(); ++at) {
        if (at % row_bytes == 0)
            wanted.push_back(2);
        const int above = at < row_bytes ? 0 : picture[at - row_bytes];
        wanted.push_back(static_cast<std::uint8_t>(picture[at] - above));
    }
    wanted.insert(wanted.end(), picture.end() - static_cast<std::ptrdiff_t>(row_bytes),
                  picture.end());
    ASSERT_EQ(png_lines(kSize, bits).bytes(), wanted.size());
    std::vector<std::uint8_t> lines(wanted.size(), 1);
    mean.resolve_png_lines(bits, lines);
    EXPECT_TRUE(lines == wanted) << bits;
}

/// That a mean's planes are those of its rows.
void expect_planes(Engine &engine, bool dithered) {
    constexpr Size kEven{98, 66};
    const auto mean = engine.make_mean(dithered);
    mean->begin(kEven, 40, 24);
    for (int sample = 0; sample < 3; ++sample)
        mean->add(*complete_frame(engine, request_of(sample, dithered, kEven)));
    for (const int bits : {8, 10})
        for (const bool quarter : {true, false}) {
            const kernels::YcbcrFrame frame{kEven.width, kEven.height, bits, quarter};
            std::vector<std::uint8_t> rgb(frame.luma_samples() * (bits == 8 ? 3 : 6));
            if (bits == 8)
                mean->resolve(rgb);
            else
                mean->resolve_sixteen_bits(rgb);
            std::vector<std::uint8_t> planes(frame.bytes()), wanted(frame.bytes());
            kernels::make_ycbcr(frame, rgb.data(), wanted.data());
            mean->resolve_ycbcr(frame, planes);
            EXPECT_TRUE(planes == wanted) << engine.info().id << ' ' << bits << ' ' << quarter;
            EXPECT_GT(std::set(wanted.begin(), wanted.end()).size(), 20u);
        }
}

/// Frames of one engine, means of another.
void expect_means(Engine &frames, Engine &means, bool dithered) {
    constexpr int kSamples = 5;
    const std::size_t pixels = std::size_t{kSize.width} * kSize.height;
    const auto mean = means.make_mean(dithered);
    Supersampler expected;
    std::vector<std::uint32_t> words(pixels);
    std::vector<std::uint8_t> rgb(3 * pixels), wanted(3 * pixels);
    for (int round = 0; round < 2; ++round) { // the second one has forgotten the first
        mean->begin(kSize, 40, 24);
        expected.reset(pixels);
        for (int sample = 0; sample < kSamples; ++sample) {
            const auto frame = complete_frame(frames, request_of(sample, dithered));
            frame->read_rgba(words.data());
            mean->add(*frame);
            if (dithered)
                expected.add_packed(words);
            else
                expected.add(words);
        }
    }
    mean->resolve(rgb);
    if (dithered)
        expected.resolve_dithered(0, wanted, [](std::size_t pixel) {
            return kernels::dither_threshold(40 + static_cast<int>(pixel % kSize.width),
                                             24 + static_cast<int>(pixel / kSize.width));
        });
    else
        expected.resolve(wanted);
    EXPECT_TRUE(rgb == wanted) << frames.info().id << ", " << means.info().id;
    const auto layer = mean->make_layer({8, 8}); // from now on it has threads
    rgb.assign(3 * pixels, 0);
    mean->resolve(rgb);
    EXPECT_TRUE(rgb == wanted) << frames.info().id << ", " << means.info().id;
    expect_lines(*mean, 8, wanted);
    EXPECT_GT(std::set(rgb.begin(), rgb.end()).size(), 20u);

    rgb.assign(6 * pixels, 0);
    wanted.assign(6 * pixels, 1);
    mean->resolve_sixteen_bits(rgb);
    expected.resolve_sixteen_bits(0, wanted);
    EXPECT_TRUE(rgb == wanted) << frames.info().id << ", " << means.info().id;
    expect_lines(*mean, 16, wanted);
}

TEST(FrameMean, OfTheHostIsTheSupersamplers) {
    const auto engine = make_engine("cpu");
    for (const bool dithered : {false, true}) {
        expect_means(*engine, *engine, dithered);
        expect_planes(*engine, dithered);
    }
}

TEST(FrameMean, OfAGpuIsTheSameWhoeverMadeTheFrames) {
    bool any = false;
    const auto cpu = make_engine("cpu");
    for (const DeviceInfo &device : list_devices().devices) {
        if (device.kind != "gpu")
            continue;
        any = true;
        const auto gpu = make_engine(device.id);
        for (const bool dithered : {false, true}) {
            expect_means(*gpu, *gpu, dithered);
            expect_means(*cpu, *gpu, dithered);
            expect_means(*gpu, *cpu, dithered);
            expect_planes(*gpu, dithered);
        }
    }
    if (!any)
        GTEST_SKIP() << "no GPU";
}

} // namespace fathom::frame_mean_test
