// Frames that take over what an earlier one with another limit knows: the bits of a fresh one.
#include "render/engines/known_samples.h"

#include "render/deep/perturbation.h"
#include "render/deep/reference_cache.h"
#include "render/engines/devices.h"
#include "render/engines/tiled_picture.h"
#include "tests/support/fake_engine.h"
#include "tests/support/perturbed_views.h"
#include "tests/support/stopped_frame.h"

namespace fathom::known_samples_test {

/// An engine of each kind, each with its name first.
std::vector<std::string> cpu_engines() {
    return {"reference", "cpu"};
}

std::vector<std::string> gpus() {
    std::vector<std::string> ids;
    for (const DeviceInfo &device : list_devices().devices)
        if (device.kind == "gpu")
            ids.push_back(device.id);
    return ids;
}

RenderRequest direct_request(const char *formula, const char *re, const char *im, const char *zoom,
                             std::uint64_t limit, Precision precision) {
    Location location;
    location.view.re = Decimal::parse(re);
    location.view.im = Decimal::parse(im);
    location.view.zoom = Decimal::parse(zoom);
    location.iterations = limit;
    location.formula.id = *kernels::find_formula(formula);
    RenderRequest request =
        make_request(location, kSize, {0, 0, kSize.width, kSize.height}, {}, precision);
    request.colour.lut = load_lut(std::nullopt, "default");
    return request;
}

/// Returns how many samples of `earlier` a frame of `request` has taken over.
std::size_t expect_equal_to_fresh(Engine &engine, Frame &earlier, const RenderRequest &request) {
    SCOPED_TRACE(engine.info().id);
    SCOPED_TRACE(earlier.request().limit);
    SCOPED_TRACE(request.limit);
    const std::atomic<bool> stop = false;
    const auto fresh = complete_frame(engine, request);
    KnownSamples known = known_of(earlier);
    const auto frame = engine.make_frame(request);
    frame->begin_with(known_of(earlier));
    EXPECT_TRUE(frame->iterate(stop));
    EXPECT_TRUE(frame->complete());
    const Difference difference = compare_frames(*fresh, *frame);
    EXPECT_EQ(difference.pixels, 101u * 67u);
    EXPECT_EQ(difference.samples_differ, 0u);
    EXPECT_EQ(difference.rgba_differ, 0u);
    const std::shared_ptr<const PerturbationData> data =
        request.perturbation ? request.perturbation->last() : nullptr;
    const KeptSamples kept = adapt(known, request, data.get());
    EXPECT_EQ(frame->times().iterations + kept.iterations, fresh->times().iterations);
    return kept.count;
}

void expect_direct_frames_to_take_over(Engine &engine) {
    struct View {
        const char *formula, *re, *im, *zoom;
    };
    for (const View &view : {View{"mandelbrot", "-1.25", "0.05", "40"},
                             View{"burning-ship", "-1.7625", "-0.028", "100"}})
        for (const Precision precision : {Precision::f32, Precision::f64})
            for (const int tracked : {0, 1, 2, 3})
                for (const bool progressive : {false, true}) {
                    SCOPED_TRACE(view.formula);
                    SCOPED_TRACE(tracked);
                    RenderRequest low =
                        direct_request(view.formula, view.re, view.im, view.zoom, 170, precision);
                    low.tracking.level = kernels::Tracks(std::min(tracked, 2));
                    low.tracking.interior = tracked > 2;
                    low.progressive = progressive;
                    RenderRequest high = low;
                    high.limit = 2500;
                    EXPECT_GT(expect_equal_to_fresh(engine, *complete_frame(engine, low), high),
                              1000u);
                    EXPECT_GT(expect_equal_to_fresh(engine, *complete_frame(engine, high), low),
                              1000u);
                }
}

TEST(KnownSamples, DirectFramesTakeThemOver) {
    for (const std::string &id : cpu_engines())
        expect_direct_frames_to_take_over(*make_engine(id));
}

void expect_perturbed_frames_to_take_over(Engine &engine) {
    std::size_t kept = 0;
    for (const PerturbedView &view : kViews)
        for (const bool tracked : {false, true}) {
            SCOPED_TRACE(view.name);
            const Precision precision =
                view.deep ? Precision::perturb_f64x : Precision::perturb_f64;
            const auto cache = std::make_shared<ReferenceCache>(1);
            const auto request = [&](std::uint64_t limit) {
                Location location = *request_of(view, precision, Approximation::la).location;
                location.iterations = limit;
                RenderRequest made =
                    make_request(location, kSize, {0, 0, kSize.width, kSize.height}, {},
                                 {precision, Approximation::la, cache});
                made.colour.lut = load_lut(std::nullopt, "default");
                made.tracking.level = tracked ? kernels::Tracks::all : kernels::Tracks::none;
                return made;
            };
            const auto low = complete_frame(engine, request(view.iterations / 3));
            kept += expect_equal_to_fresh(engine, *low, request(view.iterations));
            const auto high = complete_frame(engine, request(view.iterations));
            kept += expect_equal_to_fresh(engine, *high, request(view.iterations / 3));
        }
    EXPECT_GT(kept, 30'000u);
}

TEST(KnownSamples, PerturbedFramesTakeThemOver) {
    for (const std::string &id : cpu_engines())
        expect_perturbed_frames_to_take_over(*make_engine(id));
}

/// Of a stopped frame what is finished is taken, and of the next one that is stopped, too.
void expect_stopped_frames_to_be_taken_over(Engine &engine) {
    RenderRequest endless = direct_request("mandelbrot", "-1.25", "0.05", "40",
                                           kernels::kMaxIterationLimit, Precision::f64);
    endless.shortcuts = false;
    RenderRequest quick = endless;
    quick.limit = 3000;
    for (const bool progressive : {false, true}) {
        SCOPED_TRACE(progressive);
        endless.progressive = progressive;
        const auto stopped = engine.make_frame(endless);
        ASSERT_FALSE(iterate_and_stop(*stopped));
        expect_equal_to_fresh(engine, *stopped, quick);
        RenderRequest longer = endless;
        longer.limit -= 1;
        const auto again = engine.make_frame(longer);
        KnownSamples known = known_of(*complete_frame(engine, quick));
        const std::size_t escaped = adapt(known, longer, nullptr).count;
        again->begin_with(known_of(*complete_frame(engine, quick)));
        ASSERT_FALSE(iterate_and_stop(*again));
        EXPECT_GE(expect_equal_to_fresh(engine, *again, quick), escaped);
    }
}

TEST(KnownSamples, StoppedFramesHaveWhatTheyHave) {
    for (const std::string &id : cpu_engines())
        expect_stopped_frames_to_be_taken_over(*make_engine(id));
}

TEST(KnownSamples, WhatAStoppedLoopWasAtIsNotInside) {
    RenderRequest request = direct_request("mandelbrot", "-0.75", "0", "1", 100, Precision::f64);
    request.progressive = false;
    SpareFrameMemory spare;
    TiledPicture picture(request, spare);
    SampleBuffer samples = picture.samples();
    const auto planes = samples.planes<double>();
    for (std::size_t at = 0; at < samples.count(); ++at)
        kernels::set_index(planes, at, kernels::kInterior);
    kernels::set_index(planes, 0, 7);
    kernels::mark_pending(planes, 1);
    picture.adopt(std::move(samples));
    SampleBuffer copy;
    picture.copy_samples(copy);
    EXPECT_EQ(copy.index(0), 7u);
    EXPECT_TRUE(kernels::is_pending(copy.planes<double>(), 1));
    EXPECT_TRUE(kernels::is_pending(copy.planes<double>(), 2));
    picture.publish({0, 0, picture.tiles_across(), picture.tiles_down()}, 1);
    picture.copy_samples(copy);
    EXPECT_EQ(copy.index(2), kernels::kInterior);
}

TEST(KnownSamples, GpusTakeThemOver) {
    const std::vector<std::string> ids = gpus();
    if (ids.empty())
        GTEST_SKIP() << "no GPU";
    for (const std::string &id : ids) {
        const auto engine = make_engine(id);
        expect_direct_frames_to_take_over(*engine);
        expect_perturbed_frames_to_take_over(*engine);
        expect_stopped_frames_to_be_taken_over(*engine);
    }
}

/// All samples of a frame by `from` go to one by `to`, which iterates nothing.
void expect_samples_to_be_copied(Engine &from, Engine &to, RenderRequest wanted) {
    const std::atomic<bool> stop = false;
    for (const kernels::Tracks tracks :
         {kernels::Tracks::none, kernels::Tracks::gradient, kernels::Tracks::all}) {
        if (tracks == kernels::Tracks::all && kernels::counts_in_64_bits(wanted.limit))
            continue; // orbits that never escape take every step
        wanted.tracking.level = tracks;
        const auto frame = complete_frame(from, wanted);
        const auto copy = to.make_frame(wanted);
        RenderRequest other = wanted;
        other.limit -= 1;
        EXPECT_FALSE(to.make_frame(other)->begin_with_samples_of(*frame));
        EXPECT_FALSE(copy->begin_with_samples_of(*from.make_frame(wanted))); // not complete
        ASSERT_TRUE(copy->begin_with_samples_of(*frame));
        ASSERT_TRUE(copy->iterate(stop));
        EXPECT_EQ(copy->times().iterations, 0U);
        const Difference difference = compare_frames(*copy, *frame);
        EXPECT_EQ(difference.samples_differ, 0U);
        EXPECT_EQ(difference.rgba_differ, 0U);
    }
}

TEST(KnownSamples, GpusCopyEachOthers) {
    const std::vector<std::string> ids = gpus();
    if (ids.empty())
        GTEST_SKIP() << "no GPU";
    std::vector<std::unique_ptr<Engine>> engines;
    for (const std::string &id : ids)
        engines.push_back(make_engine(id));
    const auto request =
        direct_request("mandelbrot", "-1.25", "0.05", "40", 100'000, Precision::f64);
    RenderRequest perturbed = request_of({"inside", "mandelbrot", "-0.7499", "0", "1e15", 1000},
                                         Precision::perturb_f64x, Approximation::la);
    perturbed.limit = std::uint64_t{1} << 38; // two words of an escape index
    for (const auto &from : engines)
        for (const auto &to : engines) {
            expect_samples_to_be_copied(*from, *to, request);
            expect_samples_to_be_copied(*from, *to, perturbed);
        }
    const auto on_host = complete_frame(*make_engine("cpu"), request);
    EXPECT_FALSE(engines.front()->make_frame(request)->begin_with_samples_of(*on_host));
    EXPECT_FALSE(make_engine("cpu")->make_frame(request)->begin_with_samples_of(*on_host));
}

TEST(KnownSamples, OtherPicturesHaveNone) {
    const auto device = std::make_shared<FakeDevice>();
    device->engine = make_engine("cpu");
    device->times.iterate_ms = 1000;
    FakeEngine engine(device);
    const auto request = [](std::uint64_t limit) {
        return direct_request("mandelbrot", "-1.25", "0.05", "40", limit, Precision::f64);
    };
    const auto earlier = complete_frame(engine, request(100));
    EXPECT_TRUE(known_samples(*earlier, request(200)));
    EXPECT_TRUE(known_samples(*earlier, request(50)));
    EXPECT_FALSE(known_samples(*earlier, request(100)));
    RenderRequest other = request(200);
    other.map.centre_re += 1e-9;
    EXPECT_FALSE(known_samples(*earlier, other));
    other = request(200);
    other.bailout = 4;
    EXPECT_FALSE(known_samples(*earlier, other));
    other = request(200);
    other.tracking.level = kernels::Tracks::gradient;
    EXPECT_FALSE(known_samples(*earlier, other));
    other = request(200);
    other.settings.julia = true;
    EXPECT_FALSE(known_samples(*earlier, other));
    device->times.iterate_ms = 1;
    EXPECT_FALSE(known_samples(*earlier, request(200))); // computed as fast
}

} // namespace fathom::known_samples_test
