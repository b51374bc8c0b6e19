// Whoever has a view computed has it computed in the same way: the window, each job, the benchmark.
#include "render/bench/bench_deep.h"
#include "render/deep/perturbation.h"
#include "render/deep/reference_cache.h"
#include "render/engines/perturbed_request.h"
#include "render/jobs/compare.h"
#include "render/jobs/export.h"
#include "render/jobs/pixel_probe.h"
#include "render/jobs/verification.h"
#include "tests/support/fake_engine.h"
#include "tests/support/temp_folder.h"
#include "ui/state/session.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fathom::ui::method_agreement_test {

const std::atomic<bool> kNever = false;
// Of engines that gain by perturbed floats, and by sums of two as well.
constexpr EngineTraits kFastInFloats{1, 16, 1};
constexpr EngineTraits kFast{5, 16, 4};
// The one that a probe takes for granted.
constexpr Size kSize{1920, 1080};

/// An engine whose requests are remembered, and whose samples all escape at once.
class RecordingEngine {
  public:
    explicit RecordingEngine(const EngineTraits &traits) {
        device_->traits = traits;
        device_->making = [this](RenderRequest &request) { requests_.push_back(request); };
        device_->iterating = [](const RenderRequest &request, const std::atomic<bool> &stop) {
            if (request.perturbation)
                static_cast<void>(request.perturbation->get(table_needs(request), stop));
        };
        device_->samples = [](const RenderRequest &request, SampleBuffer &samples) {
            with_real(request.precision, [&]<class Real>() {
                const kernels::SamplePlanes<Real> planes = samples.planes<Real>();
                const auto count = static_cast<std::size_t>(planes.width) * planes.height;
                std::fill_n(planes.n, count, 1);
                std::fill_n(planes.zx, count, Real(1000));
                std::fill_n(planes.zy, count, Real(0));
            });
        };
    }

    [[nodiscard]] std::unique_ptr<Engine> engine() const {
        return std::make_unique<FakeEngine>(device_);
    }
    [[nodiscard]] EngineTraits traits() const { return device_->traits; }

    /// How the requests since the last call were to be iterated, which is the same for each.
    std::string take_method() {
        std::set<std::string> methods;
        for (const RenderRequest &request : requests_)
            methods.insert(method_of(request));
        requests_.clear();
        return fmt::format("{}", fmt::join(methods, " and "));
    }

    static std::string method_of(const RenderRequest &request) {
        return fmt::format("{} {} {}", to_string(request.precision),
                           request.perturbation
                               ? to_string(request.perturbation->spec().approximation)
                               : "directly",
                           request.shortcuts ? "with shortcuts" : "without");
    }

  private:
    std::shared_ptr<FakeDevice> device_ = std::make_shared<FakeDevice>();
    std::vector<RenderRequest> requests_;
};

Location place(const char *zoom, std::uint64_t iterations, const char *formula = "mandelbrot") {
    Location location;
    location.formula.id = *kernels::find_formula(formula);
    location.view.re = Decimal::parse("-0.743643887037151");
    location.view.im = Decimal::parse("0.131825904205330");
    location.view.zoom = Decimal::parse(zoom);
    location.iterations = iterations;
    return location;
}

/// In the window, where that engine is in use.
std::string in_window(const Location &location, const MethodChoice &choice,
                      const EngineTraits &traits) {
    Session session(location, kSize, choice);
    session.use_engine(traits);
    return RecordingEngine::method_of(session.request());
}

std::string exported(RecordingEngine &recording, const Location &location,
                     const MethodChoice &choice) {
    const TempFolder folder;
    const auto engine = recording.engine();
    ExportJob job;
    job.location = location;
    job.size = kSize;
    job.lut = std::make_shared<const PaletteTable>(256, 0xff000000U);
    job.path = folder.path() / "picture.png";
    job.method = export_method(job, choice, engine->info().traits);
    EXPECT_TRUE(export_image(*engine, job, kNever, [](double) {}).finished);
    return recording.take_method();
}

std::string compared(RecordingEngine &left, RecordingEngine &right, const Location &location,
                     const MethodChoice &choice) {
    const auto one = left.engine();
    const auto other = right.engine();
    ComparisonJob job;
    job.location = location;
    job.size = kSize;
    job.lut = std::make_shared<const PaletteTable>(256, 0xff000000U);
    job.method = comparison_method(job, choice, *one, *other, nullptr);
    EXPECT_TRUE(compare_engines(*one, *other, job, kNever, [](double) {}));
    std::string method = left.take_method();
    EXPECT_EQ(right.take_method(), method) << "the two have to compute the same";
    return method;
}

std::string verified(RecordingEngine &recording, const Location &location,
                     const MethodChoice &choice) {
    const auto engine = recording.engine();
    const Method method = decide_method(location, kSize, choice, engine->info().traits);
    EXPECT_TRUE(verify(*engine, {location, kSize, method, 1}, kNever));
    return recording.take_method();
}

std::string benchmarked(RecordingEngine &recording, const Location &location,
                        const MethodChoice &choice) {
    std::vector<BenchmarkDevice> devices;
    devices.push_back({"fake", "", 0, recording.engine()});
    DeepBench bench;
    bench.places = {{"place", location}};
    bench.size = kSize;
    bench.runs = 1;
    bench.method = choice;
    BenchReport report;
    EXPECT_TRUE(bench_deep(devices, bench, {kNever, [](double) {}}, report));
    return recording.take_method();
}

std::string probed(RecordingEngine &recording, const Location &location,
                   const MethodChoice &choice) {
    const auto engine = recording.engine();
    const std::atomic<bool> stop = false;
    static_cast<void>(
        probe(*engine, location, probe_method(location, choice, engine->info().traits), stop));
    return recording.take_method();
}

const Location kPlaces[] = {place("1", 500),
                            place("1", 2500),
                            place("1e6", 500),
                            place("1e11", 500),
                            place("1e11", 5000),
                            place("1e30", 500),
                            place("1e200", 2000),
                            place("1", 500, "burning-ship"),
                            place("1e20", 500, "burning-ship")};
const MethodChoice kChoices[] = {
    {},
    {.precision = Precision::f64},
    {.precision = Precision::perturb_f64},
    {.approximation = Approximation::none},
    {.precision = Precision::perturb_f32x, .approximation = Approximation::bla},
    {.shortcuts = false}};

TEST(MethodAgreement, WindowJobsAndBenchmarkIterateAViewInTheSameWay) {
    std::set<std::string> seen;
    for (const EngineTraits &traits : {EngineTraits{}, kFastInFloats, kFast})
        for (const Location &location : kPlaces)
            for (const MethodChoice &choice : kChoices) {
                SCOPED_TRACE(fmt::format("{} at {} x, sums of two floats {} times faster",
                                         kernels::formula_info(location.formula.id).id,
                                         location.view.zoom.to_string(), traits.two_f32_speedup));
                RecordingEngine engine(traits);
                RecordingEngine other({});
                const std::string method = in_window(location, choice, engine.traits());
                seen.insert(method);
                EXPECT_EQ(exported(engine, location, choice), method);
                EXPECT_EQ(compared(engine, other, location, choice), method);
                EXPECT_EQ(compared(other, engine, location, choice), method);
                EXPECT_EQ(verified(engine, location, choice), method);
                EXPECT_EQ(benchmarked(engine, location, choice), method);
                // A probe's number is read as one.
                MethodChoice numbers = choice;
                numbers.for_numbers = true;
                EXPECT_EQ(probed(engine, location, choice),
                          in_window(location, numbers, engine.traits()));
            }
    EXPECT_GT(seen.size(), 8u) << "the views are to differ in their methods";
}

TEST(MethodAgreement, TheEngineInUseDecidesInTheWindow) {
    Session session(place("1e30", 500), kSize);
    EXPECT_EQ(session.precision(), Precision::perturb_f64);
    session.use_engine(kFast);
    EXPECT_EQ(session.precision(), Precision::perturb_f32x);
    session.use_engine({});
    EXPECT_EQ(session.precision(), Precision::perturb_f64);
}

} // namespace fathom::ui::method_agreement_test
