// Several engines on one frame. No GPU is needed: a team takes any engines.
#include "render/engines/multi_device_engine.h"

#include "render/base/error.h"
#include "render/engines/devices.h"
#include "render/engines/heavy_view_engine.h"
#include "render/engines/sample_buffer.h"
#include "render/jobs/compare.h"
#include "render/places/location.h"
#include "render/places/palette.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <gtest/gtest.h>
#include <set>
#include <thread>

namespace fathom {
namespace {

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

/// An engine that can be told to fail or to wait, and counts what it is asked for.
class FragileEngine : public Engine {
  public:
    enum class Fails { never, making_a_frame, iterating, refusing };

    explicit FragileEngine(Fails fails, int frames_before = 0)
        : fails_(fails), frames_before_(frames_before) {}

    [[nodiscard]] const EngineInfo &info() const override { return engine_->info(); }

    std::shared_ptr<Frame> make_frame(const RenderRequest &request) override {
        ++attempts_;
        if (fails_ == Fails::making_a_frame && frames_ >= frames_before_)
            throw DeviceError("out of memory; a test");
        ++frames_;
        return engine_->make_frame(request);
    }

    bool iterate(Frame &frame, const std::atomic<bool> &stop) override {
        while (waits_ && waits_() && !stop)
            std::this_thread::sleep_for(1ms);
        const bool done = engine_->iterate(frame, stop);
        if (fails_ == Fails::iterating && frames_ > frames_before_)
            throw DeviceError("lost; a test");
        if (fails_ == Fails::refusing)
            throw InputError("too long; a test");
        return done;
    }

    bool refresh_colour(Frame &frame, const std::atomic<bool> &stop) override {
        return engine_->refresh_colour(frame, stop);
    }

    void set_fails(Fails fails) { fails_ = fails; }
    /// Iterates no further while `waits` says so. Not to be changed while it works.
    void set_waits(std::function<bool()> waits) { waits_ = std::move(waits); }
    /// Frames that it was asked for, and those that it made.
    [[nodiscard]] int attempts() const { return attempts_; }
    [[nodiscard]] int frames() const { return frames_; }

  private:
    std::shared_ptr<Engine> engine_ = cpu();
    std::atomic<Fails> fails_;
    const int frames_before_;
    std::function<bool()> waits_;
    std::atomic<int> attempts_ = 0;
    std::atomic<int> frames_ = 0;
};

using Members = std::vector<std::shared_ptr<Engine>>;

MultiDeviceEngine team_of(Members members, const TeamTiling &tiling = kSmallTiles) {
    return {EngineInfo{"team", "a test", ""}, std::move(members), tiling};
}

std::shared_ptr<Frame> complete_frame(Engine &engine, const RenderRequest &request) {
    const std::atomic<bool> stop = false;
    auto frame = engine.make_frame(request);
    EXPECT_FALSE(frame->complete());
    EXPECT_TRUE(engine.iterate(*frame, stop));
    EXPECT_TRUE(frame->complete());
    EXPECT_EQ(frame->progress(), 1.0);
    return frame;
}

std::vector<std::uint32_t> colours_of(Frame &frame) {
    const Size size = frame.request().size;
    std::vector<std::uint32_t> rgba(static_cast<std::size_t>(size.width) * size.height, 0xdeadbeef);
    frame.read_rgba(rgba.data());
    return rgba;
}

void expect_no_difference(Frame &frame, const RenderRequest &request) {
    const auto judge = make_engine("reference", {2, {}});
    const auto expected = complete_frame(*judge, request);
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
            const auto frame = complete_frame(team, request);
            expect_no_difference(*frame, request);
            EXPECT_GT(frame->times().iterate_ms, 0);
        }
}

TEST(MultiDeviceEngine, CutsWidePicturesAcross) {
    MultiDeviceEngine team = team_of({cpu(), cpu(), cpu()});
    const RenderRequest request = request_of({2000, 33});
    expect_no_difference(*complete_frame(team, request), request);
}

TEST(MultiDeviceEngine, KeepsCountsAloneIfAsked) {
    MultiDeviceEngine team = team_of({cpu(), cpu()});
    RenderRequest request = request_of();
    SampleBuffer whole;
    complete_frame(*cpu(), request)->read_samples(whole);
    request.contents = FrameContents::counts;
    request.progressive = true;
    SampleBuffer counts;
    complete_frame(team, request)->read_samples(counts);
    EXPECT_EQ(counts.contents(), FrameContents::counts);
    EXPECT_EQ(counts.n(), whole.n());
}

TEST(MultiDeviceEngine, KeepsColoursAloneIfAsked) {
    MultiDeviceEngine team = team_of({cpu(), cpu()});
    RenderRequest request = request_of();
    const auto expected = colours_of(*complete_frame(*cpu(), request));
    request.contents = FrameContents::colours;
    EXPECT_EQ(colours_of(*complete_frame(team, request)), expected);
}

TEST(MultiDeviceEngine, SharesTheWork) {
    const auto a = std::make_shared<FragileEngine>(FragileEngine::Fails::never);
    const auto b = std::make_shared<FragileEngine>(FragileEngine::Fails::never);
    // It would never end if they worked one after the other.
    a->set_waits([&] { return b->frames() == 0; });
    b->set_waits([&] { return a->frames() == 0; });
    MultiDeviceEngine team = team_of({a, b});
    complete_frame(team, request_of());
    EXPECT_EQ(a->frames() + b->frames(),
              static_cast<int>(cut_into_tiles(kSize, 2, kSmallTiles).size()));
}

TEST(MultiDeviceEngine, StopsWithinALongFrame) {
    MultiDeviceEngine team = team_of({cpu(), cpu()});
    for (const bool progressive : {false, true}) {
        RenderRequest request = endless_request();
        request.progressive = progressive;
        const auto frame = team.make_frame(request);
        std::atomic<bool> stop = false;
        std::thread stopper([&] {
            std::this_thread::sleep_for(30ms);
            stop = true;
        });
        EXPECT_FALSE(team.iterate(*frame, stop));
        stopper.join();
        EXPECT_FALSE(frame->complete());
        EXPECT_LT(frame->progress(), 1);
        // As a window does: other colours for what was stopped, which must not go on.
        const std::atomic<bool> go_on = false;
        frame->set_colour(other_colours(request));
        EXPECT_TRUE(team.refresh_colour(*frame, go_on));
        EXPECT_FALSE(frame->complete());
    }
    // And it is ready for the next.
    const RenderRequest next = request_of();
    expect_no_difference(*complete_frame(team, next), next);
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
    const auto slow = std::make_shared<FragileEngine>(FragileEngine::Fails::never);
    std::atomic<bool> open = false;
    slow->set_waits([&] { return slow->frames() == 2 && !open; });
    MultiDeviceEngine team = team_of({slow});
    RenderRequest request = request_of();
    const auto expected = colours_of(*complete_frame(*cpu(), request));
    request.progressive = true;
    const auto frame = team.make_frame(request);
    EXPECT_EQ(colours_of(*frame), std::vector<std::uint32_t>(expected.size(), 0));
    const std::uint64_t first_revision = frame->revision();
    const std::atomic<bool> stop = false;
    std::thread worker([&] { EXPECT_TRUE(team.iterate(*frame, stop)); });
    while (slow->frames() < 2)
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
    const auto frame = complete_frame(team, request);
    request.colour = other_colours(request);
    frame->set_colour(request.colour);
    const std::atomic<bool> stop = false;
    EXPECT_TRUE(team.refresh_colour(*frame, stop));
    EXPECT_TRUE(frame->complete());
    expect_no_difference(*frame, request);
}

TEST(MultiDeviceEngine, TakesNewColoursMeanwhile) {
    const auto slow = std::make_shared<FragileEngine>(FragileEngine::Fails::never);
    const auto other = std::make_shared<FragileEngine>(FragileEngine::Fails::never);
    std::atomic<bool> open = false;
    slow->set_waits([&] { return slow->frames() == 2 && !open; });
    other->set_waits([&] { return slow->frames() < 2 || (other->frames() == 3 && !open); });
    MultiDeviceEngine team = team_of({slow, other});
    RenderRequest request = request_of();
    request.progressive = true;
    const auto frame = team.make_frame(request);
    const std::atomic<bool> stop = false;
    std::thread worker([&] { EXPECT_TRUE(team.iterate(*frame, stop)); });
    // Some tiles are done, two are under way, and others are to come.
    while (slow->frames() < 2 || other->frames() < 3)
        std::this_thread::sleep_for(1ms);
    request.colour = other_colours(request);
    frame->set_colour(request.colour);
    open = true;
    worker.join();
    EXPECT_TRUE(frame->complete());
    expect_no_difference(*frame, request);
}

TEST(MultiDeviceEngine, AFailingMemberCostsSpeedOnly) {
    using Fails = FragileEngine::Fails;
    for (const Fails fails : {Fails::making_a_frame, Fails::iterating})
        for (const int frames_before : {0, 2}) {
            const auto healthy = std::make_shared<FragileEngine>(Fails::never);
            const auto fragile = std::make_shared<FragileEngine>(fails, frames_before);
            int attempts = frames_before; // that the other waits for
            healthy->set_waits([&] { return fragile->attempts() <= attempts; });
            MultiDeviceEngine team = team_of({healthy, fragile});
            RenderRequest request = request_of();
            request.progressive = true;
            expect_no_difference(*complete_frame(team, request), request);
            EXPECT_EQ(fragile->attempts(), frames_before + 1);
            // It may have been short of memory only.
            fragile->set_fails(Fails::never);
            attempts = fragile->attempts();
            request.colour = other_colours(request);
            expect_no_difference(*complete_frame(team, request), request);
        }
}

TEST(MultiDeviceEngine, APictureThatOneMemberRefusesIsNotLeftToTheOthers) {
    const auto refusing = std::make_shared<FragileEngine>(FragileEngine::Fails::refusing);
    const auto healthy = std::make_shared<FragileEngine>(FragileEngine::Fails::never);
    healthy->set_waits([&] { return refusing->attempts() == 0; });
    MultiDeviceEngine team = team_of({healthy, refusing});
    const auto frame = team.make_frame(request_of());
    const std::atomic<bool> stop = false;
    EXPECT_THROW(team.iterate(*frame, stop), InputError);
    EXPECT_FALSE(frame->complete());
    refusing->set_fails(FragileEngine::Fails::never);
    expect_no_difference(*complete_frame(team, request_of()), request_of());
}

TEST(MultiDeviceEngine, FailsWhenNoMemberIsLeft) {
    const auto fragile = [] {
        return std::make_shared<FragileEngine>(FragileEngine::Fails::iterating, 1);
    };
    MultiDeviceEngine team = team_of({fragile(), fragile()});
    const auto frame = team.make_frame(request_of());
    const std::atomic<bool> stop = false;
    EXPECT_THROW(team.iterate(*frame, stop), DeviceError);
    EXPECT_FALSE(frame->complete());
    for (const std::uint32_t rgba : colours_of(*frame))
        ASSERT_EQ(rgba, 0u) << "of a device that is lost";
}

/// Its device is lost when the switch is thrown.
class LosableFrame : public Frame {
  public:
    LosableFrame(std::shared_ptr<Frame> frame, const std::atomic<bool> &lost)
        : frame_(std::move(frame)), lost_(lost) {}

    [[nodiscard]] const RenderRequest &request() const override { return frame_->request(); }
    [[nodiscard]] double progress() const override { return frame_->progress(); }
    [[nodiscard]] bool complete() const override { return frame_->complete(); }
    [[nodiscard]] std::uint64_t revision() const override { return frame_->revision(); }
    [[nodiscard]] FrameTimes times() const override { return frame_->times(); }
    void set_colour(const ColourSettings &settings) override {
        check();
        frame_->set_colour(settings);
    }
    void read_rgba(std::uint32_t *rgba) override {
        check();
        frame_->read_rgba(rgba);
    }
    void read_samples(SampleBuffer &samples) override {
        check();
        frame_->read_samples(samples);
    }
    Frame &inner() { return *frame_; }

  private:
    void check() const {
        if (lost_)
            throw DeviceError("lost; a test");
    }
    const std::shared_ptr<Frame> frame_;
    const std::atomic<bool> &lost_;
};

class LosableEngine : public Engine {
  public:
    [[nodiscard]] const EngineInfo &info() const override { return engine_->info(); }
    std::shared_ptr<Frame> make_frame(const RenderRequest &request) override {
        check();
        ++frames;
        return std::make_shared<LosableFrame>(engine_->make_frame(request), lost);
    }
    bool iterate(Frame &frame, const std::atomic<bool> &stop) override {
        check();
        return engine_->iterate(static_cast<LosableFrame &>(frame).inner(), stop);
    }
    bool refresh_colour(Frame &frame, const std::atomic<bool> &stop) override {
        check();
        return engine_->refresh_colour(static_cast<LosableFrame &>(frame).inner(), stop);
    }

    std::atomic<bool> lost = false;
    std::atomic<int> frames = 0;

  private:
    void check() const {
        if (lost)
            throw DeviceError("lost; a test");
    }
    std::shared_ptr<Engine> engine_ = cpu();
};

TEST(MultiDeviceEngine, ADeviceLostAfterwardsIsReportedOrReplaced) {
    const auto losable = std::make_shared<LosableEngine>();
    const auto other = std::make_shared<FragileEngine>(FragileEngine::Fails::never);
    other->set_waits([&] { return losable->frames == 0; });
    MultiDeviceEngine team = team_of({other, losable});
    RenderRequest request = request_of();
    const auto frame = complete_frame(team, request);
    losable->lost = true;
    other->set_waits(nullptr);
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
    EXPECT_TRUE(team.refresh_colour(*frame, stop));
    EXPECT_TRUE(frame->complete());
    expect_no_difference(*frame, request);
}

TEST(HeavyViewEngine, PicksByTheWorstCase) {
    const auto light = std::make_shared<FragileEngine>(FragileEngine::Fails::never);
    const auto heavy = std::make_shared<FragileEngine>(FragileEngine::Fails::never);
    auto team = std::make_shared<MultiDeviceEngine>(EngineInfo{"gpu", "", ""},
                                                    Members{heavy, cpu()}, kSmallTiles);
    const double samples = static_cast<double>(kSize.width) * kSize.height;
    // Half a second: 400 iterations in double and 800 in float.
    HeavyViewEngine engine(light, team, {2 * 800 * samples, 2 * 400 * samples});
    EXPECT_EQ(engine.info().id, light->info().id);
    const auto heavy_frames = [&](Precision precision, std::uint32_t limit) {
        RenderRequest request = request_of(kSize, precision);
        request.limit = limit;
        const int before = light->frames();
        const auto frame = complete_frame(engine, request);
        request.colour = other_colours(request);
        frame->set_colour(request.colour);
        const std::atomic<bool> stop = false;
        EXPECT_TRUE(engine.refresh_colour(*frame, stop));
        expect_no_difference(*frame, request);
        return light->frames() == before;
    };
    EXPECT_FALSE(heavy_frames(Precision::f64, 400));
    EXPECT_TRUE(heavy_frames(Precision::f64, 401));
    EXPECT_FALSE(heavy_frames(Precision::f32, 800));
    EXPECT_TRUE(heavy_frames(Precision::f32, 801));
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
            expect_no_difference(*complete_frame(*each, request), request);
        }
}

} // namespace
} // namespace fathom
