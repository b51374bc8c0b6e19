// Every GPU by perturbation against the reference: samples and colours, bit for bit.
#include "tests/support/perturbed_views.h"
#include "tests/support/stopped_frame.h"

#include "render/engines/devices.h"

namespace fathom::perturbed_gpu_test {

/// One engine for each GPU of this machine.
std::vector<std::unique_ptr<Engine>> gpu_engines() {
    std::vector<std::unique_ptr<Engine>> engines;
    for (const DeviceInfo &device : list_devices().devices)
        if (device.kind == "gpu")
            engines.push_back(make_engine(device.id));
    return engines;
}

constexpr Precision kPerturbed[] = {Precision::perturb_f32,     Precision::perturb_f64,
                                    Precision::perturb_f32x,    Precision::perturb_f64x,
                                    Precision::perturb_two_f32, Precision::perturb_two_f64};

TEST(PerturbedGpu, EveryTypeAndTableGivesTheReferencesBits) {
    const auto engines = gpu_engines();
    if (engines.empty())
        GTEST_SKIP() << "no GPU on this machine";
    const auto judge = make_engine("reference");
    expect_equal_everywhere(engines, *judge, kPerturbed);
}

TEST(PerturbedGpu, PlacesBetweenPixelsAndLongLimitsToo) {
    const auto engines = gpu_engines();
    if (engines.empty())
        GTEST_SKIP() << "no GPU on this machine";
    const auto judge = make_engine("reference");
    expect_equal_between_pixels_and_far(engines, *judge);
}

TEST(PerturbedGpu, OneEnginesFramesShareTablesInTurn) {
    const auto engines = gpu_engines();
    if (engines.empty())
        GTEST_SKIP() << "no GPU on this machine";
    const auto judge = make_engine("reference");
    const RenderRequest first = request_of(kViews[0], Precision::perturb_f64, Approximation::la);
    const RenderRequest second = request_of(kViews[4], Precision::perturb_f64, Approximation::bla);
    for (const RenderRequest *request : {&first, &second, &first})
        expect_equal(engines, *judge, *request);
}

// The cycle of a pixel here attracts by 4 parts in 10,000 a turn.
TEST(PerturbedGpu, OrbitsThatNeverEscapeEndLongBeforeTheLimit) {
    const auto engines = gpu_engines();
    if (engines.empty())
        GTEST_SKIP() << "no GPU on this machine";
    const auto judge = make_engine("cpu"); // the plain loop takes each step: minutes
    const PerturbedView view{"inside", "mandelbrot", "-0.7499", "0", "1e15", 1000};
    for (const Precision precision : {Precision::perturb_f64, Precision::perturb_f64x})
        for (const auto level : {kernels::Tracks::none, kernels::Tracks::gradient}) {
            RenderRequest request = request_of(view, precision, Approximation::la);
            request.limit = std::uint64_t{1} << 38; // days, if each step were taken
            request.tracking.level = level;
            expect_equal(engines, *judge, request);
        }
}

TEST(PerturbedGpu, StopsWithinALongFrame) {
    const auto engines = gpu_engines();
    if (engines.empty())
        GTEST_SKIP() << "no GPU on this machine";
    for (const auto &engine : engines) {
        SCOPED_TRACE(engine->info().id);
        RenderRequest request = request_of(kViews[3], Precision::perturb_f64, Approximation::none);
        request.limit = kernels::kMaxIterationLimit; // only the stop can end it
        request.shortcuts = false;
        request.progressive = true;
        const auto frame = engine->make_frame(request);
        EXPECT_FALSE(iterate_and_stop(*frame));
        EXPECT_FALSE(frame->complete());
        EXPECT_LT(frame->times().longest_slice_ms, 100);
    }
}

} // namespace fathom::perturbed_gpu_test
