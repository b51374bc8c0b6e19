#include "render/jobs/frame_worker.h"

#include "render/base/error.h"
#include "render/engines/devices.h"
#include "render/jobs/compare.h"
#include "render/places/location.h"
#include "render/places/palette.h"
#include "tests/support/fake_engine.h"
#include "tests/support/wait_for.h"

#include <gtest/gtest.h>

namespace fathom::frame_worker_test {

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

std::unique_ptr<Engine> engine_of(const std::shared_ptr<FakeDevice> &device) {
    return std::make_unique<FakeEngine>(device);
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

TEST(FrameWorker, AnotherLimitKeepsWhatEscaped) {
    const auto device = std::make_shared<FakeDevice>();
    device->engine = make_engine("cpu");
    device->times.iterate_ms = 1000;
    std::atomic<std::uint64_t> known_limit = 0;
    device->begun_with = [&](const KnownSamples &known) { known_limit = known.limit; };
    FrameWorker worker(engine_of(device), [] {});
    const auto iterate = [&](const RenderRequest &request) {
        worker.submit(request);
        return wait_for([&] { return !worker.busy() && worker.frame()->complete(); });
    };
    ASSERT_TRUE(iterate(request_with_limit(100)));
    EXPECT_EQ(known_limit, 0u);
    ASSERT_TRUE(iterate(request_with_limit(300)));
    EXPECT_EQ(known_limit, 100u);
    EXPECT_FALSE(worker.frame()->request().progressive); // what is known must not become coarse
    RenderRequest other = request_with_limit(500);
    other.map.centre_im += 1e-6;
    ASSERT_TRUE(iterate(other));
    EXPECT_EQ(known_limit, 100u);
    EXPECT_TRUE(worker.frame()->request().progressive);
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
    ASSERT_TRUE(direct->iterate(stop));
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

TEST(FrameWorker, ADeviceLostWhileColouringIsReportedNotThrown) {
    const auto device = std::make_shared<FakeDevice>();
    FrameWorker worker(engine_of(device), [] {});
    const RenderRequest request = request_with_limit(10);
    worker.submit(request);
    ASSERT_TRUE(wait_for([&] { return worker.frame() != nullptr && !worker.busy(); }));
    device->touched = [] { throw DeviceError("gpu7: lost"); };
    EXPECT_NO_THROW(worker.set_colour(request.colour));
    EXPECT_EQ(worker.failure(), "gpu7: lost");
    EXPECT_FALSE(worker.busy());
}

TEST(FrameWorker, ColoursThatComeWhileAFrameIsMadeAreItsColours) {
    const auto device = std::make_shared<FakeDevice>();
    device->engine = make_engine("cpu");
    std::atomic<bool> making = false;
    std::atomic<bool> coloured = false;
    device->making = [&](RenderRequest &) {
        making = true;
        EXPECT_TRUE(wait_for([&] { return coloured.load(); }));
    };
    FrameWorker worker(engine_of(device), [] {});
    RenderRequest request = request_with_limit(10);
    request.map.right_re = request.map.up_im = 0.01; // some of it escapes
    worker.submit(request);
    ASSERT_TRUE(wait_for([&] { return making.load(); }));
    request.colour.scheme.offset = 0.5;
    worker.set_colour(request.colour);
    coloured = true;
    ASSERT_TRUE(wait_for([&] { return !worker.busy() && worker.frame()->complete(); }));
    const auto direct_engine = make_engine("cpu");
    const auto direct = direct_engine->make_frame(request);
    const std::atomic<bool> stop = false;
    ASSERT_TRUE(direct->iterate(stop));
    EXPECT_TRUE(compare_frames(*worker.frame(), *direct).none());
}

TEST(FrameWorker, ARequestThatIsRefusedLeavesTheEngineUsable) {
    const auto device = std::make_shared<FakeDevice>();
    device->engine = make_engine("cpu");
    device->iterating = [](const RenderRequest &request, const std::atomic<bool> &) {
        if (request.limit == 10)
            throw InputError("the reference orbit is too long; move the centre");
    };
    FrameWorker worker(engine_of(device), [] {});
    worker.submit(request_with_limit(10));
    ASSERT_TRUE(wait_for([&] { return worker.refusal().has_value(); }));
    EXPECT_EQ(worker.refusal(), "the reference orbit is too long; move the centre");
    EXPECT_EQ(worker.failure(), std::nullopt);
    EXPECT_FALSE(worker.busy());
    EXPECT_FALSE(worker.frame()->complete());
    worker.submit(request_with_limit(11));
    EXPECT_EQ(worker.refusal(), std::nullopt);
    EXPECT_TRUE(wait_for([&] { return !worker.busy() && worker.frame()->complete(); }));
    EXPECT_EQ(worker.refusal(), std::nullopt);
}

TEST(FrameWorker, AFailingDeviceIsReported) {
    const auto device = std::make_shared<FakeDevice>();
    device->making = [](RenderRequest &) { throw DeviceError("gpu7: unplugged"); };
    FrameWorker worker(engine_of(device), [] {});
    worker.submit(request_with_limit(10));
    ASSERT_TRUE(wait_for([&] { return worker.failure().has_value(); }));
    EXPECT_EQ(worker.failure(), "gpu7: unplugged");
    worker.submit(request_with_limit(10));
    EXPECT_FALSE(worker.busy());
}

} // namespace fathom::frame_worker_test
