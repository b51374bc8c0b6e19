#include "render/jobs/frame_worker.h"

#include "render/base/error.h"
#include "render/engines/devices.h"
#include "render/engines/sample_buffer.h"
#include "render/jobs/compare.h"
#include "render/places/location.h"
#include "render/places/palette.h"

#include <chrono>
#include <gtest/gtest.h>

namespace fathom {
namespace {

RenderRequest request_with_limit(std::uint32_t limit) {
    Location location; // interior: no pixel ever escapes
    location.view.re = Decimal::parse("-0.1");
    location.view.zoom = Decimal::parse("100");
    location.iterations = limit;
    RenderRequest request =
        make_request(location, {200, 100}, {0, 0, 200, 100}, {}, Precision::f64);
    request.shortcuts = false; // as long as the limit says
    request.progressive = true;
    request.colour.lut = load_lut(std::nullopt, "default");
    return request;
}

/// Waits until `done` or ten seconds are over.
template <class Condition> bool wait_for(Condition done) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!done()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

TEST(FrameWorker, TheNewestRequestWins) {
    std::atomic<int> notified = 0;
    FrameWorker worker(make_engine("cpu"), [&] { ++notified; });
    EXPECT_EQ(worker.frame(), nullptr);
    worker.submit(request_with_limit(kernels::kMaxIterationLimit)); // would take years
    ASSERT_TRUE(wait_for([&] { return worker.frame() != nullptr; }));
    EXPECT_TRUE(worker.busy());
    worker.submit(request_with_limit(kernels::kMaxIterationLimit - 1));
    worker.submit(request_with_limit(100));
    ASSERT_TRUE(wait_for([&] { return !worker.busy() && worker.frame()->complete(); }));
    EXPECT_EQ(worker.frame()->request().limit, 100u);
    EXPECT_EQ(worker.failure(), std::nullopt);
    EXPECT_TRUE(wait_for([&] { return notified >= 2; }));
}

TEST(FrameWorker, ColoursChangeWithoutIterating) {
    FrameWorker worker(make_engine("cpu"), [] {});
    const RenderRequest request = request_with_limit(100);
    worker.submit(request);
    ASSERT_TRUE(wait_for([&] { return !worker.busy() && worker.frame()->complete(); }));
    const auto frame = worker.frame();
    const double iterate_ms = frame->times().iterate_ms;
    ColourSettings colour = request.colour;
    colour.scheme.offset = 0.5;
    worker.set_colour(colour);
    ASSERT_TRUE(wait_for([&] { return !worker.busy() && frame->complete(); }));
    EXPECT_EQ(worker.frame(), frame);
    EXPECT_EQ(frame->times().iterate_ms, iterate_ms);
}

TEST(FrameWorker, NewColoursReachAFrameInProgress) {
    FrameWorker worker(make_engine("cpu"), [] {});
    RenderRequest request = request_with_limit(200'000);
    worker.submit(request);
    ASSERT_TRUE(wait_for([&] { return worker.frame() != nullptr; }));
    request.colour.scheme.density = 0.25;
    worker.set_colour(request.colour);
    ASSERT_TRUE(wait_for([&] { return !worker.busy() && worker.frame()->complete(); }));
    const auto engine = make_engine("cpu");
    const auto direct = engine->make_frame(request);
    const std::atomic<bool> stop = false;
    ASSERT_TRUE(engine->iterate(*direct, stop));
    EXPECT_TRUE(compare_frames(*worker.frame(), *direct).none());
}

TEST(FrameWorker, CancelKeepsWhatIsThere) {
    FrameWorker worker(make_engine("cpu"), [] {});
    worker.submit(request_with_limit(kernels::kMaxIterationLimit));
    ASSERT_TRUE(wait_for([&] { return worker.frame() != nullptr; }));
    worker.cancel();
    ASSERT_TRUE(wait_for([&] { return !worker.busy(); }));
    EXPECT_FALSE(worker.frame()->complete());
    worker.submit(request_with_limit(10));
    EXPECT_TRUE(wait_for([&] { return !worker.busy() && worker.frame()->complete(); }));
}

TEST(FrameWorker, EndsWhileAFrameComputes) {
    FrameWorker worker(make_engine("cpu"), [] {});
    worker.submit(request_with_limit(kernels::kMaxIterationLimit));
    ASSERT_TRUE(wait_for([&] { return worker.frame() != nullptr; }));
}

/// An engine whose device fails.
class BrokenEngine : public Engine {
  public:
    [[nodiscard]] const EngineInfo &info() const override { return info_; }
    std::shared_ptr<Frame> make_frame(const RenderRequest &) override {
        throw DeviceError("gpu7: unplugged");
    }
    bool iterate(Frame &, const std::atomic<bool> &) override { return false; }
    bool refresh_colour(Frame &, const std::atomic<bool> &) override { return false; }

  private:
    EngineInfo info_{"gpu7", "broken", ""};
};

/// A frame whose device is lost as soon as it is to be coloured anew.
class LostFrame : public Frame {
  public:
    explicit LostFrame(const RenderRequest &request) : request_(request) {}
    [[nodiscard]] const RenderRequest &request() const override { return request_; }
    [[nodiscard]] double progress() const override { return 1; }
    [[nodiscard]] bool complete() const override { return true; }
    [[nodiscard]] std::uint64_t revision() const override { return 1; }
    [[nodiscard]] FrameTimes times() const override { return {}; }
    void set_colour(const ColourSettings &) override { throw DeviceError("gpu7: lost"); }
    void read_rgba(std::uint32_t *) override {}
    void read_samples(SampleBuffer &) override {}

  private:
    const RenderRequest request_;
};

class LosingEngine : public BrokenEngine {
  public:
    std::shared_ptr<Frame> make_frame(const RenderRequest &request) override {
        return std::make_shared<LostFrame>(request);
    }
    bool iterate(Frame &, const std::atomic<bool> &) override { return true; }
    bool refresh_colour(Frame &, const std::atomic<bool> &) override { return true; }
};

TEST(FrameWorker, ADeviceLostWhileColouringIsReportedNotThrown) {
    FrameWorker worker(std::make_unique<LosingEngine>(), [] {});
    const RenderRequest request = request_with_limit(10);
    worker.submit(request);
    ASSERT_TRUE(wait_for([&] { return worker.frame() != nullptr && !worker.busy(); }));
    EXPECT_NO_THROW(worker.set_colour(request.colour));
    EXPECT_EQ(worker.failure(), "gpu7: lost");
    EXPECT_FALSE(worker.busy());
}

/// A CPU engine that takes its time to make a frame.
class SlowEngine : public Engine {
  public:
    [[nodiscard]] const EngineInfo &info() const override { return engine_->info(); }
    std::shared_ptr<Frame> make_frame(const RenderRequest &request) override {
        making = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        return engine_->make_frame(request);
    }
    bool iterate(Frame &frame, const std::atomic<bool> &stop) override {
        return engine_->iterate(frame, stop);
    }
    bool refresh_colour(Frame &frame, const std::atomic<bool> &stop) override {
        return engine_->refresh_colour(frame, stop);
    }
    std::atomic<bool> making = false;

  private:
    std::unique_ptr<Engine> engine_ = make_engine("cpu");
};

TEST(FrameWorker, ColoursThatComeWhileAFrameIsMadeAreItsColours) {
    auto engine = std::make_unique<SlowEngine>();
    std::atomic<bool> &making = engine->making;
    FrameWorker worker(std::move(engine), [] {});
    RenderRequest request = request_with_limit(10);
    request.map.right_re = request.map.up_im = 0.01; // some of it escapes
    worker.submit(request);
    ASSERT_TRUE(wait_for([&] { return making.load(); }));
    request.colour.scheme.offset = 0.5;
    worker.set_colour(request.colour);
    ASSERT_TRUE(wait_for([&] { return !worker.busy() && worker.frame()->complete(); }));
    const auto direct_engine = make_engine("cpu");
    const auto direct = direct_engine->make_frame(request);
    const std::atomic<bool> stop = false;
    ASSERT_TRUE(direct_engine->iterate(*direct, stop));
    EXPECT_TRUE(compare_frames(*worker.frame(), *direct).none());
}

/// A CPU engine that refuses requests with the tag 1.
class ChoosyEngine : public SlowEngine {
  public:
    bool iterate(Frame &frame, const std::atomic<bool> &stop) override {
        if (frame.request().tag == 1)
            throw InputError("the reference orbit is too long; move the centre");
        return SlowEngine::iterate(frame, stop);
    }
};

TEST(FrameWorker, ARequestThatIsRefusedLeavesTheEngineUsable) {
    FrameWorker worker(std::make_unique<ChoosyEngine>(), [] {});
    RenderRequest request = request_with_limit(10);
    request.tag = 1;
    worker.submit(request);
    ASSERT_TRUE(wait_for([&] { return worker.refusal().has_value(); }));
    EXPECT_EQ(worker.refusal(), "the reference orbit is too long; move the centre");
    EXPECT_EQ(worker.failure(), std::nullopt);
    EXPECT_FALSE(worker.busy());
    EXPECT_FALSE(worker.frame()->complete());
    request.tag = 2;
    worker.submit(request);
    EXPECT_EQ(worker.refusal(), std::nullopt);
    EXPECT_TRUE(wait_for([&] { return !worker.busy() && worker.frame()->complete(); }));
    EXPECT_EQ(worker.refusal(), std::nullopt);
}

TEST(FrameWorker, AFailingDeviceIsReported) {
    FrameWorker worker(std::make_unique<BrokenEngine>(), [] {});
    worker.submit(request_with_limit(10));
    ASSERT_TRUE(wait_for([&] { return worker.failure().has_value(); }));
    EXPECT_EQ(worker.failure(), "gpu7: unplugged");
    worker.submit(request_with_limit(10));
    EXPECT_FALSE(worker.busy());
}

} // namespace
} // namespace fathom
