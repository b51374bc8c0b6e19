// Escape indices beyond 32 bits, planted, through everything that reads or copies samples.
#include "kernels/colour/colour.h"
#include "render/engines/colour_params.h"
#include "render/engines/multi_device_engine.h"
#include "render/engines/tiled_picture.h"
#include "render/jobs/compare.h"
#include "render/jobs/export.h"
#include "render/jobs/survey.h"
#include "render/places/palette.h"
#include "tests/support/colour_schemes.h"
#include "tests/support/fake_engine.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <map>

namespace fathom::long_index_test {

constexpr std::uint64_t kTwoTo32 = std::uint64_t{1} << 32;
constexpr std::uint64_t kMost = kernels::kLargestIterationLimit;
/// With words of all zeros and all ones in either place.
constexpr std::uint64_t kIndices[] = {
    kernels::kInterior, 1,         kTwoTo32 - 1, kTwoTo32, kTwoTo32 + 1,
    7 * kTwoTo32 + 5,   kMost - 1, kMost};

std::uint64_t index_of(int x, int y) {
    return kIndices[static_cast<std::size_t>(3 * x + y) % std::size(kIndices)];
}

/// Samples whose indices are index_of their places in the whole picture, as the map tells them.
void plant(SampleBuffer &samples, const RenderRequest &request) {
    const auto planes = samples.planes<double>();
    const auto left = static_cast<int>(std::floor(request.map.origin_x));
    const auto top = static_cast<int>(-std::ceil(request.map.origin_y));
    for (int y = 0; y < planes.height; ++y)
        for (int x = 0; x < planes.width; ++x) {
            const std::size_t at = static_cast<std::size_t>(y) * planes.width + x;
            kernels::set_index(planes, at, index_of(left + x, top + y));
            planes.zx[at] = planes.n[at] == 0 && planes.n_high[at] == 0 ? 0 : 300;
            planes.zy[at] = 0;
        }
}

/// A request whose map's origin is the picture's corner.
RenderRequest long_request(Size size, const kernels::ColourScheme &scheme = {}) {
    RenderRequest request = request_with(scheme);
    request.size = size;
    request.map.origin_x = 0.5;
    request.map.origin_y = -0.5;
    request.limit = kMost;
    return request;
}

/// An engine whose samples are planted, up to the largest limit.
std::shared_ptr<FakeDevice> planted() {
    auto device = std::make_shared<FakeDevice>();
    device->making = [](RenderRequest &request) { request.limit = kMost; };
    device->colours = [](const RenderRequest &request, std::uint32_t *rgba) {
        std::fill_n(rgba, request.size.width * request.size.height, 0xff000000U);
    };
    device->samples = [](const RenderRequest &request, SampleBuffer &samples) {
        plant(samples, request);
    };
    return device;
}

TEST(LongIndex, ComesBackFromItsPlanes) {
    SampleBuffer samples(long_request({3, 1}));
    ASSERT_TRUE(samples.counts_in_64_bits());
    const auto planes = samples.planes<double>();
    for (const std::uint64_t n : kIndices) {
        kernels::set_index(planes, 1, n);
        EXPECT_EQ(kernels::index_at(planes, 1), n);
        EXPECT_EQ(samples.index(1), n);
        EXPECT_FALSE(kernels::is_pending(planes, 1)) << n;
    }
    planes.n[1] = planes.n_high[1] = kernels::kPending;
    EXPECT_TRUE(kernels::is_pending(planes, 1));
}

TEST(LongIndex, TakesMemoryOnlyWhereTheLimitNeedsIt) {
    RenderRequest request = long_request({70, 3});
    request.limit = kernels::kMaxIterationLimit;
    SampleBuffer narrow(request);
    EXPECT_FALSE(narrow.counts_in_64_bits());
    EXPECT_EQ(narrow.planes<double>().n_high, nullptr);
    SpareFrameMemory spare;
    spare.give(spare.take(request));
    request.limit = kernels::kMaxIterationLimit + std::uint64_t{1};
    EXPECT_FALSE(narrow.fits(request));
    FrameMemory memory = spare.take(request);
    EXPECT_TRUE(memory.samples.counts_in_64_bits());
    spare.give(std::move(memory));
    request.limit = 1000;
    EXPECT_FALSE(spare.take(request).samples.counts_in_64_bits());
}

TEST(LongIndex, APictureInTilesColoursIt) {
    for (const auto base : {kernels::ColourBase::smooth, kernels::ColourBase::bands}) {
        kernels::ColourScheme scheme;
        scheme.base = base;
        scheme.density = 0.37;
        const RenderRequest request = long_request({101, 67}, scheme);
        SpareFrameMemory spare;
        TiledPicture picture(request, spare);
        plant(picture.samples(), request);
        picture.publish({0, 0, picture.tiles_across(), picture.tiles_down()}, 1);
        std::vector<std::uint32_t> rgba(picture.samples().count());
        picture.read_rgba(rgba.data());
        const auto planes = picture.samples().planes<double>();
        const kernels::ColourParams params = params_of(request);
        for (int y = 0; y < 67; ++y)
            for (int x = 0; x < 101; ++x) {
                const std::uint32_t colour = rgba[static_cast<std::size_t>(y) * 101 + x];
                ASSERT_EQ(colour, kernels::colour_pixel(planes, x, y, 1, params));
                ASSERT_EQ(colour == params.interior, index_of(x, y) == kernels::kInterior)
                    << index_of(x, y);
            }
    }
}

TEST(LongIndex, SmoothCountsRiseWithIt) {
    const kernels::SmoothScale scale = smooth_scale(request_with({}));
    double before = 0;
    for (const std::uint64_t n : kIndices)
        if (n != kernels::kInterior)
            for (const double z : {6e4, 3e3, 300.0}) { // a band's inner end comes last
                const double count = kernels::smooth_count(n, z, 0, scale);
                EXPECT_GT(count, before) << n << ' ' << z;
                EXPECT_NEAR(count, static_cast<double>(n), 1) << z;
                before = count;
            }
}

TEST(LongIndex, IsComparedWhole) {
    const RenderRequest request = long_request({4, 2});
    std::map<std::size_t, std::uint64_t> changed; // indices by sample
    const auto other = planted();
    other->samples = [&](const RenderRequest &wanted, SampleBuffer &samples) {
        plant(samples, wanted);
        for (const auto &[at, index] : changed)
            kernels::set_index(samples.planes<double>(), at, index);
    };
    const auto a = FakeEngine(planted()).make_frame(request);
    const auto b = FakeEngine(other).make_frame(request);
    EXPECT_TRUE(compare_frames(*a, *b).none());
    SampleBuffer samples;
    a->read_samples(samples);
    changed[1] = samples.index(1) ^ (kTwoTo32 << 3);
    std::vector<std::uint32_t> picture;
    Difference difference = compare_frames(*a, *b, &picture);
    EXPECT_EQ(difference.samples_differ, 1u);
    EXPECT_EQ(difference.max_iteration_delta, std::int64_t{1} << 35);
    EXPECT_EQ(std::count(picture.begin(), picture.end(), 0xffffffffU), 1);
    EXPECT_EQ(picture[1], 0xffffffffU);
    changed[0] = 1; // where a has an interior sample, which counts as its limit
    EXPECT_EQ(compare_frames(*a, *b).max_iteration_delta, static_cast<std::int64_t>(kMost) - 1);
}

TEST(LongIndex, IsExportedWhole) {
    const TempFolder folder;
    FakeEngine engine(planted());
    ExportJob job;
    job.size = {8, 3};
    job.path = folder / "a.npy";
    const std::atomic<bool> stop = false;
    ASSERT_TRUE(export_image(engine, job, stop, [](double) {}).finished);
    const std::string bytes = read_all(job.path);
    const std::size_t data = bytes.size() - std::size_t{24} * 12;
    const RenderRequest request =
        make_request(job.location, job.size, {0, 0, 8, 3}, {}, Precision::f64);
    SampleBuffer expected({8, 3}, Precision::f64, FrameContents::samples, kernels::Tracks::none,
                          true);
    plant(expected, request);
    for (std::size_t at = 0; at < 24; ++at) {
        std::int64_t n = 0;
        float smooth = 0;
        std::memcpy(&n, &bytes[data + 12 * at], sizeof n);
        std::memcpy(&smooth, &bytes[data + 12 * at + 8], sizeof smooth);
        const std::uint64_t index = expected.index(at);
        EXPECT_EQ(static_cast<std::uint64_t>(n), index == kernels::kInterior ? kMost : index);
        EXPECT_NEAR(smooth, static_cast<double>(n), 1 + 1e-7 * static_cast<double>(n));
    }
}

TEST(LongIndex, IsSurveyed) {
    kernels::ColourScheme scheme;
    scheme.base = kernels::ColourBase::bands;
    const RenderRequest request = long_request({80, 50}, scheme);
    SampleBuffer samples(request);
    plant(samples, request);
    const PaletteFit fit = make_survey(samples, scheme, request).fit;
    EXPECT_TRUE(fit.spans);
    EXPECT_NEAR(fit.density * static_cast<double>(kMost - 1), 1, 1e-9);
    const RankTable ranks = *make_survey(samples, scheme, request).ranks;
    EXPECT_NEAR(ranks.low + kernels::kRankBins / ranks.scale,
                std::log(1 + static_cast<double>(kMost)), 1e-9);
}

TEST(LongIndex, IsPutTogetherByATeam) {
    MultiDeviceEngine team(
        {"team", "team", ""},
        {std::make_shared<FakeEngine>(planted()), std::make_shared<FakeEngine>(planted())},
        {4, 64 * 64});
    const RenderRequest request = long_request({150, 200});
    const auto frame = team.make_frame(request);
    const std::atomic<bool> stop = false;
    ASSERT_TRUE(frame->iterate(stop));
    SampleBuffer samples;
    frame->read_samples(samples);
    ASSERT_TRUE(samples.fits(request));
    for (int y = 0; y < 200; ++y)
        for (int x = 0; x < 150; ++x)
            ASSERT_EQ(samples.index(static_cast<std::size_t>(y) * 150 + x), index_of(x, y));
}

} // namespace fathom::long_index_test
