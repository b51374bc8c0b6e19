// A random walk through deep views with one ReferenceCache, as a window would take it: some steps
// in CI; FATHOM_WALK_SECONDS=600 walks for ten minutes, which is meant for the sanitizers.
#include "render/deep/perturbation.h"
#include "render/deep/reference_cache.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "render/places/location.h"

#include <chrono>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>
#include <thread>

namespace fathom::deep_walk_test {

constexpr std::atomic<bool> kNever = false;
constexpr Size kSize = {32, 18};

constexpr int kSteps = 100;

/// That the walk takes at least, however many steps that are.
std::chrono::seconds walk_time() {
    const char *seconds = std::getenv("FATHOM_WALK_SECONDS");
    return std::chrono::seconds(seconds == nullptr ? 0 : std::atoi(seconds));
}

class Walk {
  public:
    explicit Walk(std::uint64_t seed) : random_(seed) { go_home(); }

    void step() {
        move();
        const Method method(choose_precision(), Approximation(below(3)), reference_cache_);
        const RenderRequest request = request_of(method);
        std::atomic<bool> stop = false;
        std::thread stopper;
        if (below(4) == 0) {
            const auto wait = std::chrono::microseconds(below(20'000));
            stopper = std::thread([&stop, wait] {
                std::this_thread::sleep_for(wait);
                stop = true;
            });
        }
        Engine &engine = *engines_[below(2)];
        const auto frame = engine.make_frame(request);
        const bool complete = frame->iterate(stop);
        if (stopper.joinable())
            stopper.join();
        ++steps;
        if (!complete)
            return;
        SampleBuffer samples;
        frame->read_samples(samples);
        where_next(samples);
        if (below(8) == 0)
            compare_with_fresh(request, samples);
    }

    int steps = 0;
    std::uint64_t compared = 0; ///< pixels
    std::uint64_t equal = 0;

  private:
    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

    void go_home() {
        location_ = Location();
        location_.formula.id = kernels::FormulaId(below(kernels::formulas().size()));
        if (!can_be_perturbed(location_.formula.id))
            location_.formula.id = kernels::kMandelbrot;
        location_.formula.julia = below(3) == 0;
        location_.formula.seed_re = Decimal::from_double(0.001 * static_cast<double>(below(300)));
        location_.formula.seed_im = Decimal::from_double(-0.001 * static_cast<double>(below(300)));
        location_.view = home_view(location_.formula);
        location_.view.zoom = Decimal::parse("1e3");
        location_.iterations = 1 + below(3000);
    }

    /// Pans to `target_`, a pixel, or anywhere; zooms in or out; now and then something else.
    void move() {
        View &view = location_.view;
        const Decimal unit =
            divide(Decimal::from_double(4.0 / kSize.height), view.zoom, 20); // a pixel
        const double x = target_ % kSize.width - 0.5 * kSize.width;
        const int row = target_ / kSize.width;
        const double y = 0.5 * kSize.height - row;
        view.re = view.re + unit * Decimal::from_double(x);
        view.im = view.im + unit * Decimal::from_double(view.mirrored ? -y : y);
        constexpr const char *kFactors[] = {"0.001", "0.5", "1",   "2",    "8",
                                            "30",    "1e3", "1e6", "1e20", "1e60"};
        view.zoom = (view.zoom * Decimal::parse(kFactors[below(10)])).rounded_to_significant(17);
        if (view.zoom < Decimal::parse("1") || Decimal::parse("1e700") < view.zoom ||
            below(40) == 0)
            go_home();
        if (below(10) == 0)
            location_.iterations = 1 + below(20'000);
        if (below(10) == 0)
            view.rotation_degrees = static_cast<double>(below(360));
        if (below(20) == 0)
            location_.bailout = 2.0 + static_cast<double>(below(1000));
        view.re = view.re.rounded_to(kMostDecimals);
        view.im = view.im.rounded_to(kMostDecimals);
    }

    Precision choose_precision() {
        constexpr Precision kPerturbed[] = {Precision::perturb_f32, Precision::perturb_f64,
                                            Precision::perturb_f32x, Precision::perturb_f64x};
        const Precision chosen = kPerturbed[below(4)];
        return can_iterate(location_.formula.id, chosen) ? chosen : Precision::perturb_f64x;
    }

    RenderRequest request_of(const Method &method) {
        RenderRequest request =
            make_request(location_, kSize, {0, 0, kSize.width, kSize.height}, {}, method);
        request.colour.lut = std::make_shared<const PaletteTable>(1, 0);
        request.tracking.level = below(3) == 0 ? kernels::Tracks::all : kernels::Tracks::none;
        request.tracking.interior = request.tracking.level == kernels::Tracks::all && below(2) == 0;
        request.shortcuts = below(2) == 0;
        request.progressive = below(2) == 0;
        return request;
    }

    /// Towards what takes longest, but for now and then.
    void where_next(const SampleBuffer &samples) {
        target_ = static_cast<int>(below(samples.count()));
        if (below(4) == 0)
            return;
        for (std::size_t at = 0; at < samples.count(); ++at)
            if (samples.index(at) > samples.index(static_cast<std::size_t>(target_)))
                target_ = static_cast<int>(at);
    }

    /// What a kept orbit serves is nearly what one of the view's own does; only types that hold
    /// such differences can tell.
    void compare_with_fresh(RenderRequest request, const SampleBuffer &samples) {
        if (request.precision != Precision::perturb_f64x)
            return;
        request.perturbation =
            std::make_shared<Perturbation>(request.perturbation->spec(), nullptr);
        const auto frame = engines_[0]->make_frame(request);
        ASSERT_TRUE(frame->iterate(kNever));
        SampleBuffer fresh;
        frame->read_samples(fresh);
        for (std::size_t at = 0; at < samples.count(); ++at)
            equal += samples.index(at) == fresh.index(at);
        compared += samples.count();
    }

    static constexpr long kMostDecimals = 800;
    std::mt19937_64 random_;
    std::unique_ptr<Engine> engines_[2] = {make_engine("cpu", {2, {}}),
                                           make_engine("reference", {2, {}})};
    std::shared_ptr<ReferenceCache> reference_cache_ = std::make_shared<ReferenceCache>(2);
    Location location_;
    int target_ = 0;
};

TEST(DeepWalk, StaysSoundAndKeepsItsPictures) {
    Walk walk(20261121);
    const auto end = std::chrono::steady_clock::now() + walk_time();
    while ((walk.steps < kSteps || walk.compared == 0 || std::chrono::steady_clock::now() < end) &&
           !testing::Test::HasFailure())
        walk.step();
    RecordProperty("steps", walk.steps);
    RecordProperty("compared", std::to_string(walk.compared));
    EXPECT_GE(static_cast<double>(walk.equal), 0.97 * static_cast<double>(walk.compared));
}

} // namespace fathom::deep_walk_test
