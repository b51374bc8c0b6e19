// Every engine on this machine against the reference: samples and colours, bit for bit.
#include "render/base/error.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "render/jobs/compare.h"
#include "render/places/location.h"
#include "render/places/palette.h"
#include "tests/support/stopped_frame.h"

#include <gtest/gtest.h>

namespace fathom::engines_test {

struct TestView {
    const char *name;
    const char *re;
    const char *im;
    const char *zoom;
    double rotation;
    std::uint32_t iterations;
    double bailout;
    PlaneMatrix matrix = {};
};

// Symmetric and not, shallow and near the end of double, few and many iterations, turned and tiny
// bailouts.
const TestView kViews[] = {
    {"whole", "-0.75", "0", "1", 0, 1000, 256},
    {"wide", "0", "0", "0.01", 0, 50, 2},
    {"seahorse", "-0.743643887037151", "0.131825904205330", "1e5", 0, 3000, 256},
    {"elephant", "0.2925755", "-0.0149977", "300", 30, 2000, 256},
    {"spiral", "-0.7746806106269039", "-0.1374168856037867", "1e9", -77.5, 5000, 1000},
    {"antenna", "-1.7548776662466927", "0", "20", 90, 500, 2},
    {"lake", "-1.25", "0.05", "40", 200, 5000, 4},
    {"deepest", "-1.7400623825793399", "0.0281753397792110", "1e13", 10, 4000, 256},
    {"inside", "-0.1", "0.1", "100", 0, 999, 256},
    {"outside", "1.5", "1.5", "10", 0, 100, 1e9},
    {"one step", "-0.75", "0", "1", 0, 1, 2},
    {"stride edge", "-0.75", "0.2", "3", 0, 17, 2},
    {"stretched", "-0.743643887037151", "0.131825904205330", "3e3", 0, 2000, 256, stretching(9, 0)},
    {"skewed", "0.2925755", "-0.0149977", "300", 30, 2000, 256, stretching(50, 65)},
};

// Not a multiple of a tile, a vector or a warp.
constexpr Size kSize{211, 131};

Location location_of(const TestView &view) {
    Location location;
    location.view.re = Decimal::parse(view.re);
    location.view.im = Decimal::parse(view.im);
    location.view.zoom = Decimal::parse(view.zoom);
    location.view.rotation_degrees = view.rotation;
    location.view.matrix = view.matrix;
    location.iterations = view.iterations;
    location.bailout = view.bailout;
    return location;
}

RenderRequest request_of(const TestView &view, Precision precision) {
    RenderRequest request =
        make_request(location_of(view), kSize, {0, 0, kSize.width, kSize.height}, {}, precision);
    static const auto lut = load_lut(std::nullopt, "default");
    request.colour.lut = lut;
    return request;
}

std::shared_ptr<Frame> complete_frame(Engine &engine, const RenderRequest &request) {
    const std::atomic<bool> stop = false;
    auto frame = engine.make_frame(request);
    EXPECT_TRUE(frame->iterate(stop));
    EXPECT_TRUE(frame->complete());
    EXPECT_EQ(frame->progress(), 1.0);
    return frame;
}

void expect_no_difference(Engine &engine, Engine &judge) {
    for (const TestView &view : kViews)
        for (const Precision precision : {Precision::f32, Precision::f64})
            for (const bool progressive : {false, true}) {
                SCOPED_TRACE(view.name);
                SCOPED_TRACE(to_string(precision));
                RenderRequest request = request_of(view, precision);
                const auto expected = complete_frame(judge, request);
                request.progressive = progressive;
                const auto frame = complete_frame(engine, request);
                const Difference difference = compare_frames(*expected, *frame);
                EXPECT_EQ(difference.pixels, 211u * 131u);
                EXPECT_EQ(difference.samples_differ, 0u);
                EXPECT_EQ(difference.rgba_differ, 0u);
                EXPECT_EQ(expected->times().iterations, frame->times().iterations);
            }
}

TEST(Engines, EveryInstructionSetGivesTheReferencesBits) {
    const auto judge = make_engine("reference");
    for (const std::string &name : cpu_instruction_sets()) {
        SCOPED_TRACE(name);
        EngineOptions options;
        options.instruction_set = name;
        options.threads = 3;
        const auto engine = make_engine("cpu", options);
        expect_no_difference(*engine, *judge);
    }
}

TEST(Engines, EveryGpuGivesTheReferencesBits) {
    const auto judge = make_engine("reference");
    bool any = false;
    for (const DeviceInfo &device : list_devices().devices) {
        if (device.kind != "gpu")
            continue;
        any = true;
        SCOPED_TRACE(device.id);
        const auto engine = make_engine(device.id);
        expect_no_difference(*engine, *judge);
    }
    if (!any)
        GTEST_SKIP() << "no GPU on this machine";
}

// More samples than a list of unfinished orbits would have room for: they are not cut into bands.
TEST(Engines, APictureOfOneLaunchHasAllItsRowsOnEveryGpu) {
    RenderRequest request = request_of(kViews[10], Precision::f64);
    request.size = {16400, 8300};
    request.contents = FrameContents::counts;
    SampleBuffer right;
    for (const DeviceInfo &device : list_devices().devices) {
        if (device.kind != "gpu")
            continue;
        if (right.count() == 0)
            complete_frame(*make_engine("cpu"), request)->read_samples(right);
        SampleBuffer samples;
        complete_frame(*make_engine(device.id), request)->read_samples(samples);
        EXPECT_TRUE(samples.n() == right.n()) << device.id;
    }
    if (right.count() == 0)
        GTEST_SKIP() << "no GPU on this machine";
}

/// Ids of one engine of each kind that works here.
std::vector<std::string> engine_ids() {
    std::vector<std::string> ids;
    for (const DeviceInfo &device : list_devices().devices)
        ids.push_back(device.id);
    return ids;
}

TEST(Engines, RegionsOfAPictureAreItsPixels) {
    const RenderRequest whole_request = request_of(kViews[3], Precision::f64);
    for (const std::string &id : engine_ids()) {
        const auto engine = make_engine(id);
        SampleBuffer whole;
        complete_frame(*engine, whole_request)->read_samples(whole);
        const Region region{37, 50, 90, 61};
        const RenderRequest request =
            make_request(location_of(kViews[3]), kSize, region, {}, Precision::f64);
        RenderRequest coloured = request;
        coloured.colour.lut = whole_request.colour.lut;
        SampleBuffer part;
        complete_frame(*engine, coloured)->read_samples(part);
        for (int y = 0; y < region.height; ++y)
            for (int x = 0; x < region.width; ++x) {
                const std::size_t in_part = static_cast<std::size_t>(y) * region.width + x;
                const std::size_t in_whole =
                    static_cast<std::size_t>(y + region.y) * kSize.width + x + region.x;
                ASSERT_EQ(part.n()[in_part], whole.n()[in_whole]) << id << " " << x << " " << y;
                ASSERT_EQ(part.zx(in_part), whole.zx(in_whole));
                ASSERT_EQ(part.zy(in_part), whole.zy(in_whole));
            }
    }
}

TEST(Engines, NewColoursChangeNoSample) {
    for (const std::string &id : engine_ids()) {
        SCOPED_TRACE(id);
        const auto engine = make_engine(id);
        const RenderRequest request = request_of(kViews[2], Precision::f64);
        const auto frame = complete_frame(*engine, request);
        SampleBuffer before;
        frame->read_samples(before);
        ColourSettings other = request.colour;
        other.scheme.density *= 3;
        other.scheme.offset = 0.4;
        frame->set_colour(other);
        const std::atomic<bool> stop = false;
        ASSERT_TRUE(frame->refresh_colour(stop));
        ASSERT_TRUE(frame->complete());
        RenderRequest direct_request = request;
        direct_request.colour = other;
        const auto direct = complete_frame(*engine, direct_request);
        EXPECT_TRUE(compare_frames(*frame, *direct).none());
        EXPECT_EQ(compare_frames(*frame, *complete_frame(*engine, request)).samples_differ, 0u);
        EXPECT_GT(compare_frames(*frame, *complete_frame(*engine, request)).rgba_differ, 0u);
    }
}

TEST(Engines, StopWithinALongFrame) {
    for (const std::string &id : engine_ids()) {
        SCOPED_TRACE(id);
        const auto engine = make_engine(id);
        RenderRequest request = request_of(kViews[8], Precision::f64);
        request.limit = kernels::kMaxIterationLimit; // years of work: only the stop can end it
        request.shortcuts = false;
        request.progressive = true;
        const auto frame = engine->make_frame(request);
        EXPECT_FALSE(iterate_and_stop(*frame));
        EXPECT_FALSE(frame->complete());
    }
}

TEST(Engines, UnknownDevicesAreRefused) {
    EXPECT_THROW(make_engine("gpus"), InputError);
    EXPECT_THROW(make_engine("gpu-1"), InputError);
    EXPECT_THROW(make_engine("gpu1x"), InputError);
    EXPECT_THROW(make_engine("tpu0"), InputError);
    EXPECT_THROW(make_engine("gpu99"), DeviceError);
    EngineOptions options;
    options.instruction_set = "MMX";
    EXPECT_THROW(make_engine("cpu", options), InputError);
}

} // namespace fathom::engines_test
