// Several engines on one frame. No GPU is needed: a team takes any engines.
#include "render/engines/multi_device_engine.h"

#include "render/base/error.h"
#include "render/engines/devices.h"
#include "render/engines/heavy_view_engine.h"
#include "render/engines/sample_buffer.h"
#include "render/jobs/compare.h"
#include "render/places/location.h"
#include "render/places/palette.h"
#include "tests/support/fake_engine.h"
#include "tests/support/frame_colours.h"
#include "tests/support/stopped_frame.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <gtest/gtest.h>
#include <set>
#include <thread>

namespace fathom::multi_device_engine_test {

using namespace std::chrono_literals;

// Not a multiple of a tile either way; with small tiles some dozen of them.
constexpr Size kSize{333, 401};
constexpr TeamTiling kSmallTiles{8, 64 * 64};

RenderRequest request_of(Size size = kSize, Precision precision = Precision::f64) {
    Location location;
    location.view.re = Decimal::parse("-0.743643887037151");
    location.view.im = Decimal::parse("0.13182590420533");
    location.view.zoom = Decimal::parse("3e3");
    location.view.rotation_degrees = 17;
    location.iterations = 400;
    RenderRequest request =
        make_request(location, size, {0, 0, size.width, size.height}, {}, precision);
    static const auto lut = load_lut(std::nullopt, "default");
    request.colour.lut = lut;
    request.colour.scheme.filter = kernels::ColourFilter::footprint; // which looks at neighbours
    request.colour.scheme.dither = kernels::ColourDither::ordered;   // and at the place
    return request;
}

/// What only a stop can end.
RenderRequest endless_request() {
    RenderRequest request = request_of();
    request.map.centre_re = -0.1;
    request.map.centre_im = 0;
    request.limit = kernels::kMaxIterationLimit;
    request.shortcuts = false;
    return request;
}

ColourSettings other_colours(const RenderRequest &request) {
    ColourSettings colour = request.colour;
    colour.scheme.density *= 3;
    colour.scheme.offset = 0.4;
    return colour;
}

std::shared_ptr<Engine> cpu() {
    return make_engine("cpu", {1, {}});
}

enum class Fails { never, making_a_frame, iterating, refusing };

/// A CPU engine that fails after `frames_before` frames, or refuses any.
std::shared_ptr<FakeDevice> fragile(Fails fails, int frames_before = 0) {
    auto device = std::make_shared<FakeDevice>();
    device->engine = cpu();
    FakeDevice *own = device.get();
    if (fails == Fails::making_a_frame)
        device->making = [own, frames_before](RenderRequest &) {
            if (own->frames >= frames_before)
                throw DeviceError("out of memory; a test");
        };
    if (fails == Fails::iterating)
        device->iterated = [own, frames_before](const RenderRequest &) {
            if (own->frames > frames_before)
                throw DeviceError("lost; a test");
        };
    if (fails == Fails::refusing)
        device->iterated = [](const RenderRequest &) { throw InputError("too long; a test"); };
    return device;
}

/// What keeps a device from going on while `waits` says so.
auto waiting_while(std::function<bool()> waits) {
    return [waits = std::move(waits)](const RenderRequest &, const std::atomic<bool> &stop) {
        while (waits() && !stop)
            std::this_thread::sleep_for(1ms);
    };
}

std::shared_ptr<Engine> engine_of(const std::shared_ptr<FakeDevice> &device) {
    return std::make_shared<FakeEngine>(device);
}

using Members = std::vector<std::shared_ptr<Engine>>;

MultiDeviceEngine team_of(Members members, const TeamTiling &tiling = kSmallTiles) {
    return {EngineInfo{"team", "a test", ""}, std::move(members), tiling};
}

std::shared_ptr<Frame> whole_frame(Engine &engine, const RenderRequest &request) {
    const std::atomic<bool> stop = false;
    auto frame = engine.make_frame(request);
    EXPECT_FALSE(frame->complete());
    EXPECT_TRUE(frame->iterate(stop));
    EXPECT_TRUE(frame->complete());
    EXPECT_EQ(frame->progress(), 1.0);
    return frame;
}

void expect_no_difference(Frame &frame, const RenderRequest &request) {
    const auto judge = make_engine("reference", {2, {}});
    const auto expected = whole_frame(*judge, request);
    const Difference difference = compare_frames(*expected, frame);
    EXPECT_EQ(difference.samples_differ, 0u);
    EXPECT_EQ(difference.rgba_differ, 0u);
    EXPECT_EQ(frame.times().iterations, expected->times().iterations);
}

TEST(TeamTiling, CoversEveryPixelOnce) {
    for (const Size size : {Size{1, 1}, Size{333, 401}, Size{64, 64}, Size{5000, 70},
                            Size{70, 5000}, Size{3840, 2160}})
        for (const int members : {1, 2, 8}) {
            std::vector<int> hits(static_cast<std::size_t>(size.width) * size.height);
            for (const Region &tile : cut_into_tiles(size, members, kSmallTiles)) {
                EXPECT_EQ(tile.x % 64, 0);
                EXPECT_EQ(tile.y % 64, 0);
                for (int y = tile.y; y < tile.y + tile.height; ++y)
                    for (int x = tile.x; x < tile.x + tile.width; ++x)
                        ++hits[static_cast<std::size_t>(y) * size.width + x];
            }
            EXPECT_EQ(std::set<int>(hits.begin(), hits.end()), std::set<int>{1})
                << size.width << " " << size.height << " " << members;
        }
}

TEST(TeamTiling, MakesEnoughTilesAndNoTinyOnes) {
    const auto count = [](Size size, int members) {
        return cut_into_tiles(size, members, {8, 1 << 18}).size();
    };
    EXPECT_EQ(count({500, 500}, 4), 1u);
    EXPECT_GE(count({3840, 2160}, 2), 14u);
    EXPECT_LE(count({3840, 2160}, 2), 18u);
    EXPECT_GE(count({3840, 2160}, 4), 28u);
    // The bands of a wide export: a few rows only.
    EXPECT_GE(count({32768, 64}, 4), 8u);
    EXPECT_GE(count({1 << 20, 2}, 4), 8u);
    EXPECT_LE(count({1 << 20, 1 << 20}, 4), 40u);
}

TEST(MultiDeviceEngine, GivesTheReferencesBits) {
    MultiDeviceEngine team = team_of({cpu(), make_engine("reference", {1, {}})});
    for (const Precision precision : {Precision::f32, Precision::f64})
        for (const bool progressive : {false, true}) {
            RenderRequest request = request_of(kSize, precision);
            request.progressive = progressive;
            const auto frame = whole_frame(team, request);
            expect_no_difference(*frame, request);
            EXPECT_GT(frame->times().iterate_ms, 0);
        }
}

TEST(MultiDeviceEngine, CutsWidePicturesAcross) {
    MultiDeviceEngine team = team_of({cpu(), cpu(), cpu()});
    const RenderRequest request = request_of({2000, 33});
    expect_no_difference(*whole_frame(team, request), request);
}

TEST(MultiDeviceEngine, KeepsCountsAloneIfAsked) {
    MultiDeviceEngine team = team_of({cpu(), cpu()});
    RenderRequest request = request_of();
    SampleBuffer whole;
    whole_frame(*cpu(), request)->read_samples(whole);
    request.contents = FrameContents::counts;
    request.progressive = true;
    SampleBuffer counts;
    whole_frame(team, request)->read_samples(counts);
    EXPECT_EQ(counts.contents(), FrameContents::counts);
    EXPECT_EQ(counts.n(), whole.n());
}

TEST(MultiDeviceEngine, KeepsColoursAloneIfAsked) {
    MultiDeviceEngine team = team_of({cpu(), cpu()});
    RenderRequest request = request_of();
    const auto expected = colours_of(*whole_frame(*cpu(), request));
    request.contents = FrameContents::colours;
    EXPECT_EQ(colours_of(*whole_frame(team, request)), expected);
}

TEST(MultiDeviceEngine, SharesTheWork) {
    const auto a = fragile(Fails::never);
    const auto b = fragile(Fails::never);
    // It would never end if they worked one after the other.
    a->iterating = waiting_while([&] { return b->frames == 0; });
    b->iterating = waiting_while([&] { return a->frames == 0; });
    MultiDeviceEngine team = team_of({engine_of(a), engine_of(b)});
    whole_frame(team, request_of());
    EXPECT_EQ(a->frames + b->frames,
              static_cast<int>(cut_into_tiles(kSize, 2, kSmallTiles).size()));
}

TEST(MultiDeviceEngine, StopsWithinALongFrame) {
    MultiDeviceEngine team = team_of({cpu(), cpu()});
    for (const bool progressive : {false, true}) {
        RenderRequest request = endless_request();
        request.progressive = progressive;
        const auto frame = team.make_frame(request);
        EXPECT_FALSE(iterate_and_stop(*frame));
        EXPECT_FALSE(frame->complete());
        EXPECT_LT(frame->progress(), 1);
        // As a window does: other colours for what was stopped, which must not go on.
        const std::atomic<bool> go_on = false;
        frame->set_colour(other_colours(request));
        EXPECT_TRUE(frame->refresh_colour(go_on));
        EXPECT_FALSE(frame->complete());
    }
    // And it is ready for the next.
    const RenderRequest next = request_of();
    expect_no_difference(*whole_frame(team, next), next);
}

/// What a picture in progress shows of one that is complete: its own pixels, coarser ones and
/// unknown ones.
void expect_parts_of(const std::vector<std::uint32_t> &expected,
                     const std::vector<std::uint32_t> &shown, int width) {
    int wrong = 0;
    for (std::size_t at = 0; at < shown.size(); ++at) {
        const std::uint32_t alpha = shown[at] >> 24;
        const std::size_t x = at % static_cast<std::size_t>(width);
        const std::size_t y = at / static_cast<std::size_t>(width);
        const std::uint32_t coarse =
            expected[y / 8 * 8 * static_cast<std::size_t>(width) + x / 8 * 8];
        const bool right = alpha == 255   ? shown[at] == expected[at]
                           : alpha == 127 ? (shown[at] & 0xffffff) == (coarse & 0xffffff)
                                          : alpha == 0;
        wrong += right ? 0 : 1;
    }
    EXPECT_EQ(wrong, 0);
}

TEST(MultiDeviceEngine, ShowsACoarsePictureAndThenTiles) {
    const auto slow = fragile(Fails::never);
    std::atomic<bool> open = false;
    slow->iterating = waiting_while([&] { return slow->frames == 2 && !open; });
    MultiDeviceEngine team = team_of({engine_of(slow)});
    RenderRequest request = request_of();
    request.colour.scheme.filter = kernels::ColourFilter::none; // by which previews have their own
    request.colour.scheme.dither = kernels::ColourDither::none; // likewise
    const auto expected = colours_of(*whole_frame(*cpu(), request));
    request.progressive = true;
    const auto frame = team.make_frame(request);
    EXPECT_EQ(colours_of(*frame), std::vector<std::uint32_t>(expected.size(), 0));
    const std::uint64_t first_revision = frame->revision();
    const std::atomic<bool> stop = false;
    std::thread worker([&] { EXPECT_TRUE(frame->iterate(stop)); });
    while (slow->frames < 2)
        std::this_thread::sleep_for(1ms);
    // The preview is done and no tile is.
    const auto coarse = colours_of(*frame);
    expect_parts_of(expected, coarse, kSize.width);
    EXPECT_TRUE(std::all_of(coarse.begin(), coarse.end(),
                            [](std::uint32_t rgba) { return rgba >> 24 == 127; }));
    EXPECT_EQ(frame->progress(), 0);
    const std::uint64_t coarse_revision = frame->revision();
    EXPECT_GT(coarse_revision, first_revision);
    open = true;
    double last_progress = 0;
    while (!frame->complete()) {
        expect_parts_of(expected, colours_of(*frame), kSize.width);
        const double progress = frame->progress();
        EXPECT_GE(progress, last_progress);
        last_progress = progress;
    }
    worker.join();
    EXPECT_GT(frame->revision(), coarse_revision);
    EXPECT_EQ(colours_of(*frame), expected);
}

TEST(MultiDeviceEngine, TakesNewColoursAfterwards) {
    MultiDeviceEngine team = team_of({cpu(), cpu()});
    RenderRequest request = request_of();
    const auto frame = whole_frame(team, request);
    request.colour = other_colours(request);
    frame->set_colour(request.colour);
    const std::atomic<bool> stop = false;
    EXPECT_TRUE(frame->refresh_colour(stop));
    EXPECT_TRUE(frame->complete());
    expect_no_difference(*frame, request);
}

TEST(MultiDeviceEngine, TakesNewColoursMeanwhile) {
    const auto slow = fragile(Fails::never);
    const auto other = fragile(Fails::never);
    std::atomic<bool> open = false;
    slow->iterating = waiting_while([&] { return slow->frames == 2 && !open; });
    other->iterating =
        waiting_while([&] { return slow->frames < 2 || (other->frames == 3 && !open); });
    MultiDeviceEngine team = team_of({engine_of(slow), engine_of(other)});
    RenderRequest request = request_of();
    request.progressive = true;
    const auto frame = team.make_frame(request);
    const std::atomic<bool> stop = false;
    std::thread worker([&] { EXPECT_TRUE(frame->iterate(stop)); });
    // Some tiles are done, two are under way, and others are to come.
    while (slow->frames < 2 || other->frames < 3)
        std::this_thread::sleep_for(1ms);
    request.colour = other_colours(request);
    frame->set_colour(request.colour);
    open = true;
    worker.join();
    EXPECT_TRUE(frame->complete());
    expect_no_difference(*frame, request);
}

TEST(MultiDeviceEngine, AFailingMemberCostsSpeedOnly) {
    for (const Fails fails : {Fails::making_a_frame, Fails::iterating})
        for (const int frames_before : {0, 2}) {
            const auto healthy = fragile(Fails::never);
            const auto failing = fragile(fails, frames_before);
            int attempts = frames_before; // that the other waits for
            healthy->iterating = waiting_while([&] { return failing->attempts <= attempts; });
            MultiDeviceEngine team = team_of({engine_of(healthy), engine_of(failing)});
            RenderRequest request = request_of();
            request.progressive = true;
            expect_no_difference(*whole_frame(team, request), request);
            EXPECT_EQ(failing->attempts, frames_before + 1);
            // It may have been short of memory only.
            failing->making = nullptr;
            failing->iterated = nullptr;
            attempts = failing->attempts;
            request.colour = other_colours(request);
            expect_no_difference(*whole_frame(team, request), request);
        }
}

TEST(MultiDeviceEngine, APictureThatOneMemberRefusesIsNotLeftToTheOthers) {
    const auto refusing = fragile(Fails::refusing);
    const auto healthy = fragile(Fails::never);
    healthy->iterating = waiting_while([&] { return refusing->attempts == 0; });
    MultiDeviceEngine team = team_of({engine_of(healthy), engine_of(refusing)});
    const auto frame = team.make_frame(request_of());
    const std::atomic<bool> stop = false;
    EXPECT_THROW(frame->iterate(stop), InputError);
    EXPECT_FALSE(frame->complete());
    refusing->iterated = nullptr;
    expect_no_difference(*whole_frame(team, request_of()), request_of());
}

TEST(MultiDeviceEngine, FailsWhenNoMemberIsLeft) {
    const auto failing = [] { return engine_of(fragile(Fails::iterating, 1)); };
    MultiDeviceEngine team = team_of({failing(), failing()});
    const auto frame = team.make_frame(request_of());
    const std::atomic<bool> stop = false;
    EXPECT_THROW(frame->iterate(stop), DeviceError);
    EXPECT_FALSE(frame->complete());
    for (const std::uint32_t rgba : colours_of(*frame))
        ASSERT_EQ(rgba, 0u) << "of a device that is lost";
}

TEST(MultiDeviceEngine, ADeviceLostAfterwardsIsReportedOrReplaced) {
    const auto losable = fragile(Fails::never);
    std::atomic<bool> lost = false;
    losable->touched = [&] {
        if (lost)
            throw DeviceError("lost; a test");
    };
    const auto other = fragile(Fails::never);
    other->iterating = waiting_while([&] { return losable->frames == 0; });
    MultiDeviceEngine team = team_of({engine_of(other), engine_of(losable)});
    RenderRequest request = request_of();
    const auto frame = whole_frame(team, request);
    lost = true;
    other->iterating = nullptr;
    std::vector<std::uint32_t> rgba(static_cast<std::size_t>(kSize.width) * kSize.height);
    EXPECT_THROW(frame->read_rgba(rgba.data()), DeviceError) << "rather than show holes";
    SampleBuffer samples;
    EXPECT_THROW(frame->read_samples(samples), DeviceError);
    const std::uint64_t revision = frame->revision();
    request.colour = other_colours(request);
    frame->set_colour(request.colour);
    EXPECT_FALSE(frame->complete());
    EXPECT_GT(frame->revision(), revision);
    const std::atomic<bool> stop = false;
    EXPECT_TRUE(frame->refresh_colour(stop));
    EXPECT_TRUE(frame->complete());
    expect_no_difference(*frame, request);
}

TEST(HeavyViewEngine, PicksByTheWorstCase) {
    const auto light = fragile(Fails::never);
    const auto heavy = fragile(Fails::never);
    auto team = std::make_shared<MultiDeviceEngine>(EngineInfo{"gpu", "", ""},
                                                    Members{engine_of(heavy), cpu()}, kSmallTiles);
    const double samples = static_cast<double>(kSize.width) * kSize.height;
    // Half a second: 400 iterations in double and 800 in float.
    HeavyViewEngine engine(engine_of(light), team, {2 * 800 * samples, 2 * 400 * samples});
    EXPECT_EQ(engine.info().id, light->engine->info().id);
    const auto heavy_frames = [&](Precision precision, std::uint32_t limit) {
        RenderRequest request = request_of(kSize, precision);
        request.limit = limit;
        const int before = light->frames;
        const auto frame = whole_frame(engine, request);
        request.colour = other_colours(request);
        frame->set_colour(request.colour);
        const std::atomic<bool> stop = false;
        EXPECT_TRUE(frame->refresh_colour(stop));
        expect_no_difference(*frame, request);
        return light->frames == before;
    };
    EXPECT_FALSE(heavy_frames(Precision::f64, 400));
    EXPECT_TRUE(heavy_frames(Precision::f64, 401));
    EXPECT_FALSE(heavy_frames(Precision::f32, 800));
    EXPECT_TRUE(heavy_frames(Precision::f32, 801));
}

TEST(Devices, ExportsTakeAllGpusWhereThereAreSeveral) {
    std::vector<DeviceInfo> devices(3);
    devices[0].id = "reference";
    devices[1].id = "cpu";
    devices[2].id = "gpu0";
    EXPECT_EQ(export_device("gpu0", devices), "gpu0");
    devices.push_back({});
    devices.back().id = "gpu1";
    EXPECT_EQ(export_device("gpu0", devices), "gpu");
    EXPECT_EQ(export_device("gpu1", devices), "gpu");
    EXPECT_EQ(export_device("cpu", devices), "cpu");
    EXPECT_EQ(export_device("reference", devices), "reference");
}

TEST(Devices, GpuMeansAllOfThem) {
    int gpus = 0;
    for (const DeviceInfo &device : list_devices().devices)
        gpus += device.kind == "gpu" ? 1 : 0;
    check_device_id("gpu");
    if (gpus == 0) {
        std::string why;
        try {
            make_engine("gpu0");
        } catch (const DeviceError &error) {
            why = error.what();
        }
        ASSERT_FALSE(why.empty());
        try {
            make_engine("gpu");
            FAIL() << "there is no GPU";
        } catch (const DeviceError &error) {
            EXPECT_EQ(error.what(), why);
        }
        EXPECT_THROW(make_engine_with_helpers("gpu0"), DeviceError);
        EXPECT_EQ(make_engine_with_helpers("cpu")->info().id, "cpu");
        return;
    }
    const auto engine = make_engine("gpu");
    EXPECT_EQ(engine->info().id, gpus == 1 ? "gpu0" : "gpu");
    const auto helped = make_engine_with_helpers("gpu0");
    EXPECT_EQ(helped->info().id, "gpu0");
    for (Engine *each : {engine.get(), helped.get()})
        for (const std::uint32_t limit : {100u, 3000u}) {
            RenderRequest request = request_of({2000, 1500});
            request.limit = limit;
            expect_no_difference(*whole_frame(*each, request), request);
        }
}

} // namespace fathom::multi_device_engine_test
